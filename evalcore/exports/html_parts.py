"""What pages for people are made of: one HTML file that needs nothing else, with no script, font or address outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from evalcore.domain import Confusion, JudgeReport, Measures
from evalcore.exports.inert import html_text
from evalcore.exports.table import Table
from evalcore.exports.tables import confusion_table

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy: even if something slipped through, the browser would run and fetch nothing."""


def html_document(title: str, body: Iterable[str]) -> str:
    """A self-contained HTML document, for light and dark screens and for printing; ``body`` is HTML already."""
    style = files("evalcore.exports").joinpath("report.css").read_text(encoding="utf-8")
    drawn = "\n".join(body)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html_text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{drawn}\n</body>\n</html>\n"
    )


def html_sentences(said: Sequence[str]) -> Iterator[str]:
    """Sentences as a list; nothing where there are none."""
    if said:
        yield "<ul>"
        yield from (f"<li>{html_text(one)}</li>" for one in said)
        yield "</ul>"


def standing_mark(judge: JudgeReport) -> str:
    """Whether the judge is proven to beat always saying the commonest label, as a word with its colour."""
    word = {True: "proven", False: "worse", None: "not proven"}[judge.baseline.beats]
    return f'<b class="mark {word.replace(" ", "-")}">{word}</b>'


def html_figure(drawing: str, caption: str) -> str:
    """A drawing, which is HTML already, with a caption."""
    return f"<figure>{drawing}<figcaption>{html_text(caption)}</figcaption></figure>"


def html_confusion(measures: Measures, way: str) -> str:
    """The confusion matrix, its cells in the colours of the judge's verdicts."""
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


def html_table(table: Table, *, level: int) -> str:
    """A table under a heading of some level; nothing where it has no rows."""
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
