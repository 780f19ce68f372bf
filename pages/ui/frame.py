"""What surrounds every page: which set and which run are looked at."""

from __future__ import annotations

import streamlit as st

from pages.ui import resources, state


def draw_choice() -> None:
    """Draw the choice of set and run in the sidebar, bound to the address."""
    _adopt_set_of_run()
    with st.sidebar:
        names = resources.set_names()
        if not names:
            st.caption("No set yet. Open the demo on the Overview, or load a file on Cases.")
            return
        chosen = st.selectbox("Set", names, key=state.SET, bind="query-params")
        runs = [run.id for run in resources.runs_of(chosen)]
        if runs:
            st.selectbox("Run", runs, key=state.RUN, bind="query-params", help="The newest run stands first.")
        else:
            st.caption("No run on this set yet.")


def _adopt_set_of_run() -> None:
    """An address that names only a run shows the set of that run."""
    run_id = st.query_params.get(state.RUN)
    if run_id and state.SET not in st.query_params and state.SET not in st.session_state:
        name = resources.set_of_run(run_id)
        if name:
            st.session_state[state.SET] = name


def draw_notice() -> None:
    """Say once what the last action did."""
    notice = state.take_notice()
    if notice:
        st.success(notice)
