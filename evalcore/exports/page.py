"""The report as one HTML file that needs nothing else: no script, no font, no address outside."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.domain import CalibrationReport, JudgeReport, ReplyForms
from evalcore.exports.charts import Row, interval_plot, stacked_bar
from evalcore.exports.comparing_tables import comparison_table, mix_table
from evalcore.exports.html_parts import (
    html_confusion,
    html_document,
    html_figure,
    html_sentences,
    html_table,
    standing_mark,
)
from evalcore.exports.inert import html_text
from evalcore.exports.tables import (
    dataset_table,
    flips_by_name,
    form_counts,
    judge_tables,
    overview_table,
    slice_name,
    slice_table,
)
from evalcore.report import headline, ranked, remarks
from evalcore.report.comparison_sentences import comparisons_in_words


def report_html(report: CalibrationReport) -> str:
    """The report as one self-contained HTML document, for light and dark screens and for printing."""
    title = f"Judge calibration: {report.dataset.name}"
    return html_document(title, _body(report, title))


def _body(report: CalibrationReport, title: str) -> Iterator[str]:
    judges = ranked(report)
    yield f"<h1>{html_text(title)}</h1>"
    yield "<ul>"
    yield from (f"<li>{standing_mark(judge)} {html_text(headline(judge, report.dataset))}</li>" for judge in judges)
    yield "</ul>"
    yield _agreement_plot(judges)
    yield html_table(overview_table(report), level=2)
    yield from html_sentences(remarks(report))
    yield html_table(comparison_table(report), level=2)
    yield from html_sentences(comparisons_in_words(report))
    yield html_table(mix_table(report), level=2)
    yield html_table(dataset_table(report.dataset), level=2)
    for judge in judges:
        yield from _judge(judge)


def _agreement_plot(judges: tuple[JudgeReport, ...]) -> str:
    rows = [
        Row(
            label=judge.name,
            filled=judge.as_deployed.agreement,
            hollow=judge.lenient.agreement,
            reference=judge.baseline.agreement.value,
        )
        for judge in judges
    ]
    return html_figure(
        interval_plot(rows, title="Agreement with people, per judge"),
        "Agreement with people and its 95% interval. Filled dot: as deployed. Open dot: lenient."
        " Dashed line: always saying the commonest label.",
    )


def _judge(judge: JudgeReport) -> Iterator[str]:
    yield f"<section>\n<h2>{html_text(judge.name)}</h2>"
    yield '<div class="pair">'
    yield html_confusion(judge.as_deployed, "as deployed")
    yield html_confusion(judge.lenient, "lenient")
    yield "</div>"
    yield _form_bars(judge)
    yield _flip_plot(judge)
    if judge.slices:
        yield _slice_plot(judge)
    yield "<details>\n<summary>All figures</summary>"
    yield from (html_table(table, level=3) for table in judge_tables(judge))
    yield html_table(slice_table(judge), level=3)
    yield "</details>\n</section>"


def _form_bars(judge: JudgeReport) -> str:
    bars = [
        f"<p>{name}</p>{stacked_bar(_form_parts(forms), title=f'Form of the replies, {name}')}"
        for name, forms in (("as deployed", judge.replies_as_deployed), ("lenient", judge.replies))
    ]
    return html_figure(
        "".join(bars),
        "Form of the replies. Solid: literally what the rule accepts. Pale: recovered. Grey: unread or by default.",
    )


def _form_parts(forms: ReplyForms) -> list[tuple[str, int, str]]:
    return [(name, count, name.partition(":")[0]) for name, count in form_counts(forms).items()]


def _flip_plot(judge: JudgeReport) -> str:
    rows = [Row(label=name, filled=flips.rate) for name, flips in flips_by_name(judge).items()]
    return html_figure(
        interval_plot(rows, title="Flips"),
        "Asked again: mean share of unequal pairs of repeats, over cases with two or more answered repeats.",
    )


def _slice_plot(judge: JudgeReport) -> str:
    rows = [
        Row(label=slice_name(part.slice), filled=part.as_deployed.agreement, hollow=part.lenient.agreement)
        for part in judge.slices
    ]
    return html_figure(interval_plot(rows, title="Agreement per slice"), "Agreement with people, per slice.")
