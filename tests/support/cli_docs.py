"""The command line as its page should describe it; ``python -m tests.support.cli_docs`` prints every table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from evalcore.cli import build_parser


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every command and action by its full name, ``evalcore judges add`` for one."""
    return dict(_below(build_parser()))


def option_table(parser: argparse.ArgumentParser) -> list[str]:
    """One Markdown row per argument: how it is written, and its help text."""
    return [f"| `{_written(action)}` | {action.help} |" for action in parser._actions if _is_shown(action)]


def _below(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield inner.prog.replace(" [-h]", ""), inner
                yield from _below(inner)


def _is_shown(action: argparse.Action) -> bool:
    return not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)


def _written(action: argparse.Action) -> str:
    if not action.option_strings:
        return str(action.metavar or action.dest).upper()
    name = action.option_strings[-1]
    if action.nargs == 0:
        return name
    metavar = " ".join(action.metavar) if isinstance(action.metavar, tuple) else action.metavar
    value = "|".join(action.choices) if action.choices else metavar or action.dest.upper()
    # A bar ends a table cell, even inside code.
    return f"{name} {value}".replace("|", "\\|")


if __name__ == "__main__":
    for name, parser in commands().items():
        sys.stdout.write("\n".join([f"## `{name}`", "", "| | |", "| --- | --- |", *option_table(parser), "", ""]))
