"""What the same stored replies look like: their distinct forms, and what every rule would make of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from evalcore.domain import Estimate, How, Measures, Reading
from evalcore.judges import RECORDED, Judge
from evalcore.plurals import counted
from evalcore.replies import RULES, lenient_companion
from evalcore.report.build import measures_as_deployed
from evalcore.report.calls import CallColumns
from evalcore.report.case_list import CaseList
from evalcore.report.columns import JudgeColumns, RunColumns, read_calls
from evalcore.report.ledger import reply_forms
from evalcore.report.outcomes import verdict_of

_PROSE_STEPS = ("leading word", "leading number")
_LONGEST_EXAMPLE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class DistinctReply:
    """One text that came back, as often as it did."""

    text: str
    """At most 400 characters of it."""
    count: int
    """Answered calls with this text."""
    deployed: Reading
    lenient: Reading
    example_case: str
    """Id of the first case that was answered so."""
    example_repeat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReading:
    """What one rule makes of a judge's stored replies."""

    rule: str
    literal: int
    recovered: int
    unread: int
    agreement: Estimate
    """As deployed by that rule: a reply without a verdict fails."""
    caught: Estimate
    """Share of the bad answers that would be caught."""


def distinct_replies(
    run: RunColumns, judge: JudgeColumns, *, only_not_literal: bool = True
) -> tuple[DistinctReply, ...]:
    """The distinct texts of the answered calls, the most frequent first.

    Parameters
    ----------
    only_not_literal
        Leave out replies that the deployed rule reads literally.
    """
    first_calls = _first_calls(judge.calls)
    distinct: dict[str, DistinctReply] = {}
    for form, read, count, (case, repeat) in sorted(
        zip(judge.calls.forms, judge.reads, judge.counts, first_calls, strict=True), key=lambda found: found[3]
    ):
        if only_not_literal and read.deployed.how is How.LITERAL:
            continue
        known = distinct.get(form.text)
        distinct[form.text] = (
            replace(known, count=known.count + count)
            if known
            else DistinctReply(
                text=form.text[:_LONGEST_EXAMPLE],
                count=count,
                deployed=read.deployed,
                lenient=read.lenient,
                example_case=run.cases[case].id,
                example_repeat=repeat,
            )
        )
    return tuple(sorted(distinct.values(), key=lambda reply: -reply.count))


def _first_calls(calls: CallColumns) -> list[tuple[int, int]]:
    """Position of the first case, and its repeat, that brought each form."""
    repeats = calls.form.shape[1]
    _, first = np.unique(calls.form[calls.answered], return_index=True)
    return [divmod(int(at), repeats) for at in np.flatnonzero(calls.answered)[first]]


def readings_by_rule(run: RunColumns, calls: CallColumns) -> tuple[RuleReading, ...]:
    """What each rule of the same family would make of a judge's replies; no model is called.

    Rules of a family share a lenient companion: a rating is not read as yes or no. One whose tokens
    the judge's scale does not know is left out: it would leave every reply without a verdict.
    """
    columns = [read_calls(calls, rule=rule) for rule in _family(calls.judge)]
    return tuple(map(_rule_reading, columns, measures_as_deployed(run, columns)))


def _family(judge: Judge) -> list[str]:
    own = judge.rule.name
    if own == RECORDED:
        return [own]
    family = (rule for rule in RULES if lenient_companion(rule) == lenient_companion(own))
    return [rule for rule in family if rule == own or _fits(judge, rule)]


def _fits(judge: Judge, rule: str) -> bool:
    verdicts = (
        verdict_of(judge, Reading(token=token, how=How.LITERAL), by_its_own_rule=False) for token in RULES[rule].tokens
    )
    return any(verdict is not None for verdict in verdicts)


def _rule_reading(columns: JudgeColumns, measures: Measures) -> RuleReading:
    forms = reply_forms(zip((read.deployed for read in columns.reads), columns.counts, strict=True))
    return RuleReading(
        rule=columns.judge.rule.name,
        literal=forms.literal,
        recovered=sum(forms.recovered.values()),
        unread=sum(forms.unread.values()),
        agreement=measures.agreement,
        caught=measures.tnr,
    )


def cases_whose_words_differ(run: RunColumns, judge: JudgeColumns) -> CaseList:
    """The cases of which two repeats brought different texts."""
    first = judge.texts[np.arange(len(judge.texts)), judge.answered.argmax(axis=1)]
    differs = (judge.answered & (judge.texts != first[:, None])).any(axis=1)
    return CaseList(cases=run.cases, position=run.position, listed=np.flatnonzero(differs))


def advice(judge: JudgeColumns) -> str | None:
    """What to change so that more replies are read, in one sentence; None when all are."""
    rule, answered = judge.judge.rule.name, sum(judge.counts)
    lost = [(read, count) for read, count in zip(judge.reads, judge.counts, strict=True) if not read.deployed.said]
    if not lost:
        return None
    all_lost = sum(count for _, count in lost)
    wordy = sum(
        count for read, count in lost if read.lenient.how is How.RECOVERED and read.lenient.step in _PROSE_STEPS
    )
    reasons: Counter[str] = Counter()
    for read, count in lost:
        if not read.lenient.said:
            reasons[str(read.lenient.reason)] += count
    if rule == RECORDED:
        return (
            f"{all_lost} of {answered} recorded verdicts are no value of the scale"
            f" ({', '.join(judge.judge.scale.values)}): if they are replies, import the file with a recipe that names"
            " the rule of their column."
        )
    of_all = f"of {counted(answered, 'reply', 'replies')}"
    if 2 * wordy >= all_lost:
        return (
            f"{wordy} {of_all} start with the verdict and go on talking: lower max_tokens so far that only the"
            f" verdict comes (1 to 3), or deploy the rule {lenient_companion(rule)}."
        )
    if 2 * reasons.total() < all_lost:
        return (
            f"{all_lost - reasons.total()} {of_all} say a verdict that the rule {rule} does not accept: "
            f"deploy the rule {lenient_companion(rule)}, or ask for the bare word in the prompt."
        )
    commonest = max(reasons, key=lambda reason: (reasons[reason], reason))
    return f"{reasons[commonest]} {of_all} hold no verdict ({commonest}): {_REMEDIES.get(commonest, _ANY)}."


_ANY = "change the prompt so that it asks for one of the two words and nothing else"
_REMEDIES = {
    "empty": "look at the finish reason and the window; an empty reply is often a prompt that was cut",
    "thinking-only": "raise max_tokens or switch thinking off, so that an answer follows the thinking",
    "cut-off": "raise max_tokens, so that the verdict is reached",
    "ambiguous": "ask for one word only, so that the reply cannot weigh both",
    "echo": "do not offer both words at the end of the prompt; small models repeat them",
    "refusal": "this model declines to judge; choose another one",
    "off-scale": "name the permitted values in the prompt and ask for one of them",
}
