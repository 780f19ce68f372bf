"""Merged cells of a sheet: the one value that they show counts in each row that they cover."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import IO, NamedTuple

from evalcore.errors import InputError
from evalcore.importing.imported import Problems

_MOST = 200_000
_MOST_FILLED = 256 * 1024 * 1024
"""Bytes, about, that filling may take: a small workbook may merge thousands of columns over a million rows."""
_CELL = 50
_SHOWN = 10
_CHUNK = 1024 * 1024
_LONGEST_ELEMENT = 1024
_RANGE = re.compile(
    rb"""<(?:\w{1,20}:)?mergeCell\s(?:[^<>]{0,200}\s)?ref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']"""
)


class Merge(NamedTuple):
    """A range of cells that were made one; rows and columns count from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int
    name: str
    """As a spreadsheet writes it, such as ``C2:C4``."""


def merges_in(part: IO[bytes], file: str | None) -> tuple[Merge, ...]:
    """The merged ranges of a sheet, from the top; they stand behind its rows, so all of it is gone through.

    Raises
    ------
    InputError
        There are more than anybody merges.
    """
    found: dict[Merge, None] = {}
    for block in overlapping_blocks(part, _LONGEST_ELEMENT):
        for left, top, right, bottom in _RANGE.findall(block):
            name = f"{left.decode()}{int(top)}:{right.decode()}{int(bottom)}"
            found[Merge(int(top), _column(left), int(bottom), _column(right), name)] = None
            if len(found) > _MOST:
                raise InputError(
                    f"a sheet of the workbook has more than {_MOST:,} merged ranges. Save it as CSV and import that.",
                    file=file,
                )
    return tuple(sorted(found))


def overlapping_blocks(part: IO[bytes], overlap: int) -> Iterator[bytes]:
    """The bytes of a part in blocks that each begin with the end of the one before."""
    tail = b""
    while block := part.read(_CHUNK):
        yield tail + block
        tail = (tail + block)[-overlap:]


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number


class Downwards:
    """Puts the value of cells that are merged downwards into the rows that they cover."""

    def __init__(self, merges: Sequence[Merge], file: str | None) -> None:
        self._file = file
        self._left = _MOST_FILLED
        self._coming = [merge for merge in reversed(merges) if merge.bottom > merge.top]
        self._open: dict[int, tuple[int, str]] = {}

    def fill(self, number: int, cells: list[str]) -> None:
        """Fill a row that holds something of its own; rows come from the top.

        Raises
        ------
        InputError
            So much is merged that filling it would take more memory than there may be.
        """
        while self._coming and self._coming[-1].top <= number:
            merge = self._coming.pop()
            value = cells[merge.left - 1] if merge.left <= len(cells) and merge.top == number else ""
            if value:
                self._open[merge.left] = merge.bottom, value
        if not self._open or not any(cell.strip() for cell in cells):
            return
        for left, (bottom, value) in tuple(self._open.items()):
            if bottom < number:
                del self._open[left]
            elif not (left <= len(cells) and cells[left - 1].strip()):
                self._spend(value, number)
                cells += [""] * (left - len(cells))
                cells[left - 1] = value

    def _spend(self, value: str, number: int) -> None:
        self._left -= _CELL + len(value)
        if self._left < 0:
            raise InputError(
                "merged cells of the workbook cover more than is read. Save the sheet as CSV and import that.",
                file=self._file,
                row=number,
            )


def remark_on_merges(merges: Sequence[Merge], header_row: int, problems: Problems) -> None:
    """Say what became of merged cells at or below the header."""
    down = [merge for merge in merges if merge.bottom > max(merge.top, header_row)]
    across = [merge for merge in merges if merge.right > merge.left and merge.top > header_row]
    for found, taken in (
        (down, "in each of their rows"),
        (across, "in the first of their columns alone"),
    ):
        message = f"Merged cells ({_named(found)}) show one value; it counts {taken}."
        for row in dict.fromkeys(merge.top for merge in found):
            problems.add("merged-cells", message, row=row)


def _named(merges: Sequence[Merge]) -> str:
    more = f" and {len(merges) - _SHOWN} more" if len(merges) > _SHOWN else ""
    return ", ".join(merge.name for merge in merges[:_SHOWN]) + more
