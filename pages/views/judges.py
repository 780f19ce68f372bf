"""Judges: what can be asked, where it was measured last, and a copy of it to edit and try."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import EvalcoreError
from pages.ui import (
    components,
    frame,
    judge_actions,
    judge_doctor,
    judge_editor,
    judge_lists,
    judge_models,
    judge_sources,
    state,
)

PARTS = {
    "Stored": judge_lists.draw_stored,
    "Presets": judge_lists.draw_presets,
    "Models": judge_models.draw,
    "Files and Spring AI": judge_lists.draw_brought,
    judge_actions.VERSIONS_PART: judge_lists.draw_versions,
    judge_actions.DOCTOR_PART: judge_doctor.draw_part,
}


def draw_editor(name: str) -> None:
    """The editor of a copy of one judge, or word of why there is none."""
    try:
        judge = judge_sources.judge_named(name)
    except EvalcoreError as error:
        st.error("This judge cannot be opened.")
        components.inert(str(error))
        return
    if judge.prompt is None:
        st.info("This judge is a rule: it looks at the case itself and has no prompt to edit.")
        return
    judge_editor.draw(judge, state.get(state.SET))


def draw_parts() -> None:
    """The lists; only the open one is worked out."""
    for tab, draw in zip(
        st.tabs(list(PARTS), key=state.PART, on_change="rerun", bind="query-params"), PARTS.values(), strict=True
    ):
        if tab.open:
            with tab:
                draw()


st.title("Judges")
frame.draw_notice()
if set_name := state.get(state.SET):
    frame.keep_blind(set_name)
with st.container(horizontal=True, vertical_alignment="bottom"):
    edited = st.selectbox(
        "Edit a copy of",
        judge_sources.editable_names(),
        index=None,
        key=state.EDIT,
        bind="query-params",
        accept_new_options=True,
        placeholder="Choose a judge, or type yes-no@ollama:llama3.2",
        width=420,
    )
    if edited:
        st.button("Back to the judges", icon=":material/arrow_back:", on_click=judge_actions.close_editor)
if edited:
    draw_editor(edited)
else:
    draw_parts()
