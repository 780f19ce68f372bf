"""Tables as CSV that a spreadsheet opens, and back: no cell is ever taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from evalcore.errors import InputError
from evalcore.formula_guard import guarded, unguarded

_DELIMITERS = (",", ";", "\t")


def write_csv(rows: Sequence[Sequence[str]]) -> bytes:
    """The rows as UTF-8 with a mark that spreadsheets know it by, every cell guarded."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", "backslashreplace")


def read_csv(content: bytes) -> list[list[str]]:
    """The rows of a CSV file as some spreadsheet saved it, with commas, semicolons or tabs.

    Raises
    ------
    InputError
        When it is no text table.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    header = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    try:
        return [
            [unguarded(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        ]
    except csv.Error as error:
        raise InputError(f"expected a packet as CSV, found a file that is none: {error}") from error
