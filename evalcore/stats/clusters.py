"""Cases that share a source: they resemble each other, and count for less than as many independent ones.

Clusters are given as a number for each case, shape (cases,). Figures of tables take their clusters as tables
themselves; see :mod:`evalcore.stats.agreement`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.stats.intervals import LEVEL, limits_at, wilson
from evalcore.stats.plus_four import ONE_CLUSTER, plus_four, quantile_of_clusters, table_cells

PROPORTION_METHOD = "Wilson with the effective n and Student's t"


def effective_n(correct: npt.ArrayLike, clusters: Sequence[int] | npt.NDArray[Any]) -> float | None:
    """How many independent cases would measure a share as well as these do; None without cases or with one cluster.

    ``p(1 − p) / v``, where v is the variance of the share between clusters; at most the number of cases. Where all
    cases are right or all wrong nothing can be said of how alike cases of a cluster are, and every cluster counts
    as one case.

    Parameters
    ----------
    correct
        For each case whether it counts, shape (cases,).
    clusters
        For each case the number of its cluster.

    References
    ----------
    Kish (1965), Survey Sampling, on the design effect; Cochran (1977), Sampling Techniques, chapter 3, on the variance
    of a share in clusters.
    """
    hits, sizes = _by_cluster(correct, clusters)
    number, n = len(sizes), int(sizes.sum())
    if number < 2:
        return None
    if number == n:
        return float(n)
    share = hits.sum() / n
    variance = number / (number - 1) * float(((hits - share * sizes) ** 2).sum()) / n**2
    if not 0 < share < 1:
        return float(number)
    return float(n) if variance == 0 else min(float(n), float(share * (1 - share) / variance))


def clustered_proportion(
    correct: npt.ArrayLike, clusters: Sequence[int] | npt.NDArray[Any], *, level: float = LEVEL
) -> Estimate:
    """Share of cases that count, with an interval that allows for clusters.

    ``n`` is cases; the note says how many clusters there are, and the effective n.
    Wilson's interval with the effective n in the place of n and Student's t in the place of the normal quantile.
    Where every case is a cluster of its own it is Wilson's. Undefined without cases; with one
    cluster the interval is withheld.

    Parameters
    ----------
    correct
        For each case whether it counts, shape (cases,).
    clusters
        For each case the number of its cluster.
    level
        Confidence level.

    References
    ----------
    Korn and Graubard (1998), Survey Methodology 24, 193–201, who do so with the exact interval;
    Dean and Pagano (2015), Journal of Survey Statistics and Methodology 3, 484–503, on Wilson's.
    """
    hits, sizes = _by_cluster(correct, clusters)
    k, n, number = int(hits.sum()), int(sizes.sum()), len(sizes)
    if not n:
        return undefined(0, "no cases", level=level)
    if number == n:
        return wilson(k, n, level=level)
    effective = effective_n(correct, clusters)
    if effective is None:
        return Estimate(value=k / n, n=n, k=k, level=level, method=PROPORTION_METHOD, note=ONE_CLUSTER)
    low, high = limits_at(k / n, effective, quantile_of_clusters(number, level))
    note = f"{number} clusters; as sure as {effective:.0f} independent cases"
    return Estimate(value=k / n, low=low, high=high, n=n, k=k, level=level, method=PROPORTION_METHOD, note=note)


def clustered_difference(
    a_right: npt.ArrayLike, b_right: npt.ArrayLike, clusters: Sequence[int] | npt.NDArray[Any]
) -> Estimate:
    """Difference of two judges' agreement on the same cases, a minus b, where cases share clusters.

    Undefined without cases; with one cluster the interval is withheld. Without clusters :func:`paired_difference`
    is for this.

    Parameters
    ----------
    a_right, b_right
        For each case whether the judge is right, shape (cases,).
    clusters
        For each case the number of its cluster.
    """
    a, b = np.asarray(a_right, dtype=np.int64), np.asarray(b_right, dtype=np.int64)
    if not len(a):
        return undefined(0, "no cases that both judges answered")
    parts = counts_by_cluster((1 - a) * 2 + (1 - b), np.asarray(clusters), 4).reshape(-1, 2, 2)
    return plus_four(_difference, table_cells(parts.sum(axis=0), parts), float(a.mean() - b.mean()))


def clustered_mcnemar(
    a_right: npt.ArrayLike, b_right: npt.ArrayLike, clusters: Sequence[int] | npt.NDArray[Any]
) -> float | None:
    """Two-sided exact p-value that two judges are right equally often, where cases share clusters.

    Under the hypothesis each cluster's net lead, cases that only a has right less those that only b has, might as
    well have been the other way round; the p-value is the share of all such reversals whose sum is at least as far
    from 0. With one case per cluster it is :func:`exact_mcnemar`. None when no cluster has a lead: nothing was
    tested.

    Parameters
    ----------
    a_right, b_right
        For each case whether the judge is right, shape (cases,).
    clusters
        For each case the number of its cluster.

    References
    ----------
    Fisher (1935), The Design of Experiments, section 21, for the reversal of signs.
    """
    lead = np.asarray(a_right, dtype=np.int64) - np.asarray(b_right, dtype=np.int64)
    if not lead.any():
        return None
    _, codes = np.unique(np.asarray(clusters), return_inverse=True)
    leads = np.abs(np.rint(np.bincount(codes, weights=lead))).astype(np.int64)
    leads = leads[leads > 0]
    if not len(leads):
        return None
    reach = int(leads.sum())
    chances = np.zeros(2 * reach + 1)
    chances[reach] = 1.0
    for size in leads.tolist():
        chances = (np.roll(chances, size) + np.roll(chances, -size)) / 2
    sums = np.arange(-reach, reach + 1)
    return min(1.0, float(chances[np.abs(sums) >= abs(int(lead.sum()))].sum()))


def counts_by_cluster(kind_of: npt.NDArray[Any], clusters: npt.NDArray[Any], kinds: int) -> Floats:
    """Cases of each kind in each cluster, shape (clusters, kinds), from both for each case.

    A table's parts are this with ``row · k + column`` for the kind, reshaped to (clusters, k, k).
    """
    _, codes = np.unique(clusters, return_inverse=True)
    number = int(codes.max()) + 1
    return np.bincount(codes * kinds + kind_of, minlength=number * kinds).reshape(number, kinds).astype(np.float64)


def _by_cluster(correct: npt.ArrayLike, clusters: Sequence[int] | npt.NDArray[Any]) -> tuple[Floats, Floats]:
    _, codes = np.unique(np.asarray(clusters), return_inverse=True)
    hits = np.bincount(codes, weights=np.asarray(correct, dtype=np.float64))
    return np.asarray(hits, dtype=np.float64), np.bincount(codes).astype(np.float64)


def _difference(tables: Floats) -> Floats:
    return np.asarray((tables[..., 0, 1] - tables[..., 1, 0]) / tables.sum(axis=(-2, -1)))
