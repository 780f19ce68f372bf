"""A recipe says which column is what; a guess from column names is one too.

A column may be named by a path into it, such as ``meta.id`` or ``results[-1].winner``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from evalcore.domain import LabelSource

SCHEMA = "evalcore-recipe/1"
DEFAULT_CRITERION = "grounded"

Meaning = str
"""What a label word stands for: a value of the scale, ``pass`` or ``fail`` for one; ``none`` means: no label."""
Combine = Literal["maximum", "minimum", "all", "any", "majority"]
"""How several labels of one annotator on one case become one."""
CombineRecorded = Literal[Combine, "repeats"]
"""How what a judge said of one case in several rows becomes one verdict; or each row is a repeat."""
ScaleKind = Literal["yes-no", "named", "ordinal", "rating", "pair"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a file is to be read, where that is not left to be found out."""

    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    """Of a workbook."""
    header_row: int | None = None
    """Counts from 1."""
    rows: str | None = None
    """Of JSON: the path to the list of rows."""
    each: str | None = None
    """A list within a row; each of its elements is a row of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """How the rows of a further file find their partners in the first."""

    key: str | None = None
    """Column of the first file; None: row by row in order."""
    other: str | None = None
    """Column of the further file; None: called the same."""
    layout: Layout | None = None
    """How the further file is to be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionScale:
    """The scale of the labels under one criterion."""

    kind: ScaleKind = "yes-no"
    values: tuple[str, ...] = ()
    """In order, lowest to highest where that means anything; none: those that the file holds."""
    passing: tuple[str, ...] = ()
    words: Mapping[str, Meaning] = field(default_factory=dict)
    """What label words mean under this criterion; they come before the recipe's ``values``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceColumn:
    """A column of evidence: a text, a list of texts, or a list of documents."""

    column: str
    text_key: str | None = None
    """Within each document of a list; None: text, content and other usual keys. So in the next two."""
    id_key: str | None = None
    source_key: str | None = None
    id_column: str | None = None
    """A column of ids: one, or a list as long as that of the texts."""
    source_column: str | None = None
    kind: Literal["retrieved", "tool", "history"] = "retrieved"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelColumn:
    """A column of labels, and where the annotator's name and note stand.

    A cell is one label, a list of labels by people without names, a list of objects that each
    hold a label, or an object from annotator to label.
    """

    column: str
    criterion: str | None = None
    """None: the recipe's."""
    criterion_column: str | None = None
    """Names each row's criterion; a row where it is blank is under the one above."""
    annotator: str | None = None
    """One name for the whole column."""
    annotator_column: str | None = None
    note_column: str | None = None
    at_column: str | None = None
    value_key: str | None = None
    """Within each object of a list; None: value, label and other usual keys. So in the next two."""
    annotator_key: str | None = None
    note_key: str | None = None
    source: LabelSource | None = None
    """Who labelled; None: ``import``, but ``model`` where the annotator's name is a model's."""
    source_column: str | None = None
    combine: Combine | None = None
    """Make one label of all that one annotator gives one case; None: they stay several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedColumn:
    """A column that a judge filled elsewhere."""

    column: str
    judge: str | None = None
    """What to call the judge; None: as the column."""
    criterion: str | None = None
    """What the verdicts are about; None: whatever is measured."""
    rule: str | None = None
    """The cells are raw replies, to be read by this rule; None: they are verdicts."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """Of the rule, where they differ from its defaults."""
    combine: CombineRecorded | None = None
    """Make one verdict of those of several rows, or a repeat of each; None: the first row counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Which column is what, and what the label words mean."""

    name: str | None = None
    criterion: str = DEFAULT_CRITERION
    layout: Layout | None = None
    joins: tuple[Join, ...] = ()
    id: str | tuple[str, ...] | None = None
    """Several columns are joined with a hyphen."""
    question: str | tuple[str, ...] | None = None
    """Several columns are joined with a blank line."""
    evidence: tuple[str | EvidenceColumn, ...] = ()
    answer: str | tuple[str, ...]
    """Several columns are set below each other under the headings A, B and so on, to be compared."""
    labels: tuple[LabelColumn, ...] = ()
    recorded: tuple[RecordedColumn, ...] = ()
    slices: Mapping[str, str] = field(default_factory=dict)
    """Slice key → column."""
    cluster: str | None = None
    dated: str | None = None
    must_mention: str | None = None
    must_retrieve: str | None = None
    made_by: Mapping[str, str] = field(default_factory=dict)
    """What made the answer (application model, prompt version, index snapshot) → column."""
    made_by_all: Mapping[str, str] = field(default_factory=dict)
    """The same, as words that hold for every case."""
    criteria: Mapping[str, CriterionScale] = field(default_factory=dict)
    """Criterion → its scale; one that is not named is pass or fail."""
    values: Mapping[str, Meaning] = field(default_factory=dict)
    join_evidence: bool = False
    """Rows with one id bring further evidence of one case."""
    expects_evidence: bool | str | None = None
    """True or False for every case, or a column; None: expected where there is an evidence column."""

    @property
    def evidence_columns(self) -> tuple[EvidenceColumn, ...]:
        """The columns of evidence, each in its long form."""
        return tuple(EvidenceColumn(column=one) if isinstance(one, str) else one for one in self.evidence)

    def uses(self) -> Iterator[tuple[str, str]]:
        """Each place of the recipe that names a column, with that column."""
        for key in ("id", "question", "answer", "cluster", "dated", "must_mention", "must_retrieve"):
            yield from ((key, column) for column in several(getattr(self, key)))
        for evidence in self.evidence_columns:
            yield "evidence", evidence.column
            yield from _named("evidence", evidence, ("id_column", "source_column"))
        yield from ((f"slices.{key}", column) for key, column in self.slices.items())
        yield from ((f"made_by.{key}", column) for key, column in self.made_by.items())
        for label in self.labels:
            yield "labels.column", label.column
            yield from _named(
                "labels", label, ("criterion_column", "annotator_column", "note_column", "at_column", "source_column")
            )
        yield from (("recorded.column", recorded.column) for recorded in self.recorded)
        if isinstance(self.expects_evidence, str):
            yield "expects_evidence", self.expects_evidence


def several(columns: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """One column, several or none, as several."""
    return (columns,) if isinstance(columns, str) else columns or ()


def _named(place: str, part: object, keys: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for key in keys:
        if column := getattr(part, key):
            yield f"{place}.{key}", column
