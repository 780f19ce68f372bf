"""What judges said elsewhere, stored as runs: measured like any other, and never asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from evalcore.domain import Call, Case, Reply, canonical_json, case_fingerprint, sha256_of
from evalcore.judges import request_fingerprint
from evalcore.plurals import counted
from evalcore.store import RunSpec, Store, StoredDataset

if TYPE_CHECKING:
    from evalcore.importing import Imported
    from evalcore.report.recorded import Said
    from evalcore.report.recorded_import import RecordedJudge

MARK = "(recorded)"
"""Ends the name of every recorded judge, so that it is never taken for one of that name that can be asked."""
_AT_ONCE = 5_000
"""Replies that are stored in one transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRun:
    """One recorded run, as it is about to be stored or as it was."""

    criterion: str
    judges: tuple[RecordedJudge, ...]
    """Named and pinned as they are stored."""
    fingerprints: tuple[str, ...]
    """Of the cases, in the order of the set."""
    repeats: int
    run_id: str | None = None
    """None before it is stored."""

    @property
    def sentence(self) -> str:
        """What is, or will be, stored, for people."""
        said = ", ".join(f"{one.judge.name} on {counted(_cases_of(one.said), 'case')}" for one in self.judges)
        what = f"run {self.run_id} holds" if self.run_id else "a run is stored with the set that holds"
        return f"{what} what was recorded under {self.criterion!r}: {said}; nothing is asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """What becomes of all that a file holds of judges."""

    runs: tuple[RecordedRun, ...]
    """One per criterion."""
    left_out: tuple[str, ...]
    """What no run can hold, a sentence each."""


def recording_of(imported: Imported, *, file: str) -> Recording:
    """The runs that what a file holds of judges makes, before anything is stored.

    Parameters
    ----------
    file
        What the file is called; it stands with every figure of such a judge.
    """
    if not imported.recorded:
        return Recording(runs=(), left_out=())
    # The report brings numpy, which asking does without.
    from evalcore.report.recorded import repeats_of
    from evalcore.report.recorded_import import recorded_judges

    fingerprints = tuple(case_fingerprint(case) for case in imported.dataset.cases)
    runs, left_out = [], dict[str, None]()
    for criterion in imported.dataset.criteria:
        judges = []
        found, refused = recorded_judges(imported, criterion)
        left_out |= dict.fromkeys(refused)
        for one in found:
            reason = _why_not(one, imported.dataset.cases, fingerprints)
            if reason:
                left_out[reason] = None
            else:
                judges.append(_pinned(one, fingerprints, file))
        if judges:
            repeats = max(repeats_of(one.said) for one in judges)
            runs.append(
                RecordedRun(criterion=criterion, judges=tuple(judges), fingerprints=fingerprints, repeats=repeats)
            )
    left_out |= dict.fromkeys(_about_nothing_labelled(imported))
    left_out |= dict.fromkeys(_first_rows_alone(imported))
    return Recording(runs=tuple(runs), left_out=tuple(left_out))


def store_recording(
    store: Store, stored_dataset: StoredDataset, recording: Recording, *, at: datetime
) -> tuple[RecordedRun, ...]:
    """Store replies, judges and runs; what is stored already, by an import of the same, is found again."""
    return tuple(replace(run, run_id=_store(store, stored_dataset, run, at)) for run in recording.runs)


def _why_not(one: RecordedJudge, cases: Sequence[Case], fingerprints: Sequence[str]) -> str | None:
    """Calls are named by content: identical cases of which different things are recorded cannot both be kept."""
    first: dict[str, tuple[Case, Sequence[str | None]]] = {}
    for case, fingerprint, texts in zip(cases, fingerprints, one.said, strict=True):
        known, said = first.setdefault(fingerprint, (case, texts))
        if tuple(said) != tuple(texts):
            return (
                f"what {one.judge.name} said is not stored as a run: cases {known.id} and {case.id} are the same, word"
                " for word, and different things are recorded of them. Where the file holds no answers, join those;"
                " `evalcore score` measures it as it is"
            )
    return None


def _about_nothing_labelled(imported: Imported) -> Iterator[str]:
    known = ", ".join(map(repr, imported.dataset.criteria))
    for one in imported.recorded:
        if one.criterion is not None and one.criterion not in imported.dataset.criteria:
            yield (
                f"what {one.judge} said (column {one.column!r}) is not stored as a run: it is about {one.criterion!r},"
                f" and the criteria of the set are {known}"
            )


def _first_rows_alone(imported: Imported) -> Iterator[str]:
    for one in imported.recorded:
        differing = sum(len(set(texts)) > 1 for texts in one.said.values())
        if one.combine is None and differing:
            yield (
                f"column {one.column!r} holds different things in several rows of {counted(differing, 'case')}; that of"
                " the first row counts. Say in a recipe what they are: combine: repeats, or majority, all, any, maximum"
                " or minimum"
            )


def _pinned(one: RecordedJudge, fingerprints: Sequence[str], file: str) -> RecordedJudge:
    """The judge under its stored name; the digest of all that it said stands for its unknown model."""
    said = sorted({(fingerprint, tuple(texts)) for fingerprint, texts in zip(fingerprints, one.said, strict=True)})
    digest = sha256_of(canonical_json([[fingerprint, list(texts)] for fingerprint, texts in said]))
    columns = ", ".join(map(repr, one.columns))
    described = replace(
        one.judge,
        name=f"{one.judge.name} {MARK}",
        description=f"{file} (column{'s' if len(one.columns) > 1 else ''} {columns})",
    )
    return replace(one, judge=described.pinned(digest=digest))


def _store(store: Store, stored_dataset: StoredDataset, run: RecordedRun, at: datetime) -> str:
    for one in run.judges:
        replies = _replies(one, run.fingerprints, at)
        while batch := list(islice(replies, _AT_ONCE)):
            store.save_replies(batch)
    spec = RunSpec(
        dataset_id=stored_dataset.id,
        criterion=run.criterion,
        judge_ids=tuple(store.save_judge(one.judge, at=at) for one in run.judges),
        epochs=(0,) * len(run.judges),
        repeats=run.repeats,
    )
    return store.record_run(spec, at=at, message="recorded elsewhere; nothing was asked").id


def _replies(one: RecordedJudge, fingerprints: Sequence[str], at: datetime) -> Iterator[Reply]:
    request, moment = request_fingerprint(one.judge), at.isoformat()
    for fingerprint, texts in dict(zip(fingerprints, one.said, strict=True)).items():
        for repeat, text in enumerate(texts):
            if text is not None:
                call = Call(request_fingerprint=request, case_fingerprint=fingerprint, repeat=repeat)
                yield Reply(call=call, text=text, at=moment)


def _cases_of(said: Said) -> int:
    return sum(any(text is not None for text in texts) for texts in said)
