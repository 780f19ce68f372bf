"""``evalcore report``: what a run says, from stored replies, without a new call."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, print_json
from evalcore.cli.stored import add_store_argument, named_run, opened_store

if TYPE_CHECKING:
    from evalcore.domain import CalibrationReport


def register(commands: Any) -> None:
    """Add the command."""
    report = commands.add_parser("report", help="what a run says; switching the rule makes no new call")
    report.add_argument("--run", metavar="ID", dest="run_id", help="which run (default: the newest)")
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
    report.add_argument(
        "--format", choices=["table", "json", "md", "html"], default="table", help="how it is written (default table)"
    )
    report.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    add_store_argument(report)
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace) -> int:
    from evalcore.runner import run_report

    with opened_store(arguments) as store:
        run = named_run(store, arguments.run_id)
        report = run_report(store, run.id, rule=arguments.rule, unread=arguments.unread, slice_keys=arguments.slices)
    if arguments.format == "table":
        from evalcore.cli.tables import print_report, print_slices

        print_report(report, run_id=run.id)
        if arguments.slices:
            print_slices(report)
    else:
        _print_document(report, arguments.format)
    return DONE


def _print_document(report: CalibrationReport, form: str) -> None:
    if form == "json":
        from evalcore.report import to_document

        print_json(to_document(report))
    else:
        from evalcore.exports import report_html, report_markdown

        print(report_html(report) if form == "html" else report_markdown(report), end="")
