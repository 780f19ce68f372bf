"""Cases counted in a table, and by cluster where cases share a source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.domain import Case, CaseOutline, Estimate
from evalcore.domain.reply_columns import Bools, Floats, Ints
from evalcore.stats import clustered_proportion, mean_over_cases, wilson
from evalcore.stats.intervals import LEVEL

Count = Callable[[Ints], Ints]
"""A count of the cells of a table, for tables of shape (…, rows, columns) at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Cases by two things that are said of them."""

    table: Ints
    """Shape (rows, columns)."""
    parts: Ints | None
    """The table of each cluster, shape (clusters, rows, columns); None where no two of the cases share one."""

    @property
    def n(self) -> int:
        """All cases."""
        return int(self.table.sum())

    def changed(self, change: Count) -> Counted:
        """The same with cells left out or moved; ``change`` takes tables of shape (…, rows, columns)."""
        return Counted(table=change(self.table), parts=None if self.parts is None else _shared(change(self.parts)))

    def share(self, hits: Count, among: Count) -> Estimate:
        """The share of some cells among others, with the interval that the clusters allow."""
        if self.parts is None:
            return wilson(int(hits(self.table)), int(among(self.table)))
        counts, sizes = hits(self.parts), among(self.parts)
        hit = np.repeat(np.tile((True, False), len(sizes)), np.stack([counts, sizes - counts], axis=1).ravel())
        return clustered_proportion(hit, np.repeat(np.arange(len(sizes)), sizes))


def counted(rows: Ints, columns: Ints, clusters: Ints | None, *, shape: tuple[int, int]) -> Counted:
    """Count cases in a table.

    Parameters
    ----------
    rows, columns
        For each case where it stands, shape (cases,).
    clusters
        For each case the number of its cluster; None where no two share one.
    shape
        Of the table.
    """
    size = shape[0] * shape[1]
    cell = rows * shape[1] + columns
    table = np.bincount(cell, minlength=size).reshape(shape)
    if clusters is None or not len(clusters):
        return Counted(table=table, parts=None)
    _, codes = np.unique(clusters, return_inverse=True)
    parts = np.bincount(codes * size + cell, minlength=(int(codes.max()) + 1) * size).reshape(-1, *shape)
    return Counted(table=table, parts=_shared(parts))


def cluster_numbers(cases: Sequence[Case | CaseOutline]) -> Ints | None:
    """The number of each case's cluster, shape (cases,); None where no two cases share one.

    A case without a cluster has one of its own.
    """
    numbers: dict[str, int] = {}
    alone = len(cases)
    found = [
        alone + position if case.cluster is None else numbers.setdefault(case.cluster, len(numbers))
        for position, case in enumerate(cases)
    ]
    return shared_only(np.array(found, dtype=np.int64))


def shared_only(clusters: Ints | None, kept: Bools | None = None) -> Ints | None:
    """The clusters of some cases; None where no two of them share one."""
    if clusters is None:
        return None
    found = clusters if kept is None else clusters[kept]
    return None if len(np.unique(found)) == len(found) else found


def share_of(hit: Bools, clusters: Ints | None, *, level: float = LEVEL) -> Estimate:
    """Share of the cases that count.

    Parameters
    ----------
    hit
        Shape (cases,).
    clusters
        For each case the number of its cluster; None where no two share one.
    level
        Confidence level.
    """
    if clusters is None or not len(hit):
        return wilson(int(hit.sum()), len(hit), level=level)
    return clustered_proportion(hit, clusters, level=level)


def mean_of(values: Floats, clusters: Ints | None) -> Estimate:
    """Mean of a number per case; arguments as of :func:`share_of`."""
    return mean_over_cases(values, clusters=None if clusters is None else clusters.tolist())


def _shared(parts: Ints) -> Ints | None:
    sizes = parts.sum(axis=(1, 2))
    return parts[sizes > 0] if (sizes > 1).any() else None
