"""The report as a target: JSON, Markdown, one HTML file."""

from __future__ import annotations

from evalcore.exports.documents import report_json
from evalcore.exports.markdown import report_markdown
from evalcore.exports.page import report_html
from evalcore.exports.target import Target

TARGETS = (
    Target(
        name="report.json",
        title="Report as JSON (evalcore-report/1)",
        exactness="document",
        about="run",
        write=lambda material: {"report.json": report_json(material.measured)},
    ),
    Target(
        name="report.md",
        title="Report as Markdown",
        exactness="document",
        about="run",
        write=lambda material: {"report.md": report_markdown(material.measured)},
    ),
    Target(
        name="report.html",
        title="Report as one HTML file",
        exactness="document",
        about="run",
        write=lambda material: {"report.html": report_html(material.measured)},
    ),
)
