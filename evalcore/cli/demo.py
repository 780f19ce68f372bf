"""``evalcore demo``: the bundled set, the built-in judges, a table, and the workbench on the result."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from evalcore.cli import numbers
from evalcore.cli.ending import Ending
from evalcore.cli.output import ProgressLine, megabytes, note
from evalcore.cli.running import LEFT, RunSettings, ask_judges, exit_code
from evalcore.cli.serving import PORT, serve
from evalcore.cli.stored import add_store_argument, opened_store, stored_cases
from evalcore.cli.unused import refuse_unused
from evalcore.errors import MissingPart
from evalcore.places import default_store_url

if TYPE_CHECKING:
    from evalcore.judges import Judge

RULE_JUDGES = ("always-yes", "always-no", "cites-source", "must-mention", "must-retrieve", "word-overlap")
MODEL_JUDGE = "embedded:smollm2-135m"
REPEATS = 3


def register(commands: Any) -> None:
    """Add the command."""
    demo = commands.add_parser("demo", help="measure the built-in judges on the bundled set")
    demo.add_argument("--open", action="store_true", help="then open the workbench on the result")
    demo.add_argument("--port", type=numbers.port, help=f"with --open: port on this machine (default {PORT})")
    demo.add_argument("--no-browser", action="store_true", help="with --open: only serve; open no browser window")
    add_store_argument(demo)
    demo.set_defaults(run=_demo)


def _demo(arguments: argparse.Namespace) -> int:
    import asyncio

    from evalcore.cli.tables import print_report
    from evalcore.judges import find_judge
    from evalcore.runner import run_report

    if not arguments.open:
        refuse_unused(arguments, ("--port", "--no-browser"), because="it opens the workbench only with --open")
    judges = [find_judge(name) for name in RULE_JUDGES]
    model_judge = find_judge(MODEL_JUDGE)
    missing = asyncio.run(_what_is_missing(model_judge))
    if missing is None:
        judges.append(model_judge)
    with opened_store(arguments) as store:
        cases = stored_cases(store, "demo", recipe_file=None)
        ending = Ending(left=LEFT)
        outcome = asyncio.run(ask_judges(store, cases, judges, RunSettings(repeats=REPEATS), ending))
        print_report(run_report(store, outcome.run_id), run_id=outcome.run_id)
    if missing:
        note(f"\nWithout a model judge: {missing}")
    code = exit_code(outcome, ending)
    if arguments.open and not ending.heard:
        return serve(
            arguments.db or default_store_url(),
            port=PORT if arguments.port is None else arguments.port,
            page=f"compare?run={outcome.run_id}",
            open_browser=not arguments.no_browser,
        )
    note("\nThe workbench shows it case by case: evalcore app")
    return code


async def _what_is_missing(judge: Judge) -> str | None:
    """Why the model judge cannot be asked here, or None; its weights are fetched on first use."""
    from evalcore.providers import Providers

    line = ProgressLine()
    providers = Providers(progress=lambda what, done, total: line.show(megabytes(what, done, total)))
    try:
        await providers.get("embedded").resolve(judge)
    except MissingPart as error:
        return str(error)
    finally:
        line.end()
    return None
