"""Excel workbooks: their sheets, and the rows of one of them, read without holding the sheet in memory."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from evalcore.errors import InputError
from evalcore.importing.delimited import Record
from evalcore.importing.imported import Problems
from evalcore.importing.plain import plain
from evalcore.importing.recipe import Layout
from evalcore.importing.streams import Source
from evalcore.importing.tables import RowStream, named, table_rows
from evalcore.importing.workbook_bombs import MOST_ROWS, is_sheet, refuse_bombs

ZIP = b"PK\x03\x04"
_MOST_COLUMNS = 2_000
_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet of a workbook, and its first rows."""

    name: str
    first_rows: tuple[tuple[int, tuple[str, ...]], ...]
    """Row number and cells; blank rows are left out."""


def sheets_of(source: Source, *, shown: int) -> tuple[Sheet, ...]:
    """Every sheet with its first filled rows.

    Raises
    ------
    InputError
        The file is no workbook, or too large once it is unpacked.
    """
    # Here only, as everybody looks at the sheets before anything else is done with a workbook.
    refuse_bombs(source.whole("a workbook"), source.file)
    with _opened(source, values=True) as book:
        return tuple(
            Sheet(name=sheet.title, first_rows=tuple((one.number, tuple(one.cells)) for one in islice(found, shown)))
            for sheet in book.worksheets
            for found in [_records(sheet, source.file)]
        )


def read_sheet(source: Source, layout: Layout, *, problems: Problems) -> RowStream:
    """Read one sheet: the chosen one, else the first that holds a table.

    Raises
    ------
    InputError
        The file is no workbook or too large, or has no such sheet.
    """
    name = _chosen_sheet(sheets_of(source, shown=2), layout.sheet, source.file, problems)
    stream = table_rows(_records_of(source, name), layout.header_row, file=source.file, problems=problems, padded=True)
    stream.sheet = name
    _remark_on_formulas(source, name, problems)
    return stream


def _chosen_sheet(sheets: tuple[Sheet, ...], chosen: str | None, file: str | None, problems: Problems) -> str:
    names = tuple(sheet.name for sheet in sheets)
    if chosen is not None:
        if chosen not in names:
            raise InputError(f"expected a sheet of the workbook ({named(names)}), found {chosen!r}.", file=file)
        return chosen
    filled = [sheet for sheet in sheets if sheet.first_rows]
    if not filled:
        raise InputError("every sheet of the workbook is empty. Expected a header row and a row per case.", file=file)
    found = next((sheet for sheet in filled if len(sheet.first_rows) > 1), filled[0])
    others = tuple(sheet.name for sheet in filled if sheet is not found)
    if others:
        message = (
            f"The sheet {found.name!r} was read; the workbook also has {named(others)}. Choose with a sheet's name."
        )
        problems.add("other-sheets", message)
    return found.name


def _records_of(source: Source, name: str) -> Iterator[Record]:
    with _opened(source, values=True) as book:
        yield from _records(book[name], source.file)


def _records(sheet: Any, file: str | None) -> Iterator[Record]:
    """The filled rows of a sheet; empty cells at the end of a row are left out."""
    # What a sheet says of its own size may be wrong, and would cut it.
    sheet.reset_dimensions()
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number > MOST_ROWS or len(row) > _MOST_COLUMNS:
            raise InputError(
                f"the sheet {sheet.title!r} goes beyond {MOST_ROWS:,} rows or {_MOST_COLUMNS:,} columns. "
                "Delete what is far below or to the right of the table, or save the table as CSV.",
                file=file,
                row=number,
            )
        cells = [_text(cell) for cell in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield Record(number, cells)


def _text(cell: object) -> str:
    value = plain(cell)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return "" if value is None else str(value)


@contextmanager
def _opened(source: Source, *, values: bool) -> Iterator[Any]:
    from openpyxl import load_workbook

    data = source.whole("a workbook")
    book = None
    try:
        with warnings.catch_warnings():
            # The library warns of styles and controls that it does not know; they hold no text.
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
            yield book
    except InputError:
        raise
    except Exception as error:
        # Damaged workbooks fail anywhere in zip, XML and cells, with errors of each.
        raise InputError(
            f"the workbook cannot be read ({type(error).__name__}: {error}). Open it, save it as .xlsx and try again.",
            file=source.file,
        ) from None
    finally:
        if book is not None:
            book.close()


def _remark_on_formulas(source: Source, name: str, problems: Problems) -> None:
    """Name the cells with a formula whose result the workbook does not hold: they count as empty."""
    if not _has_formulas(source):
        return
    with _opened(source, values=True) as computed, _opened(source, values=False) as written:
        pairs = zip(_raw(computed[name]), _raw(written[name]), strict=False)
        for number, (values, formulas) in enumerate(pairs, start=1):
            for value, formula in zip(values, formulas, strict=False):
                if value is None and isinstance(formula, str) and formula.startswith("="):
                    message = (
                        "A formula's result is not in the workbook, so its cell counts as empty. Save it in Excel."
                    )
                    problems.add("formula-without-value", message, row=number)


def _raw(sheet: Any) -> Iterator[tuple[object, ...]]:
    sheet.reset_dimensions()
    return iter(sheet.iter_rows(values_only=True))


def _has_formulas(source: Source) -> bool:
    with zipfile.ZipFile(io.BytesIO(source.whole("a workbook"))) as parts:
        return any(
            re.search(rb"<f[ >/]", block)
            for part in parts.namelist()
            if is_sheet(part)
            for block in _blocks(parts, part)
        )


def _blocks(parts: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    tail = b""
    with parts.open(name) as part:
        while block := part.read(_CHUNK):
            yield tail + block
            tail = block[-2:]
