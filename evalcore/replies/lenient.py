"""The lenient rule: yes or no as a careful person would read it, and otherwise why not."""

from __future__ import annotations

import re
from typing import Any

from evalcore.domain import Reading
from evalcore.replies.java_text import equals_ignore_case, java_strip
from evalcore.replies.json_objects import Found, Pairs, find_objects, nested
from evalcore.replies.labels import label_pattern, labelled
from evalcore.replies.refusal import refuses
from evalcore.replies.rule import literal, recovered, unread
from evalcore.replies.shown import Shown, shown
from evalcore.replies.verdict_words import (
    TOKEN_OF,
    names_both,
    off_scale,
    offers_both,
    verdict_alone,
    verdict_leading,
)

_LABEL = label_pattern(
    r"verdict|(?:final\s)?answer|judge?ment|decision|conclusion|result|assessment|evaluation|label|grade|output"
)
_ENDS_SENTENCE = re.compile(r"""\w{2,4}["'”’)\]]{0,3}\s?(?:[.!,;\n]|$)""")
# fmt: off
_FIELDS = frozenset((
    "verdict", "pass", "passed", "answer", "final_answer", "judgement", "judgment", "decision", "conclusion",
    "result", "assessment", "label", "output", "response", "value", "grounded", "is_grounded", "supported",
    "is_supported", "relevant", "is_relevant", "faithful", "is_faithful", "correct", "is_correct", "consistent",
    "is_consistent",
))
# fmt: on
_JSON_WORDS = {**TOKEN_OF, "true": "yes", "false": "no"}


def read_lenient(text: str, *, thinking: str | None, finish_reason: str | None) -> Reading:
    """Read yes or no from whatever surrounds it; never from thinking text, never from a cut-off object."""
    stripped = text.strip()
    for token in ("yes", "no"):
        if equals_ignore_case(stripped, token):
            return literal(token) if java_strip(text) == stripped else recovered(token, "white space")
    visible = shown(text, thinking=thinking, finish_reason=finish_reason)
    if visible.missing:
        return unread(visible.missing)
    reading = _read_visible(visible)
    if reading.reason == "no-verdict" and finish_reason == "length":
        return unread("cut-off")
    return reading


def _read_visible(visible: Shown) -> Reading:
    alone = verdict_alone(visible.text)
    if alone:
        token, step = alone
        return recovered(token, step or visible.step or "white space")
    if "{" not in visible.text:
        return _read_text(visible.text)
    return _read_objects(find_objects(visible.text))


def _read_objects(found: Found) -> Reading:
    """Objects first; words around them may agree or be silent, but a contradiction stays one."""
    outside = _read_text(found.outside.strip())
    findings = [finding for pairs in found.objects for finding in _field_values(pairs)]
    tokens = {finding for finding in findings if finding in ("yes", "no")}
    if not findings:
        return unread("cut-off") if found.cut and outside.token is None else outside
    if outside.token is not None:
        tokens.add(outside.token)
    if len(tokens) > 1 or (tokens and outside.reason in ("ambiguous", "echo")):
        return unread("ambiguous")
    if found.cut:
        return unread("cut-off")
    return recovered(tokens.pop(), "repaired JSON" if found.repaired else "JSON") if tokens else unread(findings[-1])


def _field_values(pairs: Pairs, *, inner: bool = False) -> list[str]:
    """A token or a reason for each field that is named like a verdict, one level of nesting deep."""
    values: list[str] = []
    for name, value in pairs:
        if name.strip().lower().replace(" ", "_") in _FIELDS:
            finding = _field_value(value)
            values += [finding] if finding else []
        if not inner:
            values += _field_values(nested(value), inner=True)
    return values


def _field_value(value: Any) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return "off-scale"
    if not isinstance(value, str):
        return None
    word = _JSON_WORDS.get(value.strip().lower())
    return word or _finding(value)


def _finding(value: str) -> str | None:
    """What a labelled value says: a token, a reason, or None if it is just prose."""
    alone = verdict_alone(value.partition("\n")[0])
    return verdict_leading(value) or (alone[0] if alone else None) or ("off-scale" if off_scale(value) else None)


def _read_text(text: str) -> Reading:
    """A label, then the first word, then a line of its own; contradictions between them are ambiguous."""
    lines = [alone[0] if (alone := verdict_alone(line)) else None for line in text.split("\n")]
    on_lines = {token for token in lines if token}
    by_label = _last_labelled(text)
    if by_label:
        if by_label in ("yes", "no") and lines[-1] in (None, by_label):
            return recovered(by_label, "label")
        return unread("ambiguous" if by_label in ("yes", "no") else by_label)
    leading = verdict_leading(text)
    if leading in ("echo", "ambiguous"):
        return unread(leading)
    if len(on_lines | ({leading} if leading else set())) > 1:
        return unread("ambiguous")
    if leading:
        return recovered(leading, "leading word")
    if on_lines:
        return recovered(on_lines.pop(), "last line" if lines[-1] else "line of its own")
    return unread(_why_none(text))


def _last_labelled(text: str) -> str | None:
    last = None
    for label in labelled(text, _LABEL):
        if label.by_colon or _ENDS_SENTENCE.match(label.value):
            last = _finding(label.value) or last
    return last


def _why_none(text: str) -> str:
    if offers_both(text):
        return "echo"
    if names_both(text):
        return "ambiguous"
    if refuses(text):
        return "refusal"
    return "off-scale" if "\n" not in text and len(text) <= 80 and off_scale(text) else "no-verdict"
