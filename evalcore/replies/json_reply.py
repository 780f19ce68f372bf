"""The json rule: the reply is a JSON object with a named field, or it is not read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalcore.domain import Reading
from evalcore.errors import JudgeError
from evalcore.replies.json_objects import parse_object
from evalcore.replies.refusal import refuses
from evalcore.replies.rule import literal, unread
from evalcore.replies.shown import shown

DEFAULTS: Mapping[str, Any] = {"field": "verdict"}
_TOKEN_OF = {"yes": "yes", "true": "yes", "pass": "yes", "no": "no", "false": "no", "fail": "no"}


def check_json_params(params: Mapping[str, Any]) -> None:
    """Refuse a field that is no name."""
    if not isinstance(params["field"], str) or not params["field"]:
        raise JudgeError(
            f"reading rule 'json' needs the name of a field, such as \"verdict\"; found {params['field']!r}"
        )


def read_json(text: str, *, thinking: str | None, finish_reason: str | None, params: Mapping[str, Any]) -> Reading:
    """Read the named field of a reply that is one strict JSON object, white space around it aside."""
    pairs = parse_object(text.strip())
    if pairs is None:
        return unread(why_no_object(text, thinking=thinking, finish_reason=finish_reason))
    values = [value for name, value in pairs if name == params["field"]]
    if not values:
        return unread("schema-ignored")
    tokens = {_token(value) for value in values}
    if len(tokens) > 1:
        return unread("ambiguous")
    token = tokens.pop()
    return literal(token) if token else unread("off-scale")


def why_no_object(text: str, *, thinking: str | None, finish_reason: str | None) -> str:
    """The reason why a reply that should be one JSON object is none."""
    visible = shown(text, thinking=thinking, finish_reason=finish_reason)
    if visible.missing:
        return visible.missing
    if finish_reason == "length":
        return "cut-off"
    return "refusal" if "{" not in visible.text and refuses(visible.text) else "schema-ignored"


def _token(value: Any) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _TOKEN_OF.get(value.strip().lower()) if isinstance(value, str) else None
