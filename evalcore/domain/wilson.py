"""Wilson's score interval for a proportion.

Here and not among the statistics, because they load numpy, which takes time to import and the health of a set does
without.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from evalcore.domain.estimates import Estimate, undefined

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
    return limits_at(share, n, critical_value(level))


def limits_at(share: float, n: float, quantile: float) -> tuple[float, float]:
    """:func:`score_limits` for an n that need not be whole and any quantile."""
    z = quantile
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
