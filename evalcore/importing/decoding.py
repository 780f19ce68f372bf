"""Which encoding a file's text is in: UTF-8, UTF-16, else Windows-1252, and the reader is told which."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from evalcore.errors import InputError
from evalcore.importing.streams import Source, source_of

_NOT_TEXT = {
    b"PK\x03\x04": "an Excel workbook or another zip file",
    b"\xd0\xcf\x11\xe0": "an old or a password-protected Excel workbook",
    b"PAR1": "a Parquet file",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"SQLite format 3": "a database",
}
_LOOKED_AT = 4096
_ASCII_FITS = ("utf-8", "cp1252")
"""Encodings in which every ASCII byte is a letter by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A file's text, the encoding it was read in, and a remark where that was a guess."""

    text: str
    encoding: str
    remark: str | None = None
    row: int | None = None
    """The line that made it a guess."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """The encoding of a file, and a remark where that was a guess."""

    name: str
    remark: str | None = None
    row: int | None = None
    """The line that made it a guess."""


@dataclass(frozen=True, slots=True)
class _Fault:
    byte: int
    row: int


def read_bytes(source: Path | bytes, filename: str | None) -> tuple[bytes, str | None]:
    """The content of a path or an upload, and the name to give it in messages."""
    found = source_of(source, filename)
    return found.whole("a file"), found.file


def decode(data: bytes, *, file: str | None) -> Decoded:
    """Read bytes as text; see :func:`find_encoding`."""
    encoding = find_encoding(Source(data, file))
    return Decoded(text=data.decode(encoding.name), encoding=encoding.name, remark=encoding.remark, row=encoding.row)


def find_encoding(source: Source, chosen: str | None = None) -> Encoding:
    """The encoding of a file's text: the chosen one, else what fits the bytes.

    Raises
    ------
    InputError
        The bytes are no text, no encoding that is tried fits them, or the chosen one does not.
    """
    head = source.head(_LOOKED_AT)
    _refuse_other_files(head, source.file)
    if chosen:
        return _chosen(source, chosen)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _utf16(source, "utf-16")
    if unmarked := _unmarked_utf16(head):
        return _utf16(source, unmarked)
    name = "utf-8-sig" if head.startswith(codecs.BOM_UTF8) else "utf-8"
    fault = _first_fault(source, name)
    return Encoding(name=name) if fault is None else _cp1252(source, fault)


def _refuse_other_files(head: bytes, file: str | None) -> None:
    for magic, kind in _NOT_TEXT.items():
        if head.startswith(magic):
            raise InputError(
                f"expected text (CSV, TSV, JSON or JSON Lines), found {kind}. "
                "Save it as 'CSV UTF-8' and import that file.",
                file=file,
            )


def _chosen(source: Source, name: str) -> Encoding:
    try:
        text_encoding = codecs.lookup(name)._is_text_encoding
    except LookupError:
        text_encoding = False
    if not text_encoding:
        raise InputError(
            f"expected an encoding such as utf-8, utf-16, cp1252 or latin-1, found {name!r}.", file=source.file
        )
    if fault := _first_fault(source, name):
        raise InputError(
            f"byte 0x{fault.byte:02X} is not {name}. Choose another encoding, or none, so that it is found.",
            file=source.file,
            row=fault.row,
        )
    return Encoding(name=name)


def _unmarked_utf16(head: bytes) -> str | None:
    """UTF-16 without its mark, where nearly every other byte is zero, as in text of Western letters."""
    half = len(head) // 2
    if half < 4:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 0.7 * half and not even:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and not odd else None


def _utf16(source: Source, name: str) -> Encoding:
    if fault := _first_fault(source, name):
        raise InputError(
            f"the file starts as UTF-16 but byte 0x{fault.byte:02X} does not fit it. Save it as UTF-8 and try again.",
            file=source.file,
            row=fault.row,
        )
    remark = None if name == "utf-16" else f"the file has no mark of its encoding; it was read as {name}."
    return Encoding(name=name, remark=remark)


def _cp1252(source: Source, fault: _Fault) -> Encoding:
    second = _first_fault(source, "cp1252")
    if second:
        raise InputError(
            f"byte 0x{fault.byte:02X} is not UTF-8, and byte 0x{second.byte:02X} in row {second.row} is not "
            "Windows-1252 either. Save the file as UTF-8 and try again, or choose its encoding.",
            file=source.file,
            row=fault.row,
        )
    return Encoding(
        name="cp1252",
        remark=f"byte 0x{fault.byte:02X} is not UTF-8, so the file was read as Windows-1252 (cp1252). "
        "Should letters look wrong, choose another encoding, or save the file as UTF-8 and import it again.",
        row=fault.row,
    )


def _first_fault(source: Source, encoding: str) -> _Fault | None:
    """The first byte that does not fit, and the line it stands in."""
    decoder = codecs.getincrementaldecoder(encoding)()
    ascii_fits = encoding in _ASCII_FITS
    fitting, pending = 0, b""
    for chunk in source.chunks():
        try:
            # Most of most files, and told in a tenth of the time.
            if not (ascii_fits and chunk.isascii() and not decoder.getstate()[0]):
                decoder.decode(chunk)
        except UnicodeDecodeError as error:
            within = error.object.count(b"\n", 0, error.start)
            return _Fault(error.object[error.start], _row_after(source, fitting) + within)
        fitting += 1
        pending = chunk[-8:]
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        return _Fault(error.object[error.start] if error.object else pending[-1], _row_after(source, fitting))
    return None


def _row_after(source: Source, chunks: int) -> int:
    """The line that so many chunks end in; they are read again, as few files have a fault."""
    return 1 + sum(chunk.count(b"\n") for chunk in islice(source.chunks(), chunks))
