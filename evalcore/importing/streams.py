"""Where a file's bytes come from: a path or an upload, gzip taken off, and never more of them than memory bears."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from evalcore.errors import InputError

GZIP = b"\x1f\x8b"
LONGEST_LINE = 64 * 1024 * 1024
"""Characters of one line, or of one field of a table."""
LARGEST_WHOLE = 256 * 1024 * 1024
"""Bytes of a file that has to be held in memory as one: JSON, Excel, Parquet."""
LARGEST_TEXT = 2 * 1024 * 1024 * 1024
"""Bytes of a file that is read line by line, once it is unpacked."""
_CHUNK = 1024 * 1024
_BUFFER = 128 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A file that can be read from its start as often as needed."""

    content: Path | bytes
    file: str | None
    """The name to give it in messages."""
    gzipped: bool = False

    @property
    def ending(self) -> str:
        """The name in small letters, without ``.gz``."""
        return (self.file or "").lower().removesuffix(".gz")

    def open(self) -> BinaryIO:
        """The bytes, unpacked."""
        packed = _opened(self.content, self.file)
        if not self.gzipped:
            return packed
        return cast(BinaryIO, io.BufferedReader(_Unpacked(packed, self.file), buffer_size=_CHUNK))

    def head(self, size: int) -> bytes:
        """The first bytes."""
        with self.open() as opened:
            return opened.read(size)

    def chunks(self) -> Iterator[bytes]:
        """All bytes, a mebibyte at a time.

        Raises
        ------
        InputError
            There are more than ``LARGEST_TEXT``.
        """
        left = LARGEST_TEXT
        with self.open() as opened:
            while chunk := opened.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise InputError(f"the file holds more than {_size(LARGEST_TEXT)}; split it.", file=self.file)
                yield chunk

    def whole(self, what: str) -> bytes:
        """All bytes at once.

        Raises
        ------
        InputError
            There are more than ``LARGEST_WHOLE``.
        """
        with self.open() as opened:
            found = opened.read(LARGEST_WHOLE + 1)
        if len(found) > LARGEST_WHOLE:
            raise InputError(
                f"{what} of more than {_size(LARGEST_WHOLE)} is not read, because it would have to be held in memory "
                "as one. Save it as CSV or JSON Lines, or split it.",
                file=self.file,
            )
        return found

    def lines(self, encoding: str, *, newline: str = "") -> Iterator[str]:
        """The text line by line, each with its end; by default a carriage return ends one too.

        Raises
        ------
        InputError
            A line is longer than ``LONGEST_LINE``.
        """
        most, number = LONGEST_LINE + 1, 0
        with io.TextIOWrapper(cast(IO[bytes], self.open()), encoding=encoding, newline=newline) as text:
            next_line = text.readline
            while line := next_line(most):
                number += 1
                if len(line) == most:
                    raise InputError(
                        f"the line is longer than {LONGEST_LINE:,} characters, which no case is. Expected a line per "
                        "case; is this the file you meant?",
                        file=self.file,
                        row=number,
                    )
                yield line


def source_of(content: Path | bytes, filename: str | None) -> Source:
    """A path or an upload, with gzip recognised by its first bytes."""
    file = filename or (None if isinstance(content, bytes) else content.name)
    with _opened(content, file) as opened:
        return Source(content, file, gzipped=opened.read(2) == GZIP)


def _opened(content: Path | bytes, file: str | None) -> BinaryIO:
    if isinstance(content, bytes):
        return io.BytesIO(content)
    try:
        return cast(BinaryIO, io.BufferedReader(_ReadFromDisk(content, file), buffer_size=_BUFFER))
    except OSError as error:
        raise _cannot_read(error, file) from None


def _cannot_read(error: OSError, file: str | None) -> InputError:
    return InputError(f"the file cannot be read: {error.strerror or error}", file=file)


class _ReadFromDisk(io.FileIO):
    """A file whose reading may fail halfway: a disk, a share or a device that gives up."""

    def __init__(self, path: Path, file: str | None) -> None:
        self._name_for_people = file
        super().__init__(path, "rb")

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise _cannot_read(error, self._name_for_people) from None

    def readall(self) -> bytes:
        try:
            return super().readall()
        except OSError as error:
            raise _cannot_read(error, self._name_for_people) from None


def _size(size: int) -> str:
    return f"{size // (1024 * 1024):,} MB"


class _Unpacked(io.RawIOBase):
    """What gzip holds, with its faults as errors for people."""

    def __init__(self, packed: BinaryIO, file: str | None) -> None:
        self._packed = packed
        self._unpacking = gzip.GzipFile(fileobj=packed)
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            found = self._unpacking.read(len(buffer))
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(
                f"the gzip file cannot be unpacked ({error}); it may be cut off. Fetch it again.", file=self._file
            ) from None
        buffer[: len(found)] = found
        return len(found)

    def close(self) -> None:
        self._packed.close()
        super().close()
