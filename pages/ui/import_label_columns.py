"""What is known of the columns of labels: criterion, who labelled, and several labels on one case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import streamlit as st

from evalcore.importing import LabelColumn, Recipe
from evalcore.importing.recipe import Combine
from pages.ui import components, glossary
from pages.ui.import_fields import Fields

_SOURCES = {"human": "a person", "model": "a model"}
_COMBINED: dict[Combine, str] = {
    "all": "all must pass",
    "any": "one that passes is enough",
    "maximum": "the highest",
    "minimum": "the lowest",
    "majority": "what more than half say",
}


def draw(chosen: Sequence[str], columns: Sequence[str], recipe: Recipe, fields: Fields) -> Recipe:
    """The recipe with these columns of labels."""
    return replace(
        recipe, labels=tuple(_one(place, column, columns, recipe, fields) for place, column in enumerate(chosen))
    )


def _one(place: int, column: str, columns: Sequence[str], recipe: Recipe, fields: Fields) -> LabelColumn:
    first = recipe.labels[0] if recipe.labels else None
    label = next((one for one in recipe.labels if one.column == column), _like(first, column))
    name = f"{place}_{column}"
    with st.container(border=True):
        components.inert(f"Labels in {column}")
        with st.container(horizontal=True):
            criterion = fields.text(
                "Criterion",
                f"criterion_{name}",
                label.criterion or (first and first.criterion) or recipe.criterion,
                help=glossary.meaning("criterion"),
            )
            by_row = fields.one("or by column", f"criterion_column_{name}", columns, label.criterion_column, typed=True)
            who = fields.one("Annotator's column", f"who_{name}", columns, label.annotator_column, typed=True)
            annotator = fields.text("or one name for all", f"by_{name}", label.annotator or "")
            note = fields.one("Note", f"note_{name}", columns, label.note_column, typed=True)
            at = fields.one("Labelled on", f"at_{name}", columns, label.at_column, typed=True)
            source = fields.one(
                "Labelled by",
                f"source_{name}",
                list(_SOURCES),
                label.source if label.source in _SOURCES else None,
                shown=_source,
                placeholder="not said",
                help=glossary.meaning("label source"),
            )
            source_column = fields.one(
                "or by column", f"source_column_{name}", columns, label.source_column, typed=True
            )
            combine = draw_combine("Several on one case", f"combine_{name}", label.combine, fields)
    return replace(
        label,
        criterion=None if criterion in ("", recipe.criterion) else criterion,
        criterion_column=by_row,
        annotator_column=who,
        annotator=annotator or None,
        note_column=note,
        at_column=at,
        source=source or (label.source if label.source not in _SOURCES else None),
        source_column=source_column,
        combine=combine,
    )


def _like(first: LabelColumn | None, column: str) -> LabelColumn:
    """What a further column starts from: who labelled and noted stands where it does for the first."""
    if first is None:
        return LabelColumn(column=column)
    return LabelColumn(column=column, annotator_column=first.annotator_column, note_column=first.note_column)


def draw_combine(label: str, field: str, start: Combine | None, fields: Fields) -> Combine | None:
    """How several labels of one annotator on one case become one; None: they stay several."""
    chosen = fields.one(
        label,
        field,
        list(_COMBINED),
        start,
        shown=_combined,
        placeholder="stay several",
        help=glossary.meaning("combine"),
    )
    return cast("Combine | None", chosen)


def _source(word: str) -> str:
    return _SOURCES.get(word, word)


def _combined(word: str) -> str:
    return _COMBINED[cast("Combine", word)]
