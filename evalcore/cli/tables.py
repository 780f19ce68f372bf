"""The report as a person reads it on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalcore.cli.output import print_table

if TYPE_CHECKING:
    from evalcore.domain import CalibrationReport, Estimate, JudgeReport


def print_report(report: CalibrationReport, *, run_id: str) -> None:
    """Print one row and one sentence per judge, best lower bound of balanced accuracy first."""
    from evalcore.report import headline, ranked

    summary = report.dataset
    print(
        f"{summary.name}: {summary.cases} cases, {summary.labelled - summary.unresolved} with gold under {summary.criterion!r}"
        f" ({summary.annotators} annotators) · run {run_id}\n"
    )
    judges = ranked(report)
    print_table(
        ["judge", "agrees", "95 %", "n", "caught", "rejected", "kappa", "lenient", "unread", "flips", "not answered"],
        [_row(judge) for judge in judges],
        right=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    )
    print(
        "\nagrees: as deployed, repeat 0 · caught: bad answers failed · rejected: good answers failed"
        " · lenient: agreement if every verdict in other words is read"
    )
    print()
    for judge in judges:
        print(f"· {headline(judge, summary)}")


def _row(judge: JudgeReport) -> list[str]:
    measures, ledger = judge.as_deployed, judge.calls
    return [
        judge.name,
        _percent(measures.agreement),
        _interval(measures.agreement),
        str(measures.n),
        _of(measures.tnr),
        _complement(measures.tpr),
        _number(measures.kappa),
        _percent(judge.lenient.agreement),
        str(sum(judge.replies_as_deployed.unread.values())),
        f"{measures.flips.cases}/{measures.flips.n}",
        str(ledger.failed + ledger.missing + sum(ledger.not_asked.values())),
    ]


def _percent(estimate: Estimate) -> str:
    return "undefined" if estimate.value is None else f"{estimate.value:.0%}"


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{estimate.low:.0%}–{estimate.high:.0%}"


def _of(estimate: Estimate) -> str:
    return "–" if estimate.k is None else f"{estimate.k}/{estimate.n}"


def _complement(estimate: Estimate) -> str:
    return "–" if estimate.k is None else f"{estimate.n - estimate.k}/{estimate.n}"


def _number(estimate: Estimate) -> str:
    return "undefined" if estimate.value is None else f"{estimate.value:.2f}"
