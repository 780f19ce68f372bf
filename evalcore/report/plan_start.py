"""Where a plan starts: what a judge of a run has shown, and what stands in where it has shown nothing."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.domain import CalibrationReport, Comparison, Estimate
from evalcore.report.ranking import ranked

RATE, OTHER_RATE, PASS_RATE, TPR, TNR, CASES = 0.85, 0.80, 0.70, 0.90, 0.80, 60
"""A middling judge and application, and a set that an afternoon labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStart:
    """Rates in whole percentage points, as shares, and the number of cases."""

    judge: str | None = None
    """None: nothing was measured."""
    other: str | None = None
    """The judge that ``other_rate`` is of; None: it stands in."""
    rate: float = RATE
    """Agreement with people."""
    other_rate: float = OTHER_RATE
    discordant: float | None = None
    """Share of the cases on which exactly one of the two was right; None where they share no case."""
    pass_rate: float = PASS_RATE
    tpr: float = TPR
    tnr: float = TNR
    cases: int = CASES
    stood_in: tuple[str, ...] = ("agreement", "raw pass rate", "tpr", "tnr")
    """What was not measured, so that a stand-in is used."""


def plan_start(report: CalibrationReport, judge: str) -> PlanStart:
    """What a judge of a report has shown, beside the best other one."""
    found = next(one for one in report.judges if one.name == judge)
    measures = found.as_deployed
    shown = {
        "agreement": measures.agreement,
        "raw pass rate": found.pass_rate["raw"],
        "tpr": measures.tpr,
        "tnr": measures.tnr,
    }
    rate = _points(measures.agreement, RATE)
    rivals = [one for one in ranked(report) if one.name != judge and one.as_deployed.agreement.value is not None]
    rivals = [one for one in rivals if _points(one.as_deployed.agreement, rate) != rate]
    rival = rivals[0] if rivals and measures.agreement.value is not None else None
    return PlanStart(
        judge=judge,
        other=rival.name if rival else None,
        rate=rate,
        other_rate=_points(rival.as_deployed.agreement, rate) if rival else _lower(rate),
        discordant=_discordant(report, judge, rival.name) if rival else None,
        pass_rate=_points(found.pass_rate["raw"], PASS_RATE),
        tpr=_points(measures.tpr, TPR),
        tnr=_points(measures.tnr, TNR),
        cases=measures.n or CASES,
        stood_in=tuple(name for name, estimate in shown.items() if estimate.value is None),
    )


def _points(estimate: Estimate, otherwise: float) -> float:
    return otherwise if estimate.value is None else round(estimate.value, 2)


def _lower(rate: float) -> float:
    return round(rate - 0.05 if rate >= 0.05 else rate + 0.05, 2)


def _discordant(report: CalibrationReport, judge: str, rival: str) -> float | None:
    pair = next((one for one in report.comparisons if {one.a, one.b} == {judge, rival}), None)
    return _share_told_apart(pair) if pair and pair.difference.n else None


def _share_told_apart(pair: Comparison) -> float:
    return round((pair.only_a_right + pair.only_b_right) / pair.difference.n, 2)
