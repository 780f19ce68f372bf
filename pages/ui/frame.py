"""What surrounds every page: which set and which run are looked at."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.ui import components, resources, state


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
    """Say once what the last action did, or why it did not."""
    notice, warning = state.take(state.NOTICE), state.take(state.WARNING)
    if notice:
        st.success(components.escaped(notice))
    if warning:
        st.error("That was not done.")
        components.inert(warning)


def draw_run_banner(run_id: str) -> None:
    """What the figures of a page rest on, and whether more replies are still landing."""
    run, summary = resources.store().load_run(run_id), resources.report(run_id).dataset
    gold = summary.labelled - summary.unresolved
    of_all = "" if gold == summary.cases else f" of {summary.cases}"
    st.caption(
        components.escaped(
            f"{gold}{of_all} cases with gold under “{summary.criterion}” · {run.spec.repeats} repeats · run {run.id}"
            f" · {run.created_at:%d %B %Y}"
        )
    )
    standing = resources.state_of(run)
    if standing in ("running", "paused"):
        st.info(f"This run is {standing}: the figures grow as replies land.", icon=":material/hourglass_top:")
    elif standing != "done":
        st.warning(f"This run is {standing}: some calls are missing, and the figures rest on those that are here.")


def choose_judge(names: Sequence[str]) -> str:
    """Choose a judge of the run; the choice stands in the address and goes along to other pages.

    A bound widget starts each page from the address, where a sidebar link leaves nothing, so the
    choice is carried in a key of its own.
    """
    kept = state.get(state.KEPT_JUDGE)
    if kept in names and state.JUDGE not in st.query_params:
        state.put(**{state.JUDGE: kept})
    name = st.selectbox("Judge", names, key=state.JUDGE, bind="query-params", on_change=_keep_judge)
    state.put(**{state.KEPT_JUDGE: name})
    return name


def _keep_judge() -> None:
    state.put(**{state.KEPT_JUDGE: state.get(state.JUDGE)})
