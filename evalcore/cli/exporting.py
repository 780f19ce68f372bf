"""``evalcore export`` and ``evalcore targets``: the chosen judge as files for other tools."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, FAILED, UNDECIDED, note, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, clock, named_run, note_newer_set, opened_store
from evalcore.cli.unused import refuse_unused
from evalcore.errors import JudgeError
from evalcore.places import bundled_data
from evalcore.plurals import verb

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalcore.exports import Asked, Example, Files, Material, Target, Verification
    from evalcore.judges import Judge
    from evalcore.store import RunInfo, Store

_CARDS = ("card.html", "card.md")


def register(commands: Any) -> None:
    """Add the commands."""
    export = commands.add_parser("export", help="write a measured judge, or the report, as files")
    export.add_argument(
        "--judge", metavar="J", help="name of a judge in the run (default: the only one), or a preset without a model"
    )
    export.add_argument("--run", metavar="ID", dest="run_id", help="the run that measured it (default: the newest)")
    export.add_argument("--to", required=True, metavar="TARGET", help="what to write; `evalcore targets` lists them")
    export.add_argument("--out", metavar="DIR", default=".", help="where the files are written (default: here)")
    export.add_argument(
        "--verify",
        action="store_true",
        help="compare the files with what was sent and read; files that stand there already are left as they are",
    )
    export.add_argument("--examples", action="store_true", help="let the judge card quote cases that it got wrong")
    add_store_argument(export)
    export.set_defaults(run=_export)
    targets = commands.add_parser("targets", help="list what a judge can be exported to")
    targets.add_argument("--json", action="store_true", help="one JSON document on standard output")
    targets.set_defaults(run=_targets)


def _export(arguments: argparse.Namespace) -> int:
    from evalcore.exports import Material, find_target

    target, today = find_target(arguments.to), clock().date().isoformat()
    if target.exactness == "document":
        refuse_unused(arguments, ["--verify"], because=f"{target.name} is a document, which judges nothing")
    if target.name not in _CARDS:
        refuse_unused(arguments, ["--examples"], because=f"only a judge card quotes cases ({', '.join(_CARDS)})")
    if target.about == "nothing":
        refuse_unused(arguments, ("--judge", "--run"), because=f"{target.name} is about no judge and no run")
    unmeasured = _without_a_model(arguments.judge) if arguments.judge else None
    if unmeasured:
        because = f"{arguments.judge} names no model, so that no run has measured it"
        refuse_unused(arguments, ["--run"], because=because)
    if unmeasured or target.about == "nothing":
        return _hand_out(target, Material(report=None, date=today, judge=unmeasured), (), arguments)
    with opened_store(arguments) as store:
        run = named_run(store, arguments.run_id)
        judges = [store.load_judge(judge_id) for judge_id in run.spec.judge_ids]
        judge = _chosen(judges, arguments.judge, run.id) if target.about == "judge" or arguments.judge else None
        material = _material(store, run, judge, with_examples=arguments.examples)
        asked = _asked(store, run, judge) if judge and arguments.verify else ()
        note_newer_set(store, run.id)
        return _hand_out(target, material, asked, arguments)


def _without_a_model(spec: str) -> Judge | None:
    """A preset or a file that names no model, which no run can have measured; None for any other name."""
    from evalcore.judges import builtin_judges, needs_model, read_judge_file

    judge = read_judge_file(spec) if Path(spec).is_file() else builtin_judges().get(spec)
    return judge if judge and needs_model(judge) else None


def _chosen(judges: list[Judge], named: str | None, run_id: str) -> Judge:
    chosen = [judge for judge in judges if named in (None, judge.name)]
    if len(chosen) != 1:
        known = ", ".join(judge.name for judge in judges)
        raise JudgeError(f"expected --judge with one of the judges of run {run_id} ({known}), found {named or 'none'}")
    return chosen[0]


def _material(store: Store, run: RunInfo, judge: Judge | None, *, with_examples: bool) -> Material:
    from evalcore.exports import Material
    from evalcore.runner import cases_of_run, confirmed_report, run_report

    measured = cases_of_run(store, run.id, part="confirm" if judge else "choose")
    return Material(
        report=confirmed_report(store, run.id, judge.name, at=clock()) if judge else run_report(store, run.id),
        date=(run.finished_at or run.created_at).date().isoformat(),
        judge=judge,
        cases=measured.cases,
        labels=tuple(label for label in measured.labels if label.criterion == run.spec.criterion),
        with_examples=with_examples,
        examples=_examples(store, run, judge) if judge and with_examples else (),
    )


def _examples(store: Store, run: RunInfo, judge: Judge) -> tuple[Example, ...]:
    """Of a split set, from the cases to choose on: those kept back stay unseen."""
    from evalcore.exports import examples_of
    from evalcore.report import read_calls
    from evalcore.runner import load_run_columns

    columns = load_run_columns(store, run.id)
    calls = next(calls for calls in columns.judges if calls.judge.name == judge.name)
    return examples_of(columns, read_calls(calls))


def _asked(store: Store, run: RunInfo, judge: Judge) -> Iterable[Asked]:
    """Every answered call of a judge, whichever part of a split set it is about: no figure comes of it."""
    from evalcore.exports import asked_of
    from evalcore.report import read_calls
    from evalcore.runner import load_run_columns

    columns = load_run_columns(store, run.id, part=None)
    calls = next(calls for calls in columns.judges if calls.judge.name == judge.name)
    return asked_of(columns, read_calls(calls))


def _hand_out(target: Target, material: Material, asked: Iterable[Asked], arguments: argparse.Namespace) -> int:
    """Write the files, say what they are, and compare them if that was asked for."""
    from evalcore.exports import read_files, verify, write_files
    from evalcore.exports.losses import refuse_rule_judge

    judge, folder = material.judge, Path(arguments.out)
    if judge and not target.suits(judge):
        refuse_rule_judge(judge, target.title)
    files = target.write(material)
    standing = read_files(files, folder) if arguments.verify else {}
    write_files({name: text for name, text in files.items() if name not in standing}, folder)
    for name in files:
        say(str(folder / name))
    if judge is None or target.exactness == "document":
        return DONE
    _say_what_it_is(target, judge, material, verified=arguments.verify)
    if not arguments.verify:
        return DONE
    _say_what_stands_there(files, standing)
    return _told(verify(target, read_files(files, folder), judge, asked))


def _say_what_it_is(target: Target, judge: Judge, material: Material, *, verified: bool) -> None:
    from evalcore.exports.losses import UNCALIBRATED

    if target.standing(judge) == "adapted":
        note("adapted: another judge than the one measured; its calibration is void until it is measured through it")
        for loss in target.losses(judge):
            note(f"  - {loss}")
    elif material.report is None:
        note(UNCALIBRATED)
    elif not verified:
        note("exact by its make; --verify replays it")


def _say_what_stands_there(files: Files, standing: Files) -> None:
    changed = [name for name, text in standing.items() if text != files[name]]
    if changed:
        note(f"left as they stand, though they would now be written otherwise: {', '.join(changed)}")


def _told(found: Verification) -> int:
    say(found.sentence)
    for one in found.differences:
        more = f" (and {one.also} more {verb(one.also, 'call', 'calls')} with this reply)" if one.also else ""
        say(f"  {one.case_id}: {one.where}: measured {one.measured}, exported {one.exported}{more}")
    if found.more:
        say(f"  … and {found.more} more")
    return {"exact": DONE, "undecided": UNDECIDED}.get(found.outcome, FAILED)


def _targets(arguments: argparse.Namespace) -> int:
    # The targets themselves would bring all that writes and reads their files.
    listed = json.loads((bundled_data() / "targets.json").read_text(encoding="utf-8"))
    if arguments.json:
        print_json(listed)
    else:
        rows = [[target["name"], target["title"], target["exactness"]] for target in listed]
        print_table(["target", "what it is", "exactness"], rows)
    return DONE
