"""Measures on the full scale, where people and judge give the same values and there are more than two."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from evalcore.domain import Confusion, Estimate, FlipCount, Measures, Scale, ValueMeasures, undefined
from evalcore.domain.reply_columns import Bools, Floats, Ints
from evalcore.report.columns import NO_VALUE
from evalcore.report.compared import at_pass_or_fail, shares_values
from evalcore.report.counted import Counted, counted
from evalcore.report.measures import with_note
from evalcore.stats import (
    ac1,
    ac2,
    class_precision,
    class_recall,
    kappa,
    kendall,
    krippendorff_alpha,
    macro_f1,
    macro_precision,
    macro_recall,
    mean_absolute_error,
    spearman,
    weighted_kappa,
)

NO_ORDER = "the values have no order"
NO_NUMBERS = "the values are not numbers"
NO_CUT = "the scale declares no passing values"
NOTHING_SHARED = "people and judge give different values, and not both scales declare which pass"


def is_measured_by_value(gold: Scale, judged: Scale) -> bool:
    """Whether comparing value by value says more than comparing at pass or fail."""
    return shares_values(gold, judged) and (len(gold.values) > 2 or not at_pass_or_fail(gold, judged))


def value_counts(gold: Ints, kept: Bools, said: Ints, clusters: Ints | None = None, *, values: int) -> Counted:
    """Cases by gold value and judge's value at one repeat.

    Parameters
    ----------
    gold, kept, said
        Per case, shape (cases,); cases without gold are left out.
    clusters
        Per case the number of its cluster; None where no two share one.
    values
        How many values k the scale has.

    Returns
    -------
    Table of shape (k, k + 1): rows people; columns judge, the last one for no verdict.
    """
    kept = kept & (gold != NO_VALUE)
    columns = np.where(said == NO_VALUE, values, said)[kept]
    return counted(gold[kept], columns, None if clusters is None else clusters[kept], shape=(values, values + 1))


def value_measures(counts: Counted, scale: Scale, *, left_out: bool) -> ValueMeasures:
    """The measures of a table of counts.

    Parameters
    ----------
    counts
        As :func:`value_counts` gives them.
    scale
        The scale of the gold labels.
    left_out
        Whether cases without a verdict are left out of ``agreement`` as of every other figure, rather than wrong.
    """
    judged = counts.changed(lambda tables: tables[..., :-1])
    table, parts = judged.table, judged.parts
    without, usable = int(counts.table[:, -1].sum()), judged.n
    agreement = (judged if left_out else counts).share(_agreed, lambda tables: np.asarray(tables.sum(axis=(-2, -1))))
    if without:
        agreement = with_note(agreement, f"{without} without a verdict {'left out' if left_out else 'count as wrong'}")
    people, judge, clusters = _case_by_case(judged)
    ordered = _if_ordered(scale, usable)
    return ValueMeasures(
        values=scale.values,
        level=scale.level,
        n=counts.n,
        usable=usable,
        agreement=agreement,
        kappa=kappa(table, clusters=parts),
        kappa_linear=ordered(lambda: weighted_kappa(table, weights="linear", clusters=parts)),
        kappa_quadratic=ordered(lambda: weighted_kappa(table, weights="quadratic", clusters=parts)),
        ac1=ac1(table, clusters=parts),
        ac2_linear=ordered(lambda: ac2(table, weights="linear", clusters=parts)),
        ac2_quadratic=ordered(lambda: ac2(table, weights="quadratic", clusters=parts)),
        alpha=_alpha(scale, people, judge, clusters),
        spearman=ordered(lambda: spearman(people, judge, clusters=clusters)),
        kendall=ordered(lambda: kendall(people, judge, clusters=clusters)),
        mean_absolute_error=_mean_error(scale, people, judge, clusters),
        macro_precision=macro_precision(table, clusters=parts),
        macro_recall=macro_recall(table, clusters=parts),
        macro_f1=macro_f1(table, clusters=parts),
        precisions={value: _precision(judged, index) for index, value in enumerate(scale.values)},
        recalls={value: _recall(judged, index) for index, value in enumerate(scale.values)},
        confusion=Confusion(
            labels=scale.values,
            matrix=tuple(tuple(row) for row in table.tolist()),
            no_verdict=tuple(counts.table[:, -1].tolist()),
        ),
    )


def _agreed(tables: Ints) -> Ints:
    # A last column for no verdict lies outside the square that the diagonal runs through.
    return np.asarray(np.trace(tables, axis1=-2, axis2=-1))


def _precision(judged: Counted, index: int) -> Estimate:
    if judged.parts is None or not judged.table[:, index].any():
        return class_precision(judged.table, index)
    return judged.share(lambda tables: tables[..., index, index], lambda tables: tables[..., index].sum(axis=-1))


def _recall(judged: Counted, index: int) -> Estimate:
    if judged.parts is None or not judged.table[index].any():
        return class_recall(judged.table, index)
    return judged.share(lambda tables: tables[..., index, index], lambda tables: tables[..., index, :].sum(axis=-1))


def _case_by_case(judged: Counted) -> tuple[Ints, Ints, Sequence[int] | None]:
    """Value by people, value by the judge and cluster of each case, in the order of the table."""
    if judged.parts is None:
        cells = np.argwhere(judged.table)
        people, judge = np.repeat(cells, judged.table[tuple(cells.T)], axis=0).T
        return people, judge, None
    cells = np.argwhere(judged.parts)
    clusters, people, judge = np.repeat(cells, judged.parts[tuple(cells.T)], axis=0).T
    return people, judge, clusters.tolist()


def measures_by_value(values: ValueMeasures, *, flips: FlipCount) -> Measures:
    """The measures where a scale declares no passing values: by value, or undefined."""
    nothing = undefined(values.n, NO_CUT)
    of_a_class = undefined(0, NO_CUT)
    return Measures(
        n=values.n,
        agreement=values.agreement,
        balanced_accuracy=nothing,
        tpr=of_a_class,
        tnr=of_a_class,
        tnr_said=of_a_class,
        kappa=values.kappa,
        ac1=values.ac1,
        mcc=nothing,
        f1=nothing,
        confusion=values.confusion,
        flips=flips,
        precision=of_a_class,
        prevalence=of_a_class,
        by_value=values,
    )


def not_comparable(*, flips: FlipCount) -> Measures:
    """The measures of a judge whose verdicts cannot be held against gold at all."""
    nothing = undefined(0, NOTHING_SHARED)
    return Measures(
        n=0,
        agreement=nothing,
        balanced_accuracy=nothing,
        tpr=nothing,
        tnr=nothing,
        tnr_said=nothing,
        kappa=nothing,
        ac1=nothing,
        mcc=nothing,
        f1=nothing,
        confusion=Confusion(labels=(), matrix=(), no_verdict=()),
        flips=flips,
        precision=nothing,
        prevalence=nothing,
    )


def _if_ordered(scale: Scale, n: int) -> Callable[[Callable[[], Estimate]], Estimate]:
    def figure(measure: Callable[[], Estimate]) -> Estimate:
        return measure() if scale.level == "ordinal" else undefined(n, NO_ORDER)

    return figure


def _alpha(scale: Scale, people: Ints, judge: Ints, clusters: Sequence[int] | None) -> Estimate:
    votes = [(scale.values[a], scale.values[b]) for a, b in zip(people.tolist(), judge.tolist(), strict=True)]
    return krippendorff_alpha(votes, level=scale.level, order=scale.values, clusters=clusters)


def _mean_error(scale: Scale, people: Ints, judge: Ints, clusters: Sequence[int] | None) -> Estimate:
    ratings = numbers_of(scale)
    if ratings is None:
        return undefined(len(people), NO_NUMBERS)
    return mean_absolute_error(ratings[people], ratings[judge], clusters=clusters)


def numbers_of(scale: Scale) -> Floats | None:
    """The values of an ordinal scale as numbers; None where they are none, or their order means nothing."""
    if scale.level != "ordinal":
        return None
    try:
        return np.array([float(value) for value in scale.values])
    except ValueError:
        return None
