"""Whether one of two judges is really better, on the same cases.

Counts are of cases: ``both`` judges right, ``only_a``, ``only_b``, ``neither``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import critical_value

Verdict = Literal["proven", "not proven", "inferior"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NonInferiority:
    """Whether a judge is worse than another by no more than a margin."""

    difference: Estimate
    """Agreement of the judge in question minus that of the reference."""
    margin: float
    verdict: Verdict
    """``proven``: all of the interval is above −margin. ``inferior``: all of it is below. Else ``not proven``."""


def exact_mcnemar(only_a: int, only_b: int) -> float | None:
    """Two-sided exact p-value of McNemar's test that both judges are right equally often.

    Only cases on which exactly one of them is right tell them apart; under the hypothesis each of
    these is a fair coin. None when there is no such case: nothing was tested.

    References
    ----------
    McNemar (1947), Psychometrika 12, 153–157.
    """
    if only_a + only_b == 0:
        return None
    n, fewer = only_a + only_b, np.arange(min(only_a, only_b) + 1)
    # C(n, i) by their logarithms, each from the one before, so that no n is too large.
    log_ways = np.concatenate([[0.0], np.cumsum(np.log((n - fewer[1:] + 1) / fewer[1:]))])
    one_tail = np.exp(log_ways - n * math.log(2)).sum()
    # A fair coin is symmetric: the other tail is as likely.
    return min(1.0, 2 * float(one_tail))


def paired_difference(both: int, only_a: int, only_b: int, neither: int) -> Estimate:
    """Difference of two judges' agreement on the same cases, a minus b, in [−1, 1].

    Tango's score interval: all differences δ that are not rejected by ``|a − b − nδ| ≤ z √(n(2q + δ(1 − δ)))``, where
    a and b are the cases that only one judge has right and q is the likeliest share of those that only b has, if the
    difference is δ. Undefined without cases.

    References
    ----------
    Tango (1998), Statistics in Medicine 17, 891–908.
    """
    n = both + only_a + only_b + neither
    if n == 0:
        return undefined(0, "no cases that both judges answered")
    z = critical_value()
    value = (only_a - only_b) / n
    return Estimate(
        value=value,
        low=_where_score_is(z, only_a, only_b, n, between=(-1.0, value)),
        high=_where_score_is(-z, only_a, only_b, n, between=(value, 1.0)),
        n=n,
        method="Tango's score interval, paired",
    )


def non_inferiority(both: int, only_a: int, only_b: int, neither: int, *, margin: float) -> NonInferiority:
    """Whether judge a, the cheap one, is worse than judge b by no more than a margin that was chosen beforehand.

    Decided by the 95 % interval of :func:`paired_difference`, so that a judge that is worse by the margin passes
    once in 40 times. Without cases nothing is proven.

    Parameters
    ----------
    both, only_a, only_b, neither
        Cases by which of the two judges is right.
    margin
        Loss of agreement that would be accepted, in (0, 1).

    Raises
    ------
    ValueError
        For a margin that is not in (0, 1).

    References
    ----------
    Piaggio and others (2012), JAMA 308, 2594–2604, on deciding by the interval.
    """
    return within_margin(paired_difference(both, only_a, only_b, neither), margin=margin)


def within_margin(difference: Estimate, *, margin: float) -> NonInferiority:
    """:func:`non_inferiority` by a difference that has its interval already, such as one that allows for clusters.

    Parameters
    ----------
    difference
        Agreement of the judge in question minus that of the reference.
    margin
        Loss of agreement that would be accepted, in (0, 1).

    Raises
    ------
    ValueError
        For a margin that is not in (0, 1).
    """
    if not 0 < margin < 1:
        raise ValueError(f"expected a margin between 0 and 1, found {margin}")
    verdict: Verdict = "not proven"
    if difference.low is not None and difference.low > -margin:
        verdict = "proven"
    elif difference.high is not None and difference.high < -margin:
        verdict = "inferior"
    return NonInferiority(difference=difference, margin=margin, verdict=verdict)


def _where_score_is(wanted: float, only_a: int, only_b: int, n: int, *, between: tuple[float, float]) -> float:
    # The score falls as the difference grows; halving the range 50 times is exact to rounding.
    low, high = between
    for _ in range(50):
        middle = (low + high) / 2
        if _score(middle, only_a, only_b, n) > wanted:
            low = middle
        else:
            high = middle
    return low if wanted < 0 else high


def _score(difference: float, only_a: int, only_b: int, n: int) -> float:
    """Distance of the observed difference from a supposed one, in standard errors under the supposition."""
    linear = (2 * n - only_a + only_b) * difference - only_a - only_b
    constant = -only_b * difference * (1 - difference)
    only_b_share = (math.sqrt(max(0.0, linear**2 - 8 * n * constant)) - linear) / (4 * n)
    variance = n * (2 * only_b_share + difference * (1 - difference))
    distance = only_a - only_b - n * difference
    return distance / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, distance)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """p-values adjusted for having made several comparisons, by Holm's step-down rule.

    Parameters
    ----------
    p_values
        One per comparison, in any order. None where nothing was tested: it stays None and does
        not count as a comparison.

    Returns
    -------
    list
        In the same order, each at least as large as before and at most 1.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65–70.
    """
    tested = sorted((p, index) for index, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, index) in enumerate(tested):
        largest = max(largest, min(1.0, p * (len(tested) - rank)))
        adjusted[index] = largest
    return adjusted
