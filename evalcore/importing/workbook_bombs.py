"""Workbooks that are small as files and would fill the memory once they are read are refused before they are."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO
from xml.parsers import expat

from evalcore.errors import InputError

LARGEST_UNPACKED = 1024 * 1024 * 1024
LARGEST_SHARED = 256 * 1024 * 1024
"""Bytes of the part that is held in memory: the texts that cells refer to."""
_LARGEST_OTHER = 32 * 1024 * 1024
"""Bytes of a part that is neither a sheet nor those texts: styles, names and the like are held as a tree."""
_UNSUSPICIOUS = 16 * 1024 * 1024
"""Bytes of a part up to which its tree is bearable, whatever it is made of."""
MOST_ROWS = 1_048_576
"""Excel's own limit."""
_MOST_TEXTS = 5_000_000
_MOST_ELEMENTS, _DEEPEST = 1_000_000, 100
"""Elements between the ends of two rows or texts, and of how many each may be inside."""
_LONGEST_TEXT = 16 * 1024 * 1024
"""Bytes without any element; Excel's own longest cell has 32,767 signs."""
_BLOCK = 64 * 1024
SHARED = "xl/sharedStrings.xml"


def refuse_bombs(data: bytes, file: str | None) -> None:
    """Check that a workbook is one, and bearable.

    Raises
    ------
    InputError
        It is no workbook, or too large once it is unpacked.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            sizes = {part.filename: part.file_size for part in parts.infolist()}
            _refuse_sizes(sizes, file)
            for name, size in sizes.items():
                if size > _UNSUSPICIOUS and (is_sheet(name) or name == SHARED):
                    with parts.open(name) as part:
                        _refuse_swollen(part, name, file)
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise InputError(f"the workbook cannot be opened: {error}. It may be cut off.", file=file) from None


def is_sheet(part: str) -> bool:
    """Whether a part of a workbook is a sheet."""
    return part.startswith("xl/worksheets/") and not part.startswith("xl/worksheets/_rels/")


def _refuse_sizes(sizes: dict[str, int], file: str | None) -> None:
    if "xl/workbook.xml" not in sizes:
        raise InputError(
            "expected an Excel workbook (.xlsx), found another zip file. Unpack it and import the file inside.",
            file=file,
        )
    # A part is never read beyond the size that it says it has.
    size = sum(sizes.values())
    if size > LARGEST_UNPACKED or sizes.get(SHARED, 0) > LARGEST_SHARED:
        raise InputError(
            f"the workbook unpacks to {_megabytes(size)}, more than is read. Save the sheet as CSV and import that.",
            file=file,
        )
    for name, size in sizes.items():
        if size > _LARGEST_OTHER and not (is_sheet(name) or name == SHARED):
            raise _swollen(name, f"unpacks to {_megabytes(size)}", file)


def _refuse_swollen(part: IO[bytes], name: str, file: str | None) -> None:
    """Walk through a part without keeping anything of it."""
    walk = _Walk()
    parser = expat.ParserCreate()
    parser.StartElementHandler = walk.start
    parser.EndElementHandler = walk.end
    try:
        for block in _blocks(part):
            parser.Parse(block)
            if fault := walk.fault(len(block)):
                raise _swollen(name, fault, file)
    except expat.ExpatError as error:
        raise InputError(
            f"the workbook cannot be read: its part {name} is damaged ({error}). Open it, save it as .xlsx and try "
            "again.",
            file=file,
        ) from None


class _Walk:
    """Counts of what a reader would have to hold at once."""

    def __init__(self) -> None:
        self._depth = self._deepest = self._elements = self._silent = 0
        self._rows = self._texts = 0

    def start(self, _name: str, _attributes: object) -> None:
        """Count an element."""
        self._elements += 1
        self._depth += 1
        self._silent = 0
        self._deepest = max(self._deepest, self._depth)

    def end(self, name: str) -> None:
        """A row or a text that ends is let go of by the reader."""
        self._depth -= 1
        self._silent = 0
        if name == "row" or name.endswith(":row"):
            self._elements = 0
            self._rows += 1
        elif name == "si" or name.endswith(":si"):
            self._elements = 0
            self._texts += 1

    def fault(self, read: int) -> str | None:
        """What is wrong after so many more bytes, if anything is."""
        self._silent += read
        if self._silent > _LONGEST_TEXT:
            return f"holds a text of more than {_megabytes(_LONGEST_TEXT)}"
        if self._elements > _MOST_ELEMENTS:
            return f"holds a row or a text of more than {_MOST_ELEMENTS:,} pieces"
        if self._deepest > _DEEPEST:
            return f"is nested more than {_DEEPEST} deep"
        if self._rows > MOST_ROWS:
            return f"goes beyond {MOST_ROWS:,} rows"
        return f"holds more than {_MOST_TEXTS:,} texts" if self._texts > _MOST_TEXTS else None


def _blocks(part: IO[bytes]) -> Iterator[bytes]:
    while block := part.read(_BLOCK):
        yield block


def _megabytes(size: int) -> str:
    return f"{size // (1024 * 1024):,} MB"


def _swollen(name: str, fault: str, file: str | None) -> InputError:
    return InputError(
        f"the workbook's part {name} {fault}, more than is read. Save the sheet as CSV and import that.", file=file
    )
