"""Curves of a plan: how its answers change with what was put in."""

from __future__ import annotations

import math
from dataclasses import dataclass

from evalcore.stats import (
    best_bound,
    independent_discordance,
    labels_for_half_width,
    labels_for_threshold,
    labels_for_unpaired,
    retry_cost,
    threshold_power,
)
from evalcore.stats.intervals import score_limits
from evalcore.stats.planning_differences import connor

SAME, DIFFERENT = "same cases", "different cases"
AT_LEAST, LESS_THAN = "has at least the threshold", "has less than the threshold"
GOOD, BAD, NONE = "good delivered", "bad delivered", "given up"
ANY_RATE = "at 50%, which needs the most"

_FEWEST_CASES, _STEPS = 5, 60
_WIDEST, _FARTHEST = 30, 30  # percentage points


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """A point of a curve; ``series`` names the curve where a chart has several."""

    x: float
    y: float
    series: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """The interval around a rate at so many cases."""

    cases: int
    low: float
    high: float


def labels_by_half_width(rate: float) -> tuple[CurvePoint, ...]:
    """Labels by half-width, 1 to 30 points, at a rate and at the rate that needs the most."""
    series = {f"at {round(100 * rate)}%": rate, **({} if rate == 0.5 else {ANY_RATE: 0.5})}
    return tuple(
        CurvePoint(x=width / 100, y=labels_for_half_width(width / 100, at), series=name)
        for name, at in series.items()
        for width in range(1, _WIDEST + 1)
    )


def interval_by_cases(rate: float, most: int) -> tuple[Band, ...]:
    """Wilson's interval around a rate, by the number of cases."""
    ends = ((n, score_limits(rate, n)) for n in case_counts(most))
    return tuple(Band(cases=n, low=low, high=high) for n, (low, high) in ends)


def labels_by_rate(threshold: float, power: float) -> tuple[CurvePoint, ...]:
    """Labels that tell a judge from a threshold, by its true rate, 1 to 30 points from the threshold."""
    apart = [step for step in range(-_FARTHEST, _FARTHEST + 1) if step]
    rates = [rate for step in apart if 0 <= (rate := round(threshold + step / 100, 4)) <= 1]
    return tuple(
        CurvePoint(x=rate, y=labels, series=AT_LEAST if rate > threshold else LESS_THAN)
        for rate in rates
        if (labels := labels_for_threshold(rate, threshold, power=power)) is not None
    )


def labels_by_difference(rate: float, discordant: float | None, power: float) -> tuple[CurvePoint, ...]:
    """Labels that tell a rate from a lower one, by how much lower it is, on the same cases and on different ones.

    Upwards where there is no room below. On the same cases by Connor's formula, which is a few cases short of the
    exact test; differences larger than the share of discordant cases do not occur.
    """
    towards = -1 if rate >= 0.5 else 1
    points = []
    for step in range(1, _FARTHEST + 1):
        difference = step / 100
        other = rate + towards * difference
        told_apart = independent_discordance(rate, other) if discordant is None else discordant
        if difference <= told_apart:
            points.append(CurvePoint(x=difference, y=connor(told_apart, difference, power=power), series=SAME))
        points.append(CurvePoint(x=difference, y=labels_for_unpaired(rate, other, power=power), series=DIFFERENT))
    return tuple(points)


def best_bound_by_cases(most: int) -> tuple[CurvePoint, ...]:
    """What a perfect result shows at least, by the number of cases."""
    return tuple(CurvePoint(x=n, y=best_bound(n)) for n in case_counts(most))


def chance_by_cases(rate: float, threshold: float, most: int) -> tuple[CurvePoint, ...]:
    """Chance that a true rate above a threshold passes its gate, by the number of cases."""
    return tuple(CurvePoint(x=n, y=threshold_power(n, rate, threshold)) for n in case_counts(most))


def delivered_by_attempts(pass_rate: float, *, tpr: float, tnr: float, most: int) -> tuple[CurvePoint, ...]:
    """What becomes of a question in a retry loop, by the attempts that it is given."""
    costs = [(attempts, retry_cost(pass_rate, tpr=tpr, tnr=tnr, attempts=attempts)) for attempts in range(1, most + 1)]
    return tuple(
        CurvePoint(x=attempts, y=share, series=name)
        for attempts, cost in costs
        for name, share in ((GOOD, cost.good_delivered), (BAD, cost.bad_delivered), (NONE, cost.given_up))
    )


def case_counts(most: int) -> tuple[int, ...]:
    """Whole numbers of cases from 5 on, each about the same factor above the one before."""
    ratio = math.log(max(most, 2 * _FEWEST_CASES) / _FEWEST_CASES)
    counts = (round(_FEWEST_CASES * math.exp(ratio * step / _STEPS)) for step in range(_STEPS + 1))
    return tuple(dict.fromkeys(counts))
