"""A set as lines, one a case: what an exported set holds in every form, and how a line is read again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from evalcore.domain import Case, Dataset, Document, Gold, Label, LabelSource, Scale
from evalcore.importing.cells import text_of
from evalcore.importing.set_mark import SCHEMA

COLUMNS = (
    "id",
    "question",
    "answer",
    "evidence",
    "expects_evidence",
    "must_mention",
    "must_retrieve",
    "slices",
    "cluster",
    "dated",
    "made_by",
    "meta",
    "labels",
    "gold",
    "fingerprint",
    "exact",
    SCHEMA,
)
_NESTED = ("evidence", "must_mention", "must_retrieve", "slices", "made_by", "meta", "labels", SCHEMA)
_PAIRED = ("slices", "made_by", "meta")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
"""Signs that a table as text cannot hold, or that make a file look like no text."""

_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?\s*", re.ASCII)

Line = dict[str, Any]
"""A case with its labels, as JSON holds it."""


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ScaleLine(_Strict):
    """A criterion's scale."""

    values: list[str]
    level: Literal["nominal", "ordinal"]
    passing: list[str]


class HeadLine(_Strict):
    """What holds for the whole set."""

    name: str
    criteria: dict[str, ScaleLine]
    gold_rule: str


class _DocumentLine(_Strict):
    id: str
    text: str
    source: str = ""
    kind: Literal["retrieved", "tool", "history"] = "retrieved"


class LabelLine(_Strict):
    """A label of a case."""

    criterion: str
    annotator: str
    value: str
    note: str = ""
    source: LabelSource = "human"
    adjudicated: bool = False
    guideline_version: str = ""
    at: str | None = None
    seconds: float | None = None
    case_fingerprint: str | None = None
    """Only where the case had another content when it was labelled."""


class CaseLine(_Strict):
    """A case of an exported set."""

    id: str
    question: str
    answer: str
    evidence: list[_DocumentLine] = Field(default_factory=list)
    expects_evidence: bool = True
    must_mention: list[str] = Field(default_factory=list)
    must_retrieve: list[str] = Field(default_factory=list)
    slices: dict[str, str] = Field(default_factory=dict)
    cluster: str | None = None
    dated: str | None = None
    made_by: dict[str, str] = Field(default_factory=dict)
    meta: dict[str, str] = Field(default_factory=dict)
    labels: list[LabelLine] = Field(default_factory=list)
    gold: str | None = None
    """For people; it follows from the labels."""
    fingerprint: str | None = None
    """Of the content that the labels are about."""

    def case(self) -> Case:
        """The case itself."""
        plain = {name: getattr(self, name) for name in ("id", "question", "answer", "expects_evidence", "cluster")}
        return Case(
            **plain,
            evidence=tuple(Document(id=d.id, text=d.text, source=d.source, kind=d.kind) for d in self.evidence),
            must_mention=tuple(self.must_mention),
            must_retrieve=tuple(self.must_retrieve),
            slices=self.slices,
            dated=self.dated,
            made_by=self.made_by,
            meta=self.meta,
        )


def head_of(dataset: Dataset) -> Line:
    """What holds for the whole set, as JSON holds it."""
    criteria = {
        name: {"values": list(scale.values), "level": scale.level, "passing": list(scale.passing)}
        for name, scale in dataset.criteria.items()
    }
    return {"name": dataset.name, "criteria": criteria, "gold_rule": dataset.gold_rule}


def scales_of(head: HeadLine) -> dict[str, Scale]:
    """The criteria that a head names, each with its scale."""
    return {
        name: Scale(values=tuple(scale.values), level=scale.level, passing=tuple(scale.passing))
        for name, scale in head.criteria.items()
    }


def line_of(case: Case, labels: Sequence[Label], fingerprint: str, gold: Mapping[str, Gold]) -> Line:
    """A case with its labels, as JSON holds it; ``gold`` is by criterion."""
    line = asdict(case)
    line["must_mention"], line["must_retrieve"] = list(case.must_mention), list(case.must_retrieve)
    line["evidence"] = list(line["evidence"])
    line["labels"] = [_label_line(label, fingerprint) for label in labels]
    line["gold"] = gold_in_words(gold)
    line["fingerprint"] = fingerprint
    return line


def gold_in_words(gold: Mapping[str, Gold]) -> str:
    """The gold of one case, ``grounded: pass (majority)`` for one."""
    return "; ".join(
        f"{criterion}: {one.value} ({one.how})" if one.value is not None else f"{criterion}: {one.how}"
        for criterion, one in gold.items()
    )


def cells_of(line: Line, *, native: bool) -> Line:
    """A line as the cells of a table, by column; nothing is an empty cell.

    Parameters
    ----------
    native
        Whether a cell may be a list; else nested parts are JSON, and signs that text cannot hold are
        replaced.
    """
    cells: Line = {}
    for column in COLUMNS[:-2]:
        value = line[column]
        if native:
            cells[column] = _writable_in(value)
        elif column == "expects_evidence":
            cells[column] = json.dumps(value)
        else:
            cells[column] = _writable(_json(value) if column in _NESTED else value or "")
    cells["exact"] = None if native else ""
    if line_from(cells) != line or (not native and as_a_spreadsheet_saves(line) != line):
        cells["exact"] = json.dumps(line)
    return cells


def as_a_spreadsheet_saves(line: Line) -> Line:
    """The line as it comes back where a table of it was saved as a workbook.

    Texts that look like numbers are numbers then (``007`` is 7, ``1.50`` is 1.5), *TRUE* is true, and a line end within
    a cell is a line feed.
    """
    return {column: _as_saved(value) if isinstance(value, str) else value for column, value in line.items()}


def _as_saved(text: str) -> str:
    if _NUMBER.fullmatch(text):
        # Fifteen digits are kept.
        return f"{float(text):.15g}"
    if text.strip().casefold() in ("true", "false"):
        return text.strip().casefold()
    return text.replace("\r\n", "\n").replace("\r", "\n")


def line_from(cells: Mapping[str, object]) -> Line:
    """The line that cells hold; a nested part is JSON, or already what JSON would hold.

    Raises
    ------
    ValueError
        A cell is no JSON.
    """
    line: Line = {}
    for column in COLUMNS[:-2]:
        cell = cells.get(column)
        if column in _NESTED:
            line[column] = _nested(column, cell)
        elif column == "expects_evidence" and isinstance(cell, str):
            line[column] = {"true": True, "false": False}.get(cell.strip().lower(), cell)
        elif column in ("cluster", "dated", "fingerprint"):
            line[column] = text_of(cell) or None
        else:
            line[column] = text_of(cell)
    return line


def _nested(column: str, cell: object) -> object:
    if cell in (None, ""):
        return {} if column in _PAIRED else []
    value = json.loads(cell) if isinstance(cell, str) else cell
    # A map of Parquet comes as pairs.
    return dict(value) if column in _PAIRED and isinstance(value, list) else value


def _label_line(label: Label, fingerprint: str) -> Line:
    line = asdict(label)
    del line["case_id"]
    if label.case_fingerprint == fingerprint:
        line["case_fingerprint"] = None
    return line


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)


def _writable_in(value: Any) -> Any:
    if isinstance(value, str):
        return _writable(value)
    if isinstance(value, list):
        return [_writable_in(one) for one in value]
    if isinstance(value, dict):
        return {_writable(key): _writable_in(one) for key, one in value.items()}
    return value
