"""Replies that decline to judge."""

from __future__ import annotations

import re

_REFUSAL = re.compile(
    r"\b(?:as an ai\b|i[’']m sorry|i am sorry|sorry, (?:but )?i|i(?:[’']m| am) (?:unable|not able) to"
    r"|(?:i|we) (?:cannot|can[’']?t|can not|won[’']t|will not|must decline to) "
    r"(?:help|assist|answer|provide|give|judge|pass judge?ment|evaluate|assess|determine|decide|comply|fulfil|do|say)"
    r"\b)",
    re.IGNORECASE,
)


def refuses(text: str) -> bool:
    """Whether the text says that its writer will not or cannot judge."""
    return bool(_REFUSAL.search(text))
