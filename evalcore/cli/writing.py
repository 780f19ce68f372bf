"""Results that were paid for, on their way out: into a file, onto standard output, and elsewhere where these fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryFile

from evalcore.cli.output import flush_output, note
from evalcore.errors import ExportError

_ROOM = 65_536
"""Bytes that a disk must have room for before anything is asked; a result may still be larger."""


def refuse_unwritable(path: Path, what: str) -> None:
    """Find out whether a file can be written, before what is to stand in it is paid for; nothing there changes.

    Parameters
    ----------
    what
        What is to stand in it, for people.

    Raises
    ------
    ExportError
        It cannot, or its disk is full.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        return  # a pipe or a device: to open it may be to wait for its reader
    is_new = not path.exists()
    try:
        path.open("ab").close()
        if is_new:
            path.unlink()
        with TemporaryFile(dir=path.parent) as probe:
            probe.write(b"\0" * _ROOM)
            probe.flush()
    except OSError as error:
        raise ExportError(f"{path}: {what} cannot be written: {_why(error)}; nothing was asked or measured") from error


def write_result(path: Path, what: str, content: bytes, *, else_print: Callable[[], object]) -> None:
    """Write a result; what cannot be written is printed, and half a file does not stay.

    Raises
    ------
    ExportError
        It could not be written.
    """
    try:
        path.write_bytes(content)
    except OSError as error:
        if path.is_file():
            with suppress(OSError):
                path.unlink()
        else_print()
        raise ExportError(f"{path}: {what} cannot be written: {_why(error)}; the whole result was printed") from error


def print_result(print_it: Callable[[], object]) -> bool:
    """Print a result on standard output, or on standard error where the other takes none; whether the first did."""
    try:
        print_it()
        flush_output()
    except ExportError as error:
        note(f"evalcore: {error}. The result stands here instead:\n")
        with redirect_stdout(sys.stderr), suppress(ExportError):
            print_it()
        return False
    return True


def _why(error: OSError) -> str:
    return error.strerror or str(error)
