"""Text with delimiters (CSV, TSV, semicolons) as records; no bad one costs a good one."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from evalcore.importing.streams import LONGEST_LINE

DELIMITERS = (",", ";", "\t", "|")
SAMPLE = 60
"""Records that are looked at to find the header."""
_SAMPLE_CHARACTERS = 4_000_000
_MOST_TITLE_ROWS = 30

Lines = Callable[[], Iterator[str]]
"""The lines of a text from its start."""


class Record(NamedTuple):
    """One record of a table by position; it counts from 1 with the blank ones."""

    number: int
    cells: Sequence[str]
    fault: str | None = None

    @property
    def filled(self) -> int:
        """Cells that hold anything."""
        return sum(1 for cell in self.cells if cell and not cell.isspace())


def find_delimiter(lines: Lines) -> str:
    """The delimiter by which most of the first records are as wide as the header; a comma where none splits it."""
    first = list(_few(lines()))
    return max(DELIMITERS, key=lambda delimiter: _fit(parsed(first, delimiter, quoted=True)))


def records(lines: Lines, delimiter: str) -> Iterator[Record]:
    """The records; tab-separated text is read without quoting where that leaves fewer odd ones."""
    quoted = True
    if delimiter == "\t" and any('"' in line for line in lines()):
        quoted = _odd(lines, quoted=False) >= _odd(lines, quoted=True)
    return parsed(lines(), delimiter, quoted=quoted)


def find_header(sample: Sequence[Record]) -> int:
    """The place of the header in the first records: the first that is not a title.

    A title fills one or two cells where the records around it fill several.
    """
    filled = sorted(record.filled for record in sample if record.filled)
    typical = filled[3 * len(filled) // 4] if filled else 0
    for place, record in enumerate(sample[:_MOST_TITLE_ROWS]):
        if record.fault or not _is_title(record.filled, typical):
            return place
    return 0


def _is_title(filled: int, typical: int) -> bool:
    return filled == 0 or (filled == 1 and typical >= 2) or (filled == 2 and typical >= 4)


def _few(lines: Iterator[str]) -> Iterator[str]:
    """The first lines, until there are enough characters to tell the header by."""
    left = _SAMPLE_CHARACTERS
    for line in islice(lines, 4 * SAMPLE):
        yield line
        left -= len(line)
        if left < 0:
            return


def _fit(found: Iterator[Record]) -> tuple[int, int]:
    """How many records are as wide as the header, and its width."""
    sample = list(islice(found, SAMPLE))
    width = len(sample[find_header(sample)].cells) if sample else 0
    return (sum(len(record.cells) == width for record in sample) if width > 1 else 0), width


def _odd(lines: Lines, *, quoted: bool) -> int:
    """Records that are not as wide as the header, or have quotes that do not match."""
    found = parsed(lines(), "\t", quoted=quoted)
    sample = list(islice(found, SAMPLE))
    if not sample:
        return 0
    width = len(sample[find_header(sample)].cells)
    below = [*sample[find_header(sample) + 1 :]]
    return sum(record.fault is not None or len(record.cells) != width for part in (below, found) for record in part)


class _Lines:
    """Lines of a text that can go back to the second line of the record under way."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._ahead = iter(lines)
        self._again: list[str] = []
        self.taken: list[str] = []

    def __iter__(self) -> Iterator[str]:
        while self._again:
            line = self._again.pop()
            self.taken.append(line)
            yield line
        keep = self.taken.append
        for line in self._ahead:
            keep(line)
            yield line

    def retry_after_first(self) -> None:
        """Give every line of the record but its first once more."""
        self._again.extend(reversed(self.taken[1:]))
        self.taken.clear()


def parsed(text: Iterable[str], delimiter: str, *, quoted: bool) -> Iterator[Record]:
    """Records that are not blank lines; after a fault, reading starts again on the next line."""
    csv.field_size_limit(LONGEST_LINE)
    lines = _Lines(text)
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    reader = csv.reader(lines, delimiter=delimiter, quoting=quoting, strict=True)
    number = 0
    taken = lines.taken
    while True:
        try:
            for cells in reader:
                taken.clear()
                number += 1
                if cells:
                    yield Record(number, cells)
            return
        except csv.Error as error:
            number += 1
            yield Record(number, [], fault=f"quotes do not match ({error})")
            lines.retry_after_first()
            reader = csv.reader(lines, delimiter=delimiter, quoting=quoting, strict=True)
