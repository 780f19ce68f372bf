"""Taking a set along: one file that holds all of it, and its data sheet."""

from __future__ import annotations

import streamlit as st

from evalcore.exports.data_sheet import data_sheet
from evalcore.exports.set_files import SetFormat, file_stem, set_file
from pages.ui import components, resources, state

_TITLES: dict[SetFormat, str] = {"csv": "CSV", "jsonl": "JSON Lines", "parquet": "Parquet"}


def draw(set_name: str) -> None:
    """A download for each form, and one for the sheet; a file is made once it is asked for."""
    with components.on_demand("Take the set along", state.SET_FILES) as part:
        if not part.open:
            return
        dataset = resources.dataset_named(set_name)
        stem = file_stem(set_name)
        st.text(
            "Cases, labels and decisions in one file. Loading it again gives the same set; in CSV, text that a"
            " spreadsheet would calculate with stands behind an apostrophe, which loading takes away."
        )
        with st.container(horizontal=True):
            for form, title in _TITLES.items():
                st.download_button(
                    title,
                    data=lambda form=form: set_file(dataset, form),
                    file_name=f"{stem}.{form}",
                    on_click="ignore",
                    icon=":material/download:",
                )
            st.download_button(
                "Data sheet",
                data=lambda: _sheet(set_name),
                file_name=f"{stem}-data-sheet.md",
                on_click="ignore",
                icon=":material/description:",
            )


def _sheet(set_name: str) -> str:
    return data_sheet(
        resources.dataset_named(set_name),
        date=resources.clock().date().isoformat(),
        history=resources.store().history(set_name),
    )
