"""Intervals for proportions: Wilson's score interval, and square-and-add for two of them."""

from __future__ import annotations

import math
from statistics import NormalDist

from evalcore.domain import Estimate, undefined

LEVEL = 0.95
"""Confidence level of every interval whose function takes no ``level``."""


def critical_value(level: float = LEVEL) -> float:
    """Two-sided standard normal quantile, 1.96 at a level of 0.95."""
    return NormalDist().inv_cdf((1 + level) / 2)


def score_limits(share: float, n: int, *, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's limits around a share of n cases, both within [0, 1].

    Parameters
    ----------
    share
        Observed share, in [0, 1]. It need not be a whole number of cases: for a mean of values
        in [0, 1] the limits are on the safe side, because no such mean varies more than a
        proportion does.
    n
        Number of cases, at least 1.
    level
        Confidence level.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22, 209–212.
    """
    z = critical_value(level)
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / shrink
    # Rounding can push a limit past the share itself when the share is 0 or 1.
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def wilson(k: int, n: int, *, level: float = LEVEL) -> Estimate:
    """Share of k among n cases with Wilson's score interval.

    Undefined for n = 0. Unlike the textbook interval it keeps a width at 0 of n and n of n, and
    never leaves [0, 1].

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22, 209–212.

    Examples
    --------
    >>> estimate = wilson(8, 10)
    >>> estimate.value, round(estimate.low, 3), round(estimate.high, 3)
    (0.8, 0.49, 0.943)
    """
    if n == 0:
        return undefined(0, "no cases", level=level)
    low, high = score_limits(k / n, n, level=level)
    return Estimate(value=k / n, low=low, high=high, n=n, k=k, level=level, method="Wilson")


def sum_limits(first: Estimate, second: Estimate) -> tuple[float, float]:
    """Limits around the sum of two independent proportions, by square-and-add.

    The distance from the sum to each limit is the root of the summed squares of the two
    distances (method of variance estimates recovery). With Wilson's limits it keeps a width
    where both proportions are 1 and never leaves [0, 2].

    Parameters
    ----------
    first, second
        Defined estimates from :func:`wilson`.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873–890, method 10, for the difference;
    Zou and Donner (2008), Statistics in Medicine 27, 1693–1702, for sums and the general rule.
    """
    (a, a_low, a_high), (b, b_low, b_high) = _parts(first), _parts(second)
    return a + b - math.hypot(a - a_low, b - b_low), a + b + math.hypot(a_high - a, b_high - b)


def _parts(estimate: Estimate) -> tuple[float, float, float]:
    value, low, high = estimate.value, estimate.low, estimate.high
    assert value is not None
    assert low is not None
    assert high is not None
    return value, low, high
