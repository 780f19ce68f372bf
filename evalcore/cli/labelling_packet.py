"""``evalcore label packet`` and ``evalcore label take``: cases on paper, and their labels back."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from evalcore.cli import numbers
from evalcore.cli.output import DONE, note, print_json, say
from evalcore.cli.stored import clock, opened_store
from evalcore.errors import InputError
from evalcore.plurals import counted

if TYPE_CHECKING:
    from evalcore.labelling import PacketFormat


def register(packet: argparse.ArgumentParser, taking: argparse.ArgumentParser) -> None:
    """Add the arguments of the two actions."""
    packet.add_argument("name", metavar="NAME", help="whom it is for; invite them first")
    packet.add_argument("--cases", metavar="N", type=numbers.cases, default=50, help="cases in it at most (default 50)")
    packet.add_argument("--out", metavar="FILE", required=True, help="a .csv or .xlsx file to write")
    taking.add_argument("file", metavar="FILE", help="the packet, as .csv or .xlsx")


def write(arguments: argparse.Namespace) -> int:
    """Write a packet; nothing is reserved unless the file can be written."""
    from evalcore.cli.labelling import seat_named
    from evalcore.labelling import make_packet

    path = Path(arguments.out)
    formats: dict[str, PacketFormat] = {".csv": "csv", ".xlsx": "xlsx"}
    if path.suffix.lower() not in formats:
        raise InputError("expected a file to write that ends in .csv or .xlsx", file=arguments.out)
    with opened_store(arguments) as store, _file_to_write(path) as file:
        seat = seat_named(store, arguments.session, arguments.name)
        packet = make_packet(store, seat, most=arguments.cases, format=formats[path.suffix.lower()], now=clock())
        file.write(packet.content)
    for case_id in packet.cut:
        note(f"the text of case {case_id} is too long for a cell and cut there; label it in the workbench")
    say(f"{counted(packet.cases, 'case')} for {seat.name}: {path}")
    return DONE


@contextmanager
def _file_to_write(path: Path) -> Iterator[BinaryIO]:
    """A file that is known to be writable before anything is reserved; it comes into its place only when it is whole.

    Raises
    ------
    InputError
        When nothing can be written there.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        if path.is_dir():
            raise InputError("expected a file to write, found a folder there", file=str(path))
        with part.open("wb") as file:
            yield file
        part.replace(path)
    except OSError as error:
        said = f"expected to write the packet; {error.strerror}. Name a file in a folder that is there"
        raise InputError(said, file=str(path)) from error
    finally:
        with suppress(OSError):
            part.unlink()


def take(arguments: argparse.Namespace) -> int:
    """Take the labels of a packet, line by line."""
    from evalcore.labelling import as_document, take_packet

    path = Path(arguments.file)
    if not path.is_file():
        raise InputError("expected a packet, found no file there", file=arguments.file)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"expected a packet; {error.strerror}", file=arguments.file) from error
    with opened_store(arguments) as store:
        try:
            taken = take_packet(store, content, now=clock())
        except InputError as error:
            raise InputError(str(error), file=arguments.file) from error
    if arguments.json:
        print_json(as_document(taken))
        return DONE
    say(
        f"{counted(taken.labels, 'label')} stored, {taken.unchanged} there already,"
        f" {counted(taken.blank, 'line')} without a value."
    )
    for problem in taken.problems:
        say(f"line {problem.line}, case {problem.case_id}: {problem.message}")
    return DONE
