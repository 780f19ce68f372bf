"""OpenAI evals: the events of a local run, or the output items of a hosted one, as JSON Lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.messages import text_in
from evalcore.importing.known.sheet import ANSWER, ID, QUESTION, Laid, Sheet

TOOL = "OpenAI evals"
_EVENT = {"run_id", "event_id", "sample_id", "type", "data"}
_ITEM = {"datasource_item", "sample", "results"}
_NO_LABELS = "OpenAI evals: a run holds what graders said and no person's label."
_OTHER = "OpenAI evals: events other than sampling, match and metrics were left out."


def is_events(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are a run's specification and events."""
    return set(columns) >= _EVENT and ("spec" in first or first.keys() >= _EVENT)


def lay_events(rows: Sequence[Row]) -> Laid:
    """A case per sample: its first sampling is the answer, further ones are a grader's replies."""
    sheet, keys = Sheet(), dict[str, str]()
    events = [row for row in rows if row.cells.keys() >= _EVENT]
    for row in events:
        event: Mapping[str, Any] = row.cells
        if event["type"] == "sampling":
            name, data = str(event["sample_id"]), _dict(event["data"])
            if name in keys:
                sheet.recorded(keys[name], "match", "grader reply", text_in(data.get("sampled")))
            else:
                fields = {ID: name, QUESTION: text_in(data.get("prompt")), ANSWER: text_in(data.get("sampled"))}
                keys[name] = sheet.case(name, row.number, fields)
    for row in events:
        _add_event(sheet, keys, row.cells)
    sheet.remark(_NO_LABELS)
    return sheet.laid(seen=len(events))


def _add_event(sheet: Sheet, keys: Mapping[str, str], event: Mapping[str, Any]) -> None:
    key, data = keys.get(str(event["sample_id"])), _dict(event["data"])
    if key is None or event["type"] == "sampling":
        return
    if event["type"] == "match":
        sheet.recorded(key, "match", "correct", data.get("correct"))
    elif event["type"] == "metrics":
        for name, value in data.items():
            if isinstance(value, str | int | float):
                sheet.recorded(key, "match", name, value)
    else:
        sheet.remark(_OTHER)


def is_items(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are output items."""
    return set(columns) >= _ITEM


def lay_items(rows: Sequence[Row]) -> Laid:
    """A case per item; each grader is a judge."""
    sheet = Sheet()
    for row in rows:
        item: Mapping[str, Any] = row.cells
        sample = _dict(item.get("sample"))
        fields = {
            ID: item.get("id") or item.get("datasource_item_id"),
            QUESTION: text_in(sample.get("input")),
            ANSWER: text_in(sample.get("output")),
        }
        given = {name: value for name, value in _dict(item.get("datasource_item")).items() if name not in fields}
        key = sheet.case(str(row.number), row.number, {**fields, **given})
        for result in item.get("results") or ():
            if result.get("passed") is not None:
                sheet.recorded(key, str(result.get("name")), "grader", "pass" if result["passed"] else "fail")
    sheet.remark(_NO_LABELS)
    return sheet.laid()


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
