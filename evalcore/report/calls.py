"""Which reply each call of a judge brought, as arrays, so that counting costs no Python per call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from evalcore.domain import CaseOutline, Usage
from evalcore.domain.reply_columns import FAILED, Bools, Floats, Ints, ReplyColumns, ReplyForm
from evalcore.judges import Judge, reason_not_to_ask

NO_REPLY = -1
"""The form of a call that was not answered."""
_KIND = attrgetter("expects_evidence", "has_evidence", "must_mention", "must_retrieve")
"""Of a case, all that decides whether it is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeReplies:
    """A judge and the replies that a run has of it."""

    judge: Judge
    replies: ReplyColumns


@dataclass(frozen=True, slots=True, kw_only=True)
class CallColumns:
    """The calls of one judge, whatever rule then reads the replies."""

    judge: Judge
    """As it was asked."""
    form: Ints
    """Index into ``forms``, shape (cases, repeats); NO_REPLY where nothing was answered."""
    forms: tuple[ReplyForm, ...]
    """The distinct forms of the answers."""
    not_asked: tuple[str | None, ...]
    """Per case, why it is not put to the judge; None where it is."""
    failed: int
    missing: int
    cut: Bools
    """Answered, and the prompt was truncated; shape (cases, repeats)."""
    usage: Usage
    """Each call once, however many identical cases share it."""

    @property
    def answered(self) -> Bools:
        """Shape (cases, repeats)."""
        answered: Bools = self.form != NO_REPLY
        return answered

    @property
    def truncated(self) -> int:
        """Answered calls whose prompt was truncated."""
        return int(self.cut.sum())


def find_calls(
    cases: Sequence[CaseOutline],
    judged: JudgeReplies,
    *,
    repeats: int,
    ask_without_evidence: bool,
) -> CallColumns:
    """Look up the replies of one judge to every case and repeat of a set."""
    replies = judged.replies
    reasons = _reasons(cases, judged.judge, ask_without_evidence=ask_without_evidence)
    asked = np.fromiter((reason is None for reason in reasons), dtype=np.bool_, count=len(reasons))
    stored = np.where(asked[:, None], _stored_calls([case.fingerprint for case in cases], replies, repeats), NO_REPLY)
    found = stored != NO_REPLY
    form = np.where(found, np.append(replies.form, FAILED)[stored], NO_REPLY)
    answered = form != NO_REPLY
    used = _distinct(form[answered], among=len(replies.forms))
    number = np.zeros(len(replies.forms), dtype=np.int64)
    number[used] = np.arange(len(used))
    form[answered] = number[form[answered]]
    return CallColumns(
        judge=judged.judge,
        form=form,
        forms=tuple(replies.forms[number] for number in used),
        not_asked=reasons,
        failed=int((found & ~answered).sum()),
        missing=int((asked[:, None] & ~found).sum()),
        cut=answered & np.append(replies.truncated, False)[stored],
        usage=_usage(replies, _distinct(stored[answered], among=len(replies.form))),
    )


def _reasons(cases: Sequence[CaseOutline], judge: Judge, *, ask_without_evidence: bool) -> tuple[str | None, ...]:
    """Per case why it is not asked, found out once for all cases that are alike in what decides it."""
    kinds = list(map(_KIND, cases))
    of_kind = {
        kind: reason_not_to_ask(judge, case, ask_without_evidence=ask_without_evidence)
        for kind, case in dict(zip(kinds, cases, strict=True)).items()
    }
    return tuple(map(of_kind.__getitem__, kinds))


def _distinct(numbers: Ints, *, among: int) -> Ints:
    """The distinct ones of some numbers below a limit, ascending, without sorting them."""
    seen = np.zeros(among, dtype=np.bool_)
    seen[numbers] = True
    return np.flatnonzero(seen)


def _stored_calls(fingerprints: Sequence[str], replies: ReplyColumns, repeats: int) -> Ints:
    """Position of each call among the stored ones, shape (cases, repeats); NO_REPLY where there is none."""
    # One row more, of calls without a reply, so that a case that was never asked finds it as number -1.
    positions = np.full((len(replies.cases) + 1, repeats), NO_REPLY, dtype=np.int64)
    planned = np.flatnonzero(replies.repeat < repeats)
    positions[replies.case[planned], replies.repeat[planned]] = planned
    number = dict(zip(replies.cases, range(len(replies.cases)), strict=True))
    rows = [number.get(fingerprint, -1) for fingerprint in fingerprints]
    return positions[np.array(rows, dtype=np.int64)]


def _usage(replies: ReplyColumns, calls: Ints) -> Usage:
    """Tokens and time of some stored calls; what no reply reports is None, never zero."""
    latency_ms = _known(replies.latency_ms[calls])
    p50, p95 = (float(q) for q in np.percentile(latency_ms, [50, 95])) if len(latency_ms) else (None, None)
    return Usage(
        prompt_tokens=_sum(replies.prompt_tokens[calls]),
        completion_tokens=_sum(replies.completion_tokens[calls]),
        latency_ms={"p50": p50, "p95": p95},
    )


def _known(figures: Floats) -> Floats:
    known: Floats = figures[~np.isnan(figures)]
    return known


def _sum(counts: Floats) -> int | None:
    known = _known(counts)
    return int(known.sum()) if len(known) else None
