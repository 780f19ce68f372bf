"""Single fields of a server's answer: what is not of the promised kind counts as not reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OLLAMA_FINGERPRINT = "fp_ollama"
"""The ``system_fingerprint`` of every answer that Ollama gives by its OpenAI-style interface."""


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
    """The text of a message, its parts joined where it has parts; None where it holds anything but text."""
    content = message.get("content")
    if not isinstance(content, list):
        return content if isinstance(content, str) else None
    texts = [part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None for part in content]
    known = [text for text in texts if isinstance(text, str)]
    return "".join(known) if known and len(known) == len(texts) else None


def completion_text(message: Mapping[str, Any]) -> str | None:
    """The reply in a message of an OpenAI-style server, its words of refusal where it refuses; None without one.

    A model that only thought until its tokens were used up has replied with nothing, and its content is null.
    """
    text, refusal = message_text(message), text_in(message, "refusal")
    if text is None and refusal is None and message.get("content") is None and completion_thinking(message):
        return ""
    return text or refusal or text


def completion_thinking(message: Mapping[str, Any]) -> str | None:
    """What the model thought before, under either name that servers give it; or None."""
    return text_in(message, "reasoning_content") or text_in(message, "reasoning")
