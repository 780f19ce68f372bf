"""Agreement in a table of cases: rows are people's labels, columns the judge's verdicts.

The chance-corrected measures take a square table of any size with its classes in the same
order on both sides; the others take two classes in the order pass, fail. Tables for which a
measure has no meaning are answered with a reason before anything is divided.

Every measure takes ``clusters``: the same counts for each cluster, shape (clusters, k, k), where cases that
share a source depend on each other; the interval then rests on clusters, not on cases. Nothing is resampled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.stats.intervals import jeffreys, score_limits, sum_limits
from evalcore.stats.plus_four import plus_four, table_cells

Tables = npt.NDArray[Any]
"""One table of shape (k, k), or many of shape (…, k, k); counts or shares."""


def kappa(table: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """Cohen's kappa: agreement beyond what the two sides' own class frequencies would give.

    ``(p_o − p_e) / (1 − p_e)`` with ``p_e = Σ row share × column share``. 1 is full agreement, 0
    what chance gives, negative less than that. Undefined without cases, or when either side
    puts every case into one class: then no table could show agreement beyond chance.

    Parameters
    ----------
    table
        Counts of shape (k, k), k ≥ 2: rows people, columns judge.
    clusters
        The counts of each cluster.

    References
    ----------
    Cohen (1960), Educational and Psychological Measurement 20, 37–46.
    """
    counts = np.asarray(table)
    reason = why_no_chance(counts)
    if reason:
        return undefined(int(counts.sum()), reason)
    return plus_four(_kappa, table_cells(counts, clusters), float(_kappa(counts)))


def ac1(table: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """Gwet's AC1: agreement beyond chance that stays meaningful when one class is rare.

    ``(p_o − p_e) / (1 − p_e)`` with ``p_e = Σ π(1 − π) / (k − 1)``, where π is a class's mean share
    over the two sides and k the number of classes of the table, used or not. At most 1.
    Undefined only without cases.

    Parameters
    ----------
    table
        Counts of shape (k, k), k ≥ 2: rows people, columns judge.
    clusters
        The counts of each cluster.

    References
    ----------
    Gwet (2008), British Journal of Mathematical and Statistical Psychology 61, 29–48.
    """
    counts = np.asarray(table)
    if not counts.sum():
        return undefined(0, "no cases")
    return plus_four(_ac1, table_cells(counts, clusters), float(_ac1(counts)))


def mcc(table: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """Matthews' correlation between people's labels and the judge's verdicts, in [−1, 1].

    Undefined without cases, or when either side puts every case into one class.

    Parameters
    ----------
    table
        Counts of shape (2, 2): rows people, columns judge.
    clusters
        The counts of each cluster.

    References
    ----------
    Matthews (1975), Biochimica et Biophysica Acta 405, 442–451.
    """
    counts = np.asarray(table)
    reason = why_no_chance(counts)
    if reason:
        return undefined(int(counts.sum()), reason)
    return plus_four(_correlation, table_cells(counts, clusters), float(_correlation(counts)))


def f1(table: npt.ArrayLike, *, clusters: npt.ArrayLike | None = None) -> Estimate:
    """F1 of the passing class: harmonic mean of its precision and its recall, in [0, 1].

    ``2tp / (2tp + fp + fn)``. Undefined when people passed no case. Bad answers that the judge
    catches do not enter it at all.

    Parameters
    ----------
    table
        Counts of shape (2, 2): rows people, columns judge.
    clusters
        The counts of each cluster.

    Notes
    -----
    F1 is a rising function of ``tp / (tp + fp + fn)``, which is a plain proportion of the cases that
    either side passes; without clusters the limits are Wilson's for that proportion, transformed.

    References
    ----------
    Lam, Gopal and Qian (2023), arXiv:2309.14621, "Wilson indirect".
    """
    (tp, fn), (fp, tn) = np.asarray(table).tolist()
    n = tp + fn + fp + tn
    if tp + fn == 0:
        return undefined(n, "people passed no case" if n else "no cases")
    either = tp + fp + fn
    value = 2 * tp / (tp + either)
    if clusters is not None:
        return plus_four(_f1, table_cells(table, clusters), value, lowest=0.0)
    low, high = (2 * limit / (1 + limit) for limit in score_limits(tp / either, either))
    return Estimate(
        value=value, low=min(low, value), high=max(high, value), n=n, method="Wilson, through tp / (tp + fp + fn)"
    )


def balanced_accuracy(
    table: npt.ArrayLike,
    *,
    clusters: npt.ArrayLike | None = None,
) -> Estimate:
    """Mean of the share of good answers accepted and of bad answers caught, in [0, 1].

    0.5 is what any judge gets that does not look at the answer. Undefined unless people passed
    some cases and failed others.

    Parameters
    ----------
    table
        Counts of shape (2, 2): rows people, columns judge.
    clusters
        The counts of each cluster.

    Notes
    -----
    The two shares rest on different cases, so without clusters their Jeffreys intervals are combined by
    square-and-add; the interval keeps its width where a share is 0 or 1.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873–890; Zou and Donner (2008), Statistics in
    Medicine 27, 1693–1702; Brown, Cai and DasGupta (2001), Statistical Science 16, 101–133.
    """
    (tp, fn), (fp, tn) = np.asarray(table).tolist()
    n = tp + fn + fp + tn
    if tp + fn == 0 or fp + tn == 0:
        return undefined(n, "people gave every case the same label" if n else "no cases")
    value = (tp / (tp + fn) + tn / (fp + tn)) / 2
    if clusters is not None:
        return plus_four(_balanced_accuracy, table_cells(table, clusters), value, lowest=0.0)
    low, high = sum_limits(jeffreys(tp, tp + fn), jeffreys(tn, fp + tn))
    return Estimate(
        value=value,
        low=max(0.0, min(low / 2, value)),
        high=min(1.0, max(high / 2, value)),
        n=n,
        method="Jeffreys for both classes, combined by square-and-add",
    )


def why_no_chance(counts: Tables) -> str:
    """Why a table cannot show agreement beyond chance; empty when it can."""
    if not counts.sum():
        return "no cases"
    if np.count_nonzero(counts.sum(axis=1)) == 1:
        return "people gave every case the same label"
    if np.count_nonzero(counts.sum(axis=0)) == 1:
        return "the judge gave every case the same verdict"
    return ""


def shares_of(tables: Tables) -> tuple[Floats, Floats]:
    """Share of every class by people and by the judge, each of shape (…, k)."""
    n = tables.sum(axis=(-2, -1))[..., np.newaxis]
    return tables.sum(axis=-1) / n, tables.sum(axis=-2) / n


def beyond_chance(observed: Floats, expected: Floats) -> Floats:
    """``(p_o − p_e) / (1 − p_e)``."""
    return np.asarray((observed - expected) / (1 - expected))


def _agreed(tables: Tables) -> Floats:
    return np.asarray(np.trace(tables, axis1=-2, axis2=-1) / tables.sum(axis=(-2, -1)))


def _kappa(tables: Tables) -> Floats:
    people, judge = shares_of(tables)
    return beyond_chance(_agreed(tables), (people * judge).sum(axis=-1))


def _ac1(tables: Tables) -> Floats:
    people, judge = shares_of(tables)
    mean = (people + judge) / 2
    return beyond_chance(_agreed(tables), (mean * (1 - mean)).sum(axis=-1) / (tables.shape[-1] - 1))


def _correlation(tables: Tables) -> Floats:
    people, judge = (shares[..., 0] for shares in shares_of(tables))
    both_pass = tables[..., 0, 0] / tables.sum(axis=(-2, -1))
    return np.asarray((both_pass - people * judge) / np.sqrt(people * (1 - people) * judge * (1 - judge)))


def _f1(tables: Tables) -> Floats:
    both_pass = 2 * tables[..., 0, 0]
    return np.asarray(both_pass / (both_pass + tables[..., 0, 1] + tables[..., 1, 0]))


def _balanced_accuracy(tables: Tables) -> Floats:
    recalls = np.diagonal(tables, axis1=-2, axis2=-1) / tables.sum(axis=-1)
    return np.asarray(recalls.mean(axis=-1))
