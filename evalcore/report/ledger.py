"""What became of the calls: how many, and in which form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from evalcore.domain import CallLedger, How, Reading, ReplyForms
from evalcore.report.calls import CallColumns


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
