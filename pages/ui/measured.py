"""What a run says, read and measured once per revision: its columns, its reports and its charts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import streamlit as st

from evalcore.domain import CalibrationReport
from evalcore.report import (
    CaseOutcome,
    JudgeColumns,
    RuleReading,
    RunColumns,
    ranked,
    read_calls,
    readings_by_rule,
    report_on,
)
from evalcore.runner import confirmed_report, load_outcome, load_run_columns, selection_of
from pages.ui import charts, resources
from pages.ui.charts import Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePlots:
    """The charts of one judge under one way of reading."""

    confusion: Spec
    slices: Spec | None
    """None where the cases carry no slices."""


def prepare_newest() -> None:
    """Measure the run that a new session opens, so that nobody waits for it."""
    names = resources.set_names()
    runs = resources.runs_of(names[0]) if names else []
    if runs:
        _prepare(runs[0].id, resources.revision_of(runs[0].id))


# Without a spinner here and so without one in what it calls: it runs in a thread that draws nothing.
@st.cache_resource(max_entries=1, show_spinner=False)
def _prepare(run_id: str, revision: object) -> None:
    found = _report(run_id, None, revision)
    _interval_plot(run_id, tuple(judge.name for judge in ranked(found)), None, revision)
    for judge, lenient in product(found.judges, (False, True)):
        _judge_plots(run_id, judge.name, None, lenient, revision)
    # For the page of the cases, and so last.
    resources.case_index_of(resources.store().load_run(run_id).spec.dataset_id, found.dataset.criterion)


def run_columns(run_id: str) -> RunColumns:
    """What a run asked and what came back, in columns, as far as its replies have landed."""
    return _run_columns(run_id, resources.revision_of(run_id))


@st.cache_resource(max_entries=4, show_spinner="Reading the replies")
def _run_columns(run_id: str, revision: object) -> RunColumns:  # noqa: ARG001  (the revision is part of the key)
    outlined = resources.outlined_of(resources.store().load_run(run_id).spec.dataset_id)
    return load_run_columns(resources.store(), run_id, outlined=outlined)


def report(run_id: str, rule: str | None = None) -> CalibrationReport:
    """What a run says, as far as its replies have landed; ``rule`` reads them in place of each judge's own."""
    return _report(run_id, rule, resources.revision_of(run_id))


@st.cache_resource(max_entries=16, show_spinner="Measuring the judges")
def _report(run_id: str, rule: str | None, revision: object) -> CalibrationReport:
    run = _run_columns(run_id, revision)
    columns = [_judge_columns(run_id, calls.judge.name, rule, revision) for calls in run.judges]
    return report_on(run, columns, selection=selection_of(resources.store(), run_id))


def confirmed(run_id: str, judge: str) -> CalibrationReport:
    """What a run says of one judge, on the cases kept back where the set is split; the first time counts as a look."""
    return _confirmed(run_id, judge, (resources.revision_of(run_id), looks_of(run_id)))


@st.cache_resource(max_entries=16, show_spinner="Measuring the judge on the cases kept back")
def _confirmed(run_id: str, judge: str, revision: object) -> CalibrationReport:  # noqa: ARG001
    return confirmed_report(resources.store(), run_id, judge, at=resources.clock())


def looks_of(run_id: str) -> int:
    """How many judges were looked at on the cases kept back of the set of a run."""
    return resources.store().looks(*resources.set_and_criterion(run_id))


def is_kept_from_sight(run_id: str, judge: str) -> bool:
    """Whether the set of a run is split, and nobody has looked at this judge on the cases kept back."""
    set_name, criterion = resources.set_and_criterion(run_id)
    measured = next(one for one in report(run_id).judges if one.name == judge)
    if not resources.store().is_split(set_name, criterion):
        return False
    return not resources.store().was_looked_at(set_name, criterion, measured.config_sha256)


def judge_columns(run_id: str, judge: str, rule: str | None = None) -> JudgeColumns:
    """The calls of one judge of a run, as its own rule reads them, or another."""
    return _judge_columns(run_id, judge, rule, resources.revision_of(run_id))


@st.cache_resource(max_entries=16, show_spinner="Reading the replies")
def _judge_columns(run_id: str, judge: str, rule: str | None, revision: object) -> JudgeColumns:
    asked = _run_columns(run_id, revision).judges
    return read_calls(next(calls for calls in asked if calls.judge.name == judge), rule=rule)


def outcome(run_id: str, run: RunColumns, judge: JudgeColumns, position: int) -> CaseOutcome:
    """What became of one case, by its position in the set, with one judge of a run."""
    return load_outcome(resources.store(), run_id, run, judge, position)


@st.cache_resource(max_entries=16, show_spinner="Reading the replies again by every rule")
def _readings(run_id: str, judge: str, revision: object) -> tuple[RuleReading, ...]:
    return readings_by_rule(_run_columns(run_id, revision), _judge_columns(run_id, judge, None, revision).calls)


def readings(run_id: str, judge: str) -> tuple[RuleReading, ...]:
    """What every rule would make of the replies of one judge of a run."""
    return _readings(run_id, judge, resources.revision_of(run_id))


def interval_plot(run_id: str, order: tuple[str, ...], rule: str | None) -> Spec:
    """The judges of a run with their intervals, in an order of their names."""
    return _interval_plot(run_id, order, rule, resources.revision_of(run_id))


@st.cache_data(max_entries=32, show_spinner=False)
def _interval_plot(run_id: str, order: tuple[str, ...], rule: str | None, revision: object) -> Spec:
    found = _report(run_id, rule, revision)
    by_name = {judge.name: judge for judge in found.judges}
    return charts.interval_plot([by_name[name] for name in order], found.dataset)


def judge_plots(run_id: str, judge: str, rule: str | None, *, lenient: bool) -> JudgePlots:
    """The charts of one judge; building them takes longer than drawing the rest of the page."""
    return _judge_plots(run_id, judge, rule, lenient, resources.revision_of(run_id))


@st.cache_data(max_entries=128, show_spinner=False)
def _judge_plots(run_id: str, judge: str, rule: str | None, lenient: bool, revision: object) -> JudgePlots:
    found = next(one for one in _report(run_id, rule, revision).judges if one.name == judge)
    measures = found.lenient if lenient else found.as_deployed
    return JudgePlots(
        confusion=charts.confusion_chart(measures.confusion, selection="cell"),
        slices=charts.slice_plot(found.slices, lenient=lenient) if found.slices else None,
    )
