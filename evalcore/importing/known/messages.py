"""The text of a conversation as tools log it: a text, or a list of messages."""

from __future__ import annotations

from typing import Any

from evalcore.importing.cells import text_of


def text_in(said: object) -> str:
    """The text; of one message its content, of several each below the one before with its role."""
    if isinstance(said, dict) and "content" in said:
        return text_in(said["content"])
    if not isinstance(said, list) or not said or not all(_is_message(one) for one in said):
        return text_of(said)
    if len(said) == 1:
        return _content(said[0])
    return "\n\n".join(f"{one['role']}: {_content(one)}" if _role(one) else _content(one) for one in said)


def _is_message(one: object) -> bool:
    return isinstance(one, str) or (isinstance(one, dict) and ("content" in one or "text" in one))


def _role(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("role"), str)


def _content(one: Any) -> str:
    return one if isinstance(one, str) else text_in(one.get("content", one.get("text")))
