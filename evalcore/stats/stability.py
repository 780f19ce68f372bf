"""Whether the same judge says the same again: flips, and means over repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.stats.clusters import clustered_proportion, counts_by_cluster
from evalcore.stats.intervals import wilson
from evalcore.stats.plus_four import Cells, plus_four


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


def mean_over_cases(
    values: npt.ArrayLike,
    *,
    clusters: Sequence[int] | None = None,
) -> Estimate:
    """Mean of one number per case, each in [0, 1], with cases as the unit of uncertainty.

    Undefined without cases. Where every number is 0 or 1 the mean is a proportion and has Wilson's interval; otherwise
    four cases are imagined for the interval, two of 0 and two of 1.

    Parameters
    ----------
    values
        Shape (cases,): for example the share of a case's repeats that agree with gold, or its
        :func:`unequal_pair_share`.
    clusters
        For each case the number of its cluster, where cases that share a source depend on each other.
    """
    per_case = np.asarray(values, dtype=np.float64)
    n = len(per_case)
    if not n:
        return undefined(0, "no cases")
    if np.isin(per_case, (0.0, 1.0)).all():
        return wilson(int(per_case.sum()), n) if clusters is None else clustered_proportion(per_case == 1, clusters)
    distinct, kind_of = np.unique(np.concatenate([per_case, (0.0, 1.0)]), return_inverse=True)
    kinds = len(distinct)
    cells = Cells(
        counts=np.bincount(kind_of[:n], minlength=kinds).astype(np.float64),
        imagined=np.where(np.isin(distinct, (0.0, 1.0)), 2.0, 0.0),
        features=distinct,
        by_cluster=None if clusters is None else counts_by_cluster(kind_of[:n], np.asarray(clusters), kinds),
    )
    return plus_four(np.asarray, cells, float(per_case.mean()), lowest=0.0)
