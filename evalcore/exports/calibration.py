"""A judge with the proof of what it is worth: ``judge.yaml`` with its calibration block."""

from __future__ import annotations

from typing import Any

from evalcore import __version__
from evalcore.domain import CalibrationReport, Estimate, JudgeReport, ReplyForms, SliceMeasures
from evalcore.errors import ExportError
from evalcore.exports.losses import MODEL_PLACEHOLDER, UNCALIBRATED
from evalcore.judges import Judge, config_sha256, judge_to_text, needs_model
from evalcore.report import chosen_on_the_same_cases, selection_remark

VALID_FOR = "The calibration is valid only for config_sha256: a judge with another hash was not measured."


def judge_yaml(judge: Judge, report: CalibrationReport, *, date: str) -> str:
    """The judge as ``evalcore-judge/1`` with what was measured about it.

    Parameters
    ----------
    judge
        As it was measured, its model's digest pinned.
    report
        A report that holds it.
    date
        ISO 8601 date of the measurement.

    Raises
    ------
    ExportError
        When the report holds no judge with this ``config_sha256``: any edit of the model, prompt,
        options, reading rule or scale makes another judge, which has not been measured.
    """
    measured = f"The judge as it was measured on {date}; config_sha256 {config_sha256(judge)}"
    return _headed(judge_to_text(judge, calibration=calibration_block(judge, report, date=date)), measured)


def uncalibrated_yaml(judge: Judge) -> str:
    """A judge that nobody measured as ``evalcore-judge/1``, which says so; without a model, with a place for one."""
    text = judge_to_text(judge, calibration={"note": UNCALIBRATED})
    if not needs_model(judge):
        return _headed(text, UNCALIBRATED)
    place = f'model: {{provider: "ollama", name: "{MODEL_PLACEHOLDER}"}}'
    return _headed(text, UNCALIBRATED, f"It names no model yet; add one, for example: {place}")


def _headed(text: str, *lines: str) -> str:
    said = ("A judge of the judge calibration workbench (evalcore-judge/1), to be named as --judge FILE.", *lines)
    return "".join(f"# {line}\n" for line in said) + text


def calibration_block(judge: Judge, report: CalibrationReport, *, date: str) -> dict[str, Any]:
    """What was measured about a judge, as plain values; an undefined figure is None with its note."""
    measured = _measured(judge, report)
    measures, calls = measured.as_deployed, measured.calls
    return {
        "valid_for": VALID_FOR,
        "config_sha256": measured.config_sha256,
        "date": date,
        "tool_version": __version__,
        "dataset": {
            "name": report.dataset.name,
            "fingerprint": report.dataset.fingerprint,
            "criterion": report.dataset.criterion,
        },
        "n": measures.n,
        "rule": measured.rule,
        "repeats": measured.repeats,
        "agreement": _estimate(measures.agreement),
        "caught_bad_answers": _estimate(measures.tnr),
        "accepted_good_answers": _estimate(measures.tpr),
        "kappa": _estimate(measures.kappa),
        "confusion": {
            "labels": list(measures.confusion.labels),
            "matrix": [list(row) for row in measures.confusion.matrix],
            "no_verdict": list(measures.confusion.no_verdict),
        },
        "non_literal": _non_literal(measured.replies_as_deployed),
        "flip_rate": _estimate(measures.flips.rate),
        "calls": {"planned": calls.planned, "answered": calls.answered, "truncated": calls.truncated},
        "slices": [_slice(part) for part in measured.slices],
        "selected_among": report.selection.candidates,
        "selection": {
            "candidates": report.selection.candidates,
            "split": report.selection.split,
            "part": report.selection.part,
            "looks": report.selection.looks,
            "on_the_same_cases": chosen_on_the_same_cases(report.selection),
            "note": selection_remark(report.selection) or "It was the only judge that was tried on these cases.",
        },
    }


def _measured(judge: Judge, report: CalibrationReport) -> JudgeReport:
    wanted = config_sha256(judge)
    for measured in report.judges:
        if measured.config_sha256 == wanted:
            return measured
    raise ExportError(
        f"expected a report on the judge {judge.name!r} as it is now (config_sha256 {wanted[:12]}…), found one on "
        + (", ".join(f"{other.name!r} ({other.config_sha256[:12]}…)" for other in report.judges) or "no judge")
        + "; run the judge again, or export it as it was measured"
    )


def _estimate(estimate: Estimate) -> dict[str, Any]:
    block: dict[str, Any] = {"k": estimate.k} if estimate.k is not None else {}
    block |= {"n": estimate.n, "value": estimate.value}
    if estimate.value is not None:
        block |= {"low": estimate.low, "high": estimate.high, "level": estimate.level, "method": estimate.method}
    return block | ({"note": estimate.note} if estimate.note else {})


def _non_literal(forms: ReplyForms) -> dict[str, Any]:
    """Calls whose reply was not literally what the rule accepts."""
    others = sum(forms.recovered.values()) + sum(forms.unread.values())
    answered = forms.literal + others
    return {"calls": answered, "k": others, "rate": others / answered if answered else None}


def _slice(part: SliceMeasures) -> dict[str, Any]:
    return {"slice": dict(part.slice), "agreement": _estimate(part.as_deployed.agreement)}
