"""judgekeeper: pairs to be compared, score records, and the verdicts of a run.

Its anchor sets of single answers have the columns of any table and need no recognising.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ANSWER, ID, QUESTION, Laid, Sheet
from evalcore.importing.recipe import CriterionScale, LabelColumn, Recipe

TOOL = "judgekeeper"
_PAIRS = ("id", "input", "output_a", "output_b", "human_label")
_RECORD = {"target_id", "annotator_kind", "name"}
_HUMAN, _CODE = ("HUMAN", "HUMAN_ANNOTATION"), ("CODE", "HEURISTIC")
_CHECKED = "judgekeeper: scores of checks in code (CODE) are no judge's and were left out."
_NO_TEXT = (
    "judgekeeper: a run names the answers but holds neither them nor people's labels. Import the anchor set and join "
    "the run by id: evalcore import ANCHORS --join RUN --on id."
)


def is_pairs(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are an anchor set of pairs."""
    return set(columns) >= set(_PAIRS)


def lay_pairs(rows: Sequence[Row]) -> Laid:
    """The rows as they are: A, B or a tie."""
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    note = "notes" if "notes" in columns else None
    recipe = Recipe(
        id=ID,
        criterion="better",
        question="input",
        answer=("output_a", "output_b"),
        labels=(LabelColumn(column="human_label", note_column=note, source="human"),),
        slices={"slice": "slice"} if "slice" in columns else {},
        criteria={"better": CriterionScale(kind="pair")},
    )
    return Laid(columns=columns, rows=tuple(rows), recipe=recipe)


def is_records(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are score records."""
    return set(columns) >= _RECORD


def lay_records(rows: Sequence[Row]) -> Laid:
    """A case per target; each model and run is a judge of its own."""
    sheet = Sheet()
    for row in rows:
        record: Mapping[str, Any] = row.cells
        name, kind = str(record.get("target_id")), str(record.get("annotator_kind") or "LLM").upper()
        key = sheet.case(name, row.number, {ID: name, QUESTION: record.get("input"), ANSWER: record.get("output")})
        said = record.get("score") if record.get("label") in (None, "") else record["label"]
        criterion = str(record.get("name") or "judge")
        if kind in _HUMAN:
            sheet.label(key, criterion, said, note=record.get("explanation"), at=record.get("created_at"))
        elif kind in _CODE:
            sheet.remark(_CHECKED)
        else:
            evaluator = record.get("evaluator")
            model = evaluator.get("model") if isinstance(evaluator, dict) else None
            run = "" if record.get("run") in (None, "") else f" run {record['run']}"
            sheet.recorded(key, criterion, f"{model or 'LLM'}{run}", said, reason=record.get("explanation"))
    return sheet.laid(seen=len(rows))


def is_run(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are a run: a header, then a verdict per answer."""
    return first.get("type") == "header" and "anchors_sha256" in columns


def lay_run(rows: Sequence[Row]) -> Laid:
    """A case per id, without its texts."""
    sheet, judge = Sheet(), ""
    for row in rows:
        line: Mapping[str, Any] = row.cells
        if line.get("type") == "header":
            fingerprint = line.get("fingerprint")
            judge = str(fingerprint.get("model") or "") if isinstance(fingerprint, dict) else ""
        elif line.get("type") == "judgment":
            key = sheet.case(str(line.get("id")), row.number, {ID: line.get("id"), ANSWER: ""})
            if line.get("verdict") is not None:
                sheet.recorded(key, "verdict", judge, line["verdict"], reason=line.get("rationale"))
    sheet.remark(_NO_TEXT)
    return sheet.laid(key=ID)
