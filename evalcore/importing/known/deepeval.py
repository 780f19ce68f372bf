"""DeepEval: a test run with its test cases and the metrics' scores; nobody labelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ANSWER, EVIDENCE, ID, QUESTION, Laid, Sheet

TOOL = "DeepEval"
_NO_LABELS = (
    "DeepEval: a test run holds what the metrics said and no person's label. Label the cases, and the metrics can be "
    "measured."
)
_CONVERSATIONS = "DeepEval: test cases of whole conversations were left out; a case is one answer."


def is_export(_columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the one row is a test run."""
    return isinstance(first.get("testCases"), list) and (
        "metricsScores" in first or "conversationalTestCases" in first or "testRunData" in first
    )


def lay(rows: Sequence[Row]) -> Laid:
    """A case per test case; each metric is a judge, by whether its threshold was reached."""
    sheet, seen = Sheet(), 0
    for row in rows:
        run: Mapping[str, Any] = row.cells
        if run.get("conversationalTestCases"):
            sheet.remark(_CONVERSATIONS)
        for number, test in enumerate(run["testCases"], start=1):
            seen += 1
            _add(sheet, number, test)
    if seen:
        sheet.remark(_NO_LABELS)
    return sheet.laid(seen=seen)


def _add(sheet: Sheet, number: int, test: Mapping[str, Any]) -> None:
    fields = {
        ID: f"{test.get('name') or 'test'}-{test.get('order', number)}",
        QUESTION: test.get("input"),
        EVIDENCE: test.get("retrievalContext") or test.get("context"),
        ANSWER: test.get("actualOutput"),
    }
    fields = {name: value for name, value in fields.items() if value is not None or name == ANSWER}
    key = sheet.case(str(number), number, fields)
    for metric in test.get("metricsData") or ():
        if metric.get("success") is not None:
            verdict = "pass" if metric["success"] else "fail"
            sheet.recorded(
                key, str(metric.get("name")), metric.get("evaluationModel"), verdict, reason=metric.get("reason")
            )
