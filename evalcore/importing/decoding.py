"""Which encoding a file's text is in: UTF-8, UTF-16, UTF-32, else Windows-1252, and the reader is told which."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from evalcore.errors import InputError
from evalcore.importing.mixed_text import MIXED, LineCount, survey
from evalcore.importing.streams import GZIP, Source, source_of
from evalcore.importing.unmarked_text import unmarked

_NOT_TEXT = {
    b"PK\x03\x04": "an Excel workbook or another zip file",
    b"\xd0\xcf\x11\xe0": "an old or a password-protected Excel workbook",
    b"PAR1": "a Parquet file",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"SQLite format 3": "a database",
}
_LOOKED_AT = 4096
_SHOWN_CHARACTERS = 40
_ASCII_FITS = ("utf-8", "cp1252")
"""Encodings in which every ASCII byte is a letter by itself."""
_WIDE = ("utf-16", "utf-32")
_NO_FILES = frozenset(
    {"charmap", "idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "unicode_escape"}
)
"""What Python counts among the encodings of text and no file is written in."""
_MARKED = {
    "utf-8": (codecs.BOM_UTF8, "utf-8-sig"),
    "utf-16-le": (codecs.BOM_UTF16_LE, "utf-16"),
    "utf-16-be": (codecs.BOM_UTF16_BE, "utf-16"),
    "utf-32-le": (codecs.BOM_UTF32_LE, "utf-32"),
    "utf-32-be": (codecs.BOM_UTF32_BE, "utf-32"),
}
"""Encoding → its mark, and the name under which Python takes that off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """The encoding of a file, and a remark where that was a guess."""

    name: str
    remark: str | None = None
    lines: tuple[int, ...] = ()
    """Those that made it a guess."""


@dataclass(frozen=True, slots=True)
class _Fault:
    byte: int
    line: int


def read_bytes(source: Path | bytes, filename: str | None) -> tuple[bytes, str | None]:
    """The content of a path or an upload, and the name to give it in messages."""
    found = source_of(source, filename)
    return found.whole("a file"), found.file


def decode(data: bytes, *, file: str | None) -> str:
    """Read bytes as text; see :func:`find_encoding`."""
    return data.decode(find_encoding(Source(data, file)).name)


def find_encoding(source: Source, chosen: str | None = None) -> Encoding:
    """The encoding of a file's text: the chosen one, else what fits the bytes.

    Raises
    ------
    InputError
        The bytes are no text, no encoding that is tried fits them, or the chosen one does not.
    """
    head = source.head(_LOOKED_AT)
    _refuse_other_files(head, source.file)
    if chosen is not None:
        return _chosen(source, head, chosen)
    if marked := _marked(head):
        return _wide(source, marked) if marked != "utf-8-sig" else _narrow(source, marked)
    if found := unmarked(head):
        return _wide(source, found)
    return _narrow(source, "utf-8")


def _marked(head: bytes) -> str | None:
    """The encoding whose mark a text begins with; that of UTF-32 begins as one of UTF-16 does."""
    return next((name for mark, name in reversed(_MARKED.values()) if head.startswith(mark)), None)


def _refuse_other_files(head: bytes, file: str | None) -> None:
    if head.startswith(GZIP):
        raise InputError("the gzip file holds another gzip file. Unpack it once, and import what is inside.", file=file)
    for magic, kind in _NOT_TEXT.items():
        if head.startswith(magic):
            raise InputError(
                f"expected text (CSV, TSV, JSON or JSON Lines), found {kind}. "
                "Save it as 'CSV UTF-8' and import that file.",
                file=file,
            )


def _chosen(source: Source, head: bytes, chosen: str) -> Encoding:
    name = _python_name(chosen, source.file)
    mark, without = _MARKED.get(name, (b"", ""))
    if mark and head.startswith(mark):
        return _fitting(source, without, chosen)
    if name.startswith(_WIDE) and _marked(head) != name:
        # Without its mark Python takes it for this machine's byte order, or for none.
        found = name if mark and 0 in head else unmarked(head)
        if found is None or not found.startswith(name):
            raise InputError(
                f"the bytes are not {chosen}: there is neither its mark nor a zero byte where most letters would have "
                "one. Choose another encoding, or none, so that it is found.",
                file=source.file,
            )
        return _fitting(source, found, chosen)
    return _fitting(source, chosen, chosen)


def _python_name(chosen: str, file: str | None) -> str:
    try:
        found = codecs.lookup(chosen)
    # A name may hold signs that no module's name can.
    except (LookupError, ValueError):
        found = None
    if found is None or not found._is_text_encoding or found.name.replace("_", "-") in _NO_FILES:
        raise InputError(
            f"expected an encoding such as utf-8, utf-16, cp1252 or latin-1, found {chosen[:_SHOWN_CHARACTERS]!r}.",
            file=file,
        )
    return found.name


def _fitting(source: Source, name: str, chosen: str) -> Encoding:
    if fault := _first_fault(source, name):
        raise InputError(
            f"byte 0x{fault.byte:02X} is not {chosen}. Choose another encoding, or none, so that it is found.",
            file=source.file,
            row=fault.line,
        )
    return Encoding(name=name)


def _wide(source: Source, name: str) -> Encoding:
    if fault := _first_fault(source, name):
        raise InputError(
            f"the file starts as {name.upper()} but byte 0x{fault.byte:02X} does not fit it. Save it as UTF-8 and try "
            "again.",
            file=source.file,
            row=fault.line,
        )
    if name in _WIDE:
        return Encoding(name=name)
    return Encoding(name=name, remark=f"The file has no mark of its encoding; it was read as {name}.")


def _narrow(source: Source, name: str) -> Encoding:
    """UTF-8 where all bytes fit it, or all but a few, else Windows-1252."""
    if _first_fault(source, name) is None:
        return Encoding(name=name)
    found = survey(source)
    if found.is_mixed:
        return Encoding(
            name=MIXED,
            remark=f"In this line of the file a byte, such as 0x{found.first:02X}, is not UTF-8, as nearly all else "
            "is: it was read as Windows-1252 (cp1252), and the rest as UTF-8. Look whether its letters are right.",
            lines=found.lines,
        )
    second = _first_fault(source, "cp1252")
    if second:
        raise InputError(
            f"byte 0x{found.first:02X} is not UTF-8, and byte 0x{second.byte:02X} in row {second.line} is not "
            "Windows-1252 either. Save the file as UTF-8 and try again, or choose its encoding.",
            file=source.file,
            row=found.lines[0],
        )
    return Encoding(
        name="cp1252",
        remark=f"In this line of the file, byte 0x{found.first:02X} is not UTF-8, so all of it was read as "
        "Windows-1252 (cp1252). Should letters look wrong, choose another encoding, or save the file as UTF-8 and "
        "import it again.",
        lines=found.lines[:1],
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
            return _Fault(error.object[error.start], _line_of(source, encoding, fitting, error))
        fitting += 1
        pending = chunk[-8:]
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        byte = error.object[error.start] if error.object else pending[-1]
        return _Fault(byte, _line_of(source, encoding, fitting, None))
    return None


def _line_of(source: Source, encoding: str, chunks: int, error: UnicodeDecodeError | None) -> int:
    """The line that a fault after so many chunks stands in; they are read again, as few files have one."""
    decoder = codecs.getincrementaldecoder(encoding)()
    lines = LineCount()
    for chunk in islice(source.chunks(), chunks):
        lines.read(decoder.decode(chunk))
    if error is not None:
        held = len(decoder.getstate()[0])
        lines.read(decoder.decode(error.object[held : error.start]))
    return lines.number
