"""Labels such as "Verdict:" at the beginning of a clause, and what stands behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from evalcore.replies.characters import peel_left


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """What stands behind a label such as "Verdict:"."""

    value: str
    """At most 400 characters, without decoration in front."""
    by_colon: bool
    """False after a mere "is", where the value may just be the next word of a sentence."""


# Every quantifier is bounded: a label costs the same wherever it stands.
_SEPARATOR = r"(?P<tail>\s?\([^()\n]{0,40}\))?\s?(?P<separator>is\s?:|[:=>→]|->|\s[-–—]\s|is\s)\s?"
_BEFORE = re.compile(
    r"[\n.!?;:,(\[{<>|#•-]\s?(?:(?:so|thus|therefore|hence|here|here's|is|my|the|our|final|overall|and|but|now|"
    r"this|that|in|conclusion|correct)[, ]\s?){0,5}$",
    re.IGNORECASE,
)
_LOOK_BACK = 60


def label_pattern(labels: str) -> re.Pattern[str]:
    """A pattern that finds these labels (a regular alternation) and the sign behind them."""
    return re.compile(rf"\b(?:{labels})(?![^\W_])[\"'”’]?{_SEPARATOR}", re.IGNORECASE)


def labelled(text: str, pattern: re.Pattern[str]) -> Iterator[Labelled]:
    """What stands behind each label at the beginning of a clause, in order."""
    text = text.replace("*", "").replace("`", "").replace("__", "")
    for match in pattern.finditer(text):
        start = match.start()
        before = text[max(0, start - _LOOK_BACK) : start]
        if start <= _LOOK_BACK:
            before = "\n" + before
        if _BEFORE.search(before.rstrip("\"'“‘_")):
            by_colon = match["separator"].strip().lower() != "is"
            yield Labelled(value=peel_left(text[match.end() : match.end() + 400]), by_colon=by_colon)
