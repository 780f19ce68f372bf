"""Every cache: what is shared by all sessions, and what is read from the store once per revision.

The cached values are frozen, so they are shared and never copied; each is cached by names and
revisions, never by the content of a frame.
"""

from __future__ import annotations

import difflib
import time
from datetime import UTC, datetime

import streamlit as st

from evalcore.domain import CalibrationReport, Dataset
from evalcore.errors import EvalcoreError
from evalcore.exports import Files, Material, find_target
from evalcore.importing import Imported, read_cases, read_recipe
from evalcore.judges import Judge, judge_to_text
from evalcore.places import default_store_url
from evalcore.prompts import fill, variables
from evalcore.providers import Providers
from evalcore.report import CaseOutcome, RuleReading
from evalcore.runner import BackgroundRuns, run_outcomes, run_readings, run_report
from evalcore.store import RunInfo, Store, StoredDataset, StoredJudge

_LOOK_AGAIN_S = 5


def store() -> Store:
    """The store of this server."""
    return _store(default_store_url())


@st.cache_resource(on_release=lambda opened: opened.close())
def _store(url: str) -> Store:
    return Store.open(url)


@st.cache_resource(on_release=lambda running: running.close())
def background() -> BackgroundRuns:
    """The runs that this server works on; a thread each."""
    return BackgroundRuns(store(), providers=providers(), clock=clock)


@st.cache_resource
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


@st.cache_resource(max_entries=8)
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


def revision() -> object:
    """Changes whenever a reply may have landed: when a run comes to rest, and every few seconds while one is live."""
    runs = store().list_runs()
    rested = max((run.finished_at for run in runs if run.finished_at), default=None)
    live = any(run.finished_at is None for run in runs)
    return rested, int(time.monotonic() // _LOOK_AGAIN_S) if live else None


def report(run_id: str) -> CalibrationReport:
    """What a run says, as far as its replies have landed."""
    return _report(run_id, revision())


@st.cache_resource(max_entries=16, show_spinner="Reading the replies")
def _report(run_id: str, revision: object) -> CalibrationReport:  # noqa: ARG001  (the revision is part of the cache's key)
    return run_report(store(), run_id)


def outcomes(run_id: str, judge: str) -> tuple[CaseOutcome, ...]:
    """What became of every case with one judge of a run."""
    return _outcomes(run_id, judge, revision())


@st.cache_resource(max_entries=16, show_spinner="Reading the replies")
def _outcomes(run_id: str, judge: str, revision: object) -> tuple[CaseOutcome, ...]:  # noqa: ARG001
    return run_outcomes(store(), run_id, judge)


@st.cache_resource(max_entries=16, show_spinner="Reading the replies again by every rule")
def _readings(run_id: str, judge: str, revision: object) -> tuple[RuleReading, ...]:  # noqa: ARG001
    return run_readings(store(), run_id, judge)


def readings(run_id: str, judge: str) -> tuple[RuleReading, ...]:
    """What every rule would make of the replies of one judge of a run."""
    return _readings(run_id, judge, revision())


def judge_of(run_id: str, name: str) -> Judge:
    """A judge of a run, as it was asked."""
    judges = [store().load_judge(judge_id) for judge_id in store().load_run(run_id).spec.judge_ids]
    return next(judge for judge in judges if judge.name == name)


def prompt(run_id: str, judge: str, case_id: str) -> str | None:
    """The exact prompt that a judge was sent for a case; None for a rule, which is sent none."""
    asked = judge_of(run_id, judge)
    if asked.prompt is None:
        return None
    dataset = _dataset(store().load_run(run_id).spec.dataset_id)
    case = next(case for case in dataset.cases if case.id == case_id)
    return fill(asked.prompt.template, asked.prompt.dialect, variables(case))


@st.cache_data(max_entries=4, show_spinner="Reading the file")
def imported(content: bytes, file_name: str, recipe: bytes | None) -> Imported:
    """What an uploaded file holds."""
    mapping = read_recipe(recipe) if recipe else None
    return read_cases(content, filename=file_name, recipe=mapping)


@st.cache_resource(max_entries=32, show_spinner="Writing the files")
def exported(run_id: str, judge: str, target: str, revision: object) -> Files:  # noqa: ARG001
    """The files of an export, by name; ``revision`` is what :func:`revision` says."""
    run = store().load_run(run_id)
    material = Material(
        report=report(run_id),
        date=(run.finished_at or run.created_at).date().isoformat(),
        judge=judge_of(run_id, judge),
    )
    return find_target(target).write(material)


def versions_of(name: str) -> list[StoredJudge]:
    """The stored versions of a judge, oldest first."""
    return sorted((judge for judge in store().list_judges() if judge.name == name), key=lambda judge: judge.version)


def difference_between(older_id: int, newer_id: int) -> str:
    """What changed between two stored judges, as the lines of their files."""
    older, newer = (judge_to_text(store().load_judge(judge_id)).splitlines() for judge_id in (older_id, newer_id))
    lines = list(difflib.unified_diff(older, newer, lineterm="", n=1))[2:]
    return "\n".join(lines) or "nothing that the file shows"
