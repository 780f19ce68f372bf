"""``evalcore export`` and ``evalcore targets``: the chosen judge as files for other tools."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, clock, named_run, opened_store
from evalcore.errors import JudgeError

if TYPE_CHECKING:
    from evalcore.judges import Judge


def register(commands: Any) -> None:
    """Add the commands."""
    export = commands.add_parser("export", help="write a measured judge, or the report, as files")
    export.add_argument("--judge", metavar="J", help="name of a judge in the run (default: the only one)")
    export.add_argument("--run", metavar="ID", dest="run_id", help="the run that measured it (default: the newest)")
    export.add_argument("--to", required=True, metavar="TARGET", help="what to write; `evalcore targets` lists them")
    export.add_argument("--out", metavar="DIR", default=".", help="where the files are written (default: here)")
    add_store_argument(export)
    export.set_defaults(run=_export)
    targets = commands.add_parser("targets", help="list what a judge can be exported to")
    targets.add_argument("--json", action="store_true", help="one JSON document on standard output")
    targets.set_defaults(run=_targets)


def _export(arguments: argparse.Namespace) -> int:
    from evalcore.exports import Material, find_target, write_files
    from evalcore.runner import confirmed_report, run_report

    target = find_target(arguments.to)
    with opened_store(arguments) as store:
        run = named_run(store, arguments.run_id)
        judges = [store.load_judge(judge_id) for judge_id in run.spec.judge_ids]
        judge = _chosen(judges, arguments.judge, run.id) if target.exactness == "exact" or arguments.judge else None
        report = confirmed_report(store, run.id, judge.name, at=clock()) if judge else run_report(store, run.id)
        material = Material(report=report, date=(run.finished_at or run.created_at).date().isoformat(), judge=judge)
    for path in write_files(target.write(material), Path(arguments.out)):
        say(str(path))
    return DONE


def _chosen(judges: list[Judge], named: str | None, run_id: str) -> Judge:
    chosen = [judge for judge in judges if named in (None, judge.name)]
    if len(chosen) != 1:
        known = ", ".join(judge.name for judge in judges)
        raise JudgeError(f"expected --judge with one of the judges of run {run_id} ({known}), found {named or 'none'}")
    return chosen[0]


def _targets(arguments: argparse.Namespace) -> int:
    from evalcore.exports import TARGETS

    if arguments.json:
        print_json(
            [{"name": target.name, "title": target.title, "exactness": target.exactness} for target in TARGETS.values()]
        )
    else:
        print_table(
            ["target", "what it is", "exactness"],
            [[target.name, target.title, target.exactness] for target in TARGETS.values()],
        )
    return DONE
