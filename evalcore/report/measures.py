"""From counts of cases to the measures of agreement."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalcore.domain import Confusion, Estimate, FlipCount, Measures
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.report.columns import FAIL, NONE, PASS, Verdicts
from evalcore.report.outcomes import Unread
from evalcore.stats import ac1, balanced_accuracy, f1, kappa, mcc, mean_over_cases, wilson

SIDES = ("pass", "fail")
NO_VERDICT = "no verdict"

_WHAT_IT_IS: dict[Unread, str] = {
    "fail": "{} without a verdict count as fail",
    "wrong": "{} without a verdict count as wrong",
    "exclude": "{} without a verdict left out",
    "class": "{} without a verdict count as wrong here and are left out of the other measures",
}


def counts_of(human: Ints, answered: Bools, sides: Ints) -> Ints:
    """Cases by human side and judge's side at one repeat.

    Parameters
    ----------
    human, answered, sides
        Per case, shape (cases,); cases without gold or without an answer are left out.

    Returns
    -------
    Array of shape (2, 3): rows human pass, fail; columns judge pass, fail, no verdict.
    """
    kept = answered & (human != NONE)
    return np.bincount(human[kept] * 3 + sides[kept], minlength=6).reshape(2, 3)


def measures_of(counts: Ints, unread: Unread, *, flips: FlipCount, seed: int) -> Measures:
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
    table, without = judged_table(counts, unread), int(counts[:, NONE].sum())
    n = int(counts.sum())
    of = n if unread == "class" else int(table.sum())
    agreement = wilson(int(np.trace(table)), of)
    if without:
        agreement = with_note(agreement, _WHAT_IT_IS[unread].format(without))
    good, bad = int(table[PASS].sum()), int(table[FAIL].sum())
    return Measures(
        n=n,
        agreement=agreement,
        balanced_accuracy=balanced_accuracy(table, seed=seed),
        tpr=wilson(int(table[PASS, PASS]), good),
        tnr=wilson(int(table[FAIL, FAIL]), bad),
        tnr_said=wilson(int(counts[FAIL, FAIL]), bad),
        kappa=kappa(table, seed=seed),
        ac1=ac1(table, seed=seed),
        mcc=mcc(table, seed=seed),
        f1=f1(table, seed=seed),
        confusion=_confusion(counts, table, unread),
        flips=flips,
    )


def judged_table(counts: Ints, unread: Unread) -> Ints:
    """The (2, 2) table that the measures rest on, with the replies without a verdict where they belong."""
    table = counts[:, :NONE].copy()
    if unread == "fail":
        table[:, FAIL] += counts[:, NONE]
    elif unread == "wrong":
        table[PASS, FAIL] += counts[PASS, NONE]
        table[FAIL, PASS] += counts[FAIL, NONE]
    return table


def mean_over_repeats(human: Ints, verdicts: Verdicts, *, seed: int) -> Estimate:
    """Mean over the labelled cases of the share of answered repeats that agree with gold.

    A repeat that the way of reading leaves out does not count; a case of which none is left has no share.
    """
    counted = verdicts.counted & (human != NONE)[:, None]
    right = counted & (verdicts.effective == human[:, None])
    kept = counted.any(axis=1)
    return mean_over_cases(right[kept].sum(axis=1) / counted[kept].sum(axis=1), seed=seed)


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
