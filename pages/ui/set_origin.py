"""How a set came about: each version with its files, and the recipe to take along."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.exports.set_files import file_stem
from evalcore.store import SetVersion, newest_recipe
from pages.ui import components, glossary, resources, state


def draw(set_name: str) -> None:
    """The versions of a set, last saved first, the files they were made from, and the recipe."""
    with components.on_demand("How this set came about", state.SET_ORIGIN) as part:
        if not part.open:
            return
        history = resources.store().history(set_name)
        st.dataframe(
            pd.DataFrame([_row(version) for version in history]),
            hide_index=True,
            height="content",
            alt="The versions of the set",
            column_config=glossary.columns(how_it_came_about="origin"),
        )
        files = dict.fromkeys(file for version in history for noted in version.origins for file in noted.origin.files)
        for file in files:
            components.inert(f"{file.name}: {file.size_bytes:,} bytes, SHA-256 {file.sha256}")
        recipe = newest_recipe(history)
        if recipe is None:
            components.inert("No recipe is kept with it: its file said itself what is what, or nobody noted it.")
            return
        components.source(recipe, height=240)
        st.download_button(
            "Recipe of this set",
            data=recipe,
            file_name=f"{file_stem(set_name)}-recipe.yaml",
            icon=":material/download:",
            on_click="ignore",
            help=glossary.meaning("recipe"),
        )


def _row(version: SetVersion) -> dict[str, object]:
    stored = version.stored
    said = [noted.origin.sentence for noted in version.origins]
    return {
        "made": f"{stored.created_at:%Y-%m-%d %H:%M}",
        "cases": stored.cases,
        "labels": stored.labels,
        "how it came about": "; before that, ".join(said) or "not noted",
        "fingerprint": stored.fingerprint[:16],
    }
