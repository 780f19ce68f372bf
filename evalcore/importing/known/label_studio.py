"""Label Studio: tasks with their annotations (JSON), or flat rows (JSON-MIN, CSV, TSV)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.cells import short_text_of, text_of
from evalcore.importing.guessing import parts_of
from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ID, Laid, Sheet
from evalcore.importing.label_words import PROPOSAL, normal_word
from evalcore.importing.paths import parsed

TOOL = "Label Studio"
_FLAT = {"annotation_id", "annotator", "lead_time"}
_FLAT_META = {*_FLAT, "id", "agreement", "created_at", "updated_at"}
_REGIONS = "Label Studio: what was marked as {kinds} marks a region and is no label of an answer; it was left out."
_TEXTS = "Label Studio: texts that annotators wrote without a choice or a rating make no label and were left out."
_CANCELLED = "Label Studio: annotations that were cancelled (skipped) make no label."


def is_tasks(_columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are tasks with their annotations."""
    found = first.get("annotations", first.get("completions"))
    return isinstance(first.get("data"), dict) and isinstance(found, list)


def lay_tasks(rows: Sequence[Row]) -> Laid:
    """A case per task, with the choices, ratings and numbers of its annotators."""
    sheet = Sheet()
    for row in rows:
        task: Mapping[str, Any] = row.cells
        key = sheet.case(str(row.number), row.number, {ID: task.get("id"), **_dict(task.get("data"))})
        for annotation in _dicts(task.get("annotations", task.get("completions"))):
            if annotation.get("was_cancelled"):
                sheet.remark(_CANCELLED)
                continue
            person = _person(annotation.get("completed_by"))
            at = annotation.get("updated_at") or annotation.get("created_at")
            _add_results(sheet, key, annotation.get("result"), person=person, at=at)
        for prediction in _dicts(task.get("predictions")):
            judge = prediction.get("model_version") or "prediction"
            _add_results(sheet, key, prediction.get("result"), judge=judge)
    return sheet.laid()


def _add_results(
    sheet: Sheet, key: str, results: object, *, person: object = None, at: object = None, judge: object = None
) -> None:
    parts = _dicts(results)
    texts = [text for part in parts if part.get("type") == "textarea" for text in _words(part)]
    labels = [part for part in parts if part.get("type") in ("choices", "rating", "number")]
    regions = {str(part.get("type")) for part in parts} - {"choices", "rating", "number", "textarea"}
    if regions and not judge:
        sheet.remark(_REGIONS.format(kinds=", ".join(sorted(regions))))
    if texts and not labels:
        sheet.remark(_TEXTS)
    for part in labels:
        criterion = str(part.get("from_name"))
        word = ", ".join(_words(part))
        if judge is None:
            sheet.label(key, criterion, word, annotator=person, note="\n".join(texts), at=at)
        else:
            sheet.recorded(key, criterion, judge, word)


def _words(part: Mapping[str, Any]) -> list[str]:
    value = _dict(part.get("value"))
    found = value.get(str(part.get("type")), value.get("text"))
    return [text_of(one) for one in (found if isinstance(found, list) else [found]) if one is not None]


def _person(completed_by: object) -> str:
    found = _dict(completed_by)
    return short_text_of(found.get("email") or found.get("id") if found else completed_by)


def is_flat(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are flat: a row per annotation, with the fields of its task beside it."""
    return set(columns) >= _FLAT


def lay_flat(rows: Sequence[Row]) -> Laid:
    """A case per task; a column whose every word is a yes or no, a rating or a choice in JSON is a label."""
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    fixed = {*_FLAT_META, *_parts(columns)}
    labels = [column for column in columns if column not in fixed and _holds_labels(column, rows)]
    sheet = Sheet()
    for row in rows:
        fields = {
            column: row.cells.get(column)
            for column in columns
            if column not in labels and column not in _FLAT_META - {ID}
        }
        key = sheet.case(short_text_of(row.cells.get(ID)) or str(row.number), row.number, fields)
        for column in labels:
            sheet.criterion(column)
            if words := _flat_words(row.cells.get(column)):
                person, at = _person(parsed(row.cells.get("annotator"))), row.cells.get("updated_at")
                sheet.label(key, column, ", ".join(words), annotator=person, at=at)
    if not labels:
        sheet.remark(
            "Label Studio: no column of this flat export can be told to be a label, since labels and fields of the "
            "task stand side by side. Export as JSON, or name the label's column in a recipe."
        )
    return sheet.laid(seen=len(rows))


def _parts(columns: tuple[str, ...]) -> list[str]:
    found = parts_of(columns)
    return [name for part, names in found.items() if part not in ("label", "note", "annotator") for name in names]


def _holds_labels(column: str, rows: Sequence[Row]) -> bool:
    cells = [row.cells.get(column) for row in rows]
    words = [word for cell in cells for word in _flat_words(cell)]
    in_json = any(isinstance(parsed(cell), dict) and "choices" in _dict(parsed(cell)) for cell in cells)
    return bool(words) and (in_json or all(PROPOSAL.get(normal_word(word)) for word in words))


def _flat_words(cell: object) -> list[str]:
    value = parsed(cell)
    if isinstance(value, dict):
        value = value.get("choices")
    return [text_of(one) for one in (value if isinstance(value, list) else [value]) if text_of(one)]


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: object) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
