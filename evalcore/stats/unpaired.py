"""The difference of two rates that were measured on different cases."""

from __future__ import annotations

import math
from statistics import NormalDist

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import LEVEL, critical_value

METHOD = "Newcombe, unpaired (method 10)"


def unpaired_difference(a: Estimate, b: Estimate) -> Estimate:
    """Difference of two rates from independent cases, a minus b, in [−1, 1].

    The two intervals are combined by square-and-add. Of the same cases it is on the safe side where the two
    sides tend to be right on the same ones; :func:`paired_difference` then gives a narrower interval.
    Undefined when either rate or either interval is. n is the cases of both sides together.

    Parameters
    ----------
    a, b
        Shares with their intervals, such as :func:`wilson` gives.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873–890, method 10.

    Examples
    --------
    >>> from evalcore.stats import wilson
    >>> difference = unpaired_difference(wilson(56, 70), wilson(48, 80))
    >>> round(difference.value, 4), round(difference.low, 4), round(difference.high, 4)
    (0.2, 0.0524, 0.3339)
    """
    n = a.n + b.n
    if a.value is None or a.low is None or a.high is None:
        return undefined(n, a.note or "the first rate has no interval")
    if b.value is None or b.low is None or b.high is None:
        return undefined(n, b.note or "the second rate has no interval")
    value = a.value - b.value
    return Estimate(
        value=value,
        low=value - math.hypot(a.value - a.low, b.high - b.value),
        high=value + math.hypot(a.high - a.value, b.value - b.low),
        n=n,
        level=LEVEL,
        method=METHOD,
    )


def implied_p_value(difference: Estimate) -> float | None:
    """Two-sided p-value of "no difference" that an interval implies, in [0, 1].

    The distance from the value to the limit that is nearer to 0 is taken for so many standard errors as the level
    says. So it is at most 0.05 exactly where the 95 % interval does not hold 0. None for an undefined difference, for
    one without an interval, and for a difference of 0: nothing points either way.

    Parameters
    ----------
    difference
        Of two rates, such as :func:`unpaired_difference` gives.

    References
    ----------
    Altman and Bland (2011), BMJ 343, d2304, on p-values from intervals.

    Examples
    --------
    >>> from evalcore.stats import wilson
    >>> round(implied_p_value(unpaired_difference(wilson(56, 70), wilson(48, 80))), 4)
    0.0079
    """
    value, low, high = difference.value, difference.low, difference.high
    if value is None or low is None or high is None or value == 0:
        return None
    towards_0 = value - low if value > 0 else high - value
    if towards_0 == 0:
        return 0.0
    return 2 * NormalDist().cdf(-abs(value) * critical_value(difference.level) / towards_0)
