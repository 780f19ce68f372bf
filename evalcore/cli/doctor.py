"""``evalcore doctor``: a handful of probe calls that tell what a judge goes by."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli import numbers
from evalcore.cli.ending import Ending
from evalcore.cli.output import DONE, FAILED, KEPT_FROM_JOB, ProgressLine, megabytes, note, print_json, say
from evalcore.cli.running import criterion_of, judge_of
from evalcore.cli.stored import add_store_argument, opened_store, stored_cases
from evalcore.cli.unused import refuse_unused
from evalcore.cli.writing import print_result, refuse_unwritable, write_result
from evalcore.plurals import counted

if TYPE_CHECKING:
    from evalcore.doctor import DoctorPlan, DoctorReport, Finding
    from evalcore.judges import Judge
    from evalcore.store import Store, StoredDataset

_SIGNS = {"ok": "●", "look": "▲", "unclear": "◆", "undefined": "○"}
_WIDTH = 100

_WRITTEN = "the doctor's report"


def register(commands: Any) -> None:
    """Add the command."""
    doctor = commands.add_parser("doctor", help="probe a judge: what it goes by, and whether its server obeys")
    doctor.add_argument("--cases", required=True, metavar="FILE|SET", help="a file to import, a stored set, or demo")
    judge = "a file, preset, provider:model or preset@provider:model"
    doctor.add_argument("--judge", required=True, metavar="J", help=judge)
    doctor.add_argument("--map", metavar="RECIPE", help="a recipe file that says which column is what")
    doctor.add_argument("--criterion", metavar="NAME", help="which criterion to judge, where a set has several")
    doctor.add_argument("--sample", type=numbers.cases, metavar="N", help="how many cases are drawn (default 16)")
    doctor.add_argument(
        "--seed", type=numbers.seed, default=0, metavar="S", help="by which the cases are drawn (default 0)"
    )
    doctor.add_argument("--plan", action="store_true", help="only say how many calls it would make")
    doctor.add_argument(
        "--out", metavar="F", help="also write everything, each prompt and reply too, to this JSON file"
    )
    doctor.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(doctor)
    doctor.set_defaults(run=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    import asyncio

    from evalcore.doctor import to_document

    if arguments.plan:
        refuse_unused(
            arguments, ("--out", "--json"), because="with --plan nothing is asked, so that there is nothing to write"
        )
    elif arguments.out:
        refuse_unwritable(Path(arguments.out), _WRITTEN)
    with opened_store(arguments) as store:
        cases = stored_cases(store, arguments.cases, recipe_file=arguments.map)
        judge = judge_of(arguments.judge, criterion_of(cases, arguments.criterion))
        ending = Ending(left="Probe calls are not stored: the same command starts from the first.")
        try:
            report = asyncio.run(_examined(store, cases, judge, arguments, ending))
        except KeyboardInterrupt:
            note(f"\nevalcore: stopped. {ending.left}")
            return KEPT_FROM_JOB
    if report is None:
        return DONE
    document = to_document(report)
    # Printed first: the calls are paid, and a file that cannot be written loses nothing.
    printed = print_result(lambda: print_json(document) if arguments.json else _print_report(report))
    if arguments.out:
        # What was printed in words lacks the prompts and replies.
        whole = (lambda: None) if arguments.json else lambda: print_result(lambda: print_json(document))
        write_result(Path(arguments.out), _WRITTEN, _as_bytes(document), else_print=whole)
    if not printed:
        return KEPT_FROM_JOB
    if report.failed:
        note(f"evalcore: {report.failed} of {counted(report.calls, 'call')} failed; the findings rest on the others.")
    if ending.heard:
        note(f"evalcore: stopped after {counted(report.calls, 'call')}; the findings rest on these. {ending.left}")
        return ending.code
    return FAILED if report.failed else DONE


async def _examined(
    store: Store, cases: StoredDataset, judge: Judge, arguments: argparse.Namespace, ending: Ending
) -> DoctorReport | None:
    """Plan, say how many calls that makes, and ask them for as long as nothing tells it to end.

    None where only the plan was wanted.
    """
    from evalcore.doctor import CASES, cases_to_probe, examine, prepare_doctor, replies_of_runs
    from evalcore.providers import Providers

    line = ProgressLine()
    providers = Providers(progress=lambda what, done, total: line.show(megabytes(what, done, total)))
    number = arguments.sample or CASES
    dataset = cases_to_probe(store.load_dataset(cases.id), store.find_split(cases.name, judge.criterion))
    plan = await prepare_doctor(judge, dataset, providers=providers, cases=number, seed=arguments.seed)
    line.end(_plan_in_words(plan))
    if arguments.plan:
        return None
    with ending.heeded():
        report = await examine(
            plan,
            providers=providers,
            stored=replies_of_runs(store, plan.judge),
            on_progress=lambda done, calls: line.show(f"{plan.judge.name}: {done} of {counted(calls, 'call')}"),
            stop=ending.stop,
        )
    line.end()
    return report


def _plan_in_words(plan: DoctorPlan) -> str:
    labelled = ", ".join(f"{count} {value}" for value, count in plan.chosen.labelled.items())
    return (
        f"{plan.judge.name}: {counted(plan.calls, 'call')} about {counted(len(plan.chosen.cases), 'case')}"
        f" ({labelled}), drawn by seed "
        f"{plan.seed}; nothing of them is stored or counted in a run"
    )


def _as_bytes(document: dict[str, Any]) -> bytes:
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    return text.encode("utf-8", "backslashreplace")


def _print_report(report: DoctorReport) -> None:
    from evalcore.doctor import Mark
    from evalcore.report.formatting import counted_share

    labelled = ", ".join(f"{count} {value}" for value, count in report.labelled.items())
    drawn = f"{counted(len(report.cases), 'case')} ({labelled}), seed {report.seed}"
    say(f"{report.judge} ({report.model}) on {report.dataset}: {drawn}")
    say(f"Agrees with people on {counted_share(report.agreement)} of them as they are: a hint; a run measures it.\n")
    for finding in report.findings:
        _print_finding(finding)
    marks = [finding.mark for finding in report.findings]
    say("\n" + " · ".join(f"{_SIGNS[mark]} {marks.count(mark)} {mark}" for mark in Mark))


def _print_finding(finding: Finding) -> None:
    import textwrap

    say(f"{_SIGNS[finding.mark]} {finding.mark:9}  {finding.title}")
    for text in (finding.found, finding.change and f"→ {finding.change}"):
        for line in textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False):
            say(f"             {line}")
