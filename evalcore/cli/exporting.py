"""``evalcore export`` and ``evalcore targets``: the chosen judge as files for other tools."""

from __future__ import annotations

import argparse
from typing import Any

from evalcore.cli.output import DONE, print_json, print_table
from evalcore.cli.stored import add_store_argument, clock, named_run, opened_store


def register(commands: Any) -> None:
    """Add the commands."""
    export = commands.add_parser("export", help="write a measured judge, or the report, as files")
    export.add_argument("--judge", metavar="J", help="name of a judge in the run (default: the only one)")
    export.add_argument("--run", metavar="ID", dest="run_id", help="the run that measured it (default: the newest)")
    export.add_argument("--to", required=True, metavar="TARGET", help="`evalcore targets` lists them")
    export.add_argument("--out", metavar="DIR", default=".", help="where the files are written (default: here)")
    add_store_argument(export)
    export.set_defaults(run=_export)
    targets = commands.add_parser("targets", help="list what a judge can be exported to")
    targets.add_argument("--json", action="store_true", help="one JSON document on standard output")
    targets.set_defaults(run=_targets)
