"""What the class of ``evalcore export --to spring-recorder`` writes in a Spring application."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from evalcore.importing.guessing import guess_recipe
from evalcore.importing.imported import Problems, Row
from evalcore.importing.known.sheet import Laid

TOOL = "Spring recorder"
_MARK = "spring_recorder"
_VERSION = 1
_OWN = ("question", "documents", "answer", "model")
_NO_LABELS = (
    "The recorder writes answers and no labels: label them on the Label page, or join a file that has some. Required "
    "mentions and sources of a joined golden set are checked without labels, by must-mention and must-retrieve."
)
_NEWER = (
    "The file says that a recorder of version {version} wrote it, and version 1 is known here: it was read as that. "
    "A newer evalcore may read more of it."
)


def is_export(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are recorded answers, whatever was joined to them."""
    return _MARK in columns and first.get(_MARK) is not None and "answer" in columns


def lay(rows: Sequence[Row]) -> Laid:
    """The rows as they are, with whatever was joined to them; the mark is left out."""
    without = tuple(Row(row.number, {name: cell for name, cell in row.cells.items() if name != _MARK}) for row in rows)
    columns = tuple(dict.fromkeys(name for row in without for name in row.cells))
    recipe = guess_recipe(tuple(filter(_may_be_a_part, columns)), file=None, problems=Problems())
    if "model" in columns:
        recipe = replace(recipe, made_by={"application model": "model"})
    remarks = [_NEWER.format(version=version) for version in sorted(_versions(rows) - {str(_VERSION)})]
    if not recipe.labels:
        remarks.append(_NO_LABELS)
    return Laid(columns=columns, rows=without, recipe=recipe, remarks=tuple(remarks))


def _may_be_a_part(column: str) -> bool:
    """Not a joined column that is called as one of the recorder's, such as the answer that a golden set expects."""
    return re.sub(r" \(\d+\)$", "", column) not in _OWN or column in _OWN


def _versions(rows: Sequence[Row]) -> set[str]:
    return {str(row.cells.get(_MARK)) for row in rows if row.cells.get(_MARK) is not None}
