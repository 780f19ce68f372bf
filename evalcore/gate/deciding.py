"""The decision of a gate, from an interval and a threshold; the command line and the pages use no other."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

from evalcore.domain import Estimate
from evalcore.gate.figures import CALLS_METHOD
from evalcore.gate.rules import Demand
from evalcore.stats.intervals import critical_value
from evalcore.stats.planning import labels_to_clear, smallest_n

MOST_CASES = 10_000_000
"""Nobody labels more; a demand that needs more is out of reach."""
_EXACT = ("Wilson", CALLS_METHOD)


class Outcome(StrEnum):
    """What a gate comes to."""

    PASSED = "pass"
    FAILED = "fail"
    UNDECIDED = "undecided"


def decide(estimate: Estimate, demand: Demand) -> Outcome:
    """Passed when the whole interval is on the right side, failed when it is wholly on the wrong one.

    Undecided in between, and when the figure is undefined or has no interval.
    """
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return Outcome.UNDECIDED
    worst, best = (estimate.low, estimate.high) if demand.bound == "at_least" else (estimate.high, estimate.low)
    if demand.met_by(worst):
        return Outcome.PASSED
    return Outcome.UNDECIDED if demand.met_by(best) else Outcome.FAILED


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """How many cases in all a decision takes, those at hand among them."""

    n: int
    exact: bool
    """Found by the formula of the interval; else by how intervals shrink with n, so "about"."""


def needed_to_decide(estimate: Estimate, demand: Demand) -> Needed | None:
    """Cases at which the interval would clear the threshold if the value stays as it is.

    None where no number of cases does, because the value is the threshold, or where there is no interval to
    start from. Wilson's intervals are searched exactly; of any other one the limit is taken to draw near as
    1/√n.
    """
    value, threshold = estimate.value, demand.threshold
    if value is None or estimate.low is None or estimate.high is None or value == threshold:
        return None
    if estimate.method in _EXACT and 0 < threshold < 1:
        n = labels_to_clear(value, threshold, level=estimate.level)
        return None if n is None else Needed(n=n, exact=True)
    limit = estimate.low if value > threshold else estimate.high
    n = math.ceil(estimate.n * ((value - limit) / (value - threshold)) ** 2)
    return Needed(n=n, exact=False) if n <= MOST_CASES else None


def needed_if_perfect(best: Callable[[int], Estimate], demand: Demand, n: int) -> int | None:
    """Cases at which the best possible result would pass; None when it would with the n at hand.

    Parameters
    ----------
    best
        The best possible estimate on n cases.

    Returns
    -------
    int or None
        ``MOST_CASES`` where that many do not suffice either.
    """

    def passes(cases: int) -> bool:
        return cases >= MOST_CASES or decide(best(cases), demand) is Outcome.PASSED

    return None if n and passes(n) else smallest_n(passes)


def chance_of_failing(estimate: Estimate, demand: Demand) -> float | None:
    """One-sided p-value of "the demand is just met": how likely so bad a figure is then.

    For shares the exact binomial chance, because the small p-values that many slices ask for lie where the normal
    approximation is off; for other figures a normal test with the standard error that the interval implies. None for
    an undefined figure.
    """
    value, threshold = estimate.value, demand.threshold
    if value is None or estimate.low is None or estimate.high is None:
        return None
    if estimate.method in _EXACT and 0 < threshold < 1:
        share, limit = (value, threshold) if demand.bound == "at_least" else (1 - value, 1 - threshold)
        return _binomial_tail(share * estimate.n, estimate.n, limit)
    near = estimate.high if value < threshold else estimate.low
    error = abs(near - value) / critical_value(estimate.level)
    distance = value - threshold if demand.bound == "at_least" else threshold - value
    if error == 0:
        return 0.0 if distance < 0 else 1.0
    return NormalDist().cdf(distance / error)


def _binomial_tail(k: float, n: int, share: float) -> float:
    """Chance of k or fewer of n, as an incomplete beta function, which holds between whole counts too."""
    from scipy.special import betainc

    return 1.0 if k >= n else float(betainc(n - k, k + 1, 1 - share))
