"""Opik: an annotation queue as a table, with columns per reviewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import Laid, Sheet

TOOL = "Opik"
_UNSCORED = "Opik: comments and reasons of reviewers who gave no score were left out."
_REASON, _COMMENT = ".reason", ".comment"


def is_export(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are those of an annotation queue."""
    return "input" in columns and "output" in columns and bool(_scores(columns))


def lay(rows: Sequence[Row]) -> Laid:
    """A case per row; a reviewer's comment and reason are the note of their label."""
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    scores = _scores(columns)
    own = {*scores, *(f"{one}{_REASON}" for one in scores), *(one for one in columns if one.endswith(_COMMENT))}
    sheet = Sheet()
    for row in rows:
        cells = row.cells
        key = sheet.case(str(row.number), row.number, {name: cell for name, cell in cells.items() if name not in own})
        for score in scores:
            reviewer, _, criterion = score.partition(".")
            notes = [cells.get(f"{score}{_REASON}"), cells.get(f"{reviewer}{_COMMENT}")]
            sheet.criterion(criterion)
            note = "\n".join(str(one) for one in notes if one)
            if cells.get(score) in (None, "") and note:
                sheet.remark(_UNSCORED)
            elif cells.get(score) not in (None, ""):
                sheet.label(key, criterion, cells[score], annotator=reviewer, note=note)
    return sheet.laid()


def _scores(columns: Sequence[str]) -> list[str]:
    """The columns that hold a reviewer's score: each has one of reasons beside it."""
    known = set(columns)
    return [one for one in columns if f"{one}{_REASON}" in known and "." in one]
