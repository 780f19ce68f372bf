"""JSON objects inside a text, found in one pass, and repaired where models write them loosely."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Pairs = list[tuple[str, Any]]
"""An object as its fields in order; a list, so that a field given twice is seen twice."""

_INSIDE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[{}]', re.DOTALL)
_OPENS_OBJECT = re.compile(r"""\{\s*+(?:["'“]|//|/\*|\Z)""")
_LOOSE = re.compile(
    r'(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+")'
    r"|'(?P<single>(?:[^'\\]|\\.|'(?!\s*+[,:}\]]))*+)'"
    r"|“(?P<curly>[^”]*+)”"
    r"|(?P<comment>//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))"
    r"|\b(?P<word>True|False|None)\b",
    re.DOTALL,
)
_STRINGS_OR_COMMA = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+")|,(?=\s*+[}\]])', re.DOTALL)
_WORDS = {"True": "true", "False": "false", "None": "null"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The objects of a text and the text around them."""

    objects: tuple[Pairs, ...]
    outside: str
    repaired: bool
    """Whether some object was not strict JSON."""
    cut: bool
    """Whether the text ends inside an object."""


def find_objects(text: str) -> Found:
    """Take the top-level JSON objects out of a text; braces that are no JSON stay where they are."""
    objects: list[Pairs] = []
    outside: list[str] = []
    repaired, position = False, 0
    for start, end in _spans(text):
        if end is None:
            outside.append(text[position:start])
            return Found(objects=tuple(objects), outside=" ".join(outside), repaired=repaired, cut=True)
        span = text[start:end]
        pairs = parse_object(span)
        if pairs is None:
            pairs = parse_object(_repair(span))
            repaired = repaired or pairs is not None
        if pairs is not None:
            objects.append(pairs)
            outside.append(text[position:start])
            position = end
    outside.append(text[position:])
    return Found(objects=tuple(objects), outside=" ".join(outside), repaired=repaired, cut=False)


def parse_object(text: str) -> Pairs | None:
    """The fields of a strict JSON object, or None if the text is anything else."""
    try:
        value = json.loads(text, object_pairs_hook=_Object, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return list(value) if isinstance(value, _Object) else None


def nested(value: Any) -> Pairs:
    """The fields of an object within an object; none if the value is anything else."""
    return list(value) if isinstance(value, _Object) else []


class _Object(list[tuple[str, Any]]):
    """Fields of an object, to be told from a JSON array."""


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


def _spans(text: str) -> Iterator[tuple[int, int | None]]:
    """Balanced braces from left to right; a last one without an end if it begins like an object."""
    start = text.find("{")
    while start >= 0:
        end = _closing(text, start)
        if end is None:
            if _OPENS_OBJECT.match(text, start):
                yield start, None
            return
        yield start, end
        start = text.find("{", end)


def _closing(text: str, start: int) -> int | None:
    depth = 0
    for token in _INSIDE.finditer(text, start):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def _repair(text: str) -> str:
    """Comments out, single and curly quotes to double ones, Python's words to JSON's, no last comma."""
    return _STRINGS_OR_COMMA.sub(lambda match: match[1] or "", _LOOSE.sub(_strict, text))


def _strict(match: re.Match[str]) -> str:
    if match["string"] is not None:
        return match["string"]
    if match["word"] is not None:
        return _WORDS[match["word"]]
    if match["comment"] is not None:
        return " "
    inner = match["single"] if match["single"] is not None else match["curly"]
    return json.dumps(inner.replace("\\'", "'"), ensure_ascii=False)
