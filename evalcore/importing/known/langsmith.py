"""LangSmith: runs with their feedback, or the examples of a data set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.messages import text_in
from evalcore.importing.known.sheet import ANSWER, ID, QUESTION, Laid, Sheet, recipe_by_names
from evalcore.importing.paths import parsed

TOOL = "LangSmith"
_PERSON = "app"
"""Feedback that was given in the tool's own pages; anything else came from a program."""
_SUMMED_UP = (
    "LangSmith: feedback_stats sums feedback up and does not say whether people or judges gave it; no label was made "
    "of it. Export the feedback itself beside each run, under the key feedback."
)
_REFERENCES = (
    "LangSmith: these are examples of a data set; their outputs were taken for the answers, and may be reference "
    "answers instead."
)


def is_export(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are runs or examples."""
    known = "dataset_id" in columns or "run_type" in columns or "feedback_stats" in columns or "feedback" in columns
    return known and isinstance(parsed(first.get("inputs")), dict) and "outputs" in columns


def lay(rows: Sequence[Row]) -> Laid:
    """A case per run or example."""
    sheet = Sheet()
    for row in rows:
        run: Mapping[str, Any] = row.cells
        given, made = _dict(run.get("inputs")), _dict(run.get("outputs"))
        key = sheet.case(str(row.number), row.number, {ID: run.get("id"), **_fields(given, made)})
        for feedback in parsed(run.get("feedback")) or ():  # type: ignore[attr-defined]
            _add(sheet, key, feedback)
        if run.get("feedback_stats"):
            sheet.remark(_SUMMED_UP)
        if "run_type" not in run and "dataset_id" in run:
            sheet.remark(_REFERENCES)
    return sheet.laid()


def _fields(given: Mapping[str, Any], made: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs and outputs side by side; the only input is the question, the only output the answer."""
    fields = {name: value for name, value in given.items() if name not in (ID, ANSWER, *made)}
    named = recipe_by_names([*fields, ANSWER])
    if named is not None and named.question is None and fields:
        first = next(iter(fields))
        fields[QUESTION] = text_in(fields.pop(first))
    if len(made) == 1:
        return fields | {ANSWER: text_in(next(iter(made.values())))}
    return fields | {name: text_in(value) for name, value in made.items() if name != ID}


def _add(sheet: Sheet, key: str, feedback: Mapping[str, Any]) -> None:
    criterion, source = str(feedback.get("key")), _dict(feedback.get("feedback_source"))
    said = feedback.get("score") if feedback.get("value") in (None, "") else feedback["value"]
    if source.get("type") == _PERSON:
        person = source.get("user_name") or source.get("user_id")
        sheet.label(key, criterion, said, annotator=person, note=feedback.get("comment"), at=feedback.get("created_at"))
    else:
        sheet.recorded(key, criterion, source.get("type"), said, reason=feedback.get("comment"))


def _dict(value: object) -> dict[str, Any]:
    found = parsed(value)
    return found if isinstance(found, dict) else {}
