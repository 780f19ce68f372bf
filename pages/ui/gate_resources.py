"""Gates decided, once per file, run and revision, and the files that are made of the decision."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from evalcore.cli.output import DONE, FAILED, UNDECIDED
from evalcore.domain import CalibrationReport
from evalcore.exports.junit import gate_junit
from evalcore.gate import (
    GateResult,
    Gates,
    Outcome,
    Start,
    evaluate,
    gates_to_text,
    one_judge,
    result_document,
    starting_gates,
)
from evalcore.report import ranked
from evalcore.report.gate_sentences import gate_remarks, start_remarks
from pages.ui import gate_charts, measured, resources
from pages.ui.charts import Spec

Writer = Callable[["Decision"], str]
EXIT_CODES = {Outcome.PASSED: DONE, Outcome.FAILED: FAILED, Outcome.UNDECIDED: UNDECIDED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What came of a gate file on a run."""

    result: GateResult
    remarks: tuple[str, ...]
    plot: Spec | None
    """The shares with their thresholds; None where none has an interval."""


def judge_names(run_id: str) -> list[str]:
    """The judges of a run, the best first."""
    return [judge.name for judge in ranked(measured.report(run_id))]


def starting_text(run_id: str, judge: str) -> str:
    """A gate file that holds what a judge shows now."""
    return gates_to_text(_start(run_id, judge, _revision(run_id)).gates)


def remarks_on_start(run_id: str, judge: str) -> tuple[str, ...]:
    """What in that file does not come from what the judge shows."""
    return start_remarks(_start(run_id, judge, _revision(run_id)))


@st.cache_resource(max_entries=32, show_spinner=False)
def _start(run_id: str, judge: str, revision: object) -> Start:  # noqa: ARG001
    return starting_gates(measured.confirmed(run_id, judge), judge)


def decided(gates: Gates, run_id: str, judge: str, baseline: str | None) -> Decision:
    """The gates held against a judge of a run, and against a baseline run where one is chosen.

    Raises
    ------
    InputError
        When the gates cannot be run: another judge, digest or set than the file pins, or no baseline where one is
        needed.
    """
    revisions = _revision(run_id), _revision(baseline) if baseline else None
    return _decided(gates, run_id, judge, baseline, revisions)


@st.cache_resource(max_entries=64, show_spinner="Deciding the gates")
def _decided(gates: Gates, run_id: str, judge: str, baseline: str | None, revisions: object) -> Decision:  # noqa: ARG001
    report = measured.confirmed(run_id, judge)
    before = _baseline_report(baseline, one_judge(report, judge).config_sha256) if baseline else None
    result = evaluate(gates, report, judge=judge, baseline=before)
    return Decision(
        result=result,
        remarks=gate_remarks(result, gates, report, before),
        plot=gate_charts.threshold_plot(result.lines),
    )


def _revision(run_id: str) -> object:
    """Changes with the report that decides: by replies, a split, and every look at the cases kept back."""
    return resources.revision_of(run_id), measured.looks_of(run_id)


def _baseline_report(run_id: str, config_sha256: str) -> CalibrationReport:
    """What the baseline run says of the same judge, whatever it is called there; without it, of those that it has."""
    report = measured.report(run_id)
    same = (judge.name for judge in report.judges if judge.config_sha256 == config_sha256)
    name = next(same, None)
    return report if name is None else measured.confirmed(run_id, name)


def result_json(decision: Decision) -> str:
    """The document that ``evalcore gate --json`` prints."""
    document = {
        **result_document(decision.result),
        "exit_code": EXIT_CODES[decision.result.outcome],
        "remarks": list(decision.remarks),
    }
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def junit_xml(decision: Decision) -> str:
    """The file that ``evalcore gate --junit`` writes."""
    return gate_junit(decision.result)


def commands(gates: Gates, run_id: str, judge: str, baseline: str | None) -> str:
    """The command line that decides the same."""
    lines = [_report_command(run_id, judge, "report.json")]
    if baseline:
        lines.append(_report_command(baseline, judge, "baseline.json"))
    gate = "evalcore gate --report report.json --gates gates.yaml"
    gate += "" if gates.pins.judge == judge else f" --judge {shlex.quote(judge)}"
    gate += " --baseline baseline.json" if baseline else ""
    return "\n".join((*lines, f"{gate} --junit gates.xml"))


def _report_command(run_id: str, judge: str, file: str) -> str:
    confirm = f" --confirm {shlex.quote(judge)}" if is_split(run_id) else ""
    return f"evalcore report --run {shlex.quote(run_id)}{confirm} --json > {file}"


def is_split(run_id: str) -> bool:
    """Whether the gates are decided on cases that were kept back."""
    return measured.report(run_id).selection.split is not None


def baselines(run_id: str) -> list[str]:
    """Runs that a run can be compared with: every other one, the newest first."""
    runs = sorted(resources.store().list_runs(), key=lambda run: (run.created_at, run.id), reverse=True)
    return [run.id for run in runs if run.id != run_id]
