"""Reading rules: what a rule makes of a reply; pure, so that any rule can be tried on stored replies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from evalcore.domain import Reading
from evalcore.errors import JudgeError
from evalcore.replies import json_reply, label_reply, rating, regex_reply
from evalcore.replies.lenient import read_lenient
from evalcore.replies.parameters import params_from_texts
from evalcore.replies.rule import REASONS, Rule, without_params
from evalcore.replies.spring import read_spring_1_0_0_relevancy, read_spring_1_0_2, read_spring_2_0
from evalcore.replies.spring_records import RUBRIC_1_5, SCORE_1_4

__all__ = [
    "REASONS",
    "RULES",
    "Rule",
    "check_rule",
    "lenient_companion",
    "params_from_texts",
    "read",
    "rule_named",
    "score",
]

_PASS_FAIL = ("pass", "fail")
_YES_NO = ("yes", "no")

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            Rule(
                name="spring-2.0",
                summary='Spring AI 2.0: passes "yes" in any case, white space around it stripped; the rest fails.',
                tokens=_PASS_FAIL,
                companion="lenient",
                read=without_params(read_spring_2_0),
            ),
            Rule(
                name="spring-1.0.2",
                summary='Spring AI 1.0.2 to 1.1: passes "yes" in any case, nothing stripped; the rest fails.',
                tokens=_PASS_FAIL,
                companion="lenient",
                read=without_params(read_spring_1_0_2),
            ),
            Rule(
                name="spring-1.0.0-relevancy",
                summary='Spring AI 1.0.0 RelevancyEvaluator: passes whatever contains "yes", "eyes" included.',
                tokens=_PASS_FAIL,
                companion="lenient",
                read=without_params(read_spring_1_0_0_relevancy),
            ),
            Rule(
                name=SCORE_1_4.rule,
                summary="Spring AI guide, record with a rating: passes from 3 on, above 4 too; no record counts as 1.",
                tokens=_PASS_FAIL,
                companion="rating",
                read=SCORE_1_4.read,
                defaults=SCORE_1_4.defaults,
                check=SCORE_1_4.check,
                score=SCORE_1_4.score,
            ),
            Rule(
                name=RUBRIC_1_5.rule,
                summary="Spring AI guide, record with a score: passes 4 and 5; whatever is not 1 to 5 fails.",
                tokens=_PASS_FAIL,
                companion="rating",
                read=RUBRIC_1_5.read,
                defaults=RUBRIC_1_5.defaults,
                check=RUBRIC_1_5.check,
                score=RUBRIC_1_5.score,
            ),
            Rule(
                name="lenient",
                summary="Reads yes or no as a careful person would; says how it got there, or why not.",
                tokens=_YES_NO,
                companion="lenient",
                read=without_params(read_lenient),
            ),
            Rule(
                name="json",
                summary="Reads yes or no from a named field of a reply that is one strict JSON object.",
                tokens=_YES_NO,
                companion="lenient",
                read=json_reply.read_json,
                defaults=json_reply.DEFAULTS,
                check=json_reply.check_json_params,
            ),
            Rule(
                name="rating",
                summary="Reads one integer on a scale (low to high, by default 1 to 5).",
                tokens=("1", "2", "3", "4", "5"),
                companion="rating",
                read=rating.read_rating,
                defaults=rating.DEFAULTS,
                check=rating.check_rating_params,
            ),
            Rule(
                name="label",
                summary="Reads one of several named values, by name or synonym, as lenient reads yes and no.",
                tokens=(),
                companion="label",
                read=label_reply.read_label,
                defaults=label_reply.DEFAULTS,
                check=label_reply.check_label_params,
            ),
            Rule(
                name="regex",
                summary="Reads the token whose pattern matches; safe patterns only, in bounded time.",
                tokens=(),
                companion="regex",
                read=regex_reply.read_regex,
                defaults=regex_reply.DEFAULTS,
                check=regex_reply.check_regex_params,
            ),
        )
    }
)
"""Every reading rule by name, in the order in which they are listed for people."""


def read(
    rule: str,
    text: str,
    *,
    thinking: str | None = None,
    finish_reason: str | None = None,
    params: Mapping[str, Any] | None = None,
) -> Reading:
    """Read a reply by a rule.

    Parameters
    ----------
    rule
        A name in :data:`RULES`.
    text
        The reply, word for word; any text at all.
    thinking
        Thinking text that the server sent apart. It is never a verdict, but explains an empty reply.
    finish_reason
        As the server reported it; "length" means that the token limit cut the reply.
    params
        The rule's parameters where they differ from its defaults: ``field`` for json, ``low`` and
        ``high`` for rating, ``values`` for label, ``patterns`` and ``which`` for regex, ``field`` and
        ``passes_from`` for the two Spring rules that read a record.

    Returns
    -------
    Reading
        Spring rules: "pass" or "fail", always. lenient, json: "yes", "no" or None. rating: the
        integer as text, or None. label, regex: a value or token as declared, or None.

    Raises
    ------
    JudgeError
        The rule or a parameter is unknown, or a parameter's value cannot be used.
    """
    found = rule_named(rule)
    return found.read(text, thinking=thinking, finish_reason=finish_reason, params=found.complete(params))


def check_rule(rule: str, params: Mapping[str, Any] | None = None) -> None:
    """Raise :class:`~evalcore.errors.JudgeError` unless the rule exists and takes these parameters."""
    rule_named(rule).complete(params)


def lenient_companion(rule: str) -> str:
    """The rule that reads the same replies as leniently as may be, to show what the wording costs.

    Raises
    ------
    JudgeError
        The rule is unknown.
    """
    return rule_named(rule).companion


def score(rule: str, text: str, *, params: Mapping[str, Any] | None = None) -> float | None:
    """The score that the deployed evaluator reports beside its verdict, where its rule reads one.

    ``spring-score-1-4`` gives rating/4, so 1/4 for a missing record and more than 1 above the
    scale; ``spring-rubric-1-5`` gives score/5, and 0 for whatever is not 1 to 5. None for every
    other rule: what its tokens score is up to the judge.
    """
    found = rule_named(rule)
    return found.score(text, params=found.complete(params)) if found.score else None


def rule_named(rule: str) -> Rule:
    """The rule of this name.

    Raises
    ------
    JudgeError
        The rule is unknown; the message lists the rules.
    """
    if rule not in RULES:
        raise JudgeError(f"reading rule {rule!r} is unknown; choose one of {', '.join(RULES)}.")
    return RULES[rule]
