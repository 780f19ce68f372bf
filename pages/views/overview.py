"""Overview: where things stand, and the one next step."""

from __future__ import annotations

import streamlit as st

from evalcore.report import headline, ranked
from pages.ui import actions, frame, pagelist, resources, state


def draw_start() -> None:
    """A new store: the demo, or the person's own answers."""
    st.write(
        "Measure an LLM judge against people before trusting it. "
        "Start with the bundled set of 60 labelled answers, or with your own."
    )
    st.button("Open the demo", type="primary", on_click=actions.open_demo)
    st.page_link(pagelist.CASES, label="Load your own answers")


def draw_standing(set_name: str) -> None:
    """Three lines on where things stand, and the next step."""
    stored = resources.stored_set(set_name)
    runs = resources.runs_of(set_name)
    with st.container(horizontal=True):
        st.metric("Cases", stored.cases)
        st.metric("Labels", stored.labels)
        st.metric("Runs", len(runs))
    if not runs:
        st.write("The cases are here; no judge has been asked yet.")
        st.page_link(pagelist.RUN, label="Run judges on this set")
        return
    run_id = state.get(state.RUN) or runs[0].id
    report = resources.report(run_id)
    for judge in ranked(report):
        st.text(headline(judge, report.dataset))
    st.page_link(pagelist.COMPARE, label="Compare the judges", query_params={state.RUN: run_id, state.SET: set_name})


st.title("Judge calibration workbench")
frame.draw_notice()
chosen = state.get(state.SET)
if chosen is None:
    draw_start()
else:
    draw_standing(chosen)
