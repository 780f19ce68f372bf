"""What commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from evalcore.errors import ExportError

DONE, FAILED, UNDECIDED, KEPT_FROM_JOB = 0, 1, 2, 3
"""Exit codes."""

_REFUSED = frozenset({"Cc", "Cs"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def speak_utf8() -> None:
    """Write UTF-8 whatever the locale says: JSON is UTF-8, and no name may end a command by its letters."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def inert(text: str) -> str:
    """Text that cannot steer a terminal: control characters other than line ends and direction overrides are replaced.

    Names come from files and error messages quote servers; an escape sequence in one could hide what follows.
    """
    return "".join("\ufffd" if _is_refused(character) else character for character in text)


def note(text: str) -> None:
    """Tell the person something on standard error."""
    _tell(inert(text), end="\n")


def say(text: str = "") -> None:
    """Print a line of a result for people."""
    put(inert(text))


def print_json(document: Any) -> None:
    """Print one JSON document; a lone surrogate from a model's reply is escaped, not refused."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    put(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def put(text: str, *, end: str = "\n") -> None:
    """Print on standard output, just as it is.

    Raises
    ------
    ExportError
        Its disk is full, or its terminal is gone.
    """
    with _refused_in_words():
        print(text, end=end)


def flush_output() -> None:
    """Have everything out that was printed; raises as :func:`put` does."""
    with _refused_in_words():
        sys.stdout.flush()


def leave_standard_output() -> None:
    """Let what was not taken go nowhere: Python would try again at its end, and end with another exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
    """Print aligned columns.

    Parameters
    ----------
    header, rows
        Texts, one per column.
    right
        Numbers of the columns (from 0) that are aligned to the right.
    """
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    for row in [header, ["─" * width for width in widths], *rows]:
        cells = (
            text.rjust(width) if i in right else text.ljust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        say("  ".join(cells).rstrip())


class ProgressLine:
    """One line on standard error that is written over while it is a terminal, and kept quiet otherwise."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._shown = ""

    def show(self, text: str) -> None:
        """Replace the line."""
        # A line that wraps cannot be written over.
        text = inert(text)[: shutil.get_terminal_size().columns - 1]
        if self._live and text != self._shown:
            _tell(f"\r{text.ljust(len(self._shown))}", end="")
            self._shown = text

    def end(self, text: str = "") -> None:
        """Clear the line and leave ``text`` instead, if any."""
        if self._shown:
            _tell("\r" + " " * len(self._shown) + "\r", end="")
            self._shown = ""
        if text:
            note(text)


def megabytes(what: str, done_bytes: int, total_bytes: int | None) -> str:
    """How far a download is, in words."""
    of_all = f" of {total_bytes / 1e6:.0f}" if total_bytes else ""
    return f"fetching {what}: {done_bytes / 1e6:.0f}{of_all} MB"


@contextmanager
def _refused_in_words() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise  # who reads has seen enough
    except OSError as error:
        leave_standard_output()
        raise ExportError(
            f"standard output cannot be written: {error.strerror or error}. Nothing that was stored is lost, and"
            " `evalcore report` prints what a run says as often as wanted"
        ) from error


def _tell(text: str, *, end: str) -> None:
    # A terminal that was closed hears nothing more; what was under way is still to be stored.
    with suppress(OSError):
        print(text, end=end, file=sys.stderr, flush=True)


def _is_refused(character: str) -> bool:
    return character in _TURNING or (character != "\n" and unicodedata.category(character) in _REFUSED)
