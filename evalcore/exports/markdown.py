"""The report as Markdown: sentences and tables, in which no text from outside renders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalcore.domain import CalibrationReport, JudgeReport
from evalcore.exports.comparing_tables import comparison_table, mix_table
from evalcore.exports.inert import markdown_text
from evalcore.exports.table import Table
from evalcore.exports.tables import (
    confusion_table,
    dataset_table,
    judge_tables,
    overview_table,
    slice_table,
)
from evalcore.report import headline, ranked, remarks
from evalcore.report.comparison_sentences import comparisons_in_words


def report_markdown(report: CalibrationReport) -> str:
    """The report as one Markdown document, ending in a newline."""
    return "\n".join(_lines(report)).rstrip("\n") + "\n"


def _lines(report: CalibrationReport) -> Iterator[str]:
    yield from (f"# Judge calibration: {markdown_text(report.dataset.name)}", "")
    yield from (f"- {markdown_text(headline(judge, report.dataset))}" for judge in ranked(report))
    yield ""
    yield from markdown_table(overview_table(report), level=2)
    yield from markdown_sentences(remarks(report))
    yield from markdown_table(comparison_table(report), level=2)
    yield from markdown_sentences(comparisons_in_words(report))
    yield from markdown_table(mix_table(report), level=2)
    yield from markdown_table(dataset_table(report.dataset), level=2)
    for judge in ranked(report):
        yield from _judge(judge)


def markdown_sentences(said: Sequence[str]) -> Iterator[str]:
    """Sentences as a list, and an empty line; nothing where there are none."""
    if said:
        yield from (*(f"- {markdown_text(one)}" for one in said), "")


def _judge(judge: JudgeReport) -> Iterator[str]:
    yield from (f"## {markdown_text(judge.name)}", "")
    for table in judge_tables(judge):
        yield from markdown_table(table, level=3)
    yield from markdown_table(confusion_table(judge.as_deployed, "as deployed"), level=3)
    yield from markdown_table(confusion_table(judge.lenient, "lenient"), level=3)
    yield from markdown_table(slice_table(judge), level=3)


def markdown_table(table: Table, *, level: int) -> Iterator[str]:
    """A table under a heading of some level; nothing where it has no rows."""
    if not table.rows:
        return
    yield from (f"{'#' * level} {markdown_text(table.title)}", "")
    yield _cells(table.columns)
    yield "|" + " --- |" * len(table.columns)
    yield from (_cells(row) for row in table.rows)
    yield ""
    if table.note:
        yield from (markdown_text(table.note), "")


def _cells(texts: tuple[str, ...]) -> str:
    return "".join(f"| {markdown_text(text)} " for text in texts) + "|"
