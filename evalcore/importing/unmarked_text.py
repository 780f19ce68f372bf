"""UTF-16 and UTF-32 that do not begin with their mark, in whatever script: told by what their zero bytes leave."""

from __future__ import annotations

import codecs
import re

_FORMS = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f]")
_ASCII = re.compile("[\t-\r -~]")
_ENDS_A_LINE_OR_IS_JSON = re.compile(r"[\r\n]|\A\s*[{\[]")
_PRINTABLE, _LOW = re.compile(b"[ -~\r\n]+"), re.compile(b"[\\x00-\\x1f]")
_MOST_OTHERS, _MOST_LOW = 0.15, 0.4


def unmarked(head: bytes) -> str | None:
    """The encoding that the first bytes of a text are in, if they are of two or four bytes a letter."""
    if 0 not in head or _is_narrow(head):
        return None
    fitting = {form: text for form in _FORMS if (text := _read(head, form))}
    # Letters of the other byte order are far from ASCII, which every table and all JSON holds something of.
    return max(fitting, key=lambda form: len(_ASCII.findall(fitting[form])), default=None)


def _is_narrow(head: bytes) -> bool:
    """Whether it is text of one byte a letter, or UTF-8, in which zero bytes went astray.

    Of wide text about half the bytes are zeros or controls, and where they are not, as in Chinese, it is no UTF-8.
    """
    if len(_PRINTABLE.sub(b"", head)) < _MOST_OTHERS * len(head):
        return True
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return len(_LOW.findall(head)) < _MOST_LOW * len(head)


def _read(head: bytes, form: str) -> str | None:
    """The head in an encoding, unless it does not fit, or what comes of it is no text of a table or of JSON."""
    try:
        text = codecs.getincrementaldecoder(form)().decode(head)
    except UnicodeDecodeError:
        return None
    return text if _ENDS_A_LINE_OR_IS_JSON.search(text) and not _CONTROLS.search(text) else None
