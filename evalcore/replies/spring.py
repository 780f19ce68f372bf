"""The readers of Spring AI's evaluators, version by version; whatever they cannot read fails."""

from __future__ import annotations

from evalcore.domain import How, Reading
from evalcore.replies.java_text import equals_ignore_case, java_strip
from evalcore.replies.lenient import read_lenient
from evalcore.replies.rule import NOT_LITERAL, literal


def read_spring_2_0(text: str, *, thinking: str | None, finish_reason: str | None) -> Reading:
    """Strip as Java does, then compare with "yes" ignoring case (Spring AI 2.0.0-RC1 and later)."""
    return _compared(java_strip(text), text, thinking, finish_reason)


def read_spring_1_0_2(text: str, *, thinking: str | None, finish_reason: str | None) -> Reading:
    """Compare the whole reply with "yes" ignoring case (1.0.2 to 1.1.8, 2.0.0-M1 to M8)."""
    return _compared(text, text, thinking, finish_reason)


def read_spring_1_0_0_relevancy(text: str, *, thinking: str | None, finish_reason: str | None) -> Reading:
    """Pass whatever contains "yes" in lower case, "eyes" included (RelevancyEvaluator 1.0.0 and 1.0.1).

    The rule looks at nothing else, so a fail counts as said where the reply is no and white space.
    """
    if "yes" in text.lower():
        return literal("pass")
    if equals_ignore_case(java_strip(text), "no"):
        return literal("fail")
    return _failed_by_default(text, thinking, finish_reason)


def _compared(compared: str, text: str, thinking: str | None, finish_reason: str | None) -> Reading:
    if equals_ignore_case(compared, "yes"):
        return literal("pass")
    if equals_ignore_case(compared, "no"):
        return literal("fail")
    return _failed_by_default(text, thinking, finish_reason)


def _failed_by_default(text: str, thinking: str | None, finish_reason: str | None) -> Reading:
    lenient = read_lenient(text, thinking=thinking, finish_reason=finish_reason)
    return Reading(token="fail", how=How.BY_DEFAULT, reason=lenient.reason or NOT_LITERAL)
