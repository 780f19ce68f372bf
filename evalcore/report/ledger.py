"""What became of the calls: how many, in which form, at what cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from evalcore.domain import CallLedger, How, Reading, Reply, ReplyForms, Usage
from evalcore.report.columns import JudgeColumns


def call_ledger(columns: JudgeColumns) -> CallLedger:
    """Every planned call of one judge, accounted for; identical cases share calls and both count."""
    cases, repeats = columns.answered.shape
    return CallLedger(
        planned=cases * repeats,
        answered=int(columns.answered.sum()),
        failed=columns.failed,
        not_asked={reason: count * repeats for reason, count in columns.not_asked.items()},
        missing=columns.missing,
        truncated=columns.truncated,
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


def usage_of(replies: Sequence[Reply]) -> Usage:
    """Tokens and time of answered calls; what no reply reports is None, never zero."""
    latencies = [reply.latency_ms for reply in replies if reply.latency_ms is not None]
    p50, p95 = (float(q) for q in np.percentile(latencies, [50, 95])) if latencies else (None, None)
    return Usage(
        prompt_tokens=_sum(reply.prompt_tokens for reply in replies),
        completion_tokens=_sum(reply.completion_tokens for reply in replies),
        latency_ms={"p50": p50, "p95": p95},
    )


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
