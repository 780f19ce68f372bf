"""What people and judges say of every case, as arrays over cases and repeats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.bulk import uncollected
from evalcore.domain import Case, CaseOutline, Dataset, Gold, OutlinedSet, Scale, gold_labels
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.judges import RECORDED, Judge
from evalcore.report.calls import CallColumns, JudgeReplies, find_calls
from evalcore.report.case_list import positions_of
from evalcore.report.outcomes import ReadReply, ReplyReader, Side, Unread, scale_of, side_of

PASS, FAIL, NONE = 0, 1, 2
"""Codes of a side; NONE is no gold, or no verdict."""
SIDES = ("pass", "fail")
NO_VALUE = -1
"""A case without gold, or a reply without a verdict where that is a value of its own."""

_CODES: dict[Side | None, int] = {"pass": PASS, "fail": FAIL, None: NONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunColumns:
    """A set under one criterion and the calls of its judges: all that a report is made of, whatever the rule."""

    dataset: OutlinedSet
    criterion: str
    gold: Mapping[str, Gold]
    """By case id."""
    position: Mapping[str, int]
    """Of every case in the set, by its id."""
    fingerprints: tuple[str, ...]
    """Of the cases, in the order of the set."""
    human: Ints
    """Side of the gold label per case, shape (cases,)."""
    gold_values: Ints
    """Index of the gold label on the scale per case, else NO_VALUE; shape (cases,)."""
    repeats: int
    judges: tuple[CallColumns, ...]

    @property
    def cases(self) -> tuple[CaseOutline, ...]:
        """The cases without their texts, in the order of every array."""
        return self.dataset.cases

    @property
    def texts(self) -> Sequence[Case]:
        """The cases in full, in the same order; each may be read from a store when it is asked for."""
        return self.dataset.texts

    @property
    def scale(self) -> Scale:
        """The scale of the gold labels."""
        return self.dataset.criteria[self.criterion]


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
    """The calls of one judge, read by a rule and by its lenient companion."""

    judge: Judge
    """As read: with the rule that replaced its own, if one did."""
    calls: CallColumns
    answered: Bools
    """Shape (cases, repeats)."""
    texts: Ints
    """Number of the distinct reply text, shape (cases, repeats); 0 where nothing was answered."""
    reads: tuple[ReadReply, ...]
    """How each distinct form of the calls is read."""
    counts: tuple[int, ...]
    """How many calls brought each form."""
    deployed: Verdicts
    lenient: Verdicts


@uncollected()
def run_columns(
    dataset: Dataset | OutlinedSet,
    judged: Iterable[JudgeReplies],
    *,
    criterion: str,
    repeats: int,
    ask_without_evidence: bool = False,
) -> RunColumns:
    """Settle the gold of a set and look up every reply; see :func:`evalcore.report.build_report`.

    ``judged`` is gone through once, and the replies of a judge are let go before the next one's come.
    """
    dataset = OutlinedSet.of(dataset) if isinstance(dataset, Dataset) else dataset
    scale, gold = scale_of(dataset, criterion), gold_labels(dataset, criterion)
    labels = [gold[case.id].value for case in dataset.cases]
    return RunColumns(
        dataset=dataset,
        criterion=criterion,
        gold=gold,
        position=positions_of(dataset.cases),
        fingerprints=tuple(case.fingerprint for case in dataset.cases),
        human=_coded(labels, lambda value: _CODES[side_of(scale, value)]),
        gold_values=_coded(labels, lambda value: _place(scale, value)),
        repeats=repeats,
        judges=tuple(
            find_calls(dataset.cases, one, repeats=repeats, ask_without_evidence=ask_without_evidence) for one in judged
        ),
    )


def read_calls(calls: CallColumns, *, rule: str | None = None, unread: Unread = "fail") -> JudgeColumns:
    """Read the replies of one judge, each distinct form once.

    What a judge said elsewhere and cannot be read fails only where a reader is known that would make a fail of it: one
    that reads replies as pass or fail. Else it is a class of its own.
    """
    reader = ReplyReader(calls.judge, rule)
    reads = [reader.read(form) for form in calls.forms]
    if calls.judge.is_recorded and unread == "fail":
        unread = _unread_of_recorded(calls.judge, reads)
    return judge_columns(calls, reader.judge, reads, unread=unread)


def _unread_of_recorded(judge: Judge, reads: Sequence[ReadReply]) -> Unread:
    if judge.rule.name == RECORDED:
        return "exclude" if all(read.deployed.said for read in reads) else "class"
    return "fail" if len(judge.scale.values) == 2 and judge.scale.passing else "class"


def judge_columns(calls: CallColumns, judge: Judge, reads: Sequence[ReadReply], *, unread: Unread) -> JudgeColumns:
    """The calls of one judge, once each distinct form is read."""
    return JudgeColumns(
        judge=judge,
        calls=calls,
        answered=calls.answered,
        texts=_texts(calls),
        reads=tuple(reads),
        counts=tuple(np.bincount(calls.form[calls.answered], minlength=len(reads)).tolist()),
        deployed=_verdicts(
            calls, judge, [(read.deployed_side, read.deployed_verdict) for read in reads], unread=unread
        ),
        lenient=_verdicts(
            calls, judge, [(read.lenient_side, read.lenient_verdict) for read in reads], unread="exclude"
        ),
    )


def _coded(labels: Sequence[str | None], code: Callable[[str | None], int]) -> Ints:
    """A code per gold label, made once for each distinct one."""
    codes = {label: code(label) for label in set(labels)}
    return np.fromiter(map(codes.__getitem__, labels), dtype=np.int64, count=len(labels))


def _place(scale: Scale, value: str | None) -> int:
    return scale.values.index(value) if value in scale.values else NO_VALUE


def _texts(calls: CallColumns) -> Ints:
    """Forms that differ in the finish reason or the thinking alone have one text."""
    numbers: dict[str, int] = {}
    by_form = [numbers.setdefault(form.text, len(numbers)) for form in calls.forms]
    return _by_call(calls, by_form, no_reply=0)


def _verdicts(
    calls: CallColumns, judge: Judge, said: Sequence[tuple[Side | None, str | None]], *, unread: Unread
) -> Verdicts:
    sides = _by_call(calls, [_CODES[side] for side, _ in said], no_reply=NONE)
    return Verdicts(
        sides=sides,
        values=_by_call(calls, [_value(judge, side, verdict, unread) for side, verdict in said], no_reply=NO_VALUE),
        counted=calls.answered & (sides != NONE) if unread == "exclude" else calls.answered,
        unread=unread,
    )


def _by_call(calls: CallColumns, by_form: Sequence[int], *, no_reply: int) -> Ints:
    # The last row stands for no reply, so that NO_REPLY, which is -1, finds it.
    return np.array([*by_form, no_reply], dtype=np.int64)[calls.form]


def _value(judge: Judge, side: Side | None, verdict: str | None, unread: Unread) -> int:
    values = judge.scale.values
    if verdict is not None and (side is not None or unread == "fail"):
        return values.index(verdict)
    failing = [index for index, value in enumerate(values) if not judge.passes(value)]
    # On a scale with one failing value, a reader that defaults to fail gives that very value.
    return failing[0] if unread == "fail" and len(failing) == 1 else NO_VALUE
