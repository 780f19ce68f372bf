"""Figures of one class, and the balanced accuracy, as production would see them under its own mix of slices.

A slice weighs as often as it is asked; a class of answers weighs in it by how common it is there. Slices are given in
one order everywhere.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.stats.plus_four import Cells, Statistic, plus_four


def mixed_share(counts: npt.ArrayLike, weights: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """Share of the cases of a class that count, under another mix of slices; a class of all cases is one, too.

    With every case in the class and without clusters it is :func:`reweighted`. Undefined when no case of the class
    is in a slice that has a weight.

    Parameters
    ----------
    counts
        For each slice the cases of the class that count, those that do not, and the cases outside the class;
        shape (slices, 3), every slice with at least one case.
    weights
        How often each slice occurs in production; shape (slices,), positive, in any unit.
    clusters
        The counts of each cluster, shape (clusters, slices, 3), where cases that share a source depend on each other.

    Notes
    -----
    The four imagined cases are of the class, two that count and two that do not, spread over the slices as the class
    is.
    """
    table, mix = np.asarray(counts, dtype=np.float64), _mix(weights)
    of_class = mix * table[:, :2].sum(axis=1) / table.sum(axis=1)
    if not of_class.any():
        return undefined(0, "no case of this class in the slices that have a weight")
    imagined = np.zeros_like(table)
    imagined[:, :2] = 2 * of_class[:, np.newaxis] / of_class.sum()

    def share(tables: Floats) -> Floats:
        mixed = _mixed(tables, mix)
        return np.asarray(mixed[..., 0] / (mixed[..., 0] + mixed[..., 1]))

    return replace(_estimate(share, table, imagined, clusters), n=int(table[:, :2].sum()))


def mixed_balanced_accuracy(
    tables: npt.ArrayLike, weights: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None
) -> Estimate:
    """Balanced accuracy under another mix of slices. Undefined unless there are good and bad answers.

    Parameters
    ----------
    tables
        For each slice the table of counts, rows people, columns judge; shape (slices, 2, 2), every slice with at least
        one case.
    weights
        How often each slice occurs in production; shape (slices,), positive, in any unit.
    clusters
        The tables of each cluster, shape (clusters, slices, 2, 2).
    """
    table, mix = np.asarray(tables, dtype=np.float64), _mix(weights)
    if not table.sum(axis=(0, 2)).all():
        return undefined(int(table.sum()), "people gave every case of these slices the same label")

    def balanced(found: Floats) -> Floats:
        mixed = _mixed(found, mix).reshape(*found.shape[:-2], 2, 2)
        recalls = np.diagonal(mixed, axis1=-2, axis2=-1) / mixed.sum(axis=-1)
        return np.asarray(recalls.mean(axis=-1))

    cells = table.reshape(-1, 4)
    parts = None if clusters is None else np.asarray(clusters).reshape(-1, *cells.shape)
    return _estimate(balanced, cells, np.repeat(mix[:, np.newaxis], 4, axis=1), parts)


def _mix(weights: npt.ArrayLike) -> Floats:
    mix = np.asarray(weights, dtype=np.float64)
    return np.asarray(mix / mix.sum())


def _mixed(tables: Floats, mix: Floats) -> Floats:
    """Share of each kind of case in production, shape (…, kinds), from counts of shape (…, slices, kinds)."""
    return np.asarray(np.einsum("s,...sk->...k", mix, tables / tables.sum(axis=-1, keepdims=True)))


def _estimate(figure: Statistic, counts: Floats, imagined: Floats, clusters: npt.ArrayLike | None) -> Estimate:
    kinds = counts.size
    cells = Cells(
        counts=counts.ravel(),
        imagined=imagined.ravel(),
        features=np.eye(kinds).reshape(kinds, *counts.shape),
        by_cluster=None if clusters is None else np.asarray(clusters, dtype=np.float64).reshape(-1, kinds),
    )
    return plus_four(figure, cells, float(figure(counts)), lowest=0.0)
