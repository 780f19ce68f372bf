"""What a report says value by value, on scales of more than two values, in tables of plain text."""

from __future__ import annotations

from collections.abc import Iterable

from evalcore.domain import Estimate, JudgeReport, ValueMeasures
from evalcore.exports.table import Table
from evalcore.report.formatting import NONE, coefficient, counted_share, decimal, share

_NOTE = "Repeat 0. A reply without a verdict is wrong for the agreement as deployed and left out of the other figures."


def by_value_tables(judge: JudgeReport) -> tuple[Table, ...]:
    """The figures, those of single values, and the matrix; none where a judge is compared at pass or fail only."""
    deployed, lenient = judge.as_deployed.by_value, judge.lenient.by_value
    if deployed is None or lenient is None:
        return ()
    figures = tuple(
        (name, found, found_lenient)
        for (name, found), (_, found_lenient) in zip(_figures(deployed), _figures(lenient), strict=True)
    )
    return (
        Table(title="Value by value", columns=("", "as deployed", "lenient"), rows=figures, note=_NOTE),
        _single_values(deployed),
        *([value_matrix(deployed)] if judge.as_deployed.at_pass_or_fail else []),
    )


def by_value_overview(judges: Iterable[JudgeReport]) -> Table:
    """One row per judge that is compared value by value, as deployed."""
    rows = tuple(
        (
            judge.name,
            share(values.agreement),
            f"{values.n - values.usable} of {values.n}",
            *map(_short, (values.kappa, values.kappa_linear, values.kappa_quadratic, values.alpha)),
            *map(_short, (values.spearman, values.mean_absolute_error, values.macro_f1)),
        )
        for judge in judges
        if (values := judge.as_deployed.by_value) is not None
    )
    columns = (
        "judge",
        "agrees",
        "no verdict",
        "kappa",
        "linear",
        "quadratic",
        "alpha",
        "Spearman",
        "mean error",
        "macro F1",
    )
    return Table(title="Value by value", columns=columns, rows=rows, note=_NOTE)


def _short(estimate: Estimate) -> str:
    return NONE if estimate.value is None else decimal(estimate.value)


def _figures(values: ValueMeasures) -> tuple[tuple[str, str], ...]:
    return (
        ("cases", str(values.n)),
        ("with a verdict", str(values.usable)),
        ("agreement", counted_share(values.agreement)),
        ("kappa", coefficient(values.kappa)),
        ("kappa, linear weights", coefficient(values.kappa_linear)),
        ("kappa, quadratic weights", coefficient(values.kappa_quadratic)),
        ("AC1", coefficient(values.ac1)),
        ("AC2, linear weights", coefficient(values.ac2_linear)),
        ("AC2, quadratic weights", coefficient(values.ac2_quadratic)),
        (f"alpha, {values.level}", coefficient(values.alpha)),
        ("Spearman", coefficient(values.spearman)),
        ("Kendall", coefficient(values.kendall)),
        ("mean absolute error", coefficient(values.mean_absolute_error)),
        ("macro precision", coefficient(values.macro_precision)),
        ("macro recall", coefficient(values.macro_recall)),
        ("macro F1", coefficient(values.macro_f1)),
    )


def _single_values(values: ValueMeasures) -> Table:
    rows = tuple(
        (value, counted_share(values.precisions[value]), counted_share(values.recalls[value]))
        for value in values.values
    )
    return Table(
        title="Single values",
        columns=("value", "people agree when the judge says it", "the judge agrees when people say it"),
        rows=rows,
    )


def value_matrix(values: ValueMeasures) -> Table:
    """Cases by the value that people gave (row) and the one that the judge gave (column)."""
    confusion = values.confusion
    rows = tuple(
        (f"people: {label}", *map(str, row), str(without))
        for label, row, without in zip(confusion.labels, confusion.matrix, confusion.no_verdict, strict=True)
    )
    columns = ("", *(f"judge: {label}" for label in confusion.labels), "no verdict said")
    return Table(title="Matrix, value by value", columns=columns, rows=rows)
