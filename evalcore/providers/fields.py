"""Single fields of a server's answer: what is not of the promised kind counts as not reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OLLAMA_FINGERPRINT = "fp_ollama"
"""The ``system_fingerprint`` of every answer that Ollama gives by its OpenAI-style interface."""


def count_in(body: Mapping[str, Any], name: str) -> int | None:
    """A whole number, or None."""
    value = body.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


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
