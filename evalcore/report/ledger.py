"""What became of the calls: how many, and in which form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from evalcore.domain import CallLedger, FormCounts, How, Reading, ReplyForms
from evalcore.domain.reply_columns import Bools
from evalcore.report.calls import CallColumns
from evalcore.report.columns import JudgeColumns


def call_ledger(calls: CallColumns) -> CallLedger:
    """Every planned call of one judge, accounted for; identical cases share calls and both count."""
    cases, repeats = calls.form.shape
    reasons = Counter(reason for reason in calls.not_asked if reason is not None)
    return CallLedger(
        planned=cases * repeats,
        answered=int(calls.answered.sum()),
        failed=calls.failed,
        not_asked={reason: count * repeats for reason, count in reasons.items()},
        missing=calls.missing,
        truncated=calls.truncated,
    )


def reply_forms(readings: Iterable[tuple[Reading, int]]) -> ReplyForms:
    """In which form the replies came, from readings and how often each occurs.

    A verdict by default counts as unread: the reply did not say it.
    """
    literal = 0
    recovered: Counter[str] = Counter()
    unread: Counter[str] = Counter()
    for reading, count in readings:
        if reading.how is How.LITERAL:
            literal += count
        elif reading.how is How.RECOVERED:
            recovered[reading.step or "no step named"] += count
        else:
            unread[reading.reason or "no reason named"] += count
    return ReplyForms(literal=literal, recovered=dict(recovered.most_common()), unread=dict(unread.most_common()))


def form_counts(columns: JudgeColumns, cases: Bools) -> FormCounts:
    """In which form the calls on some cases came, as deployed.

    Parameters
    ----------
    cases
        Which ones, shape (cases,).
    """
    calls = columns.calls
    found = np.bincount(calls.form[columns.answered & cases[:, None]], minlength=len(columns.reads))
    how = [read.deployed.how for read in columns.reads]
    literal = np.array([one is How.LITERAL for one in how], dtype=np.bool_)
    read = literal | np.array([one is How.RECOVERED for one in how], dtype=np.bool_)
    return FormCounts(
        answered=int(found.sum()),
        not_literal=int(found[~literal].sum()),
        unread=int(found[~read].sum()),
        truncated=int(calls.cut[cases].sum()),
    )
