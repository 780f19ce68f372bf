"""The first rows of a file as they stand, to choose a sheet and a header row by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from evalcore.importing.cells import text_of
from evalcore.importing.decoding import find_encoding
from evalcore.importing.delimited import Record, find_delimiter, find_header, parsed
from evalcore.importing.files import read_file, refuse_no_row
from evalcore.importing.imported import Problems
from evalcore.importing.json_records import looks_like_json
from evalcore.importing.json_text import depth_in_words
from evalcore.importing.parquet import PARQUET
from evalcore.importing.recipe import Layout
from evalcore.importing.streams import Source, source_of
from evalcore.importing.tables import chosen_delimiter
from evalcore.importing.workbooks import ZIP, Sheet, sheets_of

_SHOWN = 10
_CHARACTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The sheets of a workbook, or the one table of another file, each with its first rows."""

    sheets: tuple[Sheet, ...]
    header_rows: tuple[int | None, ...]
    """Per sheet the row that would be taken for the header; None where there is none, as in JSON."""


def preview(
    source: Path | bytes, *, filename: str | None = None, layout: Layout | None = None, shown: int = _SHOWN
) -> Preview:
    """Look at the first rows that are not blank, without making anything of them.

    Parameters
    ----------
    source, filename, layout
        As in :func:`evalcore.importing.read_cases`.
    shown
        How many rows of each sheet.

    Raises
    ------
    InputError
        The file cannot be read at all.
    """
    opened, chosen = source_of(source, filename), layout or Layout()
    head = opened.head(4)
    refuse_no_row(chosen, opened.file)
    if head == ZIP:
        sheets = sheets_of(opened, shown=shown)
        headers = tuple(_header_of(one, chosen if chosen.sheet in (None, one.name) else Layout()) for one in sheets)
        return Preview(sheets=tuple(_cut(one) for one in sheets), header_rows=headers)
    if head != PARQUET and head:
        encoding = find_encoding(opened, chosen.encoding).name
        if not looks_like_json(opened, encoding):
            sheet = _delimited(opened, encoding, chosen, shown)
            return Preview(sheets=(_cut(sheet),), header_rows=(_header_of(sheet, chosen),))
    rows = islice(read_file(opened, chosen, Problems()).stream.rows, shown)
    with depth_in_words(opened.file):
        cells = tuple((row.number, tuple(f"{key}: {text_of(cell)}" for key, cell in row.cells.items())) for row in rows)
    return Preview(sheets=(_cut(Sheet(name="", first_rows=cells)),), header_rows=(None,))


def _delimited(source: Source, encoding: str, layout: Layout, shown: int) -> Sheet:
    delimiter = chosen_delimiter(layout.delimiter, source.file) or find_delimiter(lambda: source.lines(encoding))
    records = islice(parsed(source.lines(encoding), delimiter, quoted=True), shown)
    return Sheet(name="", first_rows=tuple((record.number, tuple(record.cells)) for record in records))


def _header_of(sheet: Sheet, layout: Layout) -> int | None:
    if layout.header_row is not None:
        return layout.header_row
    sample = [Record(number, cells) for number, cells in sheet.first_rows]
    return sample[find_header(sample)].number if sample else None


def _cut(sheet: Sheet) -> Sheet:
    """The sheet with long cells cut."""
    return replace(
        sheet,
        first_rows=tuple(
            (number, tuple(cell if len(cell) <= _CHARACTERS else f"{cell[: _CHARACTERS - 1]}…" for cell in cells))
            for number, cells in sheet.first_rows
        ),
    )
