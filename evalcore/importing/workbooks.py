"""Excel workbooks: their sheets, and the rows of one of them, read without holding the sheet in memory."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from evalcore.errors import InputError
from evalcore.importing.delimited import Record
from evalcore.importing.imported import Problems
from evalcore.importing.recipe import Layout
from evalcore.importing.streams import Source
from evalcore.importing.tables import RowStream, named, table_rows
from evalcore.importing.workbook_bombs import is_sheet, refuse_bombs
from evalcore.importing.workbook_cells import records
from evalcore.importing.workbook_merges import Merge, merges_in, overlapping_blocks, remark_on_merges

ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet of a workbook, and its first rows."""

    name: str
    first_rows: tuple[tuple[int, tuple[str, ...]], ...]
    """Row number and cells; blank rows are left out."""
    hidden: bool = False
    """The workbook does not show it."""


@dataclass(frozen=True, slots=True)
class _Contents:
    sheets: tuple[Sheet, ...]
    parts: Mapping[str, str]
    """Sheet → the part of the workbook that holds it."""
    names: frozenset[str]
    """Those of charts as well."""


def sheets_of(source: Source, *, shown: int) -> tuple[Sheet, ...]:
    """Every sheet with its first filled rows, the hidden ones last.

    Raises
    ------
    InputError
        The file is no workbook, or too large once it is unpacked.
    """
    return _contents(source, shown=shown, merged=True).sheets


def _contents(source: Source, *, shown: int, merged: bool) -> _Contents:
    """What a workbook holds; ``merged`` fills merged cells, for which all of each sheet is gone through."""
    # Here only, as everybody looks at the sheets before anything else is done with a workbook.
    refuse_bombs(source.whole("a workbook"), source.file)
    with _opened(source, values=True) as book:
        parts = {sheet.title: sheet._worksheet_path for sheet in book.worksheets}
        sheets = [
            Sheet(
                name=sheet.title,
                first_rows=tuple((one.number, tuple(one.cells)) for one in islice(found, shown)),
                hidden=sheet.sheet_state != "visible",
            )
            for sheet in book.worksheets
            for merges in [_merges(source, parts[sheet.title]) if merged else ()]
            for found in [records(sheet, source.file, merges=merges)]
        ]
        names = frozenset(book.sheetnames)
    return _Contents(tuple(sorted(sheets, key=lambda sheet: sheet.hidden)), parts, names)


def read_sheet(source: Source, layout: Layout, *, problems: Problems) -> RowStream:
    """Read one sheet: the chosen one, else the first that holds a table, hidden ones last.

    Raises
    ------
    InputError
        The file is no workbook or too large, or has no such sheet.
    """
    contents = _contents(source, shown=2, merged=False)
    name = _chosen_sheet(contents.sheets, layout.sheet, source.file, problems)
    merges = _merges(source, contents.parts[name])
    found = _records_of(source, name, merges, problems)
    stream = table_rows(found, layout.header_row, file=source.file, problems=problems, padded=True)
    stream.sheet = name
    remark_on_merges(merges, stream.header_row or 0, problems)
    _remark_on_formulas(source, name, problems)
    _remark_on_lost_sheets(source, contents.names, problems)
    return stream


def _chosen_sheet(sheets: tuple[Sheet, ...], chosen: str | None, file: str | None, problems: Problems) -> str:
    if chosen is not None:
        return _called(chosen, sheets, file).name
    filled = [sheet for sheet in sheets if sheet.first_rows]
    if not sheets:
        raise InputError("the workbook has charts alone. Expected a sheet with a row per case.", file=file)
    if not filled:
        raise InputError("every sheet of the workbook is empty. Expected a header row and a row per case.", file=file)
    found = next((sheet for sheet in filled if len(sheet.first_rows) > 1), filled[0])
    others = [sheet for sheet in filled if sheet is not found]
    if others:
        shown = named(tuple(sheet.name for sheet in others if not sheet.hidden))
        hidden = named(tuple(sheet.name for sheet in others if sheet.hidden))
        message = (
            f"The sheet {found.name!r} was read; the workbook also has "
            f"{' and '.join(filter(None, (shown, hidden and f'the hidden {hidden}')))}. Choose with a sheet's name."
        )
        problems.add("other-sheets", message)
    if found.hidden:
        message = f"The sheet {found.name!r} was read, which the workbook hides: none that it shows holds a table."
        problems.add("hidden-sheet", message)
    return found.name


def _called(chosen: str, sheets: tuple[Sheet, ...], file: str | None) -> Sheet:
    found = next((sheet for sheet in sheets if sheet.name == chosen), None)
    if found is None:
        names = named(tuple(sheet.name for sheet in sheets))
        raise InputError(f"expected a sheet of the workbook ({names}), found {chosen!r}.", file=file)
    if not found.first_rows:
        raise InputError(f"the sheet {chosen!r} is empty. Expected a header row and a row per case.", file=file)
    return found


def _records_of(source: Source, name: str, merges: tuple[Merge, ...], problems: Problems) -> Iterator[Record]:
    with _opened(source, values=True) as book:
        yield from records(book[name], source.file, merges=merges, problems=problems)


def _merges(source: Source, part: str) -> tuple[Merge, ...]:
    # From the part itself: sheets that are read row by row know nothing of what stands behind their rows.
    with _parts(source) as parts, parts.open(part) as opened:
        return merges_in(opened, source.file)


@contextmanager
def _parts(source: Source) -> Iterator[zipfile.ZipFile]:
    with _worded(source.file), zipfile.ZipFile(io.BytesIO(source.whole("a workbook"))) as parts:
        yield parts


@contextmanager
def _opened(source: Source, *, values: bool) -> Iterator[Any]:
    from openpyxl import load_workbook

    data = source.whole("a workbook")
    book = None
    with _worded(source.file):
        try:
            with warnings.catch_warnings():
                # The library warns of styles and controls that it does not know; they hold no text.
                warnings.simplefilter("ignore")
                book = load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
                yield book
        finally:
            if book is not None:
                book.close()


@contextmanager
def _worded(file: str | None) -> Iterator[None]:
    """Damaged workbooks fail anywhere in zip, XML and cells, with errors of each."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        reason = (str(error).splitlines() or [""])[0]
        raise InputError(
            f"the workbook cannot be read ({type(error).__name__}: {reason}). Open it, save it as .xlsx and try again.",
            file=file,
        ) from None


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


def _remark_on_lost_sheets(source: Source, held: frozenset[str], problems: Problems) -> None:
    """Name the sheets that the workbook lists and does not hold: the library passes over them without a word."""
    with _parts(source) as parts:
        listed = ElementTree.fromstring(parts.read("xl/workbook.xml")).iterfind("{*}sheets/{*}sheet")
        lost = [name for sheet in listed if (name := sheet.get("name", "")) not in held]
    if lost:
        message = f"The workbook lists {named(tuple(lost))} and does not hold it; it may be damaged."
        problems.add("missing-sheet", message)


def _has_formulas(source: Source) -> bool:
    with _parts(source) as parts:
        return any(_holds_formula(parts, name) for name in parts.namelist() if is_sheet(name))


def _holds_formula(parts: zipfile.ZipFile, name: str) -> bool:
    with parts.open(name) as part:
        return any(re.search(rb"<f[ >/]", block) for block in overlapping_blocks(part, 2))
