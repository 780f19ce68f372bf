"""The part of a reply that is meant to be read: thinking text is never a verdict."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = "think|thinking|thought|thoughts|reasoning|seed:think"
_TAG = re.compile(
    rf"<(?P<close>/)?(?:{_NAMES})>|\[(?P<close2>/)?think\]|◁(?P<close3>/)?think▷|<\|(?:start|(?P<close4>end))_thinking\|>",
    re.IGNORECASE,
)
_CHANNEL = "<|channel|>"
_FINAL = "<|channel|>final<|message|>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A reply without its thinking blocks."""

    visible: str
    thought: bool
    """Whether a thinking block, finished or not, was in the text."""
    unfinished: bool
    """Whether the text ends inside a thinking block."""


def without_thinking(text: str) -> Parts:
    """Take thinking blocks out of a reply.

    Blocks may be nested; a closing tag without an opening one ends a block that began in the
    prompt, so everything before it goes too. An opening tag that is never closed leaves the
    reply unfinished, whatever stands before or after it.
    """
    if _CHANNEL in text:
        _, final, text = text.rpartition(_FINAL)
        if not final:
            return Parts(visible="", thought=True, unfinished=True)
        inner = without_thinking(text.replace(_CHANNEL, ""))
        return Parts(visible=inner.visible, thought=True, unfinished=inner.unfinished)
    kept: list[str] = []
    depth, start, thought = 0, 0, False
    for tag in _TAG.finditer(text):
        thought = True
        closes = any(tag.groups())
        if depth == 0 and closes:
            kept.clear()
        elif depth == 0:
            kept.append(text[start : tag.start()])
        depth = max(0, depth - 1) if closes else depth + 1
        start = tag.end()
    if depth == 0:
        kept.append(text[start:])
    return Parts(visible="".join(kept), thought=thought, unfinished=depth > 0)
