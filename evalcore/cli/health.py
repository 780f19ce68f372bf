"""What ``evalcore check`` says of a set's health, and finding the set that it is asked about."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from evalcore.cli import numbers
from evalcore.cli.importing import LAYOUT, MEANING
from evalcore.cli.output import print_table, say
from evalcore.cli.stored import dataset_named, opened_store
from evalcore.cli.unused import refuse_unused
from evalcore.errors import InputError
from evalcore.plurals import counted

if TYPE_CHECKING:
    from evalcore.domain import Dataset, Gold, Split

HEALTH = ("--criterion", "--older-than", "--window", "--deep")
"""Options that the findings depend on."""
_SHOWN_CASES, _SHOWN_ROWS = 10, 10


def add_health_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the findings depend on."""
    add = parser.add_argument
    add("--criterion", metavar="C", help="whose labels to look at (default: the set's first)")
    add("--older-than", type=_day, metavar="DATE", help="cases from before this day are stale, such as 2026-01-31")
    add(
        "--window",
        type=numbers.whole(1, 2**31 - 1, "a whole number of tokens"),
        metavar="N",
        help="the judge's window in tokens (default 4096)",
    )
    add("--deep", action="store_true", help="also look for cases that are nearly the same, across the split if any")


def set_at_hand(arguments: argparse.Namespace) -> tuple[Dataset, Split | None]:
    """The stored set that is named instead of a file, and its split.

    Raises
    ------
    InputError
        There is no such set.
    """
    named: str = arguments.file
    refuse_unused(arguments, (*MEANING, *LAYOUT), goes_with=f"a file, and {named!r} is not one")
    with opened_store(arguments) as store:
        dataset = dataset_named(store, named)
        return dataset, store.find_split(named, criterion_of(dataset, arguments))


def criterion_of(dataset: Dataset, arguments: argparse.Namespace) -> str:
    """The criterion that is named, else the set's first."""
    known = tuple(dataset.criteria)
    if arguments.criterion not in (None, *known):
        raise InputError(f"expected --criterion with one of {', '.join(known)}, found {arguments.criterion!r}")
    return arguments.criterion or known[0]


def findings_of(
    dataset: Dataset,
    arguments: argparse.Namespace,
    split: Split | None,
    *,
    gold: Mapping[str, Mapping[str, Gold]],
) -> list[dict[str, Any]]:
    """The findings as documents; ``gold`` is that of each criterion for which it is at hand."""
    from evalcore.health import WINDOW_TOKENS, check_health, health_document

    criterion = criterion_of(dataset, arguments)
    return health_document(
        check_health(
            dataset,
            criterion,
            older_than=arguments.older_than,
            window_tokens=arguments.window or WINDOW_TOKENS,
            deep=arguments.deep,
            split=split,
            gold=gold.get(criterion),
        )
    )


def print_findings(findings: list[dict[str, Any]]) -> None:
    """A table of what was found, then each finding with what to do."""
    say()
    if not findings:
        say("Nothing was found that speaks against using the set.")
        return
    print_table(
        ["finding", "kind", "cases"],
        [[one["title"], one["kind"], f"{one['count']:,}"] for one in findings],
        right=[2],
    )
    for one in findings:
        say(f"\n{one['title']} ({one['kind']}): {one['message']}")
        for row in one["details"][:_SHOWN_ROWS]:
            say("  " + " · ".join(f"{name}: {_one_line(cell)}" for name, cell in row.items()))
        if not one["details"]:
            more = one["count"] - _SHOWN_CASES
            named = ", ".join(_one_line(case_id) for case_id in one["cases"][:_SHOWN_CASES])
            say(f"  {named}{f' and {more:,} more' if more > 0 else ''}")
        elif (more := len(one["details"]) - _SHOWN_ROWS) > 0:
            say(f"  … and {counted(more, 'row')} more with --json")
        say(f"  {one['advice']}")


def _one_line(text: str) -> str:
    return " ".join(text.split())[:120]


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a day such as 2026-01-31, found {text!r}") from None
