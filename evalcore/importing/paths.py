"""A cell by the name of its column, or a field inside it by a path such as ``meta.id`` or ``results[-1].winner``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from evalcore.importing.json_text import loads

_STEP = re.compile(r"\.([^.\[\]]+)|\[(-?\d+|\*)\]")
Cells = Mapping[str, object]
Getter = Callable[[Cells], object]
_Steps = tuple[str | int | None, ...]
"""A key, a place in a list, or None for every element of a list."""


def column_of(path: str, columns: Sequence[str]) -> str | None:
    """The column that a path starts in: the path itself, else the longest name that it continues."""
    if path in columns:
        return path
    starts = [column for column in columns if path.startswith(column) and _steps(path[len(column) :]) is not None]
    return max(starts, key=len, default=None)


def getter(path: str | None, columns: Sequence[str], *, complete: bool = False) -> Getter:
    """A function from the cells of a row to what the path leads to; None where it leads nowhere.

    ``complete`` says that every row has every column, as in a table.
    """
    if path is None:
        return lambda _: None
    column = column_of(path, columns)
    if column is None or column == path:
        return itemgetter(path) if complete and column else lambda cells: cells.get(path)
    steps = _steps(path[len(column) :]) or ()
    return lambda cells: _walk(cells.get(column), steps)


def parsed(cell: object) -> object:
    """A cell that holds a JSON list or object as text, as that list or object; any other as it is.

    So does text with two different values under one key stay as it is, of which one would be lost.
    """
    if isinstance(cell, str) and cell.lstrip()[:1] in ("{", "[") and cell.rstrip()[-1:] in ("}", "]"):
        try:
            return loads(cell)
        except (ValueError, RecursionError):
            return cell
    return cell


def _steps(rest: str) -> _Steps | None:
    """The steps of a path behind its column; None where it is no path."""
    steps: list[str | int | None] = []
    position = 0
    while position < len(rest):
        step = _STEP.match(rest, position)
        if step is None:
            return None
        key, place = step.groups()
        steps.append(key if key is not None else None if place == "*" else int(place))
        position = step.end()
    return tuple(steps)


def _walk(value: object, steps: _Steps) -> object:
    for number, step in enumerate(steps):
        value = parsed(value)
        if step is None:
            if not isinstance(value, list):
                return None
            found = [_walk(element, steps[number + 1 :]) for element in value]
            return [part for one in found for part in (one if isinstance(one, list) else [one])]
        value = _inside(value, step)
    return value


def _inside(value: object, step: str | int) -> object:
    if isinstance(step, int):
        return value[step] if isinstance(value, list) and -len(value) <= step < len(value) else None
    return value.get(step) if isinstance(value, dict) else None
