"""Reading rules: what a rule makes of a reply; pure, so that any rule can be tried on stored replies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from evalcore.domain import Reading
from evalcore.errors import JudgeError
from evalcore.replies import json_reply, rating
from evalcore.replies.lenient import read_lenient
from evalcore.replies.rule import Rule, without_params
from evalcore.replies.spring import read_spring_1_0_0_relevancy, read_spring_1_0_2, read_spring_2_0

__all__ = ["RULES", "Rule", "check_rule", "lenient_companion", "read"]

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
        The rule's parameters: ``field`` for json, ``low`` and ``high`` for rating.

    Returns
    -------
    Reading
        Spring rules: "pass" or "fail", always. lenient, json: "yes", "no" or None. rating: the
        integer as text, or None.

    Raises
    ------
    JudgeError
        The rule or a parameter is unknown, or a parameter's value cannot be used.
    """
    found = _find(rule)
    return found.read(text, thinking=thinking, finish_reason=finish_reason, params=found.complete(params))


def check_rule(rule: str, params: Mapping[str, Any] | None = None) -> None:
    """Raise :class:`~evalcore.errors.JudgeError` unless the rule exists and takes these parameters."""
    _find(rule).complete(params)


def lenient_companion(rule: str) -> str:
    """The rule that reads the same replies as leniently as may be, to show what the wording costs.

    Raises
    ------
    JudgeError
        The rule is unknown.
    """
    return _find(rule).companion


def _find(rule: str) -> Rule:
    if rule not in RULES:
        raise JudgeError(f"reading rule {rule!r} is unknown; choose one of {', '.join(RULES)}.")
    return RULES[rule]
