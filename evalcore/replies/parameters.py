"""Parameters of a rule as people write them on a command line or into a field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from evalcore.errors import JudgeError
from evalcore.replies.rule import Rule


def params_from_texts(rule: Rule, texts: Mapping[str, str]) -> dict[str, Any]:
    """The values of parameters that were written as text.

    A parameter whose default is text is taken word for word; a number or a mapping is read as JSON.
    An unknown name is kept, for the rule to refuse.

    Raises
    ------
    JudgeError
        A text that should be JSON is not.
    """
    return {name: _value(rule, name, text) for name, text in texts.items()}


def _value(rule: Rule, name: str, text: str) -> Any:
    default = rule.defaults.get(name, "")
    if isinstance(default, str):
        return text
    try:
        return json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        kind = "a JSON object" if isinstance(default, Mapping) else "a number"
        raise JudgeError(
            f"parameter {name} of reading rule {rule.name!r}: expected {kind}, found {text!r} ({error})"
        ) from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a name stands there twice")
    return dict(pairs)
