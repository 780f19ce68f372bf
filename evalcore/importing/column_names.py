"""The names of a file's columns, each once: no column takes the place of another that is called the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

from evalcore.importing.imported import Problems

_SHOWN_NAMES = 5


def column_names(said: Sequence[str], problems: Problems, *, row: int | None = None) -> tuple[str, ...]:
    """A name per column: as the file calls it, and told apart from others that it calls the same.

    The second ``verdict`` is called ``verdict (2)``, or by another number where a column is called that itself; one
    without a name is called by its position.

    Parameters
    ----------
    said
        What the file calls its columns, in their order.
    row
        Where it does, for the remark on those that are called the same.
    """
    names = [name or f"(unnamed {position})" for position, name in enumerate(said, start=1)]
    first: dict[str, int] = {}
    for place in sorted(range(len(names)), key=lambda place: not said[place]):
        first.setdefault(names[place], place)
    if len(first) == len(names):
        return tuple(names)
    found = _told_apart(names, first)
    _remark(names, first, found, problems, row)
    return tuple(found)


def _told_apart(names: Sequence[str], first: dict[str, int]) -> list[str]:
    found, seen, wanted = list(names), Counter(first.keys()), dict[int, str]()
    for place, name in enumerate(names):
        if place != first[name]:
            seen[name] += 1
            wanted[place] = f"{name} ({seen[name]})"
    taken, numbers = set(first), {name: count(2) for name in first}
    # Those whose number is free keep it, so that a recipe finds them whatever else the file holds.
    for place, name in sorted(wanted.items(), key=lambda one: one[1] in taken):
        while name in taken:
            name = f"{names[place]} ({next(numbers[names[place]])})"
        taken.add(name)
        found[place] = name
    return found


def _remark(
    names: Sequence[str], first: dict[str, int], found: Sequence[str], problems: Problems, row: int | None
) -> None:
    later: dict[str, list[str]] = {}
    for place, name in enumerate(names):
        if place != first[name]:
            later.setdefault(name, []).append(found[place])
    for name, others in later.items():
        shown = ", ".join(map(repr, others[:_SHOWN_NAMES])) + (" and so on" if len(others) > _SHOWN_NAMES else "")
        message = f"{len(others) + 1} columns are called {name!r}; a recipe finds the later ones as {shown}."
        problems.add("duplicate-column", message, row=row)
