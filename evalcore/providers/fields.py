"""Single fields of a server's answer: what is not of the promised kind counts as not reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OLLAMA_FINGERPRINT = "fp_ollama"
"""The ``system_fingerprint`` of every answer that Ollama gives by its OpenAI-style interface."""
ENDED = ("stop", "length", "content_filter")
"""Finish reasons of a reply that is over, however little it holds; any other may speak of a reply in another form."""

_LONGEST_COUNT = 2**63 - 1
_MOST_TOKENS = 2**31 - 1
"""What a store's column of tokens holds; no window comes near it."""


def count_in(body: Mapping[str, Any], name: str) -> int | None:
    """A whole number of 64 bits that is not below zero, or None."""
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= _LONGEST_COUNT else None


def tokens_in(body: Mapping[str, Any], name: str) -> int | None:
    """A number of tokens that can be one, or None."""
    value = count_in(body, name)
    return value if value is not None and value <= _MOST_TOKENS else None


def text_in(body: Mapping[str, Any], name: str) -> str | None:
    """A text, or None."""
    value = body.get(name)
    return value if isinstance(value, str) else None


def object_in(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """An object, or an empty one."""
    value = body.get(name)
    return value if isinstance(value, dict) else {}


def objects_in(body: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The objects of a list; empty without one."""
    value = body.get(name)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def message_text(message: Mapping[str, Any]) -> str | None:
    """The text of a message, its parts joined where it has parts; None where it holds anything but text.

    Parts of what the model thought before, as Mistral sends them, are no part of it.
    """
    content = message.get("content")
    if not isinstance(content, list):
        return content if isinstance(content, str) else None
    said = [part for part in content if not _is_thought(part)]
    texts = [part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None for part in said]
    known = [text for text in texts if isinstance(text, str)]
    return "".join(known) if known and len(known) == len(texts) else None


def completion_text(choice: Mapping[str, Any]) -> str | None:
    """The reply in a choice of an OpenAI-style server, its words of refusal where it refuses; None without one.

    Servers write the content of an empty reply as null, and leave it out where the model only thought until its tokens
    were used up. So nothing is an empty reply where the model thought or is said to have come to its end.
    """
    message = object_in(choice, "message")
    text, refusal = message_text(message), text_in(message, "refusal")
    if text is None and refusal is None and _is_empty(message):
        ended = text_in(choice, "finish_reason") in ENDED
        return "" if ended or completion_thinking(message) else None
    return text or refusal or text


def completion_thinking(message: Mapping[str, Any]) -> str | None:
    """What the model thought before, under either name that servers give it or as parts of the content; or None."""
    parts = "".join(_thought_in(part) for part in objects_in(message, "content") if _is_thought(part))
    return text_in(message, "reasoning_content") or text_in(message, "reasoning") or parts or None


def _is_empty(message: Mapping[str, Any]) -> bool:
    """Whether a message holds nothing, or only what the model thought before; a tool's name is something."""
    content = message.get("content")
    only_thought = isinstance(content, list) and bool(content) and all(map(_is_thought, content))
    return (content is None or only_thought) and not (message.get("tool_calls") or message.get("function_call"))


def _is_thought(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "thinking"


def _thought_in(part: Mapping[str, Any]) -> str:
    """The text of such a part: as it is, or in parts again."""
    return text_in(part, "thinking") or "".join(text_in(one, "text") or "" for one in objects_in(part, "thinking"))
