"""The rating rule: an integer on a scale."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evalcore.domain import Reading
from evalcore.errors import JudgeError
from evalcore.replies.characters import peel
from evalcore.replies.java_text import java_strip
from evalcore.replies.json_objects import Found, Pairs, find_objects, nested
from evalcore.replies.labels import label_pattern, labelled
from evalcore.replies.refusal import refuses
from evalcore.replies.rule import literal, recovered, unread
from evalcore.replies.shown import shown

DEFAULTS: Mapping[str, Any] = {"low": 1, "high": 5}

_BARE = re.compile(r"-?(?:0|[1-9][0-9]*+)")
_RATING = re.compile(
    r"(?P<number>[-+]?[0-9]++(?:[.,][0-9]++)?)(?![0-9])"
    r"(?:\s?(?:/|out\sof|of)\s?(?P<top>[0-9]{1,9})(?![0-9]))?"
    r"(?P<percent>\s?%)?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"[0-9]{1,9}(?:\s?[-–—]\s?|\s?to\s|\s?,\s?|\s?or\s|\s?and\s)[0-9]", re.IGNORECASE)
# A rating may be followed by its reason, not by what it would count ("5 days").
_BEHIND = re.compile(
    r"\s?(?:stars?|points?)?[\"'”’)\]]{0,3}(?:$|[.,;:!<|–—)]|\s[-–—(]|\s(?:because|since|as|the|this|it|i)\b)",
    re.IGNORECASE,
)
_LEADS = re.compile(r"\s?(?:stars?|points?)?\s?(?:[:–—]|\s-\s)", re.IGNORECASE)
_LABEL = label_pattern(r"(?:final\s)?(?:rating|score|grade|verdict|answer|judge?ment|result|stars)")
_FIELDS = frozenset(
    ("rating", "score", "grade", "verdict", "answer", "judgement", "judgment", "result", "value", "stars")
)
_OFF_SCALE = "off-scale"


def check_rating_params(params: Mapping[str, Any]) -> None:
    """Refuse ends of the scale that are no integers in order."""
    low, high = params["low"], params["high"]
    if type(low) is not int or type(high) is not int or low >= high:
        raise JudgeError(
            f"reading rule 'rating' needs two integers, low below high, such as 1 and 5; "
            f"found low {low!r} and high {high!r}"
        )


def read_rating(text: str, *, thinking: str | None, finish_reason: str | None, params: Mapping[str, Any]) -> Reading:
    """Read one integer from low to high; a number beyond them, or between two values, is off the scale."""
    low, high = params["low"], params["high"]
    stripped = text.strip()
    if _BARE.fullmatch(stripped):
        finding = _on_scale(stripped, low, high)
        if finding == _OFF_SCALE:
            return unread(finding)
        return literal(finding) if java_strip(text) == stripped else recovered(finding, "white space")
    visible = shown(text, thinking=thinking, finish_reason=finish_reason)
    if visible.missing:
        return unread(visible.missing)
    reading = _read_visible(visible.text, visible.step, low, high)
    if reading.reason == "no-verdict" and finish_reason == "length":
        return unread("cut-off")
    return reading


def _read_visible(text: str, step: str | None, low: int, high: int) -> Reading:
    core, peeled = _peeled(text)
    whole = _whole(core, low, high)
    if whole:
        extra = None if _BARE.fullmatch(core) else "fraction" if "/" in core or "of" in core.lower() else "number"
        return _reading({whole}, extra or peeled or step or "white space")
    found = find_objects(text)
    fields = {finding for pairs in found.objects for finding in _field_ratings(pairs, low, high)}
    if fields or found.cut:
        return _from_fields(fields, found, low, high)
    return _read_text(found.outside.strip(), low, high)


def _from_fields(fields: set[str], found: Found, low: int, high: int) -> Reading:
    """Fields together with what stands around them; an object that is cut off says nothing."""
    around = _read_text(found.outside.strip(), low, high)
    if around.token is not None:
        fields = fields | {around.token}
    if found.cut and len(fields) < 2:
        return around if around.token is not None and fields == {around.token} else unread("cut-off")
    return _reading(fields, "repaired JSON" if found.repaired else "JSON")


def _field_ratings(pairs: Pairs, low: int, high: int, *, inner: bool = False) -> list[str]:
    ratings: list[str] = []
    for name, value in pairs:
        if name.strip().lower() in _FIELDS:
            finding = _field_rating(value, low, high)
            ratings += [finding] if finding else []
        if not inner:
            ratings += _field_ratings(nested(value), low, high, inner=True)
    return ratings


def _field_rating(value: Any, low: int, high: int) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if low <= value <= high else _OFF_SCALE
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and low <= value <= high else _OFF_SCALE
    return _whole(_peeled(value)[0], low, high) if isinstance(value, str) else None


def _read_text(text: str, low: int, high: int) -> Reading:
    """Labelled ratings, else lines that are a rating or begin with one; two different ones are ambiguous."""
    by_label = {finding for label in labelled(text, _LABEL) if (finding := _labelled(label.value, low, high))}
    lines = [_whole(_peeled(line)[0], low, high) for line in text.split("\n")]
    if by_label:
        return _reading(by_label | {line for line in lines if line}, "label")
    leading = [_leading(line, low, high) for line in text.split("\n")]
    findings = {finding for finding in (*lines, *leading) if finding}
    if not findings:
        return unread("refusal" if refuses(text) else "no-verdict")
    step = "last line" if lines[-1] else "line of its own" if any(lines) else "leading number"
    return _reading(findings, step)


def _reading(findings: set[str], step: str) -> Reading:
    """One finding stands for itself; of several, a repeated choice is an echo and the rest ambiguous."""
    if len(findings) > 1:
        return unread("echo" if "echo" in findings else "ambiguous")
    finding = next(iter(findings))
    return unread(finding) if finding in (_OFF_SCALE, "echo") else recovered(finding, step)


def _labelled(value: str, low: int, high: int) -> str | None:
    value = value.partition("\n")[0]
    if _RANGE.match(value) and not re.match(r"[0-9]+,[0-9]", value):
        return "echo"
    match = _RATING.match(value)
    if not match or not _BEHIND.match(value, match.end()):
        return None
    return _valued(match, low, high)


def _leading(line: str, low: int, high: int) -> str | None:
    match = _RATING.match(line.lstrip("*_`"))
    if not match or _RANGE.match(line) or not _LEADS.match(match.string, match.end()):
        return None
    return _valued(match, low, high)


def _whole(text: str, low: int, high: int) -> str | None:
    if len(text) > 40:
        return _OFF_SCALE if _BARE.fullmatch(text) else None
    match = _RATING.match(text)
    if match and _is_all(text[match.end() :]):
        return _valued(match, low, high)
    return "echo" if re.fullmatch(r"[0-9]{1,9}(?:\s?(?:[-–—/,|]|to|or|and)\s?[0-9]{1,9})+", text) else None


def _is_all(rest: str) -> bool:
    return rest.strip().lower() in ("", "star", "stars", "point", "points")


def _valued(match: re.Match[str], low: int, high: int) -> str:
    if match["percent"] or (match["top"] and int(match["top"]) != high):
        return _OFF_SCALE
    return _on_scale(match["number"], low, high)


def _on_scale(number: str, low: int, high: int) -> str:
    """The integer as text if it lies on the scale; "4.0" is 4, "3.5" lies between two values."""
    whole, _, part = number.replace(",", ".").partition(".")
    if len(whole) > 12 or part.strip("0"):
        return _OFF_SCALE
    return str(int(whole)) if low <= int(whole) <= high else _OFF_SCALE


def _peeled(text: str) -> tuple[str, str | None]:
    """Peel decoration, but give a number its sign and its decimal point back."""
    core, step = peel(text)
    before = text[: len(text) - len(text.lstrip())] if not core else text[: text.find(core)]
    return (before[-1] + core, step) if core[:1].isdigit() and before[-1:] in ("-", ".", "+", ",") else (core, step)
