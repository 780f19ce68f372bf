"""Every cache: what is shared by all sessions, and what is read from the store once per revision.

The cached values are frozen, so they are shared and never copied; each is cached by names and
revisions, never by the content of a frame.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product

import streamlit as st

from evalcore.domain import CalibrationReport, Dataset
from evalcore.errors import EvalcoreError
from evalcore.exports import Files, Material, find_target
from evalcore.importing import Imported, read_cases, read_recipe
from evalcore.judges import (
    Judge,
    request_fingerprint,
)
from evalcore.places import default_store_url
from evalcore.providers import Providers
from evalcore.report import (
    CaseIndex,
    CaseOutcome,
    JudgeColumns,
    RuleReading,
    RunColumns,
    ranked,
    read_calls,
    readings_by_rule,
    report_on,
)
from evalcore.runner import BackgroundRuns, JudgeStanding, load_outcome, load_run_columns, run_standing, state_now
from evalcore.store import RunInfo, RunState, Store, StoredDataset
from pages.ui import charts
from pages.ui.charts import Spec

_LOOK_AGAIN_S = 5
_COUNT_AGAIN_S = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePlots:
    """The charts of one judge under one way of reading."""

    confusion: Spec
    slices: Spec | None
    """None where the cases carry no slices."""


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
    return _dataset(stored_set(name).id)


def case_index(name: str, criterion: str) -> CaseIndex:
    """The newest version of a set under one criterion, laid out to be filtered."""
    return _case_index(stored_set(name).id, criterion)


@st.cache_resource(max_entries=8, show_spinner="Sorting the cases")
def _case_index(dataset_id: int, criterion: str) -> CaseIndex:
    return CaseIndex.of(_dataset(dataset_id), criterion)


@st.cache_resource(max_entries=8, show_spinner="Reading the set")
def _dataset(dataset_id: int) -> Dataset:
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


def prepare_newest() -> None:
    """Measure the run that a new session opens, so that nobody waits for it."""
    names = set_names()
    runs = runs_of(names[0]) if names else []
    if runs:
        _prepare(runs[0].id, revision_of(runs[0].id))


# Without a spinner here and so without one in what it calls: it runs in a thread that draws nothing.
@st.cache_resource(max_entries=1, show_spinner=False)
def _prepare(run_id: str, revision: object) -> None:
    found = _report(run_id, revision)
    _interval_plot(run_id, tuple(judge.name for judge in ranked(found)), revision)
    _case_index(store().load_run(run_id).spec.dataset_id, found.dataset.criterion)
    for judge, lenient in product(found.judges, (False, True)):
        _judge_plots(run_id, judge.name, lenient, revision)


def revision(*, every_s: int = _LOOK_AGAIN_S) -> object:
    """Changes whenever a reply may have landed: when a run comes to rest, and every few seconds while one is live."""
    return _revision_by(store().list_runs(), every_s=every_s)


def revision_of(run_id: str) -> object:
    """Changes whenever a reply may have landed that one run counts: its own, or one of a run that asks the same."""
    runs = store().list_runs()
    asked = _requests(run_id)
    return _revision_by([run for run in runs if asked & _requests(run.id)], every_s=_LOOK_AGAIN_S)


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


def run_columns(run_id: str) -> RunColumns:
    """What a run asked and what came back, in columns, as far as its replies have landed."""
    return _run_columns(run_id, revision_of(run_id))


@st.cache_resource(max_entries=4, show_spinner="Reading the replies")
def _run_columns(run_id: str, revision: object) -> RunColumns:  # noqa: ARG001  (the revision is part of the cache's key)
    return load_run_columns(store(), run_id, dataset=_dataset(store().load_run(run_id).spec.dataset_id))


def report(run_id: str) -> CalibrationReport:
    """What a run says, as far as its replies have landed."""
    return _report(run_id, revision_of(run_id))


@st.cache_resource(max_entries=16, show_spinner="Measuring the judges")
def _report(run_id: str, revision: object) -> CalibrationReport:
    run = _run_columns(run_id, revision)
    return report_on(run, [_judge_columns(run_id, calls.judge.name, revision) for calls in run.judges])


def judge_columns(run_id: str, judge: str) -> JudgeColumns:
    """The calls of one judge of a run, as its own rule reads them."""
    return _judge_columns(run_id, judge, revision_of(run_id))


@st.cache_resource(max_entries=16, show_spinner="Reading the replies")
def _judge_columns(run_id: str, judge: str, revision: object) -> JudgeColumns:
    return read_calls(next(calls for calls in _run_columns(run_id, revision).judges if calls.judge.name == judge))


def outcome(run_id: str, run: RunColumns, judge: JudgeColumns, position: int) -> CaseOutcome:
    """What became of one case, by its position in the set, with one judge of a run."""
    return load_outcome(store(), run_id, run, judge, position)


@st.cache_resource(max_entries=16, show_spinner="Reading the replies again by every rule")
def _readings(run_id: str, judge: str, revision: object) -> tuple[RuleReading, ...]:
    return readings_by_rule(_run_columns(run_id, revision), _judge_columns(run_id, judge, revision).calls)


def readings(run_id: str, judge: str) -> tuple[RuleReading, ...]:
    """What every rule would make of the replies of one judge of a run."""
    return _readings(run_id, judge, revision_of(run_id))


def interval_plot(run_id: str, order: tuple[str, ...]) -> Spec:
    """The judges of a run with their intervals, in an order of their names."""
    return _interval_plot(run_id, order, revision_of(run_id))


@st.cache_data(max_entries=32, show_spinner=False)
def _interval_plot(run_id: str, order: tuple[str, ...], revision: object) -> Spec:
    found = _report(run_id, revision)
    by_name = {judge.name: judge for judge in found.judges}
    return charts.interval_plot([by_name[name] for name in order], found.dataset)


def judge_plots(run_id: str, judge: str, *, lenient: bool) -> JudgePlots:
    """The charts of one judge; building them takes longer than drawing the rest of the page."""
    return _judge_plots(run_id, judge, lenient, revision_of(run_id))


@st.cache_data(max_entries=128, show_spinner=False)
def _judge_plots(run_id: str, judge: str, lenient: bool, revision: object) -> JudgePlots:
    found = next(one for one in _report(run_id, revision).judges if one.name == judge)
    measures = found.lenient if lenient else found.as_deployed
    return JudgePlots(
        confusion=charts.confusion_chart(measures.confusion, selection="cell"),
        slices=charts.slice_plot(found.slices, lenient=lenient) if found.slices else None,
    )


def judge_of(run_id: str, name: str) -> Judge:
    """A judge of a run, as it was asked."""
    judges = [store().load_judge(judge_id) for judge_id in store().load_run(run_id).spec.judge_ids]
    return next(judge for judge in judges if judge.name == name)


@st.cache_data(max_entries=4, show_spinner="Reading the file")
def imported(content: bytes, file_name: str, recipe: bytes | None) -> Imported:
    """What an uploaded file holds."""
    mapping = read_recipe(recipe) if recipe else None
    return read_cases(content, filename=file_name, recipe=mapping)


@st.cache_resource(max_entries=32, show_spinner="Writing the files")
def exported(run_id: str, judge: str, target: str, revision: object) -> Files:  # noqa: ARG001
    """The files of an export, by name; ``revision`` is what :func:`revision_of` says."""
    run = store().load_run(run_id)
    material = Material(
        report=report(run_id),
        date=(run.finished_at or run.created_at).date().isoformat(),
        judge=judge_of(run_id, judge),
    )
    return find_target(target).write(material)


def judge_names(run: RunInfo) -> list[str]:
    """Names of the judges of a run, in the order in which they are asked."""
    return [store().load_judge(judge_id).name for judge_id in run.spec.judge_ids]
