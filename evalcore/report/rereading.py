"""What the same stored replies look like: their distinct forms, and what every rule would make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.domain import Dataset, Estimate, How, Reading
from evalcore.replies import RULES, lenient_companion
from evalcore.report.build import build_report
from evalcore.report.outcomes import CaseOutcome, JudgeReplies, ReadReply, RepeatOutcome

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


def distinct_replies(outcomes: Sequence[CaseOutcome], *, only_not_literal: bool = True) -> tuple[DistinctReply, ...]:
    """The distinct texts of the answered calls, the most frequent first.

    Parameters
    ----------
    only_not_literal
        Leave out replies that the deployed rule reads literally.
    """
    calls: dict[str, list[tuple[CaseOutcome, RepeatOutcome, ReadReply]]] = {}
    for outcome in outcomes:
        for repeat in outcome.repeats:
            read = repeat.read
            if read is not None and not (only_not_literal and read.deployed.how is How.LITERAL):
                calls.setdefault(repeat.reply.text, []).append((outcome, repeat, read))
    distinct = (
        DistinctReply(
            text=text[:_LONGEST_EXAMPLE],
            count=len(same),
            deployed=same[0][2].deployed,
            lenient=same[0][2].lenient,
            example_case=same[0][0].case.id,
            example_repeat=same[0][1].repeat,
        )
        for text, same in calls.items()
    )
    return tuple(sorted(distinct, key=lambda reply: -reply.count))


def readings_by_rule(
    dataset: Dataset, judged: JudgeReplies, *, criterion: str, repeats: int, ask_without_evidence: bool = False
) -> tuple[RuleReading, ...]:
    """What each rule of the same family would make of the judge's replies; no model is called.

    Rules of a family share a lenient companion: a rating is not read as yes or no.
    """
    family = lenient_companion(judged.judge.rule.name)
    rows = []
    for rule in (name for name in RULES if lenient_companion(name) == family):
        report = build_report(
            dataset,
            [judged],
            criterion=criterion,
            repeats=repeats,
            rule=rule,
            slice_keys=(),
            ask_without_evidence=ask_without_evidence,
        ).judges[0]
        forms = report.replies_as_deployed
        rows.append(
            RuleReading(
                rule=rule,
                literal=forms.literal,
                recovered=sum(forms.recovered.values()),
                unread=sum(forms.unread.values()),
                agreement=report.as_deployed.agreement,
                caught=report.as_deployed.tnr,
            )
        )
    return tuple(rows)


def advice(outcomes: Sequence[CaseOutcome], *, rule: str) -> str | None:
    """What to change so that more replies are read, in one sentence; None when all are.

    Parameters
    ----------
    rule
        Name of the deployed rule.
    """
    reads = [repeat.read for outcome in outcomes for repeat in outcome.repeats if repeat.read is not None]
    lost = [read for read in reads if not read.deployed.said]
    if not lost:
        return None
    wordy = sum(read.lenient.how is How.RECOVERED and read.lenient.step in _PROSE_STEPS for read in lost)
    reasons = [read.lenient.reason for read in lost if not read.lenient.said]
    of_all = f"of {len(reads)} replies"
    if 2 * wordy >= len(lost):
        return (
            f"{wordy} {of_all} start with the verdict and go on talking: lower max_tokens, or deploy the rule "
            f"{lenient_companion(rule)}."
        )
    if 2 * len(reasons) < len(lost):
        return (
            f"{len(lost) - len(reasons)} {of_all} say a verdict that the rule {rule} does not accept: "
            f"deploy the rule {lenient_companion(rule)}, or ask for the bare word in the prompt."
        )
    commonest = max(set(reasons), key=lambda reason: (reasons.count(reason), str(reason)))
    return f"{reasons.count(commonest)} {of_all} hold no verdict ({commonest}): {_REMEDIES.get(str(commonest), _ANY)}."


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
