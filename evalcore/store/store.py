"""The store as the other parts see it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from evalcore.bulk import uncollected
from evalcore.domain import Dataset, OutlinedSet, Split
from evalcore.domain.origins import Origin
from evalcore.errors import StoreError
from evalcore.judges import Judge
from evalcore.store import datasets, judges, origins, runs, splits
from evalcore.store.case_reading import CasesInStore
from evalcore.store.database import Database
from evalcore.store.records import (
    RunInfo,
    RunSpec,
    RunState,
    SetVersion,
    StopRequest,
    StoredDataset,
    StoredJudge,
)
from evalcore.store.stored_replies import StoredReplies

if TYPE_CHECKING:
    from evalcore.store.labelling import LabellingStore


class Store(StoredReplies):
    """Datasets, judges, runs and replies in one database.

    Usable from several threads, and by several processes at once. Every method is one
    transaction; each raises :class:`evalcore.errors.StoreError` when the database fails.
    """

    @cached_property
    def labelling(self) -> LabellingStore:
        """Labelling sessions, on the same database."""
        # A run has no use for them.
        from evalcore.store.labelling import LabellingStore

        return LabellingStore(self._database)

    @classmethod
    def open(cls, url: str) -> Store:
        """Open a store, making its folder and tables, or bringing them up to date, as needed.

        Parameters
        ----------
        url
            ``sqlite:///path/to/file.db`` or ``postgresql://user@host/name``.

        Raises
        ------
        StoreError
            When it cannot be opened, or was made by a newer version.
        MissingPart
            When the PostgreSQL driver is not installed.
        """
        return cls(Database(url))

    def close(self) -> None:
        """Close every connection; the store can not be used afterwards."""
        self._database.close()

    def save_dataset(
        self, dataset: Dataset, *, at: datetime, origin: Origin | None = None, renew: bool = True
    ) -> StoredDataset:
        """Store a set, and how it came about; the same name and fingerprint give the same id.

        Parameters
        ----------
        renew
            Whether a version that is stored already becomes the newest of its set again.
        """
        rows = datasets.rows_of(dataset)
        with self._database.writing() as connection:
            stored = datasets.save(connection, rows, at=at, renew=renew)
            if origin is not None:
                origins.save(connection, stored.id, origin, at=at)
            return stored

    def history(self, name: str) -> tuple[SetVersion, ...]:
        """Every version of a set, last saved first, with how it came about; empty where there is no such set."""
        with self._database.reading() as connection:
            return origins.history(connection, name)

    def load_dataset(self, dataset_id: int) -> Dataset:
        """The whole set with this id."""
        with self._database.reading() as connection, uncollected():
            return datasets.load(connection, dataset_id)

    def load_outlined(self, dataset_id: int) -> OutlinedSet:
        """The set with this id without its texts, each of which is read when it is asked for."""
        texts = self.cases_of(dataset_id)
        with self._database.reading() as connection, uncollected():
            outlined = datasets.load_outlined(connection, dataset_id, texts)
            is_stored = datasets.has_outlines(connection, dataset_id)
        if not is_stored:
            # They only save time: a store that may not be written to is read as it is.
            with suppress(StoreError), self._database.writing() as connection:
                datasets.save_outlines(connection, dataset_id, outlined.cases)
        return outlined

    def cases_of(self, dataset_id: int, *, limit: int | None = None) -> CasesInStore:
        """The cases of a set, each read when it is needed."""
        return CasesInStore(self._database, dataset_id, limit=limit)

    def find_dataset(self, name: str) -> StoredDataset | None:
        """The version of this name that was saved last."""
        with self._database.reading() as connection:
            return datasets.find(connection, name)

    def list_datasets(self) -> tuple[StoredDataset, ...]:
        """Every version of every set, last saved first."""
        with self._database.reading() as connection:
            return datasets.list_all(connection)

    def save_split(self, set_name: str, criterion: str, split: Split, *, at: datetime) -> None:
        """Keep cases of a set back to confirm with; StoreError when it is split already."""
        with self._database.writing() as connection:
            splits.save(connection, set_name, criterion, split, at=at)

    def find_split(self, set_name: str, criterion: str) -> Split | None:
        """The split of a set under a criterion, if it has one."""
        with self._database.reading() as connection:
            return splits.find(connection, set_name, criterion)

    def is_split(self, set_name: str, criterion: str) -> bool:
        """Whether cases of a set are kept back under a criterion."""
        with self._database.reading() as connection:
            return splits.is_split(connection, set_name, criterion)

    def note_looks(self, set_name: str, criterion: str, configurations: Iterable[str], *, at: datetime) -> None:
        """Note whose results on the cases kept back were looked at; each configuration counts once."""
        with self._database.writing() as connection:
            splits.note_looks(connection, set_name, criterion, configurations, at=at)

    def was_looked_at(self, set_name: str, criterion: str, configuration: str) -> bool:
        """Whether a configuration's result on the cases kept back was looked at."""
        with self._database.reading() as connection:
            return splits.was_looked_at(connection, set_name, criterion, configuration)

    def looks(self, set_name: str, criterion: str) -> int:
        """How many configurations were looked at on the cases kept back."""
        with self._database.reading() as connection:
            return splits.looks_at(connection, set_name, criterion)

    def runs_on(self, set_name: str, criterion: str) -> int:
        """How many runs there are on any version of a set under a criterion."""
        with self._database.reading() as connection:
            return splits.runs_on(connection, set_name, criterion)

    def judges_tried(self, set_name: str, criterion: str) -> int:
        """How many configurations were run on any version of a set under a criterion."""
        with self._database.reading() as connection:
            return splits.judges_tried(connection, set_name, criterion)

    def save_judge(self, judge: Judge, *, at: datetime) -> int:
        """Store a judge; the same name, criterion and configuration give the same id, else a new version."""
        with self._database.writing() as connection:
            return judges.save(connection, judge, at=at)

    def find_judge(self, judge: Judge) -> int | None:
        """The id under which this very judge is stored; None when it is not."""
        with self._database.reading() as connection:
            return judges.find(connection, judge)

    def load_judge(self, judge_id: int) -> Judge:
        """The judge with this id."""
        with self._database.reading() as connection:
            return judges.load(connection, judge_id)

    def list_judges(self) -> tuple[StoredJudge, ...]:
        """Every version of every judge, by name, newest version first."""
        with self._database.reading() as connection:
            return judges.list_all(connection)

    def create_run(self, spec: RunSpec, *, at: datetime) -> RunInfo:
        """A new run, planned."""
        with self._database.writing() as connection:
            return runs.create(connection, spec, at=at)

    def find_unfinished(self, spec: RunSpec) -> RunInfo | None:
        """The newest run that is to ask the same and is not done."""
        with self._database.reading() as connection:
            return runs.find_unfinished(connection, spec)

    def continue_or_create_run(self, spec: RunSpec, *, at: datetime) -> RunInfo:
        """The unfinished run of this spec, or a new one; two processes that ask at once get the same."""
        with self._database.writing() as connection:
            return runs.find_unfinished(connection, spec) or runs.create(connection, spec, at=at)

    def record_run(self, spec: RunSpec, *, at: datetime, message: str) -> RunInfo:
        """The run of this spec, or a new one that is done from the start: its replies were recorded elsewhere."""
        with self._database.writing() as connection:
            return runs.find_done(connection, spec) or runs.record(connection, spec, at=at, message=message)

    def load_run(self, run_id: str) -> RunInfo:
        """The run with this id, such as ``r-0007``; RunError when there is none."""
        with self._database.reading() as connection:
            return runs.load(connection, run_id)

    def list_runs(self) -> tuple[RunInfo, ...]:
        """Every run, newest first."""
        with self._database.reading() as connection:
            return runs.list_all(connection)

    def set_run_state(self, run_id: str, state: RunState, *, at: datetime, message: str = "") -> None:
        """Note how a run stands."""
        with self._database.writing() as connection:
            runs.set_state(connection, run_id, state, at=at, message=message)

    def judges_being_asked(self, *, besides: str, now: datetime) -> frozenset[tuple[int, int]]:
        """Ids of judges whose runs somebody works on now, each with its epoch; one run is left out."""
        with self._database.reading() as connection:
            return runs.judges_being_asked(connection, besides=besides, now=now)

    def take_lease(self, run_id: str, *, owner: str, now: datetime, for_s: float) -> bool:
        """Take a run to work on it; False while somebody else has it. Clears what was requested before."""
        with self._database.writing() as connection:
            return runs.take_lease(connection, run_id, owner=owner, now=now, for_s=for_s)

    def renew_lease(self, run_id: str, *, owner: str, now: datetime, for_s: float) -> bool:
        """Prolong the owner's lease; False when somebody else has taken the run over."""
        with self._database.writing() as connection:
            return runs.renew_lease(connection, run_id, owner=owner, now=now, for_s=for_s)

    def release_lease(self, run_id: str, *, owner: str) -> None:
        """Give a run back."""
        with self._database.writing() as connection:
            runs.release_lease(connection, run_id, owner=owner)

    def request_stop(self, run_id: str, request: StopRequest | None) -> None:
        """Ask whoever works on a run to cancel or pause it; None takes a pause back."""
        with self._database.writing() as connection:
            runs.request_stop(connection, run_id, request)

    def requested_stop(self, run_id: str) -> StopRequest | None:
        """What was requested of whoever works on a run."""
        with self._database.reading() as connection:
            return runs.requested_stop(connection, run_id)
