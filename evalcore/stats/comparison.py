"""Whether one of two judges is really better, on the same cases.

Counts are of cases: ``both`` judges right, ``only_a``, ``only_b``, ``neither``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import score_limits


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

    Wilson's intervals of the two shares are combined by square-and-add, less what the shares
    have in common, measured by their phi coefficient with Newcombe's continuity correction.
    Undefined without cases.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 2635–2650, method 10.
    """
    n = both + only_a + only_b + neither
    if n == 0:
        return undefined(0, "no cases that both judges answered")
    a, b = (both + only_a) / n, (both + only_b) / n
    (a_low, a_high), (b_low, b_high) = score_limits(a, n), score_limits(b, n)
    phi = _corrected_phi(both, only_a, only_b, neither)
    value = (only_a - only_b) / n
    return Estimate(
        value=value,
        low=value - _distance(a - a_low, b_high - b, phi),
        high=value + _distance(a_high - a, b - b_low, phi),
        n=n,
        method="Newcombe, paired (method 10)",
    )


def _corrected_phi(both: int, only_a: int, only_b: int, neither: int) -> float:
    margins = (both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither)
    if margins == 0:
        return 0.0
    association: float = both * neither - only_a * only_b
    if association > 0:
        association = max(0.0, association - (both + only_a + only_b + neither) / 2)
    return association / math.sqrt(margins)


def _distance(x: float, y: float, phi: float) -> float:
    # Equal to the root of x² − 2·phi·x·y + y², in a form that rounding cannot make negative.
    return math.sqrt((x - y) ** 2 + 2 * (1 - phi) * x * y)


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
