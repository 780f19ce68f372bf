"""Whether the same judge says the same again: flips, and means over repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import score_limits, wilson
from evalcore.stats.resampling import percentile_estimate, resampled_counts


def unequal_pair_share(values: Sequence[Hashable]) -> float:
    """Share of unequal pairs among all pairs of one case's repeats, in [0, 1].

    It is the chance that two of the repeats, picked at random, differ. It does not grow with the number of
    repeats, as "did any two differ" does.

    Raises
    ------
    ValueError
        For fewer than two values: there is no pair.

    Examples
    --------
    >>> unequal_pair_share(["pass", "pass", "fail"])  # 2 of the 3 pairs
    0.6666666666666666
    """
    n = len(values)
    if n < 2:
        raise ValueError(f"a pair needs two repeats, this case has {n}")
    pairs = n * (n - 1)
    equal = sum(count * (count - 1) for count in Counter(values).values())
    return (pairs - equal) / pairs


def mean_over_cases(values: npt.ArrayLike, *, seed: int) -> Estimate:
    """Mean of one number per case, each in [0, 1], with cases as the unit of uncertainty.

    Undefined without cases. The interval is a bootstrap over cases; where every number is 0 or 1
    the mean is a proportion and has Wilson's interval; where all numbers are equal it has
    Wilson's limits too, which are then on the safe side.

    Parameters
    ----------
    values
        Shape (cases,): for example the share of a case's repeats that agree with gold, or its
        :func:`unequal_pair_share`.
    seed
        Seed of the bootstrap.
    """
    per_case = np.asarray(values, dtype=np.float64)
    n = len(per_case)
    if not n:
        return undefined(0, "no cases")
    distinct, counts = np.unique(per_case, return_counts=True)
    if np.isin(distinct, (0.0, 1.0)).all():
        return wilson(int(per_case.sum()), n)
    if len(distinct) == 1:
        share = float(distinct[0])
        low, high = score_limits(share, n)
        return Estimate(value=share, low=low, high=high, n=n, method="Wilson", note="all cases have the same value")
    draws = resampled_counts(counts, seed=seed) @ distinct / n
    return percentile_estimate(float(counts @ distinct / n), draws, n)
