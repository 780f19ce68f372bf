"""The workbench's own case file: JSON Lines with nested evidence and labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evalcore.domain import Case, Document, LabelSource
from evalcore.importing.complaints import complaints
from evalcore.importing.drafts import Draft, Vote
from evalcore.importing.imported import Problems, Row
from evalcore.importing.label_sources import is_called_like_a_model
from evalcore.importing.label_words import PROPOSAL, normal_word
from evalcore.importing.vote_remarks import model_made


class _Line(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Document(_Line):
    id: str
    text: str
    source: str = ""
    kind: Literal["retrieved", "tool", "history"] = "retrieved"


class _Label(_Line):
    criterion: str
    annotator: str
    value: str
    note: str = ""
    adjudicated: bool = False
    at: str | None = None
    source: LabelSource | None = None
    """None: a person's, but a model's where the annotator is called like one."""


class _CaseLine(_Line):
    id: str
    question: str
    answer: str
    evidence: list[_Document] = Field(default_factory=list)
    expects_evidence: bool = True
    must_mention: list[str] = Field(default_factory=list)
    must_retrieve: list[str] = Field(default_factory=list)
    slices: dict[str, str] = Field(default_factory=dict)
    cluster: str | None = None
    dated: str | None = None
    made_by: dict[str, str] = Field(default_factory=dict)
    meta: dict[str, str] = Field(default_factory=dict)
    labels: list[_Label] = Field(default_factory=list)


def is_case_file(rows: tuple[Row, ...]) -> bool:
    """Whether rows are cases in our own form: nested as only it is, or with no other keys than its own."""
    return any(_is_nested(row) for row in rows) or all(_has_only_own_keys(row) for row in rows)


def _is_nested(row: Row) -> bool:
    evidence = row.cells.get("evidence")
    return (
        isinstance(row.cells.get("labels"), list)
        or isinstance(row.cells.get("slices"), dict)
        or (isinstance(evidence, list) and any(isinstance(document, dict) for document in evidence))
    )


def _has_only_own_keys(row: Row) -> bool:
    cells = row.cells
    return (
        set(cells) <= set(_CaseLine.model_fields)
        and all(isinstance(cells.get(key), str) for key in ("id", "question", "answer"))
        and cells.get("evidence", []) == []
    )


def case_drafts(rows: tuple[Row, ...], problems: Problems) -> Iterator[Draft]:
    """A draft per line that is a case; the others are problems."""
    for row in rows:
        try:
            line = _CaseLine.model_validate(row.cells)
        except ValidationError as error:
            problems.add("bad-case", f"Left out: {complaints(error, _CaseLine)}", row=row.number)
        else:
            yield Draft(row=row.number, case=_case(line), votes=tuple(_votes(line, row.number, problems)))


def _case(line: _CaseLine) -> Case:
    return Case(
        id=line.id,
        question=line.question,
        answer=line.answer,
        evidence=tuple(Document(**document.model_dump()) for document in line.evidence),
        expects_evidence=line.expects_evidence,
        must_mention=tuple(line.must_mention),
        must_retrieve=tuple(line.must_retrieve),
        slices=line.slices,
        cluster=line.cluster,
        dated=line.dated,
        made_by=line.made_by,
        meta=line.meta,
    )


def _votes(line: _CaseLine, row: int, problems: Problems) -> Iterator[Vote]:
    for label in line.labels:
        meaning = PROPOSAL.get(normal_word(label.value), "none")
        if meaning == "none":
            message = f"The label {label.value[:40]!r} is neither pass nor fail, so no label was made of it."
            problems.add("label-not-understood", message, row=row)
        else:
            yield Vote(**label.model_dump() | {"value": meaning, "source": _source(label, row, problems)})


def _source(label: _Label, row: int, problems: Problems) -> LabelSource:
    if label.source is not None:
        return label.source
    if not is_called_like_a_model(label.annotator):
        return "human"
    where = '"source": "human" in the label'
    problems.add("model-made-label", model_made(label.annotator, where=where), row=row)
    return "model"
