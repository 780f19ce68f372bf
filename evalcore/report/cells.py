"""Which cases stand in a cell of the confusion matrix, by repeat 0, and one of them in full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from evalcore.domain import Reply
from evalcore.domain.reply_columns import Bools
from evalcore.report.case_list import CaseList
from evalcore.report.columns import FAIL, NONE, PASS, JudgeColumns, RunColumns
from evalcore.report.outcomes import CaseOutcome, ReplyReader, Side, repeat_outcomes

Column = Literal["pass", "fail", "no verdict", "not answered"]
"""What a judge says of a case: a side, or why there is none."""

COLUMNS: tuple[Column, ...] = ("pass", "fail", "no verdict", "not answered")
_SIDES: dict[Side, int] = {"pass": PASS, "fail": FAIL}
_HUMAN: tuple[Side | None, ...] = ("pass", "fail", None)


def cases_in_cell(
    run: RunColumns, judge: JudgeColumns, *, human: Side | None = None, column: Column | None = None, lenient: bool
) -> CaseList:
    """The cases that people put on one side and the judge in one column.

    Parameters
    ----------
    human
        None: whatever people say, nothing included.
    column
        None: whatever the judge says. As deployed, a reply without a verdict fails, so that it is found under
        both ``fail`` and ``no verdict``, as the matrix counts it.
    """
    kept = np.ones(len(run.cases), dtype=np.bool_) if human is None else run.human == _SIDES[human]
    if column is not None:
        kept = kept & _stands_in(judge, column, lenient=lenient)
    return CaseList(cases=run.cases, position=run.position, listed=np.flatnonzero(kept))


def column_of(judge: JudgeColumns, position: int, *, lenient: bool) -> Column:
    """The column in which one case is counted."""
    if not judge.answered[position, 0]:
        return "not answered"
    verdicts = judge.lenient if lenient else judge.deployed
    side = int(verdicts.sides[position, 0])
    return COLUMNS[FAIL if side == NONE and verdicts.unread == "fail" else side]


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
    case, reason, fingerprint = run.cases[position], judge.calls.not_asked[position], run.fingerprints[position]
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


def _stands_in(judge: JudgeColumns, column: Column, *, lenient: bool) -> Bools:
    answered, verdicts = judge.answered[:, 0], judge.lenient if lenient else judge.deployed
    if column == "not answered":
        return ~answered
    sides = verdicts.sides[:, 0] == NONE if column == "no verdict" else verdicts.effective[:, 0] == _SIDES[column]
    stands: Bools = answered & sides
    return stands
