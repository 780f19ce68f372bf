"""A verdict out of a vocabulary, found in whatever surrounds it; or why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evalcore.domain import Reading
from evalcore.replies.java_text import equals_ignore_case, java_strip
from evalcore.replies.json_objects import Found, Pairs, find_objects, nested
from evalcore.replies.labels import labelled
from evalcore.replies.refusal import refuses
from evalcore.replies.rule import literal, recovered, unread
from evalcore.replies.shown import Shown, shown
from evalcore.replies.vocabulary import Finding, Vocabulary, Why, off_scale


def read_wording(
    text: str, words: Vocabulary, *, tokens: Iterable[str], thinking: str | None, finish_reason: str | None
) -> Reading:
    """Read one of the tokens; never from thinking text, never from a cut-off object.

    Parameters
    ----------
    tokens
        Those that a reply may be, word for word.
    """
    stripped = text.strip()
    for token in tokens:
        if equals_ignore_case(stripped, token):
            return literal(token) if java_strip(text) == stripped else recovered(token, "white space")
    visible = shown(text, thinking=thinking, finish_reason=finish_reason)
    if visible.missing:
        return unread(visible.missing)
    reading = _read_visible(visible, words)
    if reading.reason == "no-verdict" and finish_reason == "length":
        return unread("cut-off")
    return reading


def _read_visible(visible: Shown, words: Vocabulary) -> Reading:
    alone = words.alone(visible.text)
    if alone:
        token, step = alone
        return recovered(token, step or visible.step or "white space")
    if "{" not in visible.text:
        return _read_text(visible.text, words)
    return _read_objects(find_objects(visible.text), words)


def _read_objects(found: Found, words: Vocabulary) -> Reading:
    """Objects first; words around them may agree or be silent, but a contradiction stays one."""
    outside = _read_text(found.outside.strip(), words)
    findings = [finding for pairs in found.objects for finding in _field_values(pairs, words)]
    tokens = {finding for finding in findings if isinstance(finding, str)}
    if not findings:
        return unread("cut-off") if found.cut and outside.token is None else outside
    if outside.token is not None:
        tokens.add(outside.token)
    if len(tokens) > 1 or (tokens and outside.reason in ("ambiguous", "echo")):
        return unread("ambiguous")
    if found.cut:
        return unread("cut-off")
    if tokens:
        return recovered(tokens.pop(), "repaired JSON" if found.repaired else "JSON")
    return _reading(findings[-1], "JSON")


def _field_values(pairs: Pairs, words: Vocabulary, *, inner: bool = False) -> list[Finding]:
    """What each field says that is named like a verdict, one level of nesting deep."""
    values: list[Finding] = []
    for name, value in pairs:
        if name.strip().lower().replace(" ", "_") in words.fields:
            finding = _field_value(value, words)
            values += [finding] if finding else []
        if not inner:
            values += _field_values(nested(value), words, inner=True)
    return values


def _field_value(value: Any, words: Vocabulary) -> Finding | None:
    if isinstance(value, bool | int | float):
        return words.json_words.get(str(value).lower(), Why.OFF_SCALE)
    if not isinstance(value, str):
        return None
    return words.json_words.get(value.strip().lower()) or _finding(value, words)


def _finding(value: str, words: Vocabulary) -> Finding | None:
    """What a labelled value says, or None if it is just prose."""
    alone = words.alone(value.partition("\n")[0])
    return words.at_start(value) or (alone[0] if alone else None) or (Why.OFF_SCALE if off_scale(value) else None)


def _read_text(text: str, words: Vocabulary) -> Reading:
    """A label, then the first word, then a line of its own; contradictions between them are ambiguous."""
    lines = [alone[0] if (alone := words.alone(line)) else None for line in text.split("\n")]
    on_lines = {token for token in lines if token}
    by_label = _last_labelled(text, words)
    if isinstance(by_label, str) and lines[-1] not in (None, by_label):
        return unread("ambiguous")
    if by_label:
        return _reading(by_label, "label")
    leading = words.at_start(text)
    if isinstance(leading, Why):
        return unread(leading.value)
    if len(on_lines | ({leading} if leading else set())) > 1:
        return unread("ambiguous")
    if leading:
        return recovered(leading, "leading word")
    if on_lines:
        return recovered(on_lines.pop(), "last line" if lines[-1] else "line of its own")
    return unread(_why_none(text, words))


def _last_labelled(text: str, words: Vocabulary) -> Finding | None:
    last = None
    for label in labelled(text, words.labels):
        if label.by_colon or words.ends_sentence.match(label.value):
            last = _finding(label.value, words) or last
    return last


def _reading(finding: Finding, step: str) -> Reading:
    return recovered(finding, step) if isinstance(finding, str) else unread(finding.value)


def _why_none(text: str, words: Vocabulary) -> str:
    if words.offers(text):
        return "echo"
    if words.names_several(text):
        return "ambiguous"
    if refuses(text):
        return "refusal"
    return "off-scale" if "\n" not in text and len(text) <= 80 and off_scale(text) else "no-verdict"
