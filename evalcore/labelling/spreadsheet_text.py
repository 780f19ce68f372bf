"""Tables as CSV that a spreadsheet opens, and back: no cell is ever taken for a formula."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Sequence

from evalcore.errors import InputError
from evalcore.formula_guard import guarded, unguarded

_DELIMITERS = (",", ";", "\t")
_ENCODINGS = ("utf-8-sig", "cp1252")


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
    text = _decoded(content)
    header = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    try:
        return [
            [unguarded(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        ]
    except csv.Error as error:
        raise InputError(f"expected a packet as CSV, found a file that is none: {error}") from error


def _decoded(content: bytes) -> str:
    """The text; spreadsheets save UTF-8, the letters of western Windows, or UTF-16 with its mark."""
    encodings = ("utf-16",) if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else _ENCODINGS
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Without a mark a picture, or UTF-16, can be taken for letters with zeros between.
        if "\0" not in text or content.startswith(codecs.BOM_UTF8):
            return text
    raise InputError(
        "expected a packet as CSV in UTF-8, found another encoding or a file that is no text; save it as CSV UTF-8, or"
        " as an Excel workbook (.xlsx)"
    )
