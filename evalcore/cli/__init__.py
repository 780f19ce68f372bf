"""The command line: the same jobs as the workbench, without a browser.

Exit codes of every command: 0 done or passed; 1 a gate failed, or a run ended with failed
calls; 2 undecided; 3 anything that kept the command from its job.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from evalcore import __version__
from evalcore.bulk import search_seldom
from evalcore.cli import (
    demo,
    doctor,
    exporting,
    files,
    gating,
    judges,
    labelling,
    models,
    planning,
    reading,
    releases,
    reporting,
    running,
    scoring,
    serving,
    sets,
    splitting,
)
from evalcore.cli.output import KEPT_FROM_JOB, flush_output, leave_standard_output, note, speak_utf8
from evalcore.cli.unused import refuse_before_action
from evalcore.errors import EvalcoreError

_COMMANDS = (
    demo,
    serving,
    files,
    sets,
    splitting,
    labelling,
    running,
    reporting,
    scoring,
    gating,
    planning,
    releases,
    reading,
    exporting,
    judges,
    doctor,
    models,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no error reaches the caller as a traceback."""
    search_seldom()
    speak_utf8()
    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit as stop:
        # argparse leaves with 2 on a usage error, which here would mean "undecided".
        return KEPT_FROM_JOB if stop.code else 0
    try:
        refuse_before_action(arguments)
        code: int = arguments.run(arguments)
        flush_output()
        return code
    except EvalcoreError as error:
        note(f"evalcore: {error}")
    except KeyboardInterrupt:
        note("evalcore: stopped. Replies that arrived are stored; the same command goes on from there.")
    except BrokenPipeError:
        # The reader (such as `head`) has seen enough; closing quietly is what a filter does.
        leave_standard_output()
    except Exception as error:
        _explain_crash(error)
    return KEPT_FROM_JOB


def build_parser() -> argparse.ArgumentParser:
    """Every command with its arguments; the documentation of the command line is made from it."""
    parser = argparse.ArgumentParser(prog="evalcore", description="Measure an LLM judge against people.")
    parser.add_argument("--version", action="version", version=f"evalcore {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.register(commands)
    return parser


def _explain_crash(error: Exception) -> None:
    if os.environ.get("EVALCORE_DEBUG"):
        import traceback

        traceback.print_exc()
    note(
        f"evalcore: an error that nobody foresaw: {type(error).__name__}: {error}\n"
        "Nothing that was stored is lost. Please report it with the output of the same command under EVALCORE_DEBUG=1."
    )
