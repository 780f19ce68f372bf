"""Records of a table (delimited text, a sheet) as rows by column name: title, header, rows, footer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from evalcore.errors import InputError
from evalcore.importing.column_names import column_names
from evalcore.importing.delimited import SAMPLE, Record, find_delimiter, find_header, records
from evalcore.importing.imported import Problems, Row
from evalcore.importing.recipe import Layout
from evalcore.importing.streams import Source

_SHOWN_CHARACTERS, _SHOWN_COLUMNS = 40, 30
_TOTAL = re.compile(r"(grand )?(total|sum|average|mean|count|end of|source|exported|generated)\b", re.IGNORECASE)
_FOOTER_CELLS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Columns and rows of a file; rows that could not be read are counted in ``bad``."""

    delimiter: str | None
    header_row: int | None
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    bad: int


@dataclass(slots=True, kw_only=True)
class RowStream:
    """Columns and rows of a file, one after the other; what was met so far is counted."""

    columns: tuple[str, ...]
    rows: Iterable[Row] = ()
    """Can be gone through once."""
    delimiter: str | None = None
    header_row: int | None = None
    sheet: str | None = None
    seen: int = 0
    """Rows of data so far, the bad ones included."""
    bad: int = 0
    complete: bool = False
    """Every row has every column."""

    def table(self) -> Table:
        """All of it, in memory."""
        rows = tuple(self.rows)
        return Table(
            delimiter=self.delimiter, header_row=self.header_row, columns=self.columns, rows=rows, bad=self.bad
        )


def read_table(source: Source, encoding: str, layout: Layout, *, problems: Problems) -> RowStream:
    """Read delimited text; a row is a record: a line break inside quotes does not start a new one.

    Raises
    ------
    InputError
        The header cannot be read, or there is no row below it.
    """

    def lines() -> Iterator[str]:
        return source.lines(encoding)

    delimiter = chosen_delimiter(layout.delimiter, source.file) or find_delimiter(lines)
    stream = table_rows(records(lines, delimiter), layout.header_row, file=source.file, problems=problems)
    stream.delimiter = delimiter
    return stream


def table_rows(
    found: Iterator[Record], header_row: int | None, *, file: str | None, problems: Problems, padded: bool = False
) -> RowStream:
    """Records as rows, below the chosen header row or the first that is not a title.

    Parameters
    ----------
    padded
        A record may be shorter than the header: its last cells are empty.
    """
    header, below = _split(found, header_row, file, problems)
    cells = _without_blank_end(list(header.cells))
    columns = column_names([cell.strip() for cell in cells], problems, row=header.number)
    stream = RowStream(columns=columns, header_row=header.number, complete=True)
    rows = _rows(below, stream, problems, after=header.number, padded=padded)
    first = next(rows, None)
    if first is None and not stream.bad:
        raise InputError(f"the file has a header ({named(columns)}) but no rows below it.", file=file)
    stream.rows = chain([] if first is None else [first], rows)
    return stream


def named(columns: tuple[str, ...]) -> str:
    """The columns as a message shows them."""
    shown = ", ".join(repr(column[:_SHOWN_CHARACTERS]) for column in columns[:_SHOWN_COLUMNS])
    more = len(columns) - _SHOWN_COLUMNS
    return f"{shown} and {more} more" if more > 0 else shown


def chosen_delimiter(chosen: str | None, file: str | None) -> str | None:
    """The delimiter that was chosen, by itself or by its name.

    Raises
    ------
    InputError
        It is not one character.
    """
    if chosen is None:
        return None
    meant = {"\\t": "\t", "tab": "\t"}.get(chosen, chosen)
    if len(meant) != 1 or meant in '"\r\n':
        raise InputError(f"expected a delimiter of one character, such as ';' or tab, found {chosen!r}.", file=file)
    return meant


def _split(
    found: Iterator[Record], header_row: int | None, file: str | None, problems: Problems
) -> tuple[Record, Iterator[Record]]:
    """The header, and the records below it; those above are remarked on."""
    below: Iterator[Record]
    if header_row is None:
        sample = list(islice(found, SAMPLE))
        if not any(record.filled or record.fault for record in sample):
            raise InputError(
                "the file is empty but for blank lines. Expected a header row and a row per case, or JSON Lines.",
                file=file,
            )
        place = find_header(sample)
        above, header, below = sample[:place], sample[place], chain(sample[place + 1 :], found)
    else:
        above, header, below = [], Record(0, []), found
        for record in found:
            if record.number >= header_row:
                header = record
                break
            above.append(record)
        if header.number != header_row:
            raise InputError(f"expected the header in row {header_row}, but that row is blank or missing.", file=file)
    if header.fault:
        raise InputError(f"the header cannot be read: {header.fault}.", file=file, row=header.number)
    for record in above:
        if record.filled:
            problems.add("above-header", "Left out: the row stands above the header.", row=record.number)
    return header, below


def _without_blank_end(cells: list[str]) -> list[str]:
    filled = [position for position, cell in enumerate(cells, start=1) if cell.strip()]
    return cells[: filled[-1]] if filled else cells


def _rows(found: Iterable[Record], stream: RowStream, problems: Problems, *, after: int, padded: bool) -> Iterator[Row]:
    """The rows; nearly empty records at the end, set apart by a blank one or a word such as total, are a footer."""
    columns = stream.columns
    width, last, held = len(columns), after, list[Record]()
    for record in found:
        number, cells, fault = record
        gap, last = number > last + 1, number
        if len(cells) - cells.count("") <= _FOOTER_CELLS and _may_be_footer(record, width, gap or bool(held)):
            held.append(record)
            continue
        if held:
            yield from _accepted(held, columns, stream, problems, padded=padded)
            held.clear()
        if len(cells) == width and fault is None:
            stream.seen += 1
            yield Row(number, dict(zip(columns, cells, strict=False)))
        else:
            yield from _accepted([record], columns, stream, problems, padded=padded)
    for record in held:
        shown = " ".join(cell for cell in record.cells if cell.strip())[:_SHOWN_CHARACTERS]
        problems.add("footer", f"Left out: the row stands below the table ({shown!r}).", row=record.number)


def _may_be_footer(record: Record, width: int, apart: bool) -> bool:
    filled = record.filled
    if record.fault or not 0 < filled <= _FOOTER_CELLS or 2 * filled >= width:
        return False
    return apart or _TOTAL.match(next(cell for cell in record.cells if cell.strip()).strip()) is not None


def _accepted(
    found: Iterable[Record], columns: tuple[str, ...], stream: RowStream, problems: Problems, *, padded: bool
) -> Iterator[Row]:
    """Rows of these records, and a problem for each that is none."""
    for record in found:
        stream.seen += 1
        if fault := _fault(record, len(columns), padded=padded):
            problems.add("bad-row", f"Left out: {fault}.", row=record.number)
            stream.bad += 1
        else:
            cells = [*record.cells, *[""] * (len(columns) - len(record.cells))]
            yield Row(record.number, dict(zip(columns, cells, strict=False)))


def _fault(record: Record, columns: int, *, padded: bool) -> str | None:
    if record.fault:
        return record.fault
    found = len(record.cells)
    # A spreadsheet may leave empty cells to the right of the table.
    beyond = any(cell.strip() for cell in record.cells[columns:])
    if padded:
        named = f"{columns} columns have a name, the row has {found}; name those beyond, or empty them"
        return named if beyond else None
    if found < columns or beyond:
        return f"{columns} fields were expected, {found} found; a field with the delimiter or a line break needs quotes"
    return None
