"""What became of each case under one judge: its replies, how they are read, and by which verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from evalcore.domain import Case, Dataset, Gold, How, OutlinedSet, Reading, Reply, Scale, case_fingerprint, gold_labels
from evalcore.domain.reply_columns import ReplyForm
from evalcore.errors import InputError
from evalcore.importing.label_words import form_of
from evalcore.judges import RECORDED, Judge, RuleSpec, reason_not_to_ask
from evalcore.replies import lenient_companion, read

Side = Literal["pass", "fail"]
Unread = Literal["fail", "wrong", "exclude", "class"]
"""What a reply without a verdict is, as deployed: a fail, wrong whatever the gold, left out, a class of its own."""

OFF_SCALE = "not a value of the scale"
_TWINS = {"yes": "pass", "no": "fail", "pass": "yes", "fail": "no"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReply:
    """One distinct reply, read by the deployed rule and by its lenient companion."""

    deployed: Reading
    lenient: Reading
    deployed_verdict: str | None
    """Value of the judge's scale; the Spring rules give one by default, other rules give None for an unread reply."""
    lenient_verdict: str | None
    deployed_side: Side | None
    """The side of a verdict that was said; None where none was, whatever the reader then does."""
    lenient_side: Side | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatOutcome:
    """One repeat of a case of which there is a reply or a failure."""

    repeat: int
    reply: Reply
    read: ReadReply | None
    """None unless the call was answered."""

    @property
    def deployed(self) -> Reading | None:
        """The reading by the deployed rule."""
        return self.read.deployed if self.read else None

    @property
    def lenient(self) -> Reading | None:
        """The reading by the lenient companion."""
        return self.read.lenient if self.read else None

    @property
    def deployed_verdict(self) -> str | None:
        """The verdict by the deployed rule, by default included."""
        return self.read.deployed_verdict if self.read else None

    @property
    def lenient_verdict(self) -> str | None:
        """The verdict by the lenient companion."""
        return self.read.lenient_verdict if self.read else None

    @property
    def deployed_side(self) -> Side | None:
        """The side of the deployed verdict; None where none was said, which the matrix counts apart."""
        return self.read.deployed_side if self.read else None

    @property
    def lenient_side(self) -> Side | None:
        """The side of the lenient verdict; None where none was said."""
        return self.read.lenient_side if self.read else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOutcome:
    """What became of one case under one judge, for whoever draws it."""

    case: Case
    gold: Gold
    human: Side | None
    """The side of the gold label; None where the case has none."""
    not_asked: str | None
    """Why the case is not put to the judge; then it has no repeats."""
    repeats: tuple[RepeatOutcome, ...]
    """In order; a missing call has no entry."""

    @property
    def first(self) -> RepeatOutcome | None:
        """Repeat 0, which the measures rest on; None unless it was answered."""
        if not self.repeats or self.repeats[0].repeat != 0 or self.repeats[0].read is None:
            return None
        return self.repeats[0]


class ReplyReader:
    """Reads the replies of one judge by two rules, each distinct reply once.

    Parameters
    ----------
    judge
        Its tokens, scale and pass rule make verdicts of readings.
    rule
        Read by this rule instead of the judge's own, as deployed.
    """

    def __init__(self, judge: Judge, rule: str | None = None) -> None:
        self.judge = as_read(judge, rule)
        self.lenient_rule = companion_of(self.judge.rule.name)
        self._own_rule = judge.rule.name
        self._known: dict[ReplyForm, ReadReply] = {}

    def read(self, form: ReplyForm) -> ReadReply:
        """Read an answered reply by its form."""
        known = self._known.get(form)
        if known is None:
            known = self._known[form] = self._read(form)
        return known

    def _read(self, form: ReplyForm) -> ReadReply:
        rule = self.judge.rule
        deployed, deployed_verdict = self._verdict(form, rule.name, rule.params)
        lenient, lenient_verdict = self._verdict(
            form, self.lenient_rule, rule.params if self.lenient_rule == rule.name else None
        )
        return ReadReply(
            deployed=deployed,
            lenient=lenient,
            deployed_verdict=deployed_verdict,
            lenient_verdict=lenient_verdict,
            deployed_side=self._side(deployed, deployed_verdict),
            lenient_side=self._side(lenient, lenient_verdict),
        )

    def _verdict(self, form: ReplyForm, rule: str, params: Mapping[str, Any] | None) -> tuple[Reading, str | None]:
        if rule == RECORDED:
            reading = _as_recorded(form.text, params or {})
        else:
            reading = read(rule, form.text, thinking=form.thinking, finish_reason=form.finish_reason, params=params)
        verdict = verdict_of(self.judge, reading, by_its_own_rule=rule == self._own_rule)
        if verdict is None and reading.token is not None:
            reading = Reading(token=None, how=How.UNREAD, reason=OFF_SCALE)
        return reading, verdict

    def _side(self, reading: Reading, verdict: str | None) -> Side | None:
        if verdict is None or not reading.said:
            return None
        return "pass" if self.judge.passes(verdict) else "fail"


def verdict_of(judge: Judge, reading: Reading, *, by_its_own_rule: bool) -> str | None:
    """The scale value that a reading by some rule stands for; None for an unread reply or an unknown token.

    A judge maps the tokens of its own rule; another rule may say yes where that one says pass.
    """
    verdict = judge.verdict(reading)
    if verdict is None and not by_its_own_rule and reading.token in _TWINS:
        return judge.verdict(replace(reading, token=_TWINS[reading.token]))
    return verdict


def companion_of(rule: str) -> str:
    """The lenient companion of a rule; a recorded verdict is no reply that could be read leniently."""
    return rule if rule == RECORDED else lenient_companion(rule)


def _as_recorded(word: str, params: Mapping[str, Any]) -> Reading:
    value = params["words"].get(form_of(word))
    if value is None:
        return Reading(token=None, how=How.UNREAD, reason=OFF_SCALE)
    return Reading(token=value, how=How.LITERAL)


def as_read(judge: Judge, rule: str | None) -> Judge:
    """The judge with its rule replaced; its ``config_sha256`` is then another.

    Recorded verdicts stay what they are: they are no replies, and no rule reads them.
    """
    if rule is None or rule == judge.rule.name or judge.rule.name == RECORDED:
        return judge
    return replace(judge, rule=RuleSpec(name=rule))


def scale_of(dataset: Dataset | OutlinedSet, criterion: str) -> Scale:
    """The scale of a criterion.

    Raises
    ------
    InputError
        When the set has no such criterion.
    """
    scale = dataset.criteria.get(criterion)
    if scale is None:
        known = ", ".join(repr(name) for name in dataset.criteria) or "none"
        raise InputError(f"expected a criterion of the set {dataset.name!r} ({known}), found {criterion!r}")
    return scale


def side_of(scale: Scale, value: str | None) -> Side | None:
    """The side of a gold value; None where there is no gold, or the scale says of no value that it passes."""
    if value is None or not scale.passing:
        return None
    return "pass" if scale.passes(value) else "fail"


def case_outcomes(
    dataset: Dataset,
    judge: Judge,
    replies: Mapping[tuple[str, int], Reply],
    *,
    criterion: str,
    repeats: int,
    rule: str | None = None,
    ask_without_evidence: bool = False,
) -> tuple[CaseOutcome, ...]:
    """What became of every case of a small set under one judge, in the order of the set.

    Of a large set, count by :func:`evalcore.report.run_columns` and open single cases.

    Parameters
    ----------
    replies
        By case fingerprint and 0-based repeat.
    repeats
        How many repeats were planned; later ones are not looked at.
    rule
        Read by this rule instead of the judge's own.
    ask_without_evidence
        Cases that lack the evidence they expect were asked all the same.

    Raises
    ------
    InputError
        When the set has no such criterion.
    JudgeError
        When there is no such rule.
    """
    scale, gold, reader = scale_of(dataset, criterion), gold_labels(dataset, criterion), ReplyReader(judge, rule)
    outcomes = []
    for case in dataset.cases:
        reason = reason_not_to_ask(judge, case, ask_without_evidence=ask_without_evidence)
        fingerprint = case_fingerprint(case)
        found = (replies.get((fingerprint, repeat)) for repeat in range(repeats if reason is None else 0))
        outcomes.append(
            CaseOutcome(
                case=case,
                gold=gold[case.id],
                human=side_of(scale, gold[case.id].value),
                not_asked=reason,
                repeats=repeat_outcomes((reply for reply in found if reply is not None), reader),
            )
        )
    return tuple(outcomes)


def repeat_outcomes(replies: Iterable[Reply], reader: ReplyReader) -> tuple[RepeatOutcome, ...]:
    """Replies to one case, each with its readings where it was answered."""
    return tuple(
        RepeatOutcome(
            repeat=reply.call.repeat,
            reply=reply,
            read=reader.read(ReplyForm.of(reply)) if reply.answered else None,
        )
        for reply in replies
    )
