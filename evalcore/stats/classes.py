"""Figures of single classes, and their mean over classes: rows are people's labels, columns the judge's verdicts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.stats.agreement import Tables
from evalcore.stats.intervals import wilson
from evalcore.stats.plus_four import Statistic, plus_four, table_cells


def precision(table: npt.ArrayLike) -> Estimate:
    """Share of good answers among those that the judge passes. Undefined when it passes none.

    Parameters
    ----------
    table
        Counts of shape (2, 2) in the order pass, fail.
    """
    return class_precision(table, 0)


def class_precision(table: npt.ArrayLike, index: int) -> Estimate:
    """Share of the cases to which the judge gives a class that people give it too; undefined when it gives it to none.

    Parameters
    ----------
    table
        Counts of shape (k, k).
    index
        The class, counted from 0.
    """
    counts = np.asarray(table)
    given = int(counts[:, index].sum())
    return wilson(int(counts[index, index]), given) if given else undefined(0, "the judge gave no case this verdict")


def class_recall(table: npt.ArrayLike, index: int) -> Estimate:
    """Share of the cases to which people give a class that the judge gives it too; undefined when they give it to none.

    Parameters
    ----------
    table
        Counts of shape (k, k).
    index
        The class, counted from 0.
    """
    counts = np.asarray(table)
    labelled = int(counts[index].sum())
    return wilson(int(counts[index, index]), labelled) if labelled else undefined(0, "people gave no case this label")


def macro_precision(table: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """Mean over the classes of their precision, every class weighing alike.

    A class that neither side gives is left out. Undefined without cases, and when the judge never gives a class that
    people give: nothing is known of its precision there.

    Parameters
    ----------
    table
        Counts of shape (k, k).
    clusters
        The counts of each cluster, shape (clusters, k, k).
    """
    return _macro(table, _precisions, clusters, "the judge never gave a class that people gave")


def macro_recall(table: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """Mean over the classes of their recall, every class weighing alike; with two classes the balanced accuracy.

    A class that neither side gives is left out. Undefined without cases, and when people never give a class that the
    judge gives.

    Parameters
    ----------
    table
        Counts of shape (k, k).
    clusters
        The counts of each cluster, shape (clusters, k, k).
    """
    return _macro(table, _recalls, clusters, "people never gave a class that the judge gave")


def macro_f1(table: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """Mean over the classes of their F1, ``2 × both / (people + judge)``, every class weighing alike.

    A class that neither side gives is left out. Undefined only without cases.

    Parameters
    ----------
    table
        Counts of shape (k, k).
    clusters
        The counts of each cluster, shape (clusters, k, k).
    """
    return _macro(table, _f1s, clusters, "")


def _macro(table: npt.ArrayLike, figures: Statistic, clusters: npt.ArrayLike | None, missing: str) -> Estimate:
    counts = np.asarray(table, dtype=np.float64)
    n = int(counts.sum())
    if not n:
        return undefined(0, "no cases")
    used = np.flatnonzero(counts.sum(axis=0) + counts.sum(axis=1))
    counts = counts[np.ix_(used, used)]
    people, judge = counts.sum(axis=1), counts.sum(axis=0)
    if (figures is _precisions and not judge.all()) or (figures is _recalls and not people.all()):
        return undefined(n, missing)
    if len(used) == 1:
        return wilson(n, n)
    parts = None if clusters is None else np.asarray(clusters)[:, used[:, np.newaxis], used]

    def mean_of(tables: Floats) -> Floats:
        return np.asarray(figures(tables).mean(axis=-1))

    return plus_four(mean_of, table_cells(counts, parts), float(mean_of(counts)), lowest=0.0)


def _both(tables: Tables) -> Floats:
    return np.asarray(np.diagonal(tables, axis1=-2, axis2=-1))


def _precisions(tables: Tables) -> Floats:
    return np.asarray(_both(tables) / tables.sum(axis=-2))


def _recalls(tables: Tables) -> Floats:
    return np.asarray(_both(tables) / tables.sum(axis=-1))


def _f1s(tables: Tables) -> Floats:
    return np.asarray(2 * _both(tables) / (tables.sum(axis=-1) + tables.sum(axis=-2)))
