"""``evalcore sets``: the stored sets, and one of them as files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli import set_history
from evalcore.cli.health import criterion_of
from evalcore.cli.importing import note_problems
from evalcore.cli.output import DONE, note, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, clock, dataset_named, opened_store, read_recipe_file
from evalcore.cli.unused import lists, refuse_unused
from evalcore.errors import ExportError, InputError

if TYPE_CHECKING:
    from evalcore.domain import Dataset
    from evalcore.importing import Recipe
    from evalcore.store import SetVersion

_FORMATS = ("csv", "jsonl", "parquet")


def register(commands: Any) -> None:
    """Add the command."""
    sets = commands.add_parser("sets", help="list the stored sets, or write one as a file with its data sheet")
    actions = sets.add_subparsers(metavar="ACTION")
    sets.add_argument("--json", action="store_true", dest="list_json", help="one JSON document on standard output")
    add_store_argument(sets, dest="list_db")
    lists(sets, _list)
    export = actions.add_parser("export", help="write a set with its labels and decisions, and its data sheet")
    export.add_argument("set_name", metavar="SET", help="a stored set, or a file")
    export.add_argument("--to", choices=_FORMATS, default="csv", help="the form (default csv)")
    export.add_argument("--out", metavar="DIR", default=".", help="where the files are written (default: here)")
    export.add_argument("--map", metavar="RECIPE", help="the recipe the file is read with; it goes into the data sheet")
    add_store_argument(export)
    export.set_defaults(run=_export)
    set_history.register(actions)
    fix = actions.add_parser("fix", help="mend what can be mended at once, as a new version of the set")
    fix.add_argument("set_name", metavar="SET", help="a stored set")
    fix.add_argument("--finding", required=True, metavar="KIND", help="a finding of `evalcore check`")
    fix.add_argument("--criterion", metavar="C", help="whose labels to look at (default: the set's first)")
    add_store_argument(fix)
    fix.set_defaults(run=_fix)


def _list(arguments: argparse.Namespace) -> int:
    with opened_store(arguments, url=arguments.list_db) as store:
        names = dict.fromkeys(stored.name for stored in store.list_datasets())
        newest = [store.history(name)[0] for name in names]
    if arguments.list_json:
        print_json(
            [
                {
                    "name": version.stored.name,
                    "fingerprint": version.stored.fingerprint,
                    "cases": version.stored.cases,
                    "labels": version.stored.labels,
                    "criteria": list(version.stored.criteria),
                    "origin": version.origins[0].origin.sentence if version.origins else None,
                }
                for version in newest
            ]
        )
    elif newest:
        print_table(
            ["set", "cases", "labels", "criteria", "fingerprint", "how it came about"],
            [
                [
                    version.stored.name,
                    f"{version.stored.cases:,}",
                    f"{version.stored.labels:,}",
                    ", ".join(version.stored.criteria),
                    version.stored.fingerprint[:16],
                    set_history.origin_sentence(version),
                ]
                for version in newest
            ],
            right=[1, 2],
        )
    else:
        note("No set is stored yet: `evalcore import FILE` stores one.")
    return DONE


def _export(arguments: argparse.Namespace) -> int:
    from evalcore.exports.data_sheet import data_sheet
    from evalcore.exports.set_files import file_stem, set_file

    if not Path(arguments.set_name).is_file():
        refuse_unused(arguments, ["--map"], goes_with=f"a file, and {arguments.set_name!r} is not one")
    recipe = read_recipe_file(arguments.map)
    dataset, history = _set(arguments, recipe)
    sheet = data_sheet(dataset, date=clock().date().isoformat(), recipe=recipe, history=history)
    stem = file_stem(dataset.name)
    files = {f"{stem}.{arguments.to}": set_file(dataset, arguments.to), f"{stem}-data-sheet.md": sheet.encode()}
    folder = Path(arguments.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
            say(str(folder / name))
    except OSError as error:
        raise ExportError(f"cannot write into {folder}: {error.strerror or error}") from error
    return DONE


def _set(arguments: argparse.Namespace, recipe: Recipe | None) -> tuple[Dataset, tuple[SetVersion, ...]]:
    from evalcore.importing import read_cases

    named: str = arguments.set_name
    if Path(named).is_file():
        imported = read_cases(Path(named), recipe=recipe)
        note_problems(imported.problems)
        return imported.dataset, ()
    with opened_store(arguments) as store:
        return dataset_named(store, named), store.history(named)


def _fix(arguments: argparse.Namespace) -> int:
    from evalcore.health import FIXES, check_health, fix_origin, fixed

    kind: str = arguments.finding
    if kind not in FIXES:
        raise InputError(f"expected --finding with one of {', '.join(FIXES)}, found {kind!r}")
    with opened_store(arguments) as store:
        dataset = dataset_named(store, arguments.set_name)
        criterion = criterion_of(dataset, arguments)
        split = store.find_split(dataset.name, criterion)
        found = {one.kind: one for one in check_health(dataset, criterion, deep=kind == "near-duplicates", split=split)}
        if kind not in found:
            say(f"{dataset.name} has no such finding; nothing was changed.")
            return DONE
        mended = fixed(dataset, found[kind], on=clock().date().isoformat())
        stored = store.save_dataset(mended, at=clock(), origin=fix_origin(found[kind]))
    cases = len(found[kind].cases)
    counted = f"{cases:,} case{'' if cases == 1 else 's'}"
    say(f"{FIXES[kind].title}: {counted} of {stored.name}; the version before is kept.")
    return DONE
