"""Agreement in a table of cases: rows are people's labels, columns the judge's verdicts.

The chance-corrected measures take a square table of any size with its classes in the same
order on both sides; the others take two classes in the order pass, fail. Tables for which a
measure has no meaning are answered with a reason before anything is divided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import score_limits, sum_limits, wilson
from evalcore.stats.resampling import Flags, Floats, percentile_estimate, resampled_counts

Tables = npt.NDArray[Any]
"""One table of shape (k, k), or many of shape (…, k, k)."""

ALL_OR_NONE_METHOD = "Wilson interval of the agreement, rescaled with chance agreement held"


def kappa(table: npt.ArrayLike, *, seed: int) -> Estimate:
    """Cohen's kappa: agreement beyond what the two sides' own class frequencies would give.

    ``(p_o − p_e) / (1 − p_e)`` with ``p_e = Σ row share × column share``. 1 is full agreement, 0
    what chance gives, negative less than that. Undefined without cases, or when either side
    puts every case into one class: then no table could show agreement beyond chance.

    Parameters
    ----------
    table
        Counts of shape (k, k), k ≥ 2: rows people, columns judge.
    seed
        Seed of the bootstrap over cases.

    Notes
    -----
    Where the sides agree on all cases or on none, every resample does too, and a bootstrap
    interval would have no width for the agreement; there Wilson's limits for the agreement are
    put through the same formula.

    References
    ----------
    Cohen (1960), Educational and Psychological Measurement 20, 37–46.
    """
    counts = np.asarray(table)
    reason = _why_no_chance(counts)
    if reason:
        return undefined(int(counts.sum()), reason)
    return _beyond_chance(counts, _cohen_chance, _both_sides_vary, seed=seed)


def ac1(table: npt.ArrayLike, *, seed: int) -> Estimate:
    """Gwet's AC1: agreement beyond chance that stays meaningful when one class is rare.

    ``(p_o − p_e) / (1 − p_e)`` with ``p_e = Σ π(1 − π) / (k − 1)``, where π is a class's mean share
    over the two sides and k the number of classes of the table, used or not. At most 1.
    Undefined only without cases.

    Parameters
    ----------
    table
        Counts of shape (k, k), k ≥ 2: rows people, columns judge.
    seed
        Seed of the bootstrap over cases.

    Notes
    -----
    All or no cases agreed on: as for :func:`kappa`.

    References
    ----------
    Gwet (2008), British Journal of Mathematical and Statistical Psychology 61, 29–48.
    """
    counts = np.asarray(table)
    if not counts.sum():
        return undefined(0, "no cases")
    return _beyond_chance(counts, _gwet_chance, _any_case, seed=seed)


def mcc(table: npt.ArrayLike, *, seed: int) -> Estimate:
    """Matthews' correlation between people's labels and the judge's verdicts, in [−1, 1].

    Undefined without cases, or when either side puts every case into one class.

    Parameters
    ----------
    table
        Counts of shape (2, 2): rows people, columns judge.
    seed
        Seed of the bootstrap over cases.

    Notes
    -----
    At full agreement it equals kappa and takes kappa's limits; at full disagreement it takes
    the mirror image of the limits that the judge's swapped verdicts would have.

    References
    ----------
    Matthews (1975), Biochimica et Biophysica Acta 405, 442–451.
    """
    counts = np.asarray(table)
    n = int(counts.sum())
    reason = _why_no_chance(counts)
    if reason:
        return undefined(n, reason)
    if np.trace(counts) == n:
        return _all_or_none(counts, _cohen_chance)
    if np.trace(counts) == 0:
        limit = score_limits(1.0, n)[0]
        mirrored = float(_corrected(np.array(limit), _cohen_chance(counts[:, ::-1])))
        return _unvarying(-1.0, -1.0, -mirrored, n, which="none")
    draws = resampled_counts(counts, seed=seed)
    return _percentile(float(_correlation(counts)), _correlation(draws[_both_sides_vary(draws)]), n)


def f1(table: npt.ArrayLike, *, seed: int) -> Estimate:  # noqa: ARG001 (every measure of a table is called alike)
    """F1 of the passing class: harmonic mean of its precision and its recall, in [0, 1].

    ``2tp / (2tp + fp + fn)``. Undefined when people passed no case. Bad answers that the judge
    catches do not enter it at all.

    Parameters
    ----------
    table
        Counts of shape (2, 2): rows people, columns judge.
    seed
        Not needed: the interval is not resampled.

    Notes
    -----
    F1 is a rising function of ``tp / (tp + fp + fn)``, which is a plain proportion of the cases that
    either side passes; the limits are Wilson's for that proportion, transformed.

    References
    ----------
    Lam, Gopal and Qian (2023), arXiv:2309.14621, "Wilson indirect".
    """
    (tp, fn), (fp, tn) = np.asarray(table).tolist()
    n = tp + fn + fp + tn
    if tp + fn == 0:
        return undefined(n, "people passed no case" if n else "no cases")
    either = tp + fp + fn
    low, high = (2 * limit / (1 + limit) for limit in score_limits(tp / either, either))
    value = 2 * tp / (tp + either)
    return Estimate(
        value=value, low=min(low, value), high=max(high, value), n=n, method="Wilson, through tp / (tp + fp + fn)"
    )


def balanced_accuracy(table: npt.ArrayLike, *, seed: int) -> Estimate:  # noqa: ARG001 (as for f1)
    """Mean of the share of good answers accepted and of bad answers caught, in [0, 1].

    0.5 is what any judge gets that does not look at the answer. Undefined unless people passed
    some cases and failed others.

    Parameters
    ----------
    table
        Counts of shape (2, 2): rows people, columns judge.
    seed
        Not needed: the interval is not resampled.

    Notes
    -----
    The two shares rest on different cases, so their Wilson intervals are combined by
    square-and-add; the interval keeps its width where a share is 0 or 1.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873–890; Zou and Donner (2008), Statistics in
    Medicine 27, 1693–1702.
    """
    (tp, fn), (fp, tn) = np.asarray(table).tolist()
    n = tp + fn + fp + tn
    if tp + fn == 0 or fp + tn == 0:
        return undefined(n, "people gave every case the same label" if n else "no cases")
    tpr, tnr = wilson(tp, tp + fn), wilson(tn, fp + tn)
    low, high = sum_limits(tpr, tnr)
    value = (tp / (tp + fn) + tn / (fp + tn)) / 2
    return Estimate(
        value=value,
        low=max(0.0, min(low / 2, value)),
        high=min(1.0, max(high / 2, value)),
        n=n,
        method="Wilson for both classes, combined by square-and-add",
    )


def _why_no_chance(counts: Tables) -> str:
    if not counts.sum():
        return "no cases"
    if np.count_nonzero(counts.sum(axis=1)) == 1:
        return "people gave every case the same label"
    if np.count_nonzero(counts.sum(axis=0)) == 1:
        return "the judge gave every case the same verdict"
    return ""


def _both_sides_vary(tables: Tables) -> Flags:
    rows, columns = (tables.sum(axis=axis) > 0 for axis in (-1, -2))
    return np.asarray((rows.sum(axis=-1) > 1) & (columns.sum(axis=-1) > 1))


def _any_case(tables: Tables) -> Flags:
    return np.asarray(tables.sum(axis=(-2, -1)) > 0)


def _observed(tables: Tables) -> Floats:
    agreed = np.trace(tables, axis1=-2, axis2=-1)
    return np.asarray(agreed / tables.sum(axis=(-2, -1)))


def _shares(tables: Tables) -> tuple[Floats, Floats]:
    n = tables.sum(axis=(-2, -1))[..., np.newaxis]
    return tables.sum(axis=-1) / n, tables.sum(axis=-2) / n


def _cohen_chance(tables: Tables) -> Floats:
    people, judge = _shares(tables)
    return np.asarray((people * judge).sum(axis=-1))


def _gwet_chance(tables: Tables) -> Floats:
    people, judge = _shares(tables)
    mean = (people + judge) / 2
    return np.asarray((mean * (1 - mean)).sum(axis=-1) / (tables.shape[-1] - 1))


def _correlation(tables: Tables) -> Floats:
    people, judge = (shares[..., 0] for shares in _shares(tables))
    both_pass = tables[..., 0, 0] / tables.sum(axis=(-2, -1))
    return np.asarray((both_pass - people * judge) / np.sqrt(people * (1 - people) * judge * (1 - judge)))


def _beyond_chance(
    counts: Tables, chance: Callable[[Tables], Floats], defined: Callable[[Tables], Flags], *, seed: int
) -> Estimate:
    n = int(counts.sum())
    if np.trace(counts) in (0, n):
        return _all_or_none(counts, chance)
    draws = resampled_counts(counts, seed=seed)
    draws = draws[defined(draws)]
    value = _corrected(_observed(counts), chance(counts))
    return _percentile(float(value), _corrected(_observed(draws), chance(draws)), n)


def _corrected(observed: Floats, expected: Floats) -> Floats:
    return np.asarray((observed - expected) / (1 - expected))


def _percentile(value: float, draws: Floats, n: int) -> Estimate:
    return percentile_estimate(value, draws, n, undefined_because="had one class only on a side")


def _all_or_none(counts: Tables, chance: Callable[[Tables], Floats]) -> Estimate:
    n, agreed = int(counts.sum()), int(np.trace(counts))
    limits = score_limits(agreed / n, n)
    value, low, high = _corrected(np.array([agreed / n, *limits]), chance(counts)).tolist()
    return _unvarying(value, low, high, n, which="all" if agreed == n else "none")


def _unvarying(value: float, low: float, high: float, n: int, *, which: str) -> Estimate:
    note = f"people and judge agree on {which} of the {n} cases, so resampling them cannot vary the agreement"
    return Estimate(value=value, low=low, high=high, n=n, method=ALL_OR_NONE_METHOD, note=note)
