"""``evalcore report``: what a run says, from stored replies, without a new call."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, print_json, put
from evalcore.cli.stored import add_store_argument, clock, named_run, note_newer_set, opened_store
from evalcore.cli.unused import refuse_unused
from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.domain import CalibrationReport
    from evalcore.store import Store


def register(commands: Any) -> None:
    """Add the command."""
    report = commands.add_parser("report", help="what a run says; switching the rule makes no new call")
    report.add_argument("--run", metavar="ID", dest="run_id", help="which run (default: the newest)")
    report.add_argument("--confirm", metavar="JUDGE", help="of a split set: this judge on the cases kept back; counted")
    report.add_argument("--rule", metavar="RULE", help="read every reply by this rule instead of the judges' own")
    report.add_argument(
        "--unread",
        choices=["fail", "wrong", "exclude", "class"],
        default="fail",
        help="what a reply without a verdict is, as deployed (default fail)",
    )
    report.add_argument(
        "--slice", action="append", metavar="KEY", dest="slices", help="only slices by this key; may be repeated"
    )
    add_comparing_arguments(report)
    form = report.add_mutually_exclusive_group()
    form.add_argument(
        "--format", choices=["table", "json", "md", "html"], default="table", help="how it is written (default table)"
    )
    form.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    add_store_argument(report)
    report.set_defaults(run=_report)


def add_comparing_arguments(command: argparse.ArgumentParser) -> None:
    """What ``report`` and ``score`` compare the judges by."""
    command.add_argument(
        "--reference", metavar="JUDGE", help="compare every judge with this one instead of every two with each other"
    )
    command.add_argument(
        "--margin",
        type=float,
        metavar="M",
        help="with --reference: how much less often a judge may agree and still be good enough, such as 0.05",
    )
    command.add_argument(
        "--mix",
        metavar="KEY:VALUE=SHARE,…",
        help="figures as production would see them, such as topic:billing=0.7,returns=0.3",
    )


def _report(arguments: argparse.Namespace) -> int:
    with opened_store(arguments) as store:
        run = named_run(store, arguments.run_id)
        report = _measured(store, run.id, arguments)
        note_newer_set(store, run.id)
    if arguments.format == "table":
        from evalcore.cli.tables import print_report, print_slices

        print_report(report, run_id=run.id)
        if arguments.slices:
            print_slices(report)
    else:
        print_document(report, arguments.format)
    return DONE


def _measured(store: Store, run_id: str, arguments: argparse.Namespace) -> CalibrationReport:
    from evalcore.report import read_mix
    from evalcore.runner import confirmed_report, run_report

    reading = {"rule": arguments.rule, "unread": arguments.unread, "slice_keys": arguments.slices}
    mix = read_mix(arguments.mix) if arguments.mix else None
    if not arguments.confirm:
        return run_report(store, run_id, **reading, mix=mix, reference=arguments.reference, margin=arguments.margin)
    because = "on the cases kept back only the judge that was chosen is measured, so that there is nothing to compare"
    refuse_unused(arguments, ("--reference", "--margin"), because=because)
    _refuse_to_confirm(store, run_id, arguments.confirm)
    return confirmed_report(store, run_id, arguments.confirm, at=clock(), **reading, mix=mix)


def _refuse_to_confirm(store: Store, run_id: str, judge: str) -> None:
    """Refuse a judge that the run does not have, and a set of which nothing is kept back."""
    spec = store.load_run(run_id).spec
    known = [store.load_judge(judge_id).name for judge_id in spec.judge_ids]
    if judge not in known:
        raise InputError(
            f"expected --confirm with one of the judges of run {run_id} ({', '.join(known)}), found {judge}"
        )
    set_name = next(stored.name for stored in store.list_datasets() if stored.id == spec.dataset_id)
    if not store.is_split(set_name, spec.criterion):
        raise InputError(
            f"nothing of the set {set_name} is kept back under {spec.criterion!r}, so that there is nothing to confirm"
            f" {judge} on: leave --confirm out for the report on all cases, or keep some back with `evalcore split"
            f" {set_name}`"
        )


def print_document(report: CalibrationReport, form: str) -> None:
    """Print a report as ``json``, ``md`` or ``html``."""
    if form == "json":
        from evalcore.report import to_document

        print_json(to_document(report))
    else:
        from evalcore.exports import report_html, report_markdown

        put(report_html(report) if form == "html" else report_markdown(report), end="")
