"""What a JSON value without rows holds, in words for the person who chose the file."""

from __future__ import annotations

import json
from collections.abc import Mapping

_SHOWN_KEYS, _SHOWN_CHARACTERS = 10, 40


def kind_of(value: object) -> str:
    """What kind of value one is."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return "a text" if isinstance(value, str) else "a number"


def without_rows(whole: object) -> str:
    """What a whole file holds that has no rows to read, and what to do."""
    if not isinstance(whole, dict):
        return f"found {kind_of(whole)} alone: {json.dumps(whole, ensure_ascii=False)[:_SHOWN_CHARACTERS]}."
    found = f"found one object with the keys {shown_keys(whole)}"
    if isinstance(whole.get("columns"), list) and isinstance(whole.get("data"), list):
        return f"{found}. Under 'data' a list per row is expected, each as long as the list under 'columns'."
    if lengths := _lengths(whole):
        return f"{found}, whose lists are not of one length ({lengths}). As columns they need a value per row, or null."
    if whole and all(isinstance(value, dict | list) and not value for value in whole.values()):
        return f"{found}, and nothing in them."
    return f"{found}. Say where its list of cases is (rows: KEY under file: in a recipe), or save that list by itself."


def shown_keys(whole: object) -> list[str]:
    """The first keys of an object."""
    return [str(key)[:_SHOWN_CHARACTERS] for key in whole][:_SHOWN_KEYS] if isinstance(whole, dict) else []


def _lengths(whole: Mapping[str, object]) -> str:
    """How long lists of values are that could be columns; blank where they could not, or are as long."""
    lists = {key: value for key, value in whole.items() if isinstance(value, list)}
    if len(lists) != len(whole) or len({len(one) for one in lists.values()}) < 2:
        return ""
    if any(isinstance(cell, dict) for one in lists.values() for cell in one):
        return ""
    return ", ".join(f"{key[:_SHOWN_CHARACTERS]!r}: {len(one)}" for key, one in list(lists.items())[:_SHOWN_KEYS])
