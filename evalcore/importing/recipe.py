"""A recipe says which column is what; a guess from column names is one too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

SCHEMA = "evalcore-recipe/1"
DEFAULT_CRITERION = "grounded"

Meaning = Literal["pass", "fail", "none"]
"""What a label word stands for; ``none`` is understood and means: no label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelColumn:
    """A column of labels, and where the annotator's name and note stand."""

    column: str
    annotator: str | None = None
    """One name for the whole column."""
    annotator_column: str | None = None
    note_column: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Which column is what, and what the label words mean."""

    name: str | None = None
    criterion: str = DEFAULT_CRITERION
    id: str | None = None
    question: str | None = None
    evidence: tuple[str, ...] = ()
    answer: str
    labels: tuple[LabelColumn, ...] = ()
    slices: Mapping[str, str] = field(default_factory=dict)
    """Slice key → column."""
    cluster: str | None = None
    dated: str | None = None
    must_mention: str | None = None
    must_retrieve: str | None = None
    values: Mapping[str, Meaning] = field(default_factory=dict)
    expects_evidence: bool | str | None = None
    """True or False for every case, or a column; None: expected where there is an evidence column."""

    def uses(self) -> Iterator[tuple[str, str]]:
        """Each place of the recipe that names a column, with that column."""
        for key in ("id", "question", "answer", "cluster", "dated", "must_mention", "must_retrieve"):
            if column := getattr(self, key):
                yield key, column
        yield from (("evidence", column) for column in self.evidence)
        yield from ((f"slices.{key}", column) for key, column in self.slices.items())
        for label in self.labels:
            yield "labels.column", label.column
            if label.annotator_column:
                yield "labels.annotator_column", label.annotator_column
            if label.note_column:
                yield "labels.note_column", label.note_column
        if isinstance(self.expects_evidence, str):
            yield "expects_evidence", self.expects_evidence


def recipe_to_text(recipe: Recipe) -> str:
    """The recipe as the YAML file that :func:`read_recipe` reads."""
    document: dict[str, Any] = {"schema": SCHEMA, "name": recipe.name, "criterion": recipe.criterion}
    document["columns"] = _without_empty(
        {
            "id": recipe.id,
            "question": recipe.question,
            "evidence": recipe.evidence[0] if len(recipe.evidence) == 1 else list(recipe.evidence),
            "answer": recipe.answer,
            "labels": [_label_lines(label) for label in recipe.labels],
            "slices": dict(recipe.slices),
            "cluster": recipe.cluster,
            "dated": recipe.dated,
            "must_mention": recipe.must_mention,
            "must_retrieve": recipe.must_retrieve,
        }
    )
    document["values"] = dict(recipe.values)
    document["expects_evidence"] = recipe.expects_evidence
    return yaml.safe_dump(_without_empty(document), sort_keys=False, allow_unicode=True, width=120)


def _label_lines(label: LabelColumn) -> dict[str, Any]:
    return _without_empty(
        {
            "column": label.column,
            "annotator": label.annotator,
            "annotator_column": label.annotator_column,
            "note_column": label.note_column,
        }
    )


def _without_empty(lines: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in lines.items() if value is False or value}
