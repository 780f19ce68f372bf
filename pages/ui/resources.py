"""What all sessions share: the store, what runs in the background, sets, and how far runs are.

The caches of figures are in :mod:`pages.ui.measured` and in the modules named ``…_resources``. The
cached values are frozen, so they are shared and never copied; each is cached by names and
revisions, never by the content of a frame.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from evalcore.domain import Dataset, OutlinedSet
from evalcore.errors import EvalcoreError
from evalcore.judges import Judge, request_fingerprint
from evalcore.places import default_store_url
from evalcore.providers import Providers
from evalcore.report import CaseIndex
from evalcore.runner import BackgroundRuns, JudgeStanding, run_standing, state_now
from evalcore.runner.newer_set import NewerSet
from evalcore.runner.newer_set import newer_set as find_newer_set
from evalcore.store import RunInfo, RunState, Store, StoredDataset

_LOOK_AGAIN_S = 5
_COUNT_AGAIN_S = 2


def store() -> Store:
    """The store of this server."""
    return _store(default_store_url())


@st.cache_resource(show_spinner=False, on_release=lambda opened: opened.close())
def _store(url: str) -> Store:
    return Store.open(url)


@st.cache_resource(show_spinner=False, on_release=lambda running: running.close())
def background() -> BackgroundRuns:
    """The runs that this server works on; a thread each."""
    return BackgroundRuns(store(), providers=providers(), clock=clock)


@st.cache_resource(show_spinner=False)
def providers() -> Providers:
    """Where judges are asked; kept, so that a model in process is loaded once."""
    return Providers()


def clock() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def set_names() -> list[str]:
    """Names of the stored sets, the newest first."""
    stored = sorted(store().list_datasets(), key=lambda dataset: dataset.created_at, reverse=True)
    return list(dict.fromkeys(dataset.name for dataset in stored))


def stored_set(name: str) -> StoredDataset:
    """The newest version of a set."""
    found = store().find_dataset(name)
    if found is None:
        raise EvalcoreError(f"the set {name!r} is no longer in the store")
    return found


def dataset_named(name: str) -> Dataset:
    """The newest version of a set, with its cases and labels."""
    return dataset_of(stored_set(name).id)


def case_index(name: str, criterion: str) -> CaseIndex:
    """The newest version of a set under one criterion, laid out to be filtered."""
    return case_index_of(stored_set(name).id, criterion)


@st.cache_resource(max_entries=8, show_spinner="Sorting the cases")
def case_index_of(dataset_id: int, criterion: str) -> CaseIndex:
    """One version of a set under one criterion, laid out to be filtered."""
    return CaseIndex.of(outlined_of(dataset_id), criterion)


@st.cache_resource(max_entries=8, show_spinner="Reading the set")
def outlined_of(dataset_id: int) -> OutlinedSet:
    """One version of a set; the texts of its cases are read when they are shown."""
    return store().load_outlined(dataset_id)


@st.cache_resource(max_entries=8, show_spinner="Reading the set")
def dataset_of(dataset_id: int) -> Dataset:
    """One version of a set, with its cases and labels."""
    return store().load_dataset(dataset_id)


def runs_of(set_name: str) -> list[RunInfo]:
    """The runs on any version of a set, the newest first."""
    versions = {stored.id for stored in store().list_datasets() if stored.name == set_name}
    runs = [run for run in store().list_runs() if run.spec.dataset_id in versions]
    return sorted(runs, key=lambda run: (run.created_at, run.id), reverse=True)


def set_of_run(run_id: str) -> str | None:
    """Name of the set that a run was made on; None when there is no such run."""
    for run in store().list_runs():
        if run.id == run_id:
            return next(stored.name for stored in store().list_datasets() if stored.id == run.spec.dataset_id)
    return None


def revision(*, every_s: int = _LOOK_AGAIN_S) -> object:
    """Changes whenever a reply may have landed: when a run comes to rest, and every few seconds while one is live."""
    return _revision_by(store().list_runs(), every_s=every_s)


def revision_of(run_id: str) -> object:
    """Changes whenever a run's report may: by a reply to what it asks, by a further run, or by a split of its set."""
    runs = store().list_runs()
    asked = _requests(run_id)
    landed = _revision_by([run for run in runs if asked & _requests(run.id)], every_s=_LOOK_AGAIN_S)
    return landed, len(runs), store().is_split(*set_and_criterion(run_id))


@st.cache_resource(max_entries=256, show_spinner=False)
def set_and_criterion(run_id: str) -> tuple[str, str]:
    """Name and criterion of the set of a run."""
    spec = store().load_run(run_id).spec
    return next(stored.name for stored in store().list_datasets() if stored.id == spec.dataset_id), spec.criterion


def newer_set(run_id: str) -> NewerSet | None:
    """What has become of the set of a run since, where the run rests on an older version of it."""
    newest = store().find_dataset(set_and_criterion(run_id)[0])
    return _newer_set(run_id, newest.id if newest else None)


@st.cache_resource(max_entries=64, show_spinner=False)
def _newer_set(run_id: str, newest: int | None) -> NewerSet | None:  # noqa: ARG001
    return find_newer_set(store(), run_id, load=outlined_of)


def _revision_by(runs: Sequence[RunInfo], *, every_s: int) -> object:
    rested = max((run.finished_at for run in runs if run.finished_at), default=None)
    # A run whose process was killed never comes to rest: it counts once, by the end of its lease.
    stranded = tuple((run.id, run.lease_until) for run in runs if run.finished_at is None and not is_live(run))
    live = any(is_live(run) for run in runs)
    return rested, stranded, int(time.monotonic() // every_s) if live else None


@st.cache_resource(max_entries=256, show_spinner=False)
def _requests(run_id: str) -> frozenset[tuple[str, int]]:
    """What a run asks: fingerprints of its requests, with their epochs; they never change."""
    spec = store().load_run(run_id).spec
    judges = (store().load_judge(judge_id) for judge_id in spec.judge_ids)
    return frozenset((request_fingerprint(judge), epoch) for judge, epoch in zip(judges, spec.epochs, strict=True))


def state_of(run: RunInfo) -> RunState:
    """How a run stands now, whichever process works on it."""
    progress = background().progress(run.id) if background().is_live(run.id) else None
    return progress.state if progress else state_now(run, now=clock())


def is_live(run: RunInfo) -> bool:
    """Whether somebody works on a run, here or in another process; a paused run is live too."""
    return background().is_live(run.id) or state_now(run, now=clock()) in ("running", "paused")


def standing(run_id: str) -> tuple[JudgeStanding, ...]:
    """How far a run is by what is stored."""
    return _standing(run_id, revision(every_s=_COUNT_AGAIN_S))


@st.cache_resource(max_entries=32, show_spinner=False)
def _standing(run_id: str, revision: object) -> tuple[JudgeStanding, ...]:  # noqa: ARG001
    return run_standing(store(), run_id)


def judge_of(run_id: str, name: str) -> Judge:
    """A judge of a run, as it was asked."""
    return next(judge for judge in judges_of(store().load_run(run_id)) if judge.name == name)


def judges_of(run: RunInfo) -> list[Judge]:
    """The judges of a run, in the order in which they are asked."""
    return [store().load_judge(judge_id) for judge_id in run.spec.judge_ids]


def judge_names(run: RunInfo) -> list[str]:
    """Their names."""
    return [judge.name for judge in judges_of(run)]
