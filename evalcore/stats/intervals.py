"""Intervals for proportions: Wilson's score interval (of :mod:`evalcore.domain.wilson`), and square-and-add for two."""

from __future__ import annotations

import math

from evalcore.domain import Estimate, undefined
from evalcore.domain.wilson import LEVEL, critical_value, limits_at, score_limits, wilson

__all__ = [
    "LEVEL",
    "clopper_pearson",
    "critical_value",
    "jeffreys",
    "limits_at",
    "score_limits",
    "simultaneous_level",
    "sum_limits",
    "wilson",
]


def jeffreys(k: int, n: int) -> Estimate:
    """Share of k among n cases, n ≥ 1, with Jeffreys' interval, which goes on to 0 for k = 0 and to 1 for k = n.

    It leans less to the safe side than Wilson's near 0 and 1, which is what combining intervals needs.

    References
    ----------
    Brown, Cai and DasGupta (2001), Statistical Science 16, 101–133.
    """
    from scipy.special import betaincinv

    tail = (1 - LEVEL) / 2
    low = float(betaincinv(k + 0.5, n - k + 0.5, tail)) if k else 0.0
    high = float(betaincinv(k + 0.5, n - k + 0.5, 1 - tail)) if k < n else 1.0
    return Estimate(value=k / n, low=low, high=high, n=n, k=k, method="Jeffreys")


def simultaneous_level(level: float, k: int) -> float:
    """Level at which each of k intervals has to be drawn for all of them to hold together at ``level``.

    ``level ** (1/k)``. For the best of k judges that were compared on the same cases, an interval at this level
    holds its true rate at least as often as ``level`` says, although the cases that made it look best are in it.

    Parameters
    ----------
    level
        Confidence level wanted of all of them, in (0, 1).
    k
        Number of intervals, at least 1. They may depend on each other.

    References
    ----------
    Šidák (1967), Journal of the American Statistical Association 62, 626–633.

    Examples
    --------
    >>> round(simultaneous_level(0.95, 16), 4)
    0.9968
    """
    return float(level ** (1 / k))


def sum_limits(first: Estimate, second: Estimate) -> tuple[float, float]:
    """Limits around the sum of two independent proportions, by square-and-add.

    The distance from the sum to each limit is the root of the summed squares of the two
    distances (method of variance estimates recovery). It keeps a width where both proportions are 1.

    Parameters
    ----------
    first, second
        Defined estimates, such as from :func:`wilson` or :func:`jeffreys`.

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


def clopper_pearson(k: int, n: int, *, level: float = LEVEL) -> Estimate:
    """Share of k among n cases with the exact interval of Clopper and Pearson.

    It holds the true share at least as often as ``level`` says, whatever that share is, and is therefore wider than
    Wilson's. Undefined for n = 0.

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26, 404–413.

    Examples
    --------
    >>> estimate = clopper_pearson(8, 10)
    >>> round(estimate.low, 3), round(estimate.high, 3)
    (0.444, 0.975)
    """
    from scipy.special import betaincinv

    if n == 0:
        return undefined(0, "no cases", level=level)
    tail = (1 - level) / 2
    low = float(betaincinv(k, n - k + 1, tail)) if k else 0.0
    high = float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
    return Estimate(value=k / n, low=low, high=high, n=n, k=k, level=level, method="Clopper–Pearson")
