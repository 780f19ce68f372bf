"""Texts of people made into Java: literals, names and comments that no text can break out of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from evalcore.exports.inert import one_line

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def literal(text: str) -> str:
    """A string literal in ASCII; half a surrogate pair stays what it is."""
    units = text.encode("utf-16-be", "surrogatepass")
    characters = (chr(int.from_bytes(units[at : at + 2], "big")) for at in range(0, len(units), 2))
    return '"' + "".join(_escaped(character) for character in characters) + '"'


def _escaped(unit: str) -> str:
    if unit in _ESCAPES:
        return _ESCAPES[unit]
    return unit if " " <= unit <= "~" else f"\\u{ord(unit):04x}"


def string_map(values: Mapping[str, str] | Mapping[str, float]) -> str:
    """An expression for an immutable map from texts to texts or numbers."""
    entries = (
        f"Map.entry({literal(key)}, {literal(value) if isinstance(value, str) else repr(float(value))})"
        for key, value in values.items()
    )
    return "Map.ofEntries(" + ", ".join(entries) + ")"


def string_set(values: Iterable[str]) -> str:
    """An expression for an immutable set of texts."""
    return "Set.of(" + ", ".join(map(literal, dict.fromkeys(values))) + ")"


def comment(lines: Iterable[str]) -> str:
    """A block comment; a text can neither end it nor hold what Java reads as an escape."""
    return "/*\n" + "".join(f" * {_in_comment(line)}".rstrip() + "\n" for line in lines) + " */\n"


def _in_comment(line: str) -> str:
    shown = one_line(line).replace("\\", "/").replace("*/", "* /")
    return "".join(character if " " <= character <= "~" else f"U+{ord(character):04X}" for character in shown)


def without_comment(source: str) -> str:
    """A source without the block comment that it starts with."""
    return source.partition(" */\n")[2] if source.startswith("/*\n") else source


def slug(name: str) -> str:
    """A judge's name as the name of a file: ``spring-relevancy``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60].rstrip("-") or "judge"


def bean_name(name: str) -> str:
    """A judge's name as the name of a method: ``springRelevancyJudge``."""
    first, *others = (part for part in slug(name).removesuffix("-judge").split("-") if part)
    words = first + "".join(other.capitalize() for other in others)
    return f"{words if words[0].isalpha() else f'no{words}'}Judge" if words != "judge" else "judge"


@cache
def template(name: str) -> str:
    """One of the sources of this package, ``@@NAMES@@`` and all."""
    return files("evalcore.exports.spring").joinpath("java", f"{name}.java.txt").read_text(encoding="utf-8")


def filled(name: str, **values: str) -> str:
    """A source with its names replaced, in one pass."""
    return re.sub(r"@@([A-Z_]+)@@", lambda found: values[found[1].lower()], template(name))
