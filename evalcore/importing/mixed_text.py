"""UTF-8 with a few odd bytes, as where a line of another file was pasted in: each is read as Windows-1252."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from encodings import utf_8, utf_8_sig
from itertools import chain

from evalcore.importing.streams import Source

MIXED = "utf-8-with-cp1252"
"""What the encoding is called; Python finds it by this name."""
_HANDLER = "evalcore-cp1252"
_MOST_ODD = 10_000
"""Bytes after which they are no longer a few, and counting ends."""
_ODD = re.compile("[\udc80-\udcff]")
_ASCII = re.compile("[\x00-\x7f]+")


@dataclass(frozen=True, slots=True)
class Survey:
    """What a text holds beside ASCII."""

    letters: int
    """Letters of several bytes that are UTF-8."""
    odd: int
    """Bytes that are not."""
    first: int
    """The first of these."""
    lines: tuple[int, ...]
    """The lines that they stand in."""

    @property
    def is_mixed(self) -> bool:
        """Whether the text is UTF-8 but for some bytes: hardly ever does another encoding look like it by chance."""
        return self.odd <= min(self.letters, _MOST_ODD)


def survey(source: Source) -> Survey:
    """Count what fits UTF-8 and what does not."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    lines, met = LineCount(), dict[int, None]()
    letters = odd = first = 0
    for chunk in chain(source.chunks(), [b""]):
        text = decoder.decode(chunk, final=not chunk)
        others = len(text) - sum(map(len, _ASCII.findall(text)))
        place = 0
        for found in _ODD.finditer(text):
            odd += 1
            first = first or ord(found[0]) - 0xDC00
            lines.read(text[place : found.start()])
            place = found.start()
            met[lines.number] = None
            others -= 1
        letters += others
        lines.read(text[place:])
        if odd > _MOST_ODD:
            break
    return Survey(letters, odd, first, tuple(met))


class LineCount:
    """The line that a text has come to; a carriage return, a line feed or both end one."""

    def __init__(self) -> None:
        self.number = 1
        self._after_return = False

    def read(self, text: str) -> None:
        """Go on by a piece of the text."""
        if text:
            self.number += text.count("\n") + text.count("\r") - text.count("\r\n")
            self.number -= self._after_return and text[0] == "\n"
            self._after_return = text[-1] == "\r"


class _Decoder(utf_8_sig.IncrementalDecoder):
    """Takes the mark of UTF-8 off, and reads what is not UTF-8 as Windows-1252."""

    def __init__(self, errors: str = "strict") -> None:  # noqa: ARG002
        super().__init__(_HANDLER)


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    # Five bytes are no letter there either, and stay visible.
    return error.object[error.start : error.end].decode("cp1252", "backslashreplace"), error.end


def _decoded(data: bytes, _errors: str = "strict") -> tuple[str, int]:
    return _Decoder().decode(data, final=True), len(data)


def _search(name: str) -> codecs.CodecInfo | None:
    if name != MIXED.replace("-", "_"):
        return None
    return codecs.CodecInfo(
        codecs.utf_8_encode,
        _decoded,  # type: ignore[arg-type]
        # Asked for wherever the bytes could be written to as well, as those in memory can.
        incrementalencoder=utf_8.IncrementalEncoder,
        incrementaldecoder=_Decoder,
        name=MIXED,
    )


codecs.register_error(_HANDLER, _as_cp1252)
codecs.register(_search)
