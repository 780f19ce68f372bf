"""The outcomes of one judge as arrays over cases and repeats, so that counting costs no Python per case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evalcore.domain import Dataset, Gold, Reply, Scale
from evalcore.judges import Judge
from evalcore.report.outcomes import JudgeReplies, ReadReply, ReplyReader, Side, Unread, side_of, why_not_asked

PASS, FAIL, NONE = 0, 1, 2
"""Codes of a side; NONE is no gold, or no verdict."""
NO_VALUE = -1
"""A reply without a verdict, where that is a value of its own."""

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseColumns:
    """What is known of the cases before any judge is asked."""

    fingerprints: tuple[str, ...]
    human: Ints
    """Side of the gold label per case, shape (cases,)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """The verdicts of one judge under one rule; every array has the shape (cases, repeats)."""

    sides: Ints
    """Side of the verdict that was said; NONE where none was or nothing was answered."""
    values: Ints
    """Index of the verdict on the judge's scale, else NO_VALUE; a verdict by default is one where that is a fail."""
    counted: Bools
    """Answered, and not left out for want of a verdict."""
    unread: Unread
    """What a reply without a verdict is."""

    @property
    def effective(self) -> Ints:
        """The sides as they count: a reply without a verdict fails where it is to be a fail."""
        if self.unread != "fail":
            return self.sides
        return np.where(self.sides == NONE, FAIL, self.sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeColumns:
    """The outcomes of one judge."""

    judge: Judge
    """As read: with the rule that replaced its own, if one did."""
    answered: Bools
    """Shape (cases, repeats)."""
    texts: Ints
    """Number of the distinct reply text, shape (cases, repeats); 0 where nothing was answered."""
    deployed: Verdicts
    lenient: Verdicts
    not_asked: dict[str, int]
    """Cases by reason."""
    failed: int
    missing: int
    truncated: int
    forms: tuple[tuple[ReadReply, int], ...]
    """Each distinct reply as it was read, and how many calls brought it."""
    paid: tuple[Reply, ...]
    """The answered replies, one for each call, however many identical cases share it."""


def case_columns(fingerprints: tuple[str, ...], dataset: Dataset, scale: Scale, gold: dict[str, Gold]) -> CaseColumns:
    """The columns of a set under one criterion."""
    code: dict[Side | None, int] = {"pass": PASS, "fail": FAIL, None: NONE}
    human = [code[side_of(scale, gold[case.id].value)] for case in dataset.cases]
    return CaseColumns(fingerprints=fingerprints, human=np.array(human, dtype=np.int64))


def judge_columns(
    dataset: Dataset,
    cases: CaseColumns,
    judged: JudgeReplies,
    *,
    repeats: int,
    rule: str | None,
    unread: Unread,
    ask_without_evidence: bool,
) -> JudgeColumns:
    """Look up and read every reply of one judge."""
    reader = ReplyReader(judged.judge, rule)
    reasons = [why_not_asked(judged.judge, case, ask_without_evidence=ask_without_evidence) for case in dataset.cases]
    found = _Found(judged, repeats, reader)
    for fingerprint, reason in zip(cases.fingerprints, reasons, strict=True):
        if reason is None:
            found.look_up(fingerprint)
        else:
            found.skip()
    shape = (len(dataset.cases), repeats)
    codes = np.array(found.codes, dtype=np.int64).reshape(shape)
    table = _FormTable(reader.judge, found.forms, unread)
    answered = codes >= 0
    return JudgeColumns(
        judge=reader.judge,
        answered=answered,
        texts=table.texts[codes],
        deployed=table.verdicts(codes, answered, lenient=False),
        lenient=table.verdicts(codes, answered, lenient=True),
        not_asked=_counted(reasons),
        failed=found.failed,
        missing=found.missing,
        truncated=found.truncated,
        forms=_with_counts(found.forms, codes),
        paid=tuple(found.paid),
    )


class _Found:
    """Collects, case by case, which distinct reply each call brought."""

    def __init__(self, judged: JudgeReplies, repeats: int, reader: ReplyReader) -> None:
        self._replies, self._repeats, self._reader = judged.replies, range(repeats), reader
        self._known: dict[tuple[str, str | None, str | None], int] = {}
        self._seen: set[str] = set()
        self.forms: list[tuple[str, ReadReply]] = []
        self.codes: list[int] = []
        self.paid: list[Reply] = []
        self.failed = self.missing = self.truncated = 0

    def skip(self) -> None:
        self.codes.extend([-1] * len(self._repeats))

    def look_up(self, fingerprint: str) -> None:
        shared = fingerprint in self._seen
        self._seen.add(fingerprint)
        for repeat in self._repeats:
            reply = self._replies.get((fingerprint, repeat))
            if reply is None:
                self.missing += 1
                self.codes.append(-1)
            elif reply.failure is not None:
                self.failed += 1
                self.codes.append(-1)
            else:
                self.codes.append(self._form(reply))
                self.truncated += reply.truncated
                if not shared:
                    self.paid.append(reply)

    def _form(self, reply: Reply) -> int:
        key = (reply.text, reply.thinking, reply.finish_reason)
        code = self._known.get(key)
        if code is None:
            code = self._known[key] = len(self.forms)
            self.forms.append((reply.text, self._reader.read(reply)))
        return code


class _FormTable:
    """Sides, values and texts by distinct reply; a last row stands for no reply, so that code -1 finds it."""

    def __init__(self, judge: Judge, forms: Sequence[tuple[str, ReadReply]], unread: Unread) -> None:
        self._judge, self._unread = judge, unread
        self._reads = [read for _, read in forms]
        numbers: dict[str, int] = {}
        self.texts = np.array([*(numbers.setdefault(text, len(numbers)) for text, _ in forms), 0], dtype=np.int64)

    def verdicts(self, codes: Ints, answered: Bools, *, lenient: bool) -> Verdicts:
        unread: Unread = "exclude" if lenient else self._unread
        code: dict[Side | None, int] = {"pass": PASS, "fail": FAIL, None: NONE}
        sides = [code[read.lenient_side if lenient else read.deployed_side] for read in self._reads]
        verdicts = [read.lenient_verdict if lenient else read.deployed_verdict for read in self._reads]
        values = [self._value(verdict, side, unread) for verdict, side in zip(verdicts, sides, strict=True)]
        by_call = np.array([*sides, NONE], dtype=np.int64)[codes]
        return Verdicts(
            sides=by_call,
            values=np.array([*values, NO_VALUE], dtype=np.int64)[codes],
            counted=answered & (by_call != NONE) if unread == "exclude" else answered,
            unread=unread,
        )

    def _value(self, verdict: str | None, side: int, unread: Unread) -> int:
        values = self._judge.scale.values
        if verdict is not None and (side != NONE or unread == "fail"):
            return values.index(verdict)
        failing = [index for index, value in enumerate(values) if not self._judge.passes(value)]
        # On a scale with one failing value, a reader that defaults to fail gives that very value.
        return failing[0] if unread == "fail" and len(failing) == 1 else NO_VALUE


def _counted(reasons: Sequence[str | None]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for reason in reasons:
        if reason is not None:
            counts[reason] = counts.get(reason, 0) + 1
    return counts


def _with_counts(forms: Sequence[tuple[str, ReadReply]], codes: Ints) -> tuple[tuple[ReadReply, int], ...]:
    counts = np.bincount(codes[codes >= 0], minlength=len(forms)).tolist()
    return tuple((read, count) for (_, read), count in zip(forms, counts, strict=True))
