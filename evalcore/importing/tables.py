"""Text with delimiters (CSV, TSV, semicolons) as rows by column name; no bad row costs a good one."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from evalcore.errors import InputError
from evalcore.importing.imported import Problems, Row

_DELIMITERS = (",", ";", "\t", "|")
_LONGEST_FIELD = 64 * 1024 * 1024
"""Characters; the csv module's own limit of 131,072 is less than a long document."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_SHOWN_CHARACTERS, _SHOWN_COLUMNS = 40, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Columns and rows of a file; rows that could not be read are counted in ``bad``."""

    delimiter: str | None
    header_row: int | None
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    bad: int


@dataclass(frozen=True, slots=True)
class _Record:
    number: int
    cells: list[str]
    fault: str | None = None


def read_table(text: str, *, file: str | None, problems: Problems) -> Table:
    """Read delimited text whose first row that is not blank names the columns.

    A row is a record: a line break inside quotes does not start a new one. Tab-separated text
    is read without quoting where that leaves fewer odd rows, because many write it so.

    Raises
    ------
    InputError
        The header cannot be read, or there is no row below it.
    """
    csv.field_size_limit(_LONGEST_FIELD)
    delimiter = _delimiter(text)
    records = _records(text, delimiter)
    header = next(records, None)
    if header is None:
        raise InputError("the file is blank. Expected a header row and a row per case.", file=file)
    if header.fault:
        raise InputError(f"the header cannot be read: {header.fault}.", file=file, row=header.number)
    columns = _columns(header.cells, problems, header.number)
    kept, bad = [], 0
    for record in records:
        if fault := _fault(record, len(columns)):
            problems.add("bad-row", f"Left out: {fault}.", row=record.number)
            bad += 1
        else:
            kept.append(Row(record.number, dict(zip(columns, record.cells, strict=False))))
    if not kept and not bad:
        raise InputError(f"the file has a header ({named(columns)}) but no rows below it.", file=file)
    return Table(delimiter=delimiter, header_row=header.number, columns=columns, rows=tuple(kept), bad=bad)


def named(columns: tuple[str, ...]) -> str:
    """The columns as a message shows them."""
    shown = ", ".join(repr(column[:_SHOWN_CHARACTERS]) for column in columns[:_SHOWN_COLUMNS])
    more = len(columns) - _SHOWN_COLUMNS
    return f"{shown} and {more} more" if more > 0 else shown


def _delimiter(text: str) -> str:
    """The delimiter that splits the header most; a comma where none does."""
    return max(
        _DELIMITERS, key=lambda delimiter: len(next(_parsed(text, delimiter, quoted=True), _Record(0, [])).cells)
    )


def _records(text: str, delimiter: str) -> Iterator[_Record]:
    if delimiter == "\t" and _odd_rows(text, quoted=False) < _odd_rows(text, quoted=True):
        return _parsed(text, delimiter, quoted=False)
    return _parsed(text, delimiter, quoted=True)


def _odd_rows(text: str, *, quoted: bool) -> int:
    records = _parsed(text, "\t", quoted=quoted)
    header = next(records, _Record(0, []))
    return sum(_fault(record, len(header.cells)) is not None for record in records)


def _fault(record: _Record, columns: int) -> str | None:
    if record.fault:
        return record.fault
    found = len(record.cells)
    # A spreadsheet may leave empty cells to the right of the table.
    if found < columns or any(cell.strip() for cell in record.cells[columns:]):
        return f"{columns} fields were expected, {found} found; a field with the delimiter or a line break needs quotes"
    return None


def _columns(cells: list[str], problems: Problems, row: int) -> tuple[str, ...]:
    """Column names, each once: the second ``verdict`` is called ``verdict (2)``."""
    seen: Counter[str] = Counter()
    names = []
    for position, cell in enumerate(_without_blank_end(cells), start=1):
        name = cell.strip() or f"(unnamed {position})"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    for name, count in seen.items():
        if count > 1:
            message = f"{count} columns are called {name!r}; a recipe finds the later ones as '{name} (2)' and so on."
            problems.add("duplicate-column", message, row=row)
    return tuple(names)


def _without_blank_end(cells: list[str]) -> list[str]:
    filled = [position for position, cell in enumerate(cells, start=1) if cell.strip()]
    return cells[: filled[-1]] if filled else cells


class _Lines:
    """Lines of a text that can go back to the second line of the record under way."""

    def __init__(self, text: str) -> None:
        self._ahead = (match.group() for match in _LINE.finditer(text))
        self._again: list[str] = []
        self.taken: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._again.pop() if self._again else next(self._ahead)
        self.taken.append(line)
        return line

    def retry_after_first(self) -> None:
        """Give every line of the record but its first once more."""
        self._again.extend(reversed(self.taken[1:]))


def _parsed(text: str, delimiter: str, *, quoted: bool) -> Iterator[_Record]:
    """Records that are not blank lines; after a fault, reading starts again on the next line."""
    lines = _Lines(text)
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    reader = csv.reader(lines, delimiter=delimiter, quoting=quoting, strict=True)
    number = 0
    while True:
        lines.taken.clear()
        number += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield _Record(number, [], fault=f"quotes do not match ({error})")
            lines.retry_after_first()
            reader = csv.reader(lines, delimiter=delimiter, quoting=quoting, strict=True)
        else:
            if cells:
                yield _Record(number, cells)
