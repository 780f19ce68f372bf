"""Which cases stand in a cell of the confusion matrix, by repeat 0, and one of them in full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from evalcore.domain import Reply
from evalcore.domain.reply_columns import Bools
from evalcore.report.case_list import CaseList
from evalcore.report.columns import FAIL, NO_VALUE, NONE, SIDES, JudgeColumns, RunColumns
from evalcore.report.compared import at_pass_or_fail, compared, said_values, shares_values
from evalcore.report.outcomes import CaseOutcome, ReplyReader, Side, repeat_outcomes

Column = Literal["pass", "fail", "no verdict", "not answered"]
"""What a judge says of a case: a side, or why there is none."""

COLUMNS: tuple[Column, ...] = ("pass", "fail", "no verdict", "not answered")
_HUMAN: tuple[Side | None, ...] = ("pass", "fail", None)


def labels_of(run: RunColumns, judge: JudgeColumns) -> tuple[str, ...]:
    """What the rows and columns of a judge's matrix are: pass and fail, the values of the scale, or nothing at all."""
    if at_pass_or_fail(run.scale, judge.judge.scale):
        return SIDES
    return run.scale.values if shares_values(run.scale, judge.judge.scale) else ()


def cases_in_cell(
    run: RunColumns, judge: JudgeColumns, *, human: str | None = None, column: str | None = None, lenient: bool
) -> CaseList:
    """The cases that people put in one row of the matrix and the judge in one column.

    Parameters
    ----------
    human
        One of :func:`labels_of`; None: whatever people say, nothing included.
    column
        One of :func:`labels_of`, ``no verdict`` or ``not answered``. None: whatever the judge says. As deployed, a
        reply without a verdict fails, so that it is found under both ``fail`` and ``no verdict``, as the matrix counts
        it.
    """
    labels = labels_of(run, judge)
    kept = np.ones(len(run.cases), dtype=np.bool_)
    if human is not None:
        gold = run.human if labels == SIDES else run.gold_values
        kept = gold == labels.index(human)
    if column is not None:
        kept = kept & _stands_in(run, judge, column, labels, lenient=lenient)
    return CaseList(cases=run.cases, position=run.position, listed=np.flatnonzero(kept))


def cut_cases(run: RunColumns, judge: JudgeColumns) -> CaseList:
    """The cases of which an answered call, at any repeat, rests on a prompt that was cut."""
    return CaseList(cases=run.cases, position=run.position, listed=np.flatnonzero(judge.calls.cut.any(axis=1)))


def discordant_cases(
    run: RunColumns,
    first: JudgeColumns,
    second: JudgeColumns,
    *,
    only: Literal["first", "second"] | None = None,
    lenient: bool = False,
) -> CaseList:
    """The labelled cases that both judges answered and only one of them has right, at repeat 0.

    Parameters
    ----------
    only
        Which of the two is right; None: either.
    """
    a, b = compared(run, first, lenient=lenient), compared(run, second, lenient=lenient)
    one, other = a.right[:, 0], b.right[:, 0]
    telling = {"first": one & ~other, "second": ~one & other, None: one != other}[only]
    kept = a.kept[:, 0] & b.kept[:, 0] & telling
    return CaseList(cases=run.cases, position=run.position, listed=np.flatnonzero(kept))


def column_of(judge: JudgeColumns, position: int, *, lenient: bool) -> Column:
    """The column in which one case is counted."""
    if not judge.answered[position, 0]:
        return "not answered"
    verdicts = judge.lenient if lenient else judge.deployed
    side = int(verdicts.sides[position, 0])
    return COLUMNS[FAIL if side == NONE and verdicts.unread == "fail" else side]


def human_label(run: RunColumns, judge: JudgeColumns, position: int) -> str | None:
    """The row of the matrix in which one case is counted; None where it has no gold."""
    if labels_of(run, judge) == SIDES:
        return human_side(run, position)
    value = int(run.gold_values[position])
    return None if value == NO_VALUE else run.scale.values[value]


def said_label(run: RunColumns, judge: JudgeColumns, position: int, *, lenient: bool) -> str:
    """The column of the matrix in which one case is counted, or why it is in none."""
    verdicts = judge.lenient if lenient else judge.deployed
    if labels_of(run, judge) == SIDES or not judge.answered[position, 0]:
        return column_of(judge, position, lenient=lenient)
    if verdicts.sides[position, 0] == NONE:
        return "no verdict"
    return judge.judge.scale.values[int(verdicts.values[position, 0])]


def human_side(run: RunColumns, position: int) -> Side | None:
    """The side of the gold label of one case; None where it has none."""
    return _HUMAN[int(run.human[position])]


def open_case(
    run: RunColumns, judge: JudgeColumns, position: int, replies: Mapping[tuple[str, int], Reply]
) -> CaseOutcome:
    """What became of one case under one judge, with its replies word for word.

    Parameters
    ----------
    replies
        Those to this case, at least; by case fingerprint and 0-based repeat.
    """
    case, reason, fingerprint = run.texts[position], judge.calls.not_asked[position], run.fingerprints[position]
    found = (replies.get((fingerprint, repeat)) for repeat in range(run.repeats if reason is None else 0))
    return CaseOutcome(
        case=case,
        gold=run.gold[case.id],
        human=human_side(run, position),
        not_asked=reason,
        repeats=repeat_outcomes(
            (reply for reply in found if reply is not None), ReplyReader(judge.calls.judge, judge.judge.rule.name)
        ),
    )


def _stands_in(run: RunColumns, judge: JudgeColumns, column: str, labels: tuple[str, ...], *, lenient: bool) -> Bools:
    answered, verdicts = judge.answered[:, 0], judge.lenient if lenient else judge.deployed
    if column == "not answered":
        return ~answered
    if column == "no verdict":
        stands = verdicts.sides[:, 0] == NONE
    elif labels == SIDES:
        stands = verdicts.effective[:, 0] == labels.index(column)
    else:
        stands = said_values(run.scale, judge.judge.scale, verdicts)[:, 0] == labels.index(column)
    found: Bools = answered & stands
    return found
