"""The cells of a sheet as text, a row at a time; an error, such as ``#N/A``, is no value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evalcore.errors import InputError
from evalcore.importing.delimited import Record
from evalcore.importing.imported import Problems
from evalcore.importing.plain import plain
from evalcore.importing.workbook_bombs import MOST_ROWS
from evalcore.importing.workbook_merges import Downwards, Merge

MOST_COLUMNS = 2_000
_ERRORS = frozenset(
    {
        *("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!", "#CALC!"),
        *("#FIELD!", "#BLOCKED!", "#CONNECT!", "#BUSY!", "#UNKNOWN!", "#PYTHON!", "#EXTERNAL!"),
    }
)


def records(
    sheet: Any, file: str | None, *, merges: Sequence[Merge] = (), problems: Problems | None = None
) -> Iterator[Record]:
    """The filled rows of a sheet; empty cells at the end of a row are left out.

    Raises
    ------
    InputError
        It has more rows or columns than are read.
    """
    # What a sheet says of its own size may be wrong, and would cut it.
    sheet.reset_dimensions()
    downwards = Downwards(merges, file) if merges else None
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number > MOST_ROWS or len(row) > MOST_COLUMNS:
            raise InputError(
                f"the sheet {sheet.title!r} goes beyond {MOST_ROWS:,} rows or {MOST_COLUMNS:,} columns. "
                "Delete what is far below or to the right of the table, or save the table as CSV.",
                file=file,
                row=number,
            )
        cells = [_text(cell) for cell in row]
        if not _ERRORS.isdisjoint(cells):
            cells = _without_errors(cells, number, problems)
        if downwards:
            downwards.fill(number, cells)
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield Record(number, cells)


def _text(cell: object) -> str:
    value = plain(cell)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return "" if value is None else str(value)


def _without_errors(cells: list[str], number: int, problems: Problems | None) -> list[str]:
    from openpyxl.utils import get_column_letter

    for place, cell in enumerate(cells, start=1):
        if cell in _ERRORS and problems is not None:
            message = (
                f"Cells of column {get_column_letter(place)} hold the error {cell}, which is no value: they count as "
                "empty. Mend the formula, and save the workbook."
            )
            problems.add("error-cell", message, row=number)
    return ["" if cell in _ERRORS else cell for cell in cells]
