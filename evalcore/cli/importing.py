"""What commands that read a file of cases share: how it is to be read, and the further files joined to it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from evalcore.cli import numbers
from evalcore.cli.output import note, say
from evalcore.cli.stored import read_recipe_file
from evalcore.errors import InputError
from evalcore.plurals import counted

if TYPE_CHECKING:
    from evalcore.importing import Imported, Join, Layout, Problem

FILES = "CSV, TSV, Excel, JSON Lines, JSON or Parquet, also packed with gzip"
MEANING = ("--map", "--join", "--on", "--join-sheet")
"""Options of a file that say what its columns mean, and what is joined to it."""
LAYOUT = ("--encoding", "--delimiter", "--sheet", "--header-row")
"""Options of a file that say how it is laid out."""
_NAMED_PROBLEMS, _NAMED_ROWS = 5, 10


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says how a file is to be read."""
    add = parser.add_argument
    add("--map", metavar="RECIPE", help="a recipe file that says which column is what")
    add("--encoding", metavar="E", help="of text, such as cp1252 (default: found out)")
    add("--delimiter", metavar="D", help="of a table as text, such as ';' or tab (default: found out)")
    add("--sheet", metavar="NAME", help="of a workbook (default: the first that holds a table)")
    add("--header-row", metavar="N", type=numbers.cases, help="the row that names the columns (default: found out)")
    add("--join", metavar="FILE", action="append", default=[], help="a further file, such as the labels")
    add(
        "--on",
        metavar="KEY",
        action="append",
        default=[],
        help="the column that both files have, or KEY=OTHER; once per --join (default: as the recipe says)",
    )
    add(
        "--join-sheet",
        metavar="NAME",
        action="append",
        default=[],
        help="of the joined workbook; once per --on (default: its first that holds a table)",
    )


def read_imported(arguments: argparse.Namespace, *, name: str | None = None, fingerprints: bool = True) -> Imported:
    """The file that the arguments name, with the further ones joined to it; see ``read_cases``."""
    from evalcore.importing import Further, read_cases

    path = Path(arguments.file)
    if not path.is_file():
        raise InputError("expected a file, found none there", file=arguments.file)
    if len(arguments.on) > len(arguments.join):
        raise InputError("there are more --on than --join; each goes with the --join of the same place")
    if len(arguments.join_sheet) > len(arguments.on):
        raise InputError("there are more --join-sheet than --on; each goes with the --join and --on of the same place")
    joins = [_join(key, sheet) for key, sheet in zip_longest(arguments.on, arguments.join_sheet)]
    keys = [*joins, *[None] * (len(arguments.join) - len(joins))]
    return read_cases(
        path,
        name=name,
        recipe=read_recipe_file(arguments.map),
        layout=layout_of(arguments),
        further=[Further(source=Path(file), join=key) for file, key in zip(arguments.join, keys, strict=True)],
        fingerprints=fingerprints,
    )


def layout_of(arguments: argparse.Namespace) -> Layout:
    """How the file is to be read, as far as the arguments say it."""
    from evalcore.importing import Layout

    return Layout(
        encoding=arguments.encoding,
        delimiter=arguments.delimiter,
        sheet=arguments.sheet,
        header_row=arguments.header_row,
    )


def refuse_left_out(imported: Imported, *, file: str) -> None:
    """Refuse a file of which rows cannot be used.

    Raises
    ------
    InputError
        Some cannot; the message names the first of each kind by number.
    """
    problems = imported.left_out
    if not problems:
        return
    lines = "\n".join(
        f"  {problem.kind} ({problem.count}), row {', '.join(map(str, problem.where[:_NAMED_ROWS]))}: {problem.message}"
        for problem in problems[:_NAMED_PROBLEMS]
    )
    raise InputError(
        f"{counted(sum(problem.count for problem in problems), 'row')} cannot be used, and nothing was"
        f" stored:\n{lines}\n"
        "Mend them, or import the rest with --leave-out.",
        file=file,
    )


def problem_line(kind: str, count: int, where: Sequence[int], message: str) -> str:
    """A problem as one line, with the first rows that it was met in."""
    shown = ", ".join(map(str, where[:_NAMED_ROWS]))
    more = count - min(len(where), _NAMED_ROWS)
    rows = f"Row {shown}{f' and {more} more' if more > 0 else ''}: " if where else ""
    return f"{kind} ({count}): {rows}{message}"


def note_problems(problems: Iterable[Problem]) -> None:
    """Say on standard error what is wrong with a file, kind by kind."""
    for problem in problems:
        note(problem_line(problem.kind, problem.count, problem.where, problem.message))


def print_preview(arguments: argparse.Namespace) -> None:
    """Print the first rows of each sheet as they stand, the header marked."""
    from evalcore.importing import preview

    found = preview(Path(arguments.file), layout=layout_of(arguments))
    for sheet, header in zip(found.sheets, found.header_rows, strict=True):
        if sheet.name:
            say(f"sheet {sheet.name!r}{' (hidden)' if sheet.hidden else ''}")
        for number, cells in sheet.first_rows:
            mark = "header" if number == header else ""
            say(f"{number:>6} {mark:6}  {' | '.join(' '.join(cell.split()) for cell in cells)}")


def _join(written: str, sheet: str | None) -> Join:
    from evalcore.importing import Join, Layout

    key, equals, other = written.partition("=")
    return Join(key=key, other=other if equals else None, layout=Layout(sheet=sheet) if sheet else None)
