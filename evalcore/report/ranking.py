"""In which order judges are shown: by what is sure of them, or by what their errors would cost."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.domain import CalibrationReport, Estimate, JudgeReport


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What a person says that each kind of error costs, in a unit of their own."""

    missed: float
    """A bad answer that is let through."""
    rejected: float
    """A good answer that is rejected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCost:
    """What a judge's errors would cost on 100 answers with the mix of good and bad that people found."""

    expected: float
    at_worst: float
    """With both rates at the lower ends of their intervals."""


def ranked(report: CalibrationReport, costs: Costs | None = None) -> tuple[JudgeReport, ...]:
    """The judges as deployed, the surest first; a judge without an interval comes last.

    Without costs: by the lower bound of balanced accuracy, of which a constant answer gets no more
    than 0.5; ties by agreement. With costs: by what the errors would cost at worst, cheapest first.
    """
    if costs is None:
        return tuple(sorted(report.judges, key=_lower_bounds, reverse=True))
    return tuple(sorted(report.judges, key=lambda judge: _at_worst(judge, costs)))


def error_cost(judge: JudgeReport, costs: Costs) -> ErrorCost | None:
    """What the errors of a judge would cost; None where people passed or failed no case it answered."""
    tpr, tnr = judge.as_deployed.tpr, judge.as_deployed.tnr
    if tpr.value is None or tnr.value is None:
        return None
    good = tpr.n / (tpr.n + tnr.n)

    def cost(accepted: float, caught: float) -> float:
        return 100 * (good * (1 - accepted) * costs.rejected + (1 - good) * (1 - caught) * costs.missed)

    return ErrorCost(expected=cost(tpr.value, tnr.value), at_worst=cost(max(_low(tpr), 0.0), max(_low(tnr), 0.0)))


def _at_worst(judge: JudgeReport, costs: Costs) -> float:
    cost = error_cost(judge, costs)
    return float("inf") if cost is None else cost.at_worst


def _lower_bounds(judge: JudgeReport) -> tuple[float, float]:
    return _low(judge.as_deployed.balanced_accuracy), _low(judge.as_deployed.agreement)


def _low(estimate: Estimate) -> float:
    return -1.0 if estimate.low is None else estimate.low
