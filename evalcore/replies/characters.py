"""Characters as a person sees them: compatibility forms folded, invisible ones gone, decoration peeled off."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_FENCE_LINE = re.compile(r"^(?:```|~~~)[\w+-]*$", re.MULTILINE)

_DECORATION = {
    **dict.fromkeys(".,;:!…-–—•|>/\\。，、！：；", "punctuation"),
    **dict.fromkeys("\"'“”„‘’‚«»‹›「」『』", "quotes"),
    **dict.fromkeys("*_`#$", "emphasis"),
    **dict.fromkeys("()[]{}<>", "brackets"),
}
_NOT_BEFORE = frozenset("!/\\")
"""Before a word these mean something: not, a path, a command."""


def plain(text: str) -> tuple[str, str | None]:
    """Text with full-width forms folded (NFKC) and zero-width characters removed.

    Folded character by character, so that a long run of combining marks costs no more than any
    other text; superscripts and fractions stay, because they would turn into other numbers.

    Returns
    -------
    text, step
        The step is None if nothing but white space changed.
    """
    if text.isascii():
        return text, None
    without = _BEYOND_ASCII.sub(lambda match: "" if _is_invisible(match[0]) else match[0], text)
    folded = _BEYOND_ASCII.sub(lambda match: _folded(match[0]), without)
    if folded.split() != without.split():
        return folded, "full-width"
    return folded, None if without == text else "zero-width"


def tidy(text: str) -> str:
    """The lines of a text without outer white space, runs of it within a line as one space."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()


def without_fences(text: str) -> str:
    """Text without the lines that open or close a code fence."""
    return _FENCE_LINE.sub("", text).strip()


def peel(text: str) -> tuple[str, str | None]:
    """Text without decoration around it, and the kind of the innermost decoration."""
    start, before = _left_edge(text)
    end, after = len(text), None
    while end > start and (kind := _kind(text[end - 1])):
        after = kind if kind != _SPACE else after
        end -= 1
    return text[start:end], after or before


def peel_left(text: str) -> str:
    """Text without decoration in front of it."""
    return text[_left_edge(text)[0] :]


_SPACE = "white space"


def _left_edge(text: str) -> tuple[int, str | None]:
    start, before = 0, None
    while start < len(text) and text[start] not in _NOT_BEFORE and (kind := _kind(text[start])):
        before = kind if kind != _SPACE else before
        start += 1
    return start, before


@lru_cache(maxsize=1024)
def _kind(character: str) -> str | None:
    if character.isspace():
        return _SPACE
    known = _DECORATION.get(character)
    return known or ("emoji" if unicodedata.category(character) == "So" else None)


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    if unicodedata.category(character) == "No":
        return character
    return unicodedata.normalize("NFKC", character)


@lru_cache(maxsize=4096)
def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or character in "\u034f\ufe0e\ufe0f"
