"""Run: see what would be asked, start, and watch; a run goes on whoever looks."""

from __future__ import annotations

import streamlit as st

from pages.ui import components, frame, pagelist, resources, run_choice, run_plan, run_progress, state

st.title("Run")
frame.draw_notice()
set_name = state.get(state.SET)
if set_name is None:
    components.empty_page(
        "A run needs a set of cases.", (pagelist.OVERVIEW, "Open the demo"), (pagelist.CASES, "Load your own answers")
    )
run_id = state.get(state.RUN)
if run_id is not None:
    run_progress.draw_run(resources.store().load_run(run_id))
    st.divider()
    st.subheader("Another run", anchor=False)
run_plan.draw_plan(run_choice.draw_choice(set_name))
if run_id is not None:
    st.divider()
    run_progress.draw_other_runs(resources.runs_of(set_name), run_id)
