"""The report as JSON."""

from __future__ import annotations

import json

from evalcore.domain import CalibrationReport
from evalcore.report import to_document


def report_json(report: CalibrationReport) -> str:
    """The report as an ``evalcore-report/1`` document, indented, ending in a newline; it always encodes as UTF-8."""
    text = json.dumps(to_document(report), ensure_ascii=False, allow_nan=False, indent=2)
    # A lone surrogate in a name has no UTF-8 form; its backslash escape is the JSON escape as well.
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"
