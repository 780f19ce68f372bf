"""YAML that loads as the same bytes everywhere: every text is double-quoted, or a block that proved itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalcore.errors import JudgeError
from evalcore.judges.yaml_reading import load_yaml

_ESCAPES = {"\0": "\\0", "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_NEEDS_ESCAPE = re.compile(
    r'[\x00-\x1f"\\\x7f-\xa0\xad\u2000-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff\ufffe\uffff]'
)
"""What YAML does not allow as it stands, and what cannot be seen."""
_PLAIN_KEY = re.compile(r"[a-z_][a-z0-9_]*")
_READ_AS_SOMETHING_ELSE = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def mapping_lines(mapping: Mapping[str, Any], *, depth: int = 0) -> Iterator[str]:
    """The lines of a mapping of texts, numbers, lists and mappings, two spaces deeper per level."""
    for key, value in mapping.items():
        name = _key(key)
        if isinstance(value, Mapping) and value:
            yield "  " * depth + f"{name}:"
            yield from mapping_lines(value, depth=depth + 1)
        elif isinstance(value, str) and (block := literal_block(value, depth=depth + 1)):
            yield "  " * depth + f"{name}: {block}"
        else:
            yield "  " * depth + f"{name}: {flow(value)}"


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise JudgeError(f"expected text, a number, true, false or null in a judge, found {value!r}") from error


def quoted(text: str) -> str:
    """The text as a double-quoted scalar on one line, with everything invisible escaped."""
    return '"' + _NEEDS_ESCAPE.sub(lambda found: _escape(found[0]), text) + '"'


def literal_block(text: str, *, depth: int) -> str | None:
    """The text as a literal block of several lines, or None where it would not come back unchanged.

    Tabs, and white space at the end of a line, are left to the quoted form too: editors change them.
    """
    lines = text.split("\n")
    if len(lines) < 3 or any(line != line.rstrip() for line in lines):
        return None
    if _NEEDS_ESCAPE.search(text.translate({ord(kept): None for kept in '\n"\\'})):
        return None
    ending = "-" if lines[-1] else "+" if not lines[-2] else ""
    body = "\n".join("  " * depth + line if line else "" for line in (lines if lines[-1] else lines[:-1]))
    block = f"|2{ending}\n{body}" if text[0] in " \n" else f"|{ending}\n{body}"
    return block if _comes_back(text, block, depth) else None


def _comes_back(text: str, block: str, depth: int) -> bool:
    parents = "".join("  " * level + "in:\n" for level in range(depth - 1))
    try:
        loaded = load_yaml(f"{parents}{'  ' * (depth - 1)}text: {block}\n{'  ' * (depth - 1)}next: 1\n", file="")
    except JudgeError:
        return False
    for _ in range(depth - 1):
        loaded = loaded["in"]
    return bool(loaded == {"text": text, "next": 1})


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) and key not in _READ_AS_SOMETHING_ELSE else quoted(key)


def _escape(character: str) -> str:
    code = ord(character)
    return _ESCAPES.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
