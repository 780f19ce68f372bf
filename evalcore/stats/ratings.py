"""Two series of ratings of the same cases: whether they rise together, and how far they lie apart.

``clusters`` is the number of each case's cluster, where cases that share a source depend on each other. Nothing is
resampled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.stats.clusters import counts_by_cluster
from evalcore.stats.intervals import critical_value
from evalcore.stats.plus_four import METHOD, Statistic, plus_four, table_cells

DISTINCT = 20
"""With more different ratings than this, they are taken for measurements without ties."""

FISHER = "Fisher's z"
SAME_RATING = "interval withheld: both sides gave every case the same rating"
_TOO_MANY_FOR_CLUSTERS = (
    f"interval withheld: cases share clusters, and there are more than {DISTINCT} different ratings"
)


def spearman(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    *,
    clusters: Sequence[int] | None = None,
) -> Estimate:
    """Spearman's rank correlation of paired ratings, in [−1, 1]; ties share their mean rank.

    Undefined for fewer than two cases, or when either side gives every case the same rating.

    Parameters
    ----------
    a, b
        Ratings of the same cases, shape (cases,).
    clusters
        For each case the number of its cluster.

    References
    ----------
    Spearman (1904), American Journal of Psychology 15, 72–101; with more than 20 different ratings the interval is
    that of Bonett and Wright (2000), Psychometrika 65, 23–28.
    """
    x, y = _paired(a, b)
    reason = _why_no_correlation(x, y)
    if reason:
        return undefined(len(x), reason)
    ratings = np.union1d(x, y)
    if len(ratings) > DISTINCT:
        from scipy.stats import spearmanr

        value = float(spearmanr(x, y).statistic)
        return _through_fisher(value, len(x), 1 + value**2 / 2, less=3, clustered=clusters is not None)
    return _of_table(_rank_correlation, x, y, ratings, clusters, lowest=-1.0, highest=1.0)


def kendall(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    *,
    clusters: Sequence[int] | None = None,
) -> Estimate:
    """Kendall's tau-b of paired ratings, in [−1, 1]: pairs of cases ordered alike less those ordered against.

    Pairs tied on a side are allowed for, as tau-b does. Undefined as :func:`spearman`.

    Parameters
    ----------
    a, b
        Ratings of the same cases, shape (cases,).
    clusters
        For each case the number of its cluster.

    References
    ----------
    Kendall (1945), Biometrika 33, 239–251; with more than 20 different ratings the interval is that of
    Fieller, Hartley and Pearson (1957), Biometrika 44, 470–481.
    """
    x, y = _paired(a, b)
    reason = _why_no_correlation(x, y)
    if reason:
        return undefined(len(x), reason)
    ratings = np.union1d(x, y)
    if len(ratings) > DISTINCT:
        from scipy.stats import kendalltau

        value = float(kendalltau(x, y).statistic)
        return _through_fisher(value, len(x), 0.437, less=4, clustered=clusters is not None)
    return _of_table(_tau_b, x, y, ratings, clusters, lowest=-1.0, highest=1.0)


def mean_absolute_error(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    *,
    clusters: Sequence[int] | None = None,
) -> Estimate:
    """Mean distance of paired ratings, in the unit of the ratings; 0 when all are the same.

    Undefined without cases. With more than 20 different ratings they are put into 20 classes for the interval alone.

    Parameters
    ----------
    a, b
        Ratings of the same cases, shape (cases,).
    clusters
        For each case the number of its cluster.
    """
    x, y = _paired(a, b)
    if not len(x):
        return undefined(0, "no cases")
    ratings = np.union1d(x, y)
    if len(ratings) == 1:
        return Estimate(value=0.0, n=len(x), method=METHOD, note=SAME_RATING)
    if len(ratings) > DISTINCT:
        ratings = np.quantile(np.concatenate([x, y]), np.linspace(0, 1, DISTINCT))
    distances = np.abs(ratings[:, np.newaxis] - ratings)

    def mean_distance(tables: Floats) -> Floats:
        return np.asarray((tables * distances).sum(axis=(-2, -1)) / tables.sum(axis=(-2, -1)))

    estimate = _of_table(mean_distance, x, y, ratings, clusters, lowest=0.0, highest=float(distances.max()))
    value = float(np.abs(x - y).mean())
    if estimate.low is None or estimate.high is None:
        return replace(estimate, value=value)
    return replace(estimate, value=value, low=min(value, estimate.low), high=max(value, estimate.high))


def _paired(a: npt.ArrayLike, b: npt.ArrayLike) -> tuple[Floats, Floats]:
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if x.shape != y.shape:
        raise ValueError(f"paired ratings need as many on either side, found {len(x)} and {len(y)}")
    return x, y


def _why_no_correlation(x: Floats, y: Floats) -> str:
    if len(x) < 2:
        return "one case has no order" if len(x) else "no cases"
    if (x == x[0]).all():
        return "the first side gave every case the same rating"
    if (y == y[0]).all():
        return "the second side gave every case the same rating"
    return ""


def _of_table(
    figure: Statistic,
    x: Floats,
    y: Floats,
    ratings: Floats,
    clusters: Sequence[int] | None,
    *,
    lowest: float,
    highest: float,
) -> Estimate:
    k = len(ratings)
    cell = _nearest(ratings, x) * k + _nearest(ratings, y)
    table = np.bincount(cell, minlength=k * k).reshape(k, k).astype(np.float64)
    parts = None if clusters is None else counts_by_cluster(cell, np.asarray(clusters), k * k)
    # Rounding can push a perfect order past the end of the range.
    value = min(highest, max(lowest, float(figure(table))))
    return plus_four(figure, table_cells(table, parts), value, lowest=lowest, highest=highest)


def _nearest(ratings: Floats, values: Floats) -> npt.NDArray[np.intp]:
    return np.asarray(np.abs(values[:, np.newaxis] - ratings).argmin(axis=-1))


def _rank_correlation(tables: Floats) -> Floats:
    shares = tables / tables.sum(axis=(-2, -1), keepdims=True)
    a, b = shares.sum(axis=-1), shares.sum(axis=-2)
    # The mean rank of any series is the middle, 0.5 as a share.
    ranks_a, ranks_b = np.cumsum(a, axis=-1) - a / 2 - 0.5, np.cumsum(b, axis=-1) - b / 2 - 0.5
    together = np.einsum("...i,...ij,...j->...", ranks_a, shares, ranks_b)
    return np.asarray(together / np.sqrt((a * ranks_a**2).sum(axis=-1) * (b * ranks_b**2).sum(axis=-1)))


def _tau_b(tables: Floats) -> Floats:
    shares = tables / tables.sum(axis=(-2, -1), keepdims=True)
    order = np.sign(np.subtract.outer(np.arange(shares.shape[-1]), np.arange(shares.shape[-1])))
    alike = (shares * (order @ shares @ order.T)).sum(axis=(-2, -1))
    untied = [1 - (shares.sum(axis=axis) ** 2).sum(axis=-1) for axis in (-1, -2)]
    return np.asarray(alike / np.sqrt(untied[0] * untied[1]))


def _through_fisher(value: float, n: int, variance: float, *, less: int, clustered: bool) -> Estimate:
    if clustered:
        return Estimate(value=value, n=n, method=FISHER, note=_TOO_MANY_FOR_CLUSTERS)
    if abs(value) == 1:
        return Estimate(value=value, n=n, method=FISHER, note="interval withheld: all cases are in one order")
    half = critical_value() * math.sqrt(variance / (n - less))
    low, high = math.tanh(math.atanh(value) - half), math.tanh(math.atanh(value) + half)
    return Estimate(value=value, low=low, high=high, n=n, method=FISHER)
