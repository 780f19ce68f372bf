"""What pydantic found wrong with a file, in words for the person who wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

_SHOWN = 5
_WORDS = {
    "extra_forbidden": "is not a known key",
    "missing": "is missing",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must hold keys and values",
}


def complaints(error: ValidationError) -> str:
    """One sentence per fault, the first five."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    sentences = [f"'{'.'.join(map(str, fault['loc']))}' {_words(fault['type'], fault['msg'])}." for fault in faults]
    more = len(sentences) - _SHOWN
    return " ".join(sentences[:_SHOWN]) + (f" And {more} more." if more > 0 else "")


def _words(kind: str, message: str) -> str:
    return _WORDS.get(kind, f"is wrong: {message}")
