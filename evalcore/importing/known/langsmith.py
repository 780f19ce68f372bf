"""LangSmith: runs with their feedback, the examples of a data set, or the results of an experiment as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.cells import text_of
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
_WHOSE = (
    "LangSmith: a table of results does not say who gave feedback, and averages it where several did, so that it is "
    "recorded of a judge and is never a label. For people's labels, export the runs with their feedback as JSON."
)
_OF_RUNS = {"feedback", "feedback_stats"}
_MARKS = {"dataset_id", "run_type", *_OF_RUNS}
_OF_EXAMPLES = {
    "id",
    "name",
    "inputs",
    "outputs",
    "metadata",
    "created_at",
    "modified_at",
    "dataset_id",
    "dataset_name",
}
_OF_EXAMPLES |= {"source_run_id", "split", "splits", "attachments", "runs"}
"""What may stand beside the inputs and outputs of an example; a file of a data set need not name the data set."""
_GIVEN, _MADE, _FEEDBACK = ("inputs.", "input."), ("outputs.",), "feedback."
"""How the columns of such a table begin; both spellings of the first are written."""
_ABOUT_THE_RUN = {"execution_time", "example_id", "error"}


def is_table(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are results of an experiment, a column per input and output."""
    starts = (any(column.startswith(prefix) for column in columns) for prefix in (_GIVEN, _MADE))
    judged = any(column.startswith(_FEEDBACK) for column in columns)
    return all(starts) and (judged or bool(_ABOUT_THE_RUN & set(columns)))


def lay_table(rows: Sequence[Row]) -> Laid:
    """A case per result; each kind of feedback is a judge's, as the table does not say whose it is."""
    sheet = Sheet()
    for row in rows:
        cells: Mapping[str, Any] = row.cells
        given, made = _named(cells, _GIVEN), _named(cells, _MADE)
        others = {name: value for name, value in cells.items() if not name.startswith((*_GIVEN, *_MADE, _FEEDBACK))}
        key = sheet.case(str(row.number), row.number, {**others, ID: cells.get("id"), **_fields(given, made)})
        for criterion, said in _named(cells, (_FEEDBACK,)).items():
            if text_of(said).strip():
                sheet.recorded(key, criterion, "feedback", said)
                sheet.remark(_WHOSE)
    return sheet.laid()


def _named(cells: Mapping[str, Any], prefixes: tuple[str, ...]) -> dict[str, Any]:
    """The cells whose columns begin so, by the rest of their names."""
    found = ((name, prefix) for name in cells for prefix in prefixes if name.startswith(prefix))
    return {name.removeprefix(prefix): parsed(cells[name]) for name, prefix in found}


def is_export(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are runs or examples."""
    if not isinstance(parsed(first.get("inputs")), dict) or "outputs" not in columns:
        return False
    is_example = set(columns) <= _OF_EXAMPLES and isinstance(parsed(first["outputs"]), dict)
    return is_example or bool(_MARKS & set(columns))


def lay(rows: Sequence[Row]) -> Laid:
    """A case per run or example."""
    sheet = Sheet()
    for row in rows:
        run: Mapping[str, Any] = row.cells
        given, made = _dict(run.get("inputs")), _dict(run.get("outputs"))
        key = sheet.case(str(row.number), row.number, ({ID: run["id"]} if run.get("id") else {}) | _fields(given, made))
        for feedback in parsed(run.get("feedback")) or ():  # type: ignore[attr-defined]
            _add(sheet, key, feedback)
        if run.get("feedback_stats"):
            sheet.remark(_SUMMED_UP)
        if "run_type" not in run and not run.keys() & _OF_RUNS:
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
