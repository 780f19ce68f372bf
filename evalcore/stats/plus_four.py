"""Intervals for figures that are no plain proportion, by imagining four cases beside those seen.

Agresti and Coull's rule for a proportion adds two successes and two failures and then takes the textbook interval.
Here the same is done for any smooth figure of a set of cases: two cases are imagined on which the sides agree and
two on which they differ; the figure of all of them is the centre, and its standard error comes from how much each
kind of case pulls at it (the delta method). ``python -m benchmarks.coverage`` shows how often such an interval
holds the truth.

References
----------
Agresti and Coull (1998), The American Statistician 52, 119–126, for a proportion;
Agresti and Caffo (2000), The American Statistician 54, 280–288, for two of them;
Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans, chapter 6, for the delta method by influence.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate
from evalcore.domain.reply_columns import Floats
from evalcore.stats.intervals import LEVEL, critical_value

METHOD = "delta method with four imagined cases"
CLUSTERED_METHOD = f"{METHOD}, by cluster"
ONE_CLUSTER = "interval withheld: all cases share one cluster"

_STEP = 1e-6

Statistic = Callable[[Floats], Floats]
"""A figure of the mean features of cases, of shape (…, features) or (…, k, k), for all leading axes at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """Cases counted by kind, with the imagined ones among them."""

    counts: Floats
    """Cases seen of each kind, shape (kinds,)."""
    imagined: Floats
    """Cases imagined of each kind, four in all, shape (kinds,)."""
    features: Floats
    """What a figure looks at in a case of each kind, shape (kinds, …)."""
    by_cluster: Floats | None = None
    """Cases seen of each kind in each cluster, shape (clusters, kinds)."""


def table_cells(table: npt.ArrayLike, clusters: npt.ArrayLike | None = None) -> Cells:
    """The cases of a square table, and of its parts by cluster.

    Of the two imagined cases on which the sides agree, every class has an equal part. Of the two on
    which they differ, one is spread evenly over the pairs of different classes, and the other as the differences seen
    are (together with one that is spread evenly).

    Parameters
    ----------
    table
        Counts, shape (k, k).
    clusters
        The same counts for each cluster, shape (clusters, k, k), where cases of a cluster depend on each other.
    """
    counts = np.asarray(table, dtype=np.float64)
    classes = len(counts)
    agreed = np.eye(classes)
    evenly = (1 - agreed) / (classes * (classes - 1))
    differing = counts * (1 - agreed)
    imagined = 2 * agreed / classes + evenly + (differing + evenly) / (differing.sum() + 1)
    parts = None if clusters is None else np.asarray(clusters, dtype=np.float64).reshape(-1, classes**2)
    return Cells(
        counts=counts.ravel(),
        imagined=imagined.ravel(),
        features=np.eye(classes**2).reshape(-1, classes, classes),
        by_cluster=parts,
    )


def plus_four(
    statistic: Statistic, cells: Cells, value: float, *, lowest: float = -1.0, highest: float = 1.0, note: str = ""
) -> Estimate:
    """A value with the interval around the figure that four imagined cases more would give.

    Parameters
    ----------
    statistic
        The figure as a function of mean features.
    cells
        The cases. With clusters, the pulls of a cluster's cases are summed before they are squared, and the quantile is
        Student's with one degree of freedom less than there are clusters.
    value
        The figure of the cases seen.
    lowest, highest
        Range of the figure; limits are held to it.
    note
        A remark for the estimate.
    """
    n = int(cells.counts.sum())
    if cells.by_cluster is not None and len(cells.by_cluster) < 2:
        return Estimate(value=value, n=n, method=CLUSTERED_METHOD, note="; ".join(filter(None, [ONE_CLUSTER, note])))
    centre, half = _centre_and_half_width(statistic, cells)
    return Estimate(
        value=value,
        # The value itself can lie outside: imagined cases draw the centre away from the ends of the range.
        low=min(value, max(lowest, centre - half)),
        high=max(value, min(highest, centre + half)),
        n=n,
        method=METHOD if cells.by_cluster is None else CLUSTERED_METHOD,
        note=note,
    )


def quantile_of_clusters(clusters: int, level: float = LEVEL) -> float:
    """Two-sided quantile of Student's t with one degree of freedom less than there are clusters."""
    from scipy.special import stdtrit

    return float(stdtrit(clusters - 1, (1 + level) / 2))


def _centre_and_half_width(statistic: Statistic, cells: Cells) -> tuple[float, float]:
    kinds = cells.counts + cells.imagined
    n = float(kinds.sum())
    mean = np.tensordot(kinds / n, cells.features, axes=1)
    centre = float(statistic(mean))
    # How fast the figure moves when the cases become a little more like each kind.
    pulls = (statistic((1 - _STEP) * mean + _STEP * cells.features) - centre) / _STEP
    if cells.by_cluster is None:
        return centre, critical_value() * math.sqrt(float(kinds @ pulls**2)) / n
    clusters = len(cells.by_cluster)
    squares = float(((cells.by_cluster @ pulls) ** 2).sum() + cells.imagined @ pulls**2)
    return centre, quantile_of_clusters(clusters) * math.sqrt(squares * clusters / (clusters - 1)) / n
