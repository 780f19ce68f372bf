"""What made the answers: a column, or words that hold for every case; it goes into every report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from evalcore.importing import Recipe
from pages.ui import components, glossary
from pages.ui.import_fields import Fields

_PARTS = ("application model", "prompt version", "index snapshot")


def draw(columns: Sequence[str], recipe: Recipe, fields: Fields) -> Recipe:
    """The recipe with what made the answers."""
    by_column = {key: column for key, column in recipe.made_by.items() if key not in _PARTS}
    for_all = {key: words for key, words in recipe.made_by_all.items() if key not in _PARTS}
    with st.container(border=True):
        components.inert("What made the answers (goes into every report)")
        for part in _PARTS:
            with st.container(horizontal=True):
                column = fields.one(
                    f"{part.capitalize()}: column",
                    f"made_{part}",
                    columns,
                    recipe.made_by.get(part),
                    help=glossary.meaning(part),
                    typed=True,
                )
                words = fields.text("or the same for all", f"made_all_{part}", recipe.made_by_all.get(part, ""))
            if column:
                by_column[part] = column
            if words:
                for_all[part] = words
    return replace(recipe, made_by=by_column, made_by_all=for_all)
