"""What could have been meant by a key that a file may not hold where it stands."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, get_args

if TYPE_CHECKING:
    from pydantic import BaseModel


def known_here(file: type[BaseModel], location: Sequence[int | str]) -> str:
    """What to write in place of an unknown key, to be put behind a complaint about it.

    Parameters
    ----------
    file
        What the whole file may hold.
    location
        The way to the key from the outermost level, as pydantic says it: keys, positions in lists, and the names of
        the alternatives that it tried.

    Returns
    -------
    str
        The nearest key and all known ones, and whether the key belongs at the outermost level; empty where any key
        may stand.
    """
    here: list[type[BaseModel]] = [file]
    for step in location[:-1]:
        fields = [field for part in here for name, field in part.model_fields.items() if step in (name, field.alias)]
        if fields:  # otherwise a position, a free name or an alternative, which leads no deeper
            here = [part for field in fields for part in _parts_of(field.annotation)]
    key, known = str(location[-1]), _keys(here)
    if not known:
        return ""
    nearest = difflib.get_close_matches(key, known, n=1)
    meant = f"; did you mean {nearest[0]}?" if nearest else ""
    if len(location) > 1 and key in _keys([file]):
        meant = "; it belongs at the outermost level"
    return f"{meant} (known here: {', '.join(known)})"


def _keys(parts: Sequence[type[BaseModel]]) -> list[str]:
    return list(dict.fromkeys(field.alias or name for part in parts for name, field in part.model_fields.items()))


def _parts_of(annotation: Any) -> Iterator[type[BaseModel]]:
    """The parts with keys of their own in a type such as ``list[str | Part]``."""
    if hasattr(annotation, "model_fields"):
        yield annotation
    for inner in get_args(annotation):
        yield from _parts_of(inner)
