"""The sample evaluators of Spring AI's guides that ask for a record: a rating from 1 to 4, a rubric score from 1 to 5.

Both ask for ``entity(Class)``: Spring appends format instructions to the prompt, cleans the reply
(``BeanOutputConverter`` of 1.1 and later), and hands it to Jackson 3. A reply that is no such record
is no verdict in Spring; each evaluator then falls back on a fail of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalcore.domain import How, Reading
from evalcore.errors import JudgeError
from evalcore.replies.json_objects import parse_object
from evalcore.replies.json_reply import why_no_object
from evalcore.replies.rule import literal, recovered

_JAVA_TRIMMED = "".join(map(chr, range(0x21)))
"""What ``String.trim()`` takes off: every character up to the space."""
_THINKING = tuple(
    (re.compile(opens, re.IGNORECASE | re.ASCII), re.compile(closes + r"[ \t\n\x0b\f\r]*", re.IGNORECASE | re.ASCII))
    for opens, closes in (
        (r"<thinking>", r"</thinking>"),
        (r"<think>", r"</think>"),
        (r"<reasoning>", r"</reasoning>"),
        (r"```thinking", r"```"),
        (r"<!--[ \t\n\x0b\f\r]*thinking:", r"-->"),
    )
)
_JAVA_INT = re.compile(r"[+-]?[0-9]{1,10}")
_INT_MIN, _INT_MAX = -(2**31), 2**31 - 1

OFF_SCALE_STEP = "off the scale"
"""Step of a pass whose rating was never offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluator:
    """What one of the two makes of the number in its record."""

    rule: str
    field: str
    """Name of the record's number."""
    top: int
    """The scale goes from 1 to this; the score is the number divided by it."""
    passes_from: int
    passes_off_scale: bool
    """Whether a number above the scale passes like any other that is high enough."""
    no_record: int
    """What counts instead of a number where there is no record."""

    @property
    def defaults(self) -> Mapping[str, Any]:
        """The rule's parameters."""
        return {"field": self.field, "passes_from": self.passes_from}

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse a field that is no name, and a pass mark that is not on the scale."""
        if not isinstance(params["field"], str) or not params["field"]:
            raise JudgeError(
                f"reading rule {self.rule!r} needs the name of the record's field, such as {self.field!r}; "
                f"found {params['field']!r}"
            )
        if type(params["passes_from"]) is not int or not 1 <= params["passes_from"] <= self.top:
            raise JudgeError(
                f"reading rule {self.rule!r} needs passes_from, an integer from 1 to {self.top}; "
                f"found {params['passes_from']!r}"
            )

    def read(self, text: str, *, thinking: str | None, finish_reason: str | None, params: Mapping[str, Any]) -> Reading:
        """Pass or fail, always; a fail without a usable number is one by default."""
        number = _number(text, params["field"])
        if isinstance(number, str):
            return _failed_by_default(number or why_no_object(text, thinking=thinking, finish_reason=finish_reason))
        if 1 <= number <= self.top:
            return literal("pass" if number >= params["passes_from"] else "fail")
        if self.passes_off_scale and number >= params["passes_from"]:
            return recovered("pass", OFF_SCALE_STEP)
        return _failed_by_default("off-scale")

    def score(self, text: str, *, params: Mapping[str, Any]) -> float:
        """The score that the evaluator reports beside its verdict; off the scale it may leave [0, 1]."""
        number = _number(text, params["field"])
        known = number if isinstance(number, int) else self.no_record
        if not self.passes_off_scale and not 1 <= known <= self.top:
            return 0.0
        return known / self.top


SCORE_1_4 = Evaluator(rule="spring-score-1-4", field="rating", top=4, passes_from=3, passes_off_scale=True, no_record=1)
RUBRIC_1_5 = Evaluator(
    rule="spring-rubric-1-5", field="score", top=5, passes_from=4, passes_off_scale=False, no_record=0
)


def _number(text: str, field: str) -> int | str:
    """The number in the record, or the reason why there is none; empty where the reply is no record at all."""
    pairs = parse_object(_cleaned(text))
    if pairs is None:
        return ""
    values = [value for name, value in pairs if name == field]
    if not values:
        return "schema-ignored"
    numbers = {_java_int(value) for value in values}
    if len(numbers) > 1:
        return "ambiguous"
    number = numbers.pop()
    return "off-scale" if number is None else number


def _java_int(value: Any) -> int | None:
    """The int that Jackson makes of a value: a fraction is cut off, a text is parsed; or None."""
    if isinstance(value, str):
        value = value.strip(_JAVA_TRIMMED)
        value = int(value) if _JAVA_INT.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not _INT_MIN <= value <= _INT_MAX:
        return None
    return int(value)


def _cleaned(text: str) -> str:
    """The reply as Spring's converter hands it to Jackson: finished thinking blocks and one code fence taken off."""
    text = text.strip(_JAVA_TRIMMED)
    for opens, closes in _THINKING:
        text = _without_blocks(text, opens, closes)
    text = text.strip(_JAVA_TRIMMED)
    if len(text) >= 6 and text.startswith("```") and text.endswith("```"):
        first, newline, rest = text.partition("\n")
        # A fence in one line that names a language loses all of its text.
        text = (rest if newline else "") if len(first.strip(_JAVA_TRIMMED)) > 3 else text[3:]
        text = text.removesuffix("```")
    return text.strip(_JAVA_TRIMMED)


def _without_blocks(text: str, opens: re.Pattern[str], closes: re.Pattern[str]) -> str:
    kept, position = [], 0
    while (start := opens.search(text, position)) and (end := closes.search(text, start.end())):
        kept.append(text[position : start.start()])
        position = end.end()
    return "".join(kept) + text[position:]


def _failed_by_default(reason: str) -> Reading:
    return Reading(token="fail", how=How.BY_DEFAULT, reason=reason)
