"""``evalcore releases``: what two runs show of a change, and which cases turned."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, named_run, note_newer_set, opened_store
from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.report import CaseOutcome
    from evalcore.report.release_pairs import Release
    from evalcore.report.releases import ReleaseComparison, TurnedCase
    from evalcore.store import RunInfo, Store

_PRINTED = 20
"""Turned cases of either kind that are printed in full; JSON holds all."""


def register(commands: Any) -> None:
    """Add the command."""
    releases = commands.add_parser("releases", help="what two runs show of a change, and which cases turned")
    releases.add_argument("--before", required=True, metavar="RUN", help="the run of the older release")
    releases.add_argument("--after", metavar="RUN", help="the run of the newer release (default: the newest)")
    releases.add_argument(
        "--judge",
        action="append",
        metavar="NAME",
        dest="judges",
        help="which judge of the runs; twice: the one before, then the one after (default: the only one)",
    )
    releases.add_argument(
        "--slice", action="append", metavar="KEY", dest="slices", help="only slices by this key; may be repeated"
    )
    releases.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(releases)
    releases.set_defaults(run=_releases)


def _releases(arguments: argparse.Namespace) -> int:
    from evalcore.report.release_document import release_document
    from evalcore.report.release_sentences import release_sentences
    from evalcore.report.releases import compare_releases
    from evalcore.runner import load_outcome

    with opened_store(arguments) as store:
        runs = named_run(store, arguments.before), named_run(store, arguments.after)
        before, after = _loaded(store, runs, arguments.judges or ())
        comparison = compare_releases(before, after, slice_keys=arguments.slices)
        # The release before may well rest on labels of its time; what is decided now is the one after.
        note_newer_set(store, runs[1].id)
        same_run = runs[0].id == runs[1].id and before.judge.judge.name == after.judge.judge.name

        def opened(case: TurnedCase) -> tuple[CaseOutcome, CaseOutcome]:
            return (
                load_outcome(store, runs[0].id, before.run, before.judge, case.before),
                load_outcome(store, runs[1].id, after.run, after.judge, case.after),
            )

        if arguments.json:
            sides = {"before": _identity(runs[0], before), "after": _identity(runs[1], after)}
            print_json(release_document(comparison, opened, **sides, same_run=same_run))
            return DONE
        said = release_sentences(comparison, same_run=same_run)
        say(said.headline + "\n")
        _print_rates(comparison)
        for sentence in (*said.limits, *said.remarks):
            say(f"\n{sentence}")
        _print_turned(comparison, opened)
    return DONE


def _loaded(store: Store, runs: tuple[RunInfo, RunInfo], named: Sequence[str]) -> tuple[Release, Release]:
    from evalcore.report import read_calls
    from evalcore.report.release_pairs import Release
    from evalcore.runner import load_run_columns

    columns = [load_run_columns(store, run.id) for run in runs]
    known = [[calls.judge.name for calls in run.judges] for run in columns]
    chosen = _judges(known[0], known[1], named)
    before, after = (
        Release(run=run, judge=read_calls(run.judges[names.index(name)]))
        for run, names, name in zip(columns, known, chosen, strict=True)
    )
    return before, after


def _judges(before: Sequence[str], after: Sequence[str], named: Sequence[str]) -> tuple[str, str]:
    """Names of the judge before and of the one after."""
    shared = [name for name in before if name in after]
    if not named and len(shared) == 1:
        return shared[0], shared[0]
    if not named and len(before) == len(after) == 1:
        return before[0], after[0]
    if 1 <= len(named) <= 2 and named[0] in before and named[-1] in after:
        return named[0], named[-1]
    found = " and ".join(repr(name) for name in named) or "none"
    raise InputError(
        f"expected --judge with a judge of both runs, or twice with one of each; found {found}."
        f" Before: {', '.join(before)}. After: {', '.join(after)}"
    )


def _identity(run: RunInfo, release: Release) -> dict[str, Any]:
    from evalcore.judges import config_sha256

    judge = release.judge.judge
    return {
        "run": run.id,
        "dataset": release.run.dataset.name,
        "criterion": release.run.criterion,
        "judge": judge.name,
        "config_sha256": config_sha256(judge),
    }


def _print_rates(comparison: ReleaseComparison) -> None:
    from evalcore.report.release_table import rate_rows

    rows = rate_rows(comparison)
    print_table(list(rows[0]), [list(row.values()) for row in rows])


def _print_turned(comparison: ReleaseComparison, opened: Any) -> None:
    from evalcore.report.release_sentences import words_of

    words = words_of(comparison)
    for cases, what in ((comparison.lost, words.lost), (comparison.gained, words.gained)):
        if cases:
            say(f"\n{what.capitalize()}: {len(cases):,}")
        for case in cases[:_PRINTED]:
            _print_case(*opened(case))
        if len(cases) > _PRINTED:
            say(f"\n… and {len(cases) - _PRINTED:,} more; --json has all of them.")


def _print_case(before: CaseOutcome, after: CaseOutcome) -> None:
    say(f"\n· {after.case.id}: {_on_one_line(after.case.question)}")
    if before.case.evidence == after.case.evidence:
        _print_evidence("evidence", after)
    else:
        _print_evidence("evidence before", before)
        _print_evidence("evidence after", after)
    for when, outcome in (("before", before), ("after", after)):
        verdict = outcome.first.deployed_verdict if outcome.first else None
        reply = outcome.first.reply.text if outcome.first else ""
        say(f"    answer {when}: {_on_one_line(outcome.case.answer)}")
        say(f"    judge {when}: {verdict or 'no verdict'} – {_on_one_line(reply) or '(empty)'}")


def _print_evidence(what: str, outcome: CaseOutcome) -> None:
    for document in outcome.case.evidence:
        say(f"    {what} {document.id}: {_on_one_line(document.text)}")


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
