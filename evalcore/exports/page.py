"""The report as one HTML file that needs nothing else: no script, no font, no address outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from evalcore.domain import CalibrationReport, Confusion, JudgeReport, Measures, ReplyForms
from evalcore.exports.charts import Row, interval_plot, stacked_bar
from evalcore.exports.comparing_tables import comparison_table, mix_table
from evalcore.exports.inert import html_text
from evalcore.exports.table import Table
from evalcore.exports.tables import (
    confusion_table,
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

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy: even if something slipped through, the browser would run and fetch nothing."""


def report_html(report: CalibrationReport) -> str:
    """The report as one self-contained HTML document, for light and dark screens and for printing."""
    style = files("evalcore.exports").joinpath("report.css").read_text(encoding="utf-8")
    title = f"Judge calibration: {html_text(report.dataset.name)}"
    body = "\n".join(_body(report, title))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _body(report: CalibrationReport, title: str) -> Iterator[str]:
    judges = ranked(report)
    yield f"<h1>{title}</h1>"
    yield "<ul>"
    yield from (f"<li>{_mark(judge)} {html_text(headline(judge, report.dataset))}</li>" for judge in judges)
    yield "</ul>"
    yield _agreement_plot(judges)
    yield _table(overview_table(report), level=2)
    yield from _sentences(remarks(report))
    yield _table(comparison_table(report), level=2)
    yield from _sentences(comparisons_in_words(report))
    yield _table(mix_table(report), level=2)
    yield _table(dataset_table(report.dataset), level=2)
    for judge in judges:
        yield from _judge(judge)


def _sentences(said: Sequence[str]) -> Iterator[str]:
    if said:
        yield "<ul>"
        yield from (f"<li>{html_text(one)}</li>" for one in said)
        yield "</ul>"


def _mark(judge: JudgeReport) -> str:
    word = {True: "proven", False: "worse", None: "not proven"}[judge.baseline.beats]
    return f'<b class="mark {word.replace(" ", "-")}">{word}</b>'


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
    return _figure(
        interval_plot(rows, title="Agreement with people, per judge"),
        "Agreement with people and its 95% interval. Filled dot: as deployed. Open dot: lenient."
        " Dashed line: always saying the commonest label.",
    )


def _judge(judge: JudgeReport) -> Iterator[str]:
    yield f"<section>\n<h2>{html_text(judge.name)}</h2>"
    yield '<div class="pair">'
    yield _confusion(judge.as_deployed, "as deployed")
    yield _confusion(judge.lenient, "lenient")
    yield "</div>"
    yield _form_bars(judge)
    yield _flip_plot(judge)
    if judge.slices:
        yield _slice_plot(judge)
    yield "<details>\n<summary>All figures</summary>"
    yield from (_table(table, level=3) for table in judge_tables(judge))
    yield _table(slice_table(judge), level=3)
    yield "</details>\n</section>"


def _form_bars(judge: JudgeReport) -> str:
    bars = [
        f"<p>{name}</p>{stacked_bar(_form_parts(forms), title=f'Form of the replies, {name}')}"
        for name, forms in (("as deployed", judge.replies_as_deployed), ("lenient", judge.replies))
    ]
    return _figure(
        "".join(bars),
        "Form of the replies. Solid: literally what the rule accepts. Pale: recovered. Grey: unread or by default.",
    )


def _form_parts(forms: ReplyForms) -> list[tuple[str, int, str]]:
    return [(name, count, name.partition(":")[0]) for name, count in form_counts(forms).items()]


def _flip_plot(judge: JudgeReport) -> str:
    rows = [Row(label=name, filled=flips.rate) for name, flips in flips_by_name(judge).items()]
    return _figure(
        interval_plot(rows, title="Flips"),
        "Asked again: mean share of unequal pairs of repeats, over cases with two or more answered repeats.",
    )


def _slice_plot(judge: JudgeReport) -> str:
    rows = [
        Row(label=slice_name(part.slice), filled=part.as_deployed.agreement, hollow=part.lenient.agreement)
        for part in judge.slices
    ]
    return _figure(interval_plot(rows, title="Agreement per slice"), "Agreement with people, per slice.")


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{html_text(caption)}</figcaption></figure>"


def _confusion(measures: Measures, way: str) -> str:
    table = confusion_table(measures, way)
    head = "".join(f'<th scope="col">{html_text(name)}</th>' for name in table.columns)
    rows = "".join(
        f'<tr><th scope="row">{html_text(row[0])}</th>'
        + "".join(
            f'<td class="{_cell_class(measures.confusion, column)}">{count}</td>'
            for column, count in enumerate(row[1:])
        )
        + "</tr>"
        for row in table.rows
    )
    caption = html_text(f"{table.title}. {table.note}" if table.note else table.title)
    return f'<table class="matrix"><caption>{caption}</caption><tr>{head}</tr>{rows}</table>'


def _cell_class(confusion: Confusion, column: int) -> str:
    """A cell has the colour of the judge's verdict."""
    label = confusion.labels[column] if column < len(confusion.labels) else ""
    return label if label in ("pass", "fail") else "unknown"


def _table(table: Table, *, level: int) -> str:
    if not table.rows:
        return ""
    head = "".join(f'<th scope="col">{html_text(name)}</th>' for name in table.columns)
    rows = "".join(
        f'<tr><th scope="row">{html_text(row[0])}</th>'
        + "".join(f"<td>{html_text(text)}</td>" for text in row[1:])
        + "</tr>\n"
        for row in table.rows
    )
    header = f"<tr>{head}</tr>\n" if any(table.columns) else ""
    note = f"\n<p>{html_text(table.note)}</p>" if table.note else ""
    return f"<h{level}>{html_text(table.title)}</h{level}>\n<table>\n{header}{rows}</table>{note}"
