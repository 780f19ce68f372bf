"""``evalcore check`` and ``evalcore import``: what a file holds, and taking it in."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, note, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, clock, opened_store, read_recipe_file
from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.importing import Imported


def register(commands: Any) -> None:
    """Add the commands."""
    check = commands.add_parser("check", help="what a file holds and what is wrong with it; nothing is stored")
    check.add_argument("file", help="CSV, TSV, JSON Lines or JSON")
    check.add_argument("--map", metavar="RECIPE", help="a recipe file that says which column is what")
    check.add_argument("--json", action="store_true", help="one JSON document on standard output")
    check.set_defaults(run=_check)
    take_in = commands.add_parser("import", help="store the cases and labels of a file")
    take_in.add_argument("file", help="CSV, TSV, JSON Lines or JSON")
    take_in.add_argument("--map", metavar="RECIPE", help="a recipe file that says which column is what")
    take_in.add_argument("--name", metavar="SET", help="name of the set (default: the file's name)")
    add_store_argument(take_in)
    take_in.set_defaults(run=_import)


def _read(arguments: argparse.Namespace, *, name: str | None = None) -> Imported:
    from evalcore.importing import read_cases

    path = Path(arguments.file)
    if not path.is_file():
        raise InputError("expected a file, found none there", file=arguments.file)
    return read_cases(path, name=name, recipe=read_recipe_file(arguments.map))


def _check(arguments: argparse.Namespace) -> int:
    from evalcore.importing import check_document

    document = check_document(_read(arguments))
    if arguments.json:
        print_json(document)
    else:
        _print_check(document)
    return DONE


def _print_check(document: dict[str, Any]) -> None:
    facts = [[key, str(value)] for key, value in document["file"].items() if value is not None]
    facts += [[key, str(document[key])] for key in ("rows", "cases", "labelled", "unlabelled", "unresolved")]
    facts += [[f"gold {value}", str(count)] for value, count in document["values"].items()]
    facts.append(["annotators", str(document["annotators"])])
    print_table(["what", "found"], facts)
    for problem in document["problems"]:
        say(f"\n{problem['kind']} ({problem['count']}): {problem['message']}")


def _import(arguments: argparse.Namespace) -> int:
    imported = _read(arguments, name=arguments.name)
    with opened_store(arguments) as store:
        stored = store.save_dataset(imported.dataset, at=clock())
    for problem in imported.problems:
        note(f"{problem.kind} ({problem.count}): {problem.message}")
    say(f"{stored.name}: {stored.cases} cases and {stored.labels} labels are stored")
    return DONE
