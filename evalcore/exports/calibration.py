"""A judge with the proof of what it is worth: ``judge.yaml`` with its calibration block."""

from __future__ import annotations

from typing import Any

from evalcore import __version__
from evalcore.domain import CalibrationReport, Estimate, JudgeReport, ReplyForms, SliceMeasures
from evalcore.errors import ExportError
from evalcore.judges import Judge, config_sha256, judge_to_text

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
    return judge_to_text(judge, calibration=calibration_block(judge, report, date=date))


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
