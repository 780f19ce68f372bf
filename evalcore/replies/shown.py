"""What a reply shows: the text that may hold a verdict, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.replies.characters import plain, tidy, without_fences
from evalcore.replies.thinking import without_thinking


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Visible text in plain characters; ``missing`` is the reason where there is none to read."""

    text: str
    step: str | None
    """The last step that was needed to get at the text; None if it stood there as it is."""
    missing: str | None = None


def shown(text: str, *, thinking: str | None, finish_reason: str | None) -> Shown:
    """Take everything off a reply that is not meant to be read."""
    cut = finish_reason == "length"
    folded, step = plain(text.strip())
    parts = without_thinking(folded)
    if parts.unfinished:
        return Shown(text="", step=None, missing="cut-off" if cut else "thinking-only")
    tidied = tidy(parts.visible)
    visible = without_fences(tidied)
    if not visible:
        thought = parts.thought or bool(thinking and thinking.strip())
        return Shown(text="", step=None, missing="cut-off" if cut else "thinking-only" if thought else "empty")
    if parts.thought:
        step = "thinking removed"
    if visible != tidied:
        step = "code fence"
    return Shown(text=visible, step=step)
