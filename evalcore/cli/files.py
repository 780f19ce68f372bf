"""``evalcore check`` and ``evalcore import``: what a file holds, and taking it in."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.bulk import uncollected
from evalcore.cli.health import HEALTH, add_health_arguments, findings_of, print_findings, set_at_hand
from evalcore.cli.importing import (
    FILES,
    MEANING,
    add_file_arguments,
    note_problems,
    print_preview,
    problem_line,
    read_imported,
    refuse_left_out,
)
from evalcore.cli.output import DONE, note, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, clock, note_replaced, opened_store
from evalcore.cli.unused import refuse_unused
from evalcore.plurals import verb

if TYPE_CHECKING:
    from evalcore.domain import Dataset


def register(commands: Any) -> None:
    """Add the commands."""
    check = commands.add_parser("check", help="what a file holds and what is wrong with it; nothing is stored")
    check.add_argument("file", help=f"{FILES}; or a stored set")
    add_file_arguments(check)
    check.add_argument("--preview", action="store_true", help="only show the first rows of each sheet as they stand")
    add_health_arguments(check)
    check.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(check)
    check.set_defaults(run=_check)
    take_in = commands.add_parser("import", help="store the cases and labels of a file, and what judges said in it")
    take_in.add_argument("file", help=FILES)
    add_file_arguments(take_in)
    take_in.add_argument("--leave-out", action="store_true", help="store the rest where rows cannot be used")
    take_in.add_argument("--name", metavar="SET", help="name of the set (default: the file's name)")
    add_store_argument(take_in)
    take_in.set_defaults(run=_import)


@uncollected()
def _check(arguments: argparse.Namespace) -> int:
    from evalcore.domain import gold_labels
    from evalcore.importing import check_document, set_document

    if arguments.preview:
        because = "a preview shows the first rows as they stand, and says nothing of cases"
        refuse_unused(arguments, (*MEANING, *HEALTH, "--json"), because=because)
        print_preview(arguments)
        return DONE
    if Path(arguments.file).is_file():
        imported, split = read_imported(arguments, fingerprints=False), None
        dataset = imported.dataset
    else:
        dataset, split = set_at_hand(arguments)
        imported = None
    first = next(iter(dataset.criteria))
    gold = gold_labels(dataset, first)
    if imported:
        document = check_document(imported, gold)
    else:
        document = {"file": None, "rows": None, **set_document(dataset, gold)}
    document["health"] = findings_of(dataset, arguments, split, gold={first: gold})
    if arguments.json:
        print_json(document)
    else:
        _print_check(document, dataset)
        print_findings(document["health"])
    return DONE


def _print_check(document: dict[str, Any], dataset: Dataset) -> None:
    from evalcore.importing import values_of

    facts = [[key, str(value)] for key, value in (document["file"] or {}).items() if value is not None]
    facts += [["rows", str(document["rows"])]] if document["file"] else []
    facts += [[key, str(document[key])] for key in ("cases", "labelled", "unlabelled", "unresolved")]
    facts += [[f"gold {value}", str(count)] for value, count in document["values"].items()]
    further = values_of(dataset, list(dataset.criteria)[1:])
    facts += [[f"gold {one.value} ({one.criterion})", str(one.gold)] for one in further]
    facts.append(["annotators", str(document["annotators"])])
    facts += [[f"joined: {one['name']}", _in_words(one)] for one in document.get("further", ())]
    print_table(["what", "found"], facts)
    for sentence in document.get("notes", ()):
        say(f"\n{sentence}")
    for problem in document["problems"]:
        say(f"\n{problem_line(**problem)}")


def _in_words(file: dict[str, Any]) -> str:
    """How a file was read that was joined to the first."""
    return ", ".join(f"{key} {value}" for key, value in file.items() if key != "name" and value is not None)


@uncollected()
def _import(arguments: argparse.Namespace) -> int:
    from evalcore.importing import notes_on, origin_of
    from evalcore.importing.demo_name import refuse_demo_name
    from evalcore.runner.recording import recording_of, store_recording

    imported = read_imported(arguments, name=arguments.name)
    if not arguments.leave_out:
        refuse_left_out(imported, file=arguments.file)
    refuse_demo_name(imported.dataset, file=arguments.file)
    recording = recording_of(imported, file=Path(arguments.file).name)
    files = [Path(file) for file in (arguments.file, *arguments.join)]
    origin = origin_of(imported, [(file.name, file) for file in files])
    with opened_store(arguments) as store:
        before = store.find_dataset(imported.dataset.name)
        stored = store.save_dataset(imported.dataset, at=clock(), origin=origin)
        note_replaced(store, before, stored.name)
        runs = store_recording(store, stored, recording, at=clock())
    note_problems(imported.problems)
    for sentence in (*notes_on(imported), *recording.left_out):
        note(sentence)
    if imported.understood.tool:
        note(f"the file was taken for a {imported.understood.tool} export")
    cases, labels = verb(stored.cases, "case", "cases"), verb(stored.labels, "label", "labels")
    say(f"{stored.name}: {stored.cases} {cases} and {stored.labels} {labels} are stored")
    for run in runs:
        say(run.sentence)
    return DONE
