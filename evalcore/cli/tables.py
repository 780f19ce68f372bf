"""The report as a person reads it on a terminal; brings the report's libraries, so commands import it late."""

from __future__ import annotations

from evalcore.cli.output import print_table, say
from evalcore.domain import CalibrationReport, DatasetSummary, Estimate, JudgeReport
from evalcore.exports.comparing_tables import mix_table
from evalcore.exports.tables import slice_table
from evalcore.exports.value_tables import by_value_overview
from evalcore.plurals import counted
from evalcore.report import headline, ranked, remarks
from evalcore.report.comparison_sentences import annotator_test_in_words, comparisons_in_words
from evalcore.report.formatting import NONE, coefficient, decimal, percent, share

_LEGEND = (
    "agrees: with people, as deployed, at repeat 0, on n cases · balanced: mean of good accepted and bad caught",
    "caught: bad answers failed · rejected: good answers failed · kappa: agreement beyond chance",
    "lenient: agreement if every clear verdict were read · flips: cases whose repeats differ as deployed",
)
_ONLY_IF_ANY = ("not asked", "failed", "missing")
"""Calls that a report may have none of; such a column would be all noughts."""


def print_report(report: CalibrationReport, *, run_id: str | None = None) -> None:
    """Print one row and one sentence per judge, best lower bound of balanced accuracy first, then the remarks."""
    summary = report.dataset
    annotators = counted(summary.annotators, "annotator")
    with_gold = f"{summary.labelled - summary.unresolved} with gold under {summary.criterion!r}"
    of_run = f" · run {run_id}" if run_id else ""
    say(f"{summary.name}: {counted(summary.cases, 'case')}, {with_gold}, {annotators}{of_run}\n")
    if report.judges:
        _print_judges(report)
    if not report.judges or run_id is None:
        _print_people(summary)
    _print_comparing(report)
    for remark in remarks(report):
        say(f"\n{remark}")


def _print_judges(report: CalibrationReport) -> None:
    summary, judges = report.dataset, ranked(report)
    rows = [_row(judge) for judge in judges]
    columns = [name for name in rows[0] if name not in _ONLY_IF_ANY or any(row[name] != "0" for row in rows)]
    print_table(columns, [[row[name] for name in columns] for row in rows], right=range(1, len(columns)))
    of_calls = [name for name in columns if name in ("unread", *_ONLY_IF_ANY)]
    say("\n" + "\n".join((*_LEGEND, f"{', '.join(of_calls)}: calls, over all repeats")) + "\n")
    for judge in judges:
        say(f"· {headline(judge, summary)}")
    by_value = by_value_overview(judges)
    if by_value.rows:
        say(f"\n{by_value.title}")
        print_table(by_value.columns, by_value.rows)
        say(by_value.note)


def _print_comparing(report: CalibrationReport) -> None:
    """Every judge against the reference, and under production's mix, where either was asked for."""
    for sentence in comparisons_in_words(report):
        say(f"· {sentence}")
    mix = mix_table(report)
    if mix.rows:
        say(f"\n{mix.title}")
        print_table(mix.columns, mix.rows)
        say(mix.note)
    for judge in ranked(report):
        if judge.annotator_test is not None:
            say(f"· {judge.name} {annotator_test_in_words(judge.annotator_test)}")


def _print_people(summary: DatasetSummary) -> None:
    """How far people agree with each other, where two of them labelled the same case."""
    found = [[name, coefficient(estimate), str(estimate.n)] for name, estimate in summary.human_agreement.items()]
    if summary.human_agreement["pairs"].n:
        say("\nPeople among themselves")
        print_table(["", "agreement", "cases"], found, right=[2])


def print_slices(report: CalibrationReport) -> None:
    """Print one table per judge: how it does on each slice of the report."""
    for judge in ranked(report):
        table = slice_table(judge)
        say(f"\n{judge.name}")
        print_table(table.columns, table.rows)


def _row(judge: JudgeReport) -> dict[str, str]:
    measures, ledger = judge.as_deployed, judge.calls
    return {
        "judge": judge.name,
        "agrees": _share(measures.agreement),
        "n": str(measures.n),
        "balanced": _share(measures.balanced_accuracy),
        "caught": NONE if measures.tnr.k is None else f"{measures.tnr.k}/{measures.tnr.n}",
        "rejected": NONE if measures.tpr.k is None else f"{measures.tpr.n - measures.tpr.k}/{measures.tpr.n}",
        "kappa": "undefined" if measures.kappa.value is None else decimal(measures.kappa.value),
        "lenient": _percent(judge.lenient.agreement),
        "unread": str(sum(judge.replies_as_deployed.unread.values())),
        "flips": f"{measures.flips.cases}/{measures.flips.n}",
        "not asked": str(sum(ledger.not_asked.values())),
        "failed": str(ledger.failed),
        "missing": str(ledger.missing),
    }


def _share(estimate: Estimate) -> str:
    """With its interval; the reason why there is none would burst the column, and the other formats give it."""
    return "undefined" if estimate.value is None else share(estimate)


def _percent(estimate: Estimate) -> str:
    return "undefined" if estimate.value is None else percent(estimate.value, estimate.n)
