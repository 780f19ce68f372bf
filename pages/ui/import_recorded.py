"""What is known of the columns that judges filled elsewhere: whose they are, and how they are to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from evalcore.importing import Recipe, RecordedColumn
from evalcore.replies import RULES
from pages.ui import components, glossary
from pages.ui.import_fields import Fields
from pages.ui.import_label_columns import draw_combine


def draw(chosen: Sequence[str], recipe: Recipe, fields: Fields) -> Recipe:
    """The recipe with these columns of what judges said."""
    known = {one.column: one for one in recipe.recorded}
    recorded = [
        _one(place, known.get(column, RecordedColumn(column=column)), fields) for place, column in enumerate(chosen)
    ]
    return replace(recipe, recorded=tuple(recorded))


def _one(place: int, start: RecordedColumn, fields: Fields) -> RecordedColumn:
    name = f"{place}_{start.column}"
    with st.container(border=True):
        components.inert(f"What a judge said in {start.column}")
        with st.container(horizontal=True):
            judge = fields.text("Judge", f"judge_{name}", start.judge or "", placeholder="as the column")
            criterion = fields.text(
                "Criterion",
                f"said_about_{name}",
                start.criterion or "",
                placeholder="whichever is measured",
                help=glossary.meaning("criterion"),
            )
            rule = fields.one(
                "Read by",
                f"rule_{name}",
                list(RULES),
                start.rule,
                placeholder="they are verdicts",
                help=f"{glossary.meaning('reading rule')}\n\nA rule's parameters, such as patterns, stand in a recipe.",
            )
            combine = draw_combine("Several on one case", f"combine_said_{name}", start.combine, fields)
    return replace(start, judge=judge or None, criterion=criterion or None, rule=rule, combine=combine)
