"""The scale of each criterion that is labelled: yes or no, named values, ratings, or pairs."""

from __future__ import annotations

import streamlit as st

from evalcore.importing import CriterionScale, Recipe
from evalcore.importing.deciding import criteria_in
from evalcore.importing.recipe import ScaleKind
from evalcore.importing.samples import Sample
from pages.ui import components, glossary
from pages.ui.import_fields import Fields

_KINDS: dict[ScaleKind, str] = {
    "yes-no": "pass or fail",
    "named": "named values",
    "ordinal": "named values in order",
    "rating": "whole numbers",
    "pair": "A, B or tie",
}


def draw(recipe: Recipe, fields: Fields, sample: Sample) -> dict[str, CriterionScale]:
    """Criterion → scale, for those that are not pass or fail."""
    named = criteria_in(recipe, sample)
    drawn = {criterion: _draw_one(criterion, recipe.criteria.get(criterion), fields) for criterion in named}
    return {criterion: scale for criterion, scale in drawn.items() if scale != CriterionScale()}


def _draw_one(criterion: str, known: CriterionScale | None, fields: Fields) -> CriterionScale:
    start = known or CriterionScale()
    with st.container(border=True):
        components.inert(f"Scale of {criterion}")
        with st.container(horizontal=True):
            kind = fields.one(
                "Scale", f"scale_{criterion}", list(_KINDS), start.kind, shown=_shown, help=glossary.meaning("scale")
            )
            if kind in (None, "yes-no"):
                return CriterionScale(words=start.words)
            values = passing = ""
            if kind != "pair":
                values = fields.text(
                    "Values, lowest to highest",
                    f"values_{criterion}",
                    ", ".join(start.values),
                    placeholder="low, middle, high" if kind == "ordinal" else "those of the file",
                )
            passing = fields.text("Which of them pass", f"passing_{criterion}", ", ".join(start.passing))
    return CriterionScale(kind=kind, values=_listed(values), passing=_listed(passing), words=start.words)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _shown(kind: str) -> str:
    return _KINDS.get(kind, kind)
