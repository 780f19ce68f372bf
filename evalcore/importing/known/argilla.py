"""Argilla: records with fields, suggestions and responses (v2), or rows of a data set (v1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ID, Laid, Sheet
from evalcore.importing.paths import parsed

TOOL_1, TOOL_2 = "Argilla 1", "Argilla 2"
_SUGGESTION, _ABOUT = "-suggestion", "-suggestion-metadata"
_UNSENT = "Argilla: responses that were discarded or are drafts make no label."


def is_v2(_columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are records of version 2."""
    return isinstance(first.get("fields"), dict) and isinstance(first.get("responses"), dict)


def lay_v2(rows: Sequence[Row]) -> Laid:
    """A case per record; suggestions are a model's."""
    sheet, slices = Sheet(), dict[str, None]()
    for row in rows:
        record: Mapping[str, Any] = row.cells
        about = _about(record.get("metadata"))
        slices |= dict.fromkeys(about)
        fields = {ID: record.get("id"), **_dict(record.get("fields")), **about}
        key = sheet.case(str(row.number), row.number, fields)
        for criterion, responses in _dict(record.get("responses")).items():
            _add_responses(sheet, key, criterion, responses)
        for criterion, suggestion in _dict(record.get("suggestions")).items():
            if isinstance(suggestion, dict) and suggestion.get("value") is not None:
                sheet.recorded(key, criterion, suggestion.get("agent") or "suggestion", suggestion["value"])
    return sheet.laid(slices=tuple(slices))


def is_v1(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are those of a data set of version 1: each question with a suggestion beside it."""
    return any(f"{column}{_SUGGESTION}" in columns and f"{column}{_ABOUT}" in columns for column in columns)


def lay_v1(rows: Sequence[Row]) -> Laid:
    """A case per row; a question is a column with a suggestion beside it."""
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    asked = [column for column in columns if f"{column}{_SUGGESTION}" in columns]
    own = {"metadata", *(f"{one}{end}" for one in asked for end in ("", _SUGGESTION, _ABOUT))}
    sheet, slices = Sheet(), dict[str, None]()
    for row in rows:
        about = _about(row.cells.get("metadata"))
        slices |= dict.fromkeys(about)
        fields = {column: cell for column, cell in row.cells.items() if column not in own}
        key = sheet.case(str(row.number), row.number, fields | about)
        for criterion in asked:
            _add_responses(sheet, key, criterion, row.cells.get(criterion))
            suggested = row.cells.get(f"{criterion}{_SUGGESTION}")
            if suggested not in (None, ""):
                agent = _dict(parsed(row.cells.get(f"{criterion}{_ABOUT}"))).get("agent")
                sheet.recorded(key, criterion, agent or "suggestion", suggested)
    return sheet.laid(slices=tuple(slices))


def _add_responses(sheet: Sheet, key: str, criterion: str, cell: object) -> None:
    sheet.criterion(criterion)
    for response in _responses(parsed(cell)):
        if response.get("status", "submitted") != "submitted":
            sheet.remark(_UNSENT)
        elif response.get("value") is not None:
            sheet.label(key, criterion, response["value"], annotator=response.get("user_id"))


def _responses(cell: object) -> Iterator[dict[str, Any]]:
    """Responses one by one, whether they are a list of objects or an object of lists."""
    if isinstance(cell, list):
        yield from (one for one in cell if isinstance(one, dict))
    elif isinstance(cell, dict):
        lists = {name: value for name, value in cell.items() if isinstance(value, list)}
        for place in range(len(lists.get("value", ()))):
            yield {name: value[place] for name, value in lists.items() if place < len(value)}


def _about(metadata: object) -> dict[str, str]:
    return {f"metadata.{key}": str(value) for key, value in _dict(parsed(metadata)).items() if value is not None}


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
