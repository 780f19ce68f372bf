"""Bytes of a file as text: UTF-8, UTF-16 with its mark, else Windows-1252, and the reader is told which."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import InputError

_NOT_TEXT = {
    b"PK\x03\x04": "an Excel workbook or another zip file",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"PAR1": "a Parquet file",
    b"\x1f\x8b": "a gzip file",
    b"%PDF": "a PDF",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A file's text, the encoding it was read in, and a remark where that was a guess."""

    text: str
    encoding: str
    remark: str | None = None
    row: int | None = None
    """The line that made it a guess."""


def read_bytes(source: Path | bytes, filename: str | None) -> tuple[bytes, str | None]:
    """The content of a path or an upload, and the name to give it in messages."""
    if isinstance(source, bytes):
        return source, filename
    file = filename or source.name
    try:
        return source.read_bytes(), file
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror or error}", file=file) from None


def decode(data: bytes, *, file: str | None) -> Decoded:
    """Read bytes as text.

    Raises
    ------
    InputError
        The bytes are no text, or no encoding that is tried fits them.
    """
    for magic, kind in _NOT_TEXT.items():
        if data.startswith(magic):
            raise InputError(
                f"expected text (CSV, TSV, JSON or JSON Lines), found {kind}. "
                "Save it as 'CSV UTF-8' and import that file.",
                file=file,
            )
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _utf16(data, file)
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    try:
        return Decoded(text=data.decode(encoding), encoding=encoding)
    except UnicodeDecodeError as error:
        return _cp1252(data, error, file)


def _utf16(data: bytes, file: str | None) -> Decoded:
    try:
        return Decoded(text=data.decode("utf-16"), encoding="utf-16")
    except UnicodeDecodeError as error:
        raise InputError(
            f"the file starts as UTF-16 but byte {error.start + 1} does not fit it. Save it as UTF-8 and try again.",
            file=file,
        ) from None


def _cp1252(data: bytes, error: UnicodeDecodeError, file: str | None) -> Decoded:
    row = _line_of(data, error.start)
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as second:
        raise InputError(
            f"byte 0x{data[error.start]:02X} is not UTF-8, and byte 0x{data[second.start]:02X} in row "
            f"{_line_of(data, second.start)} is not Windows-1252 either. Save the file as UTF-8 and try again.",
            file=file,
            row=row,
        ) from None
    return Decoded(
        text=text,
        encoding="cp1252",
        remark=f"byte 0x{data[error.start]:02X} is not UTF-8, so the file was read as Windows-1252 (cp1252). "
        "Should letters look wrong, save the file as UTF-8 and import it again.",
        row=row,
    )


def _line_of(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1
