"""Which column is what: fields that start from what was understood, and the recipe that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from evalcore.importing import EvidenceColumn, LabelColumn, Recipe, RecordedColumn
from evalcore.importing.recipe import several
from pages.ui import components, glossary
from pages.ui.import_fields import Fields

_SOURCES = {"human": "a person", "model": "a model"}
_RARER = {"dated": "Date", "must_mention": "Required mentions", "must_retrieve": "Required sources"}
_MADE_BY = ("application model", "prompt version", "index snapshot")
_TYPED = "A path into a column, such as meta.id, can be typed."


def draw(columns: Sequence[str], start: Recipe, fields: Fields) -> Recipe | None:
    """The recipe by the fields; None while no column is the answer."""
    left, right = st.columns(2)
    with left:
        case_id = fields.many("Id", "id", columns, _filled(start.id), help="Several are joined with a hyphen.")
        question = fields.many("Question", "question", columns, _filled(start.question))
        evidence = fields.many(
            "Evidence",
            "evidence",
            columns,
            [one.column for one in start.evidence_columns],
            help=f"One or several; a cell is a text, a list of texts or a list of documents. {_TYPED}",
        )
        answer = fields.many(
            "Answer", "answer", columns, _filled(start.answer), help="Several are compared with each other, as A, B, …"
        )
    with right:
        sliced = fields.many("Slices", "slices", columns, tuple(start.slices.values()), help=glossary.meaning("slice"))
        cluster = fields.one("Cluster", "cluster", columns, start.cluster, help=glossary.meaning("cluster"))
        said = fields.many(
            "What judges said",
            "recorded",
            columns,
            [one.column for one in start.recorded],
            help="Verdicts or replies of judges that ran elsewhere: they become a run that is measured like any other;"
            " nothing is asked. Which rule reads replies, and what several rows of a case are, a recipe says.",
        )
        name = fields.text("Name of the set", "name", start.name or "", placeholder="as the file")
    rest = _draw_rest(columns, start, fields)
    labels = fields.many("Labels", "labels", columns, [one.column for one in start.labels])
    made = tuple(_label(place, column, columns, start, fields) for place, column in enumerate(labels))
    if not answer:
        return None
    return replace(
        start,
        name=name or None,
        id=_one_or_several(case_id),
        question=_one_or_several(question),
        evidence=tuple(_evidence(column, start) for column in evidence),
        answer=_one_or_several(answer) or "",
        labels=made,
        slices=_slices(sliced, start),
        cluster=cluster,
        recorded=tuple(_recorded(column, start) for column in said),
        **rest,
    )


def _draw_rest(columns: Sequence[str], start: Recipe, fields: Fields) -> dict[str, Any]:
    """The parts that few files have."""
    with st.container(horizontal=True):
        rest: dict[str, Any] = {
            part: fields.one(label, part, columns, getattr(start, part)) for part, label in _RARER.items()
        }
    with st.container(horizontal=True):
        found = {one: fields.one(f"Made by: {one}", f"made_{one}", columns, start.made_by.get(one)) for one in _MADE_BY}
    others = {key: column for key, column in start.made_by.items() if key not in _MADE_BY}
    return {**rest, "made_by": {**others, **{key: column for key, column in found.items() if column}}}


def _label(place: int, column: str, columns: Sequence[str], start: Recipe, fields: Fields) -> LabelColumn:
    """What is known of one column of labels."""
    first = start.labels[0] if start.labels else None
    known = next((one for one in start.labels if one.column == column), None)
    label = known or LabelColumn(column=column)
    with st.container(border=True):
        st.text(f"Labels in {column}")
        with st.container(horizontal=True):
            criterion = fields.text(
                "Criterion",
                f"criterion_{place}_{column}",
                label.criterion or (first and first.criterion) or start.criterion,
                help=glossary.meaning("criterion"),
            )
            who = fields.one("Annotator's column", f"who_{place}_{column}", columns, label.annotator_column)
            name = fields.text("or one name for all", f"by_{place}_{column}", label.annotator or "")
            note = fields.one("Note", f"note_{place}_{column}", columns, label.note_column)
            source = fields.one(
                "Labelled by",
                f"source_{place}_{column}",
                list(_SOURCES),
                label.source if label.source in _SOURCES else None,
                shown=_source,
                placeholder="not said",
                help="A model's labels are kept, and are never gold. Not said: a model's where the annotator is called"
                " like one.",
            )
    return replace(
        label,
        criterion=None if criterion in ("", start.criterion) else criterion,
        annotator_column=who,
        annotator=name or None,
        note_column=note,
        source=source or (label.source if label.source not in _SOURCES else None),
    )


def _source(word: str) -> str:
    return _SOURCES.get(word, word)


def _filled(columns: str | tuple[str, ...] | None) -> list[str]:
    return [column for column in several(columns) if column]


def _one_or_several(columns: list[str]) -> str | tuple[str, ...] | None:
    return columns[0] if len(columns) == 1 else tuple(columns) or None


def _evidence(column: str, start: Recipe) -> str | EvidenceColumn:
    """The column as the recipe has it, with what it says of the documents within."""
    return next((one for one in start.evidence if not isinstance(one, str) and one.column == column), column)


def _recorded(column: str, start: Recipe) -> RecordedColumn:
    return next((one for one in start.recorded if one.column == column), RecordedColumn(column=column))


def _slices(columns: list[str], start: Recipe) -> dict[str, str]:
    known = {column: key for key, column in start.slices.items()}
    return {known.get(column, column): column for column in columns}


def draw_missing() -> None:
    """What to do while no column is the answer."""
    components.inert("Choose the column that holds the answer.")
