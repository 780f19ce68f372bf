"""From counts of cases to the measures of agreement."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalcore.domain import Confusion, Estimate, FlipCount, Measures, undefined
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.report.columns import FAIL, NONE, PASS, SIDES
from evalcore.report.compared import Compared
from evalcore.report.counted import Counted, counted, mean_of, shared_only
from evalcore.report.outcomes import Unread
from evalcore.stats import ac1, balanced_accuracy, f1, kappa, mcc

NO_VERDICT = "no verdict"
NEVER_PASSED = "the judge gave no case this verdict"

_WHAT_IT_IS: dict[Unread, str] = {
    "fail": "{} without a verdict count as fail",
    "wrong": "{} without a verdict count as wrong",
    "exclude": "{} without a verdict left out",
    "class": "{} without a verdict count as wrong here and are left out of the other measures",
}


def counts_of(human: Ints, answered: Bools, sides: Ints, clusters: Ints | None = None) -> Counted:
    """Cases by human side and judge's side at one repeat.

    Parameters
    ----------
    human, answered, sides
        Per case, shape (cases,); cases without gold or without an answer are left out.
    clusters
        Per case the number of its cluster; None where no two share one.

    Returns
    -------
    Table of shape (2, 3): rows human pass, fail; columns judge pass, fail, no verdict.
    """
    kept = answered & (human != NONE)
    return counted(human[kept], sides[kept], None if clusters is None else clusters[kept], shape=(2, 3))


def measures_of(counts: Counted, unread: Unread, *, flips: FlipCount) -> Measures:
    """The measures of a table of counts.

    Parameters
    ----------
    counts
        As :func:`counts_of` gives them.
    unread
        What a reply without a verdict is. ``fail``: it stands in the fail column. ``wrong``: it
        disagrees whatever the gold. ``exclude``: it is left out and counted. ``class``: a column of its
        own, wrong for agreement, left out of every other measure.
    """
    judged = counts.changed(lambda tables: judged_table(tables, unread))
    table, parts, without = judged.table, judged.parts, int(counts.table[:, NONE].sum())
    # A column of its own is wrong for agreement; the fail column holds what was not said.
    agreement = (counts if unread == "class" else judged).share(_agreed, _all)
    said = counts if unread == "fail" else judged
    if without:
        agreement = with_note(agreement, _WHAT_IT_IS[unread].format(without))
    return Measures(
        n=counts.n,
        agreement=agreement,
        balanced_accuracy=balanced_accuracy(table, clusters=parts),
        tpr=judged.share(lambda tables: tables[..., PASS, PASS], lambda tables: tables[..., PASS, :].sum(axis=-1)),
        tnr=judged.share(lambda tables: tables[..., FAIL, FAIL], lambda tables: tables[..., FAIL, :].sum(axis=-1)),
        tnr_said=said.share(lambda tables: tables[..., FAIL, FAIL], lambda tables: tables[..., FAIL, :].sum(axis=-1)),
        kappa=kappa(table, clusters=parts),
        ac1=ac1(table, clusters=parts),
        mcc=mcc(table, clusters=parts),
        f1=f1(table, clusters=parts),
        confusion=_confusion(counts.table, table, unread),
        flips=flips,
        precision=_precision(judged),
        prevalence=counts.share(lambda tables: tables[..., PASS, :].sum(axis=-1), _all),
    )


def judged_table(counts: Ints, unread: Unread) -> Ints:
    """The (…, 2, 2) tables that the measures rest on, with the replies without a verdict where they belong."""
    table = counts[..., :NONE].copy()
    if unread == "fail":
        table[..., FAIL] += counts[..., NONE]
    elif unread == "wrong":
        table[..., PASS, FAIL] += counts[..., PASS, NONE]
        table[..., FAIL, PASS] += counts[..., FAIL, NONE]
    return table


def mean_over_repeats(judged: Compared, clusters: Ints | None) -> Estimate:
    """Mean over the labelled cases of the share of answered repeats that agree with gold.

    A repeat that the way of reading leaves out does not count; a case of which none is left has no share.
    """
    right, kept = judged.kept & judged.right, np.asarray(judged.kept.any(axis=1))
    shares = right[kept].sum(axis=1) / judged.kept[kept].sum(axis=1)
    return mean_of(shares, shared_only(clusters, kept))


def _all(tables: Ints) -> Ints:
    return np.asarray(tables.sum(axis=(-2, -1)))


def _agreed(tables: Ints) -> Ints:
    return np.asarray(tables[..., PASS, PASS] + tables[..., FAIL, FAIL])


def _precision(judged: Counted) -> Estimate:
    if not judged.table[:, PASS].any():
        return undefined(0, NEVER_PASSED)
    return judged.share(lambda tables: tables[..., PASS, PASS], lambda tables: tables[..., PASS].sum(axis=-1))


def with_note(estimate: Estimate, note: str) -> Estimate:
    """The estimate with one more remark."""
    return replace(estimate, note=f"{estimate.note}; {note}" if estimate.note else note)


def _confusion(counts: Ints, table: Ints, unread: Unread) -> Confusion:
    without = tuple(int(count) for count in counts[:, NONE])
    if unread == "class":
        # Square like every other: no human label is "no verdict", so that row is empty.
        return Confusion(labels=(*SIDES, NO_VERDICT), matrix=(*_rows(counts), (0, 0, 0)), no_verdict=(*without, 0))
    shown = table if unread == "fail" else counts[:, :NONE]
    return Confusion(labels=SIDES, matrix=_rows(shown), no_verdict=without)


def _rows(table: Ints) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(cell) for cell in row) for row in table)
