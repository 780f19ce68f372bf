"""Scores of traces, without the traces: Langfuse scores and Phoenix annotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ANSWER, ID, Laid, Sheet
from evalcore.importing.paths import parsed

LANGFUSE, PHOENIX = "Langfuse scores", "Phoenix annotations"
_LANGFUSE = {"traceId", "source", "name", "dataType", "value"}
_PHOENIX = {"span_id", "name", "annotator_kind", "result"}
_FRAME = {"annotator_kind", "result.label", "result.score"}
"""Columns of the annotations as a data frame, which stand beside a span and a name."""
_EVALUATIONS = {"label", "score", "explanation"}
"""Columns of evaluations as a data frame, which stand beside a span; they are those of a judge."""
_NAMES, _SPANS = ("name", "annotation_name"), ("span_id", "context.span_id")
_TRACE, _SPAN = "traceId", "span_id"
_NO_TEXT = (
    "{tool} name the {what} but hold neither its question nor its answer, so the answers are empty: people's labels "
    "and what judges said can be compared, but no judge can be asked. To have the answers, export them as well and "
    "join these to them: evalcore import ANSWERS --join SCORES --on ID={key}."
)


def is_langfuse(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are scores of Langfuse."""
    return set(columns) >= _LANGFUSE


def lay_langfuse(rows: Sequence[Row]) -> Laid:
    """A case per trace, or per observation within one; ``ANNOTATION`` is a person, anything else is not."""
    sheet = Sheet()
    for row in rows:
        score: Mapping[str, Any] = row.cells
        name = "-".join(str(score[part]) for part in ("traceId", "observationId") if score.get(part))
        key = sheet.case(name, row.number, {ID: name, _TRACE: score.get("traceId"), ANSWER: ""})
        said = score.get("value") if score.get("stringValue") in (None, "") else score["stringValue"]
        if score.get("source") == "ANNOTATION":
            sheet.label(
                key,
                str(score["name"]),
                said,
                annotator=score.get("authorUserId"),
                note=score.get("comment"),
                at=score.get("timestamp"),
            )
        else:
            sheet.recorded(key, str(score["name"]), score.get("source"), said, reason=score.get("comment"))
    sheet.remark(_NO_TEXT.format(tool=LANGFUSE, what="trace", key=_TRACE))
    return sheet.laid(key=_TRACE, seen=len(rows))


def is_phoenix(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are annotations of Phoenix."""
    if _phoenix(first) or set(columns) >= _PHOENIX:
        return True
    spans, names = ({*columns} & {*some} for some in (_SPANS, _NAMES))
    is_frame = bool(spans and names) and set(columns) >= _FRAME
    return is_frame or ("context.span_id" in columns and set(columns) >= _EVALUATIONS)


def lay_phoenix(rows: Sequence[Row]) -> Laid:
    """A case per span; ``HUMAN`` is a person, ``LLM`` and ``CODE`` are not."""
    sheet, seen = Sheet(), 0
    for row in rows:
        found = _phoenix(row.cells)
        for number, one in enumerate(found or (row.cells,), start=1):
            seen += 1
            _add_phoenix(sheet, number if "data" in row.cells else row.number, one)
    sheet.remark(_NO_TEXT.format(tool=PHOENIX, what="span", key=_SPAN))
    return sheet.laid(key=_SPAN, seen=seen)


def _add_phoenix(sheet: Sheet, number: int, one: Mapping[str, Any]) -> None:
    span, name = str(_first(one, _SPANS)), str(_first(one, _NAMES) or "evaluation")
    label, score, explanation = (_of_result(one, part) for part in ("label", "score", "explanation"))
    said = score if label in (None, "") else label
    key = sheet.case(span, number, {ID: span, _SPAN: span, ANSWER: ""})
    if one.get("annotator_kind") == "HUMAN":
        person = one.get("identifier") or one.get("user_id")
        sheet.label(key, name, said, annotator=person, note=explanation, at=one.get("created_at"))
    else:
        judge = _dict(one.get("metadata")).get("model") or one.get("identifier") or one.get("annotator_kind")
        sheet.recorded(key, name, judge, said, reason=explanation)


def _first(one: Mapping[str, Any], columns: Sequence[str]) -> object:
    return next((one[column] for column in columns if one.get(column) not in (None, "")), None)


def _of_result(one: Mapping[str, Any], part: str) -> object:
    """A part of what was said: in an object, in a column of its own, or, in evaluations, under its own name."""
    inside = _dict(one.get("result"))
    return inside[part] if part in inside else one.get(f"result.{part}", one.get(part))


def _phoenix(first: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The annotations that one object holds."""
    found = first.get("data")
    if not isinstance(found, list) or not all(isinstance(one, dict) and one.keys() >= _PHOENIX for one in found):
        return []
    return found


def _dict(value: object) -> dict[str, Any]:
    found = parsed(value)
    return found if isinstance(found, dict) else {}
