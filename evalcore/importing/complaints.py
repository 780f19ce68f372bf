"""What pydantic found wrong with a file, in words for the person who wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalcore.known_keys import known_here

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

_SHOWN = 5
_WORDS = {
    "extra_forbidden": "is not a known key",
    "missing": "is missing",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must hold keys and values",
}


def complaints(error: ValidationError, model: type[BaseModel]) -> str:
    """One sentence per fault, the first five; ``model`` is what the whole may hold."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    sentences = [f"'{'.'.join(map(str, fault['loc']))}' {_words(fault, model)}." for fault in faults]
    more = len(sentences) - _SHOWN
    return " ".join(sentences[:_SHOWN]) + (f" And {more} more." if more > 0 else "")


def _words(fault: ErrorDetails, model: type[BaseModel]) -> str:
    words = _WORDS.get(fault["type"], f"is wrong: {fault['msg']}")
    return words + known_here(model, fault["loc"]) if fault["type"] == "extra_forbidden" else words
