"""The judge card: one page for whoever has to decide whether to rely on a judge."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.domain import JudgeReport
from evalcore.exports import card_parts
from evalcore.exports.card_parts import CardPart, measured_judge, weakest_slices
from evalcore.exports.charts import Row, interval_plot
from evalcore.exports.html_parts import (
    html_confusion,
    html_document,
    html_figure,
    html_sentences,
    html_table,
    standing_mark,
)
from evalcore.exports.inert import html_text, markdown_text
from evalcore.exports.markdown import markdown_sentences, markdown_table
from evalcore.exports.tables import confusion_table, slice_name
from evalcore.exports.target import Files, Material, Target
from evalcore.report import complement, finding


def card_html(material: Material) -> str:
    """The card as one self-contained HTML document.

    Raises
    ------
    ExportError
        When nothing was measured about the judge as it is.
    """
    return html_document(_title(material), _html(material))


def card_markdown(material: Material) -> str:
    """The card as Markdown, ending in a newline.

    Raises
    ------
    ExportError
        When nothing was measured about the judge as it is.
    """
    return "\n".join(_markdown(material)).rstrip("\n") + "\n"


def _title(material: Material) -> str:
    return f"Judge card: {material.chosen.name}"


def _in_a_sentence(material: Material) -> str:
    return f"It {finding(measured_judge(material), material.measured.dataset)}"


def _html(material: Material) -> Iterator[str]:
    measured = measured_judge(material)
    yield f"<h1>{html_text(_title(material))}</h1>"
    yield f"<p>{standing_mark(measured)} {html_text(_in_a_sentence(material))}</p>"
    for part in card_parts.card_parts(material):
        yield f"<h2>{html_text(part.title)}</h2>"
        yield from html_sentences(part.said)
        yield from _drawn(part, measured)
        yield from (html_table(table, level=3) for table in part.tables)


def _drawn(part: CardPart, measured: JudgeReport) -> Iterator[str]:
    match part.title:
        case card_parts.FIGURES:
            yield _main_plot(measured)
            yield html_confusion(measured.as_deployed, "as deployed")
        case card_parts.FAILURES if weakest_slices(measured):
            yield _slice_plot(measured)


def _main_plot(measured: JudgeReport) -> str:
    measures = measured.as_deployed
    rows = [
        Row(label="agrees with people", filled=measures.agreement, reference=measured.baseline.agreement.value),
        *(
            (
                Row(label="bad answers caught", filled=measures.tnr),
                Row(label="good answers rejected", filled=complement(measures.tpr)),
            )
            if measures.at_pass_or_fail
            else ()
        ),
        Row(label="verdicts that flip", filled=measures.flips.rate),
    ]
    return html_figure(
        interval_plot(rows, title="The judge in four shares"),
        "Value and 95% interval. Dashed line: always saying the commonest label.",
    )


def _slice_plot(measured: JudgeReport) -> str:
    rows = [Row(label=slice_name(part.slice), filled=part.as_deployed.agreement) for part in weakest_slices(measured)]
    return html_figure(interval_plot(rows, title="Agreement per slice"), "Agreement with people, weakest slices first.")


def _markdown(material: Material) -> Iterator[str]:
    yield from (f"# {markdown_text(_title(material))}", "", markdown_text(_in_a_sentence(material)), "")
    for part in card_parts.card_parts(material):
        yield from (f"## {markdown_text(part.title)}", "")
        yield from markdown_sentences(part.said)
        if part.title == card_parts.FIGURES:
            yield from markdown_table(confusion_table(measured_judge(material).as_deployed, "as deployed"), level=3)
        for table in part.tables:
            yield from markdown_table(table, level=3)


def _write_html(material: Material) -> Files:
    return {"card.html": card_html(material)}


def _write_markdown(material: Material) -> Files:
    return {"card.md": card_markdown(material)}


TARGETS = (
    Target(name="card.html", title="Judge card as one HTML file", exactness="document", write=_write_html),
    Target(name="card.md", title="Judge card as Markdown", exactness="document", write=_write_markdown),
)
