"""Options that what else was given leaves without effect: they are refused in words, never passed over."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from evalcore.errors import InputError

_KEPT_AS = {"--run": "run_id", "--slice": "slices"}
"""Options that a command may keep under another name than their own."""


def refuse_unused(
    arguments: argparse.Namespace, options: Iterable[str], *, goes_with: str = "", because: str = ""
) -> None:
    """Refuse options that go with something else than what was given.

    Such an option has the default None, False or nothing in it, so that it shows whether somebody wrote it.

    Parameters
    ----------
    options
        As they are written, such as ``--margin``.
    goes_with
        What they go with and what was not given, such as ``--reference``.
    because
        Or the reason why they have no effect, as a sentence without its full stop.

    Raises
    ------
    InputError
        Names those that were given.
    """
    unused = [option for option in options if _was_given(arguments, option)]
    if not unused:
        return
    named, one = ", ".join(unused), len(unused) == 1
    if because:
        raise InputError(f"{because}: leave {named} out")
    raise InputError(f"{named} {'goes' if one else 'go'} with {goes_with}; leave {'it' if one else 'them'} out")


def lists(parser: argparse.ArgumentParser, run: Any) -> None:
    """Let a command that has actions list something where none is named."""
    parser.set_defaults(run=run, run_if_none_named=run)


def refuse_before_action(arguments: argparse.Namespace) -> None:
    """Refuse options of a list that stand before an action: the action has its own, and would not see them.

    Raises
    ------
    InputError
        Names those that were given.
    """
    listing = getattr(arguments, "run_if_none_named", None)
    if listing in (None, arguments.run):
        return
    before = [f"--{name.removeprefix('list_')}" for name, value in vars(arguments).items() if _is_of_list(name, value)]
    if before:
        raise InputError(f"{', '.join(before)}: write options after the action that they are for")


def _is_of_list(name: str, value: object) -> bool:
    return name.startswith("list_") and bool(value)


def _was_given(arguments: argparse.Namespace, option: str) -> bool:
    own = option.removeprefix("--").replace("-", "_")
    kept_as = _KEPT_AS.get(option, own)
    value = getattr(arguments, kept_as if hasattr(arguments, kept_as) else own)
    return value is not None and value is not False and value != []
