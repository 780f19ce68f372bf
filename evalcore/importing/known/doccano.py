"""Doccano: a text per line with the labels of its annotators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ID, Laid, Sheet

TOOL = "doccano"
_CRITERION = "label"
_LISTS = ("annotations", "labels", "label")
_SPANS = "doccano: spans of the text were labelled, not the text; they are no label of an answer and were left out."
_TEXTS = "doccano: the annotators wrote texts, which are no verdicts; they were left out."
_NUMBERS = (
    "doccano: labels are numbers in this export; which number is called what stands in the project's labels. Say "
    "what they mean in a recipe, under values."
)


def is_export(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are lines of doccano."""
    if "text" not in columns or not any(isinstance(first.get(name), list) for name in _LISTS):
        return False
    return "annotation_approver" in columns or "Comments" in columns or set(columns) == {"id", "text", "label"}


def lay(rows: Sequence[Row]) -> Laid:
    """A case per text."""
    sheet = Sheet()
    for row in rows:
        line: Mapping[str, Any] = row.cells
        fields = {ID: line.get("id"), **{name: cell for name, cell in line.items() if name not in (*_LISTS, ID)}}
        key = sheet.case(str(row.number), row.number, fields)
        for name in _LISTS:
            for said in line.get(name) or () if isinstance(line.get(name), list) else ():
                _add(sheet, key, said)
    return sheet.laid()


def _add(sheet: Sheet, key: str, said: object) -> None:
    if isinstance(said, list) or (isinstance(said, dict) and "start_offset" in said):
        sheet.remark(_SPANS)
    elif isinstance(said, dict) and "label" in said:
        if isinstance(said["label"], int):
            sheet.remark(_NUMBERS)
            sheet.criterion(_CRITERION, named=True)
        sheet.label(key, _CRITERION, said["label"], annotator=said.get("user"))
    elif isinstance(said, dict):
        sheet.remark(_TEXTS)
    else:
        sheet.label(key, _CRITERION, said)
