"""The report as JSON, Markdown and HTML: what leaves the house, byte for byte, and inert."""

from __future__ import annotations

import json
import os
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evalcore.exports import report_html, report_json, report_markdown
from evalcore.exports.inert import markdown_text, one_line
from tests.support.rendering import ALLOWED, HOSTILE, RENDER, Elements
from tests.support.reports import fixed_report

GOLDEN = Path(__file__).parent.parent / "golden"
WRITE_GOLDEN = "EVALCORE_WRITE_GOLDEN"
"""Set to write the golden files anew; look at their difference before committing it."""


@pytest.mark.parametrize(
    ("name", "write"), [("report.json", report_json), ("report.md", report_markdown), ("report.html", report_html)]
)
def test_a_fixed_report_is_written_as_its_golden_file(name, write):
    text = write(fixed_report())
    if os.environ.get(WRITE_GOLDEN):
        (GOLDEN / name).write_text(text, encoding="utf-8", newline="")
    assert text == (GOLDEN / name).read_bytes().decode("utf-8")


hostile_text = (
    st.sampled_from(HOSTILE) | st.text(max_size=30) | st.text(alphabet="<>[]()!*_`|#&;:/\\\n-+.1@w ", max_size=30)
)


def _examples(test):
    for text in HOSTILE:
        test = example(text)(test)
    return test


@settings(max_examples=40, deadline=None)
@_examples
@given(hostile_text)
def test_no_text_becomes_an_element_or_a_handler_in_html(text):
    page = Elements(report_html(fixed_report(judge=text, other=text, dataset=text, reason=text, person=text)))
    assert page.tags <= ALLOWED
    for name, value in page.attributes:
        assert not name.startswith("on")
        assert name not in ("href", "src", "style", "srcdoc", "action", "xlink:href")
        assert name != "class" or value.replace("-", "").replace(" ", "").isalpha()


def test_the_page_needs_nothing_outside_and_runs_nothing():
    page = report_html(fixed_report())
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page
    assert "url(" not in page
    assert "@import" not in page
    assert "prefers-color-scheme: dark" in page


@settings(max_examples=40, deadline=None)
@_examples
@given(hostile_text)
def test_no_text_renders_in_markdown_even_where_html_is_allowed(text):
    """Rendered with raw HTML and tables switched on, the page has its own elements and rows, and no other."""
    rendered = RENDER(report_markdown(fixed_report(judge=text, other=text, dataset=text, reason=text, person=text)))
    plain = RENDER(report_markdown(fixed_report()))
    assert Elements(rendered).tags == Elements(plain).tags
    assert rendered.count("<tr>") == plain.count("<tr>")


@settings(max_examples=60, deadline=None)
@_examples
@given(hostile_text)
def test_text_in_markdown_is_shown_as_it_is(text):
    """What a reader sees in a paragraph is the text on one line, markup and all."""
    rendered = RENDER("x" + markdown_text(text))
    shown = []
    parser = HTMLParser(convert_charrefs=True)
    parser.handle_data = shown.append  # type: ignore[method-assign]
    parser.feed(rendered)
    parser.close()
    seen = "".join(shown).removesuffix("\n")
    assert " ".join(seen.split()) == " ".join(("x" + one_line(text).strip()).split())


@given(hostile_text)
def test_json_always_encodes_and_comes_back(text):
    written = report_json(fixed_report(judge=text))
    written.encode("utf-8")
    assert json.loads(written)["judges"][0]["name"] == text


@pytest.mark.parametrize(
    "text", ["# a", "> a", "+ a", "= a", "1) a", "- a", "* a", "| a | b |", "~~~", "===", "    code"]
)
def test_a_line_that_starts_like_markup_stays_a_paragraph(text):
    assert Elements(RENDER(markdown_text(text))).tags == {"p"}
