"""Agreement on ordered classes, where a near miss is less wrong than a far one.

A table is an integer array of shape (k, k) with its classes in the same order on both sides,
lowest to highest: rows are people's labels, columns the judge's verdicts. ``clusters`` are as in
:mod:`evalcore.stats.agreement`.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.stats.agreement import Tables, beyond_chance, shares_of, why_no_chance
from evalcore.stats.plus_four import plus_four, table_cells

Weights = Literal["linear", "quadratic"]
"""How much of a disagreement counts: by its distance in classes, or by the square of it."""


def weighted_kappa(
    table: npt.ArrayLike,
    *,
    weights: Weights,
    clusters: npt.ArrayLike | None = None,
) -> Estimate:
    """Cohen's weighted kappa: agreement beyond chance, with part credit for near misses.

    ``(p_o − p_e) / (1 − p_e)`` with ``p_o = Σ credit × share`` and ``p_e = Σ credit × row share × column share``, where
    credit falls from 1 for the same class to 0 for the two ends of the scale. With two classes it is
    :func:`~evalcore.stats.kappa`. Undefined without cases, or when either side puts every case into one class.

    Parameters
    ----------
    table
        Counts of shape (k, k), k ≥ 2, classes from lowest to highest.
    weights
        ``linear``: credit falls with the distance in classes. ``quadratic``: with its square.
    clusters
        The counts of each cluster.

    References
    ----------
    Cohen (1968), Psychological Bulletin 70, 213–220.
    """
    counts = np.asarray(table)
    reason = why_no_chance(counts)
    if reason:
        return undefined(int(counts.sum()), reason)
    figure = partial(_weighted_kappa, _credit(len(counts), weights))
    return plus_four(figure, table_cells(counts, clusters), float(figure(counts)))


def ac2(
    table: npt.ArrayLike,
    *,
    weights: Weights,
    clusters: npt.ArrayLike | None = None,
) -> Estimate:
    """Gwet's AC2: weighted agreement beyond chance that stays meaningful when one class is rare.

    ``(p_o − p_e) / (1 − p_e)`` with ``p_o = Σ credit × share`` and
    ``p_e = Σ credit × Σ π(1 − π) / (k(k − 1))``, where π is a class's mean share over the two sides. With two
    classes it is :func:`~evalcore.stats.ac1`. Undefined only without cases.

    Parameters
    ----------
    table
        Counts of shape (k, k), k ≥ 2, classes from lowest to highest, unused ones included.
    weights
        ``linear`` or ``quadratic``, as for :func:`weighted_kappa`.
    clusters
        The counts of each cluster.

    References
    ----------
    Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, chapter 3.
    """
    counts = np.asarray(table)
    if not counts.sum():
        return undefined(0, "no cases")
    figure = partial(_ac2, _credit(len(counts), weights))
    return plus_four(figure, table_cells(counts, clusters), float(figure(counts)))


def _credit(classes: int, weights: Weights) -> Floats:
    places = np.arange(classes)
    distance = np.abs(places[:, np.newaxis] - places) / (classes - 1)
    return np.asarray(1 - (distance if weights == "linear" else distance**2))


def _credited(credit: Floats, tables: Tables) -> Floats:
    return np.asarray((credit * tables).sum(axis=(-2, -1)) / tables.sum(axis=(-2, -1)))


def _weighted_kappa(credit: Floats, tables: Tables) -> Floats:
    people, judge = shares_of(tables)
    return beyond_chance(_credited(credit, tables), ((people @ credit) * judge).sum(axis=-1))


def _ac2(credit: Floats, tables: Tables) -> Floats:
    people, judge = shares_of(tables)
    mean, classes = (people + judge) / 2, len(credit)
    by_chance = credit.sum() * (mean * (1 - mean)).sum(axis=-1) / (classes * (classes - 1))
    return beyond_chance(_credited(credit, tables), by_chance)
