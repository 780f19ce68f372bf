"""What surrounds every page: which set and which run are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.plurals import counted
from pages.ui import components, label_actions, label_invitations, label_seat, measured, pagelist, resources, state

_HOLD_DOWNLOADS = """<style>
[data-stale="true"] [data-testid="stDownloadButton"] button { pointer-events: none; }
</style>"""
_HOLD_KEYS_ON_DOWNLOADS = """<script>
if (!window.evalcoreHoldsDownloads) {
  window.evalcoreHoldsDownloads = true;
  window.addEventListener("click", (event) => {
    const held = event.target.closest?.('[data-stale="true"] [data-testid="stDownloadButton"]');
    if (held) event.stopImmediatePropagation();
  }, { capture: true });
}
</script>"""


def hold_downloads_while_drawing() -> None:
    """Keep a download from being pressed until it holds what was chosen last.

    Until the script has come to it, a button gives the file of the choice before: the packet of another person, the
    configuration of another judge. The style keeps the pointer from it, and what listens keeps the keyboard.
    """
    st.html(_HOLD_DOWNLOADS)
    with st.sidebar:  # where the row that an element with a script takes moves nothing
        st.html(_HOLD_KEYS_ON_DOWNLOADS, unsafe_allow_javascript=True)


def draw_choice() -> None:
    """Draw the choice of set and run in the sidebar, bound to the address, and who signed in."""
    _adopt_set_of_run()
    with st.sidebar:
        _draw_set_and_run()
        label_invitations.draw_signed_in()


def _draw_set_and_run() -> None:
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
    """An address that names only a run shows the set of that run; one that names nothing known says so."""
    run_id, set_name = st.query_params.get(state.RUN), st.query_params.get(state.SET)
    set_of_run = resources.set_of_run(run_id) if run_id else None
    if run_id and set_of_run is None:
        state.put(**{state.UNKNOWN: f"There is no run {run_id} in this store; the newest is shown instead."})
    elif set_name and set_name not in resources.set_names():
        state.put(**{state.UNKNOWN: f"There is no set {set_name} in this store; the newest is shown instead."})
    if set_of_run and set_name is None and state.SET not in st.session_state:
        st.session_state[state.SET] = set_of_run


def draw_notice() -> None:
    """Say once what the last action did, or why it did not."""
    notice, warning = state.take(state.NOTICE), state.take(state.WARNING)
    unknown = state.take(state.UNKNOWN)
    if unknown:
        st.warning(components.escaped(unknown))
    if notice:
        st.success(components.escaped(notice))
    if warning:
        st.error("That was not done.")
        components.inert(warning)


@contextmanager
def errors_in_words() -> Iterator[None]:
    """A page that cannot be drawn says why and what to do, where the error is one that people can mend."""
    try:
        yield
    except EvalcoreError as error:
        st.error("This page could not be drawn.")
        components.inert(str(error))


def keep_blind(set_name: str) -> None:
    """End the page where whoever looks labels in an open session on the set, by this browser or by their sign-in.

    Unblinding is recorded.
    """
    seats = label_seat.blind_here(set_name)
    if not seats:
        return
    names = list(dict.fromkeys(seat.name for seat in seats))
    with st.container(border=True):
        st.text(
            f"{' and '.join(names)} labels in an open session on {set_name}."
            " What judges and other people said of it stays closed until the session is frozen."
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(pagelist.LABEL, label="Go on labelling", icon=":material/arrow_forward:")
            st.button(
                "Unblind",
                on_click=label_actions.unblind,
                args=(set_name, names),
                help="It is recorded, and you label no more in your open sessions on this set.",
            )
    st.stop()


def draw_run_banner(run_id: str) -> None:
    """What the figures of a page rest on, and whether more replies are still landing."""
    keep_blind(resources.set_and_criterion(run_id)[0])
    run, summary = resources.store().load_run(run_id), measured.report(run_id).dataset
    gold = summary.labelled - summary.unresolved
    cases = counted(summary.cases, "case")
    of_all = cases if gold == summary.cases else f"{gold} of {cases}"
    st.caption(
        components.escaped(
            f"{of_all} with gold under “{summary.criterion}” · {counted(run.spec.repeats, 'repeat')} · run {run.id}"
            f" · {run.created_at:%d %B %Y}"
        )
    )
    standing = resources.state_of(run)
    if standing in ("running", "paused"):
        st.info(f"This run is {standing}: the figures grow as replies land.", icon=":material/hourglass_top:")
    elif standing != "done":
        st.warning(f"This run is {standing}: some calls are missing, and the figures rest on those that are here.")
    draw_newer_set(run_id)


def draw_newer_set(run_id: str, *, with_link: bool = True) -> None:
    """That a run rests on an older version of its set, where it does, and the way to a run on the newest."""
    found = resources.newer_set(run_id)
    if found is None:
        return
    with st.container(gap="xsmall"):
        st.warning(components.escaped(found.sentence), icon=":material/history:")
        if with_link:
            st.page_link(
                pagelist.RUN,
                label="Run judges on the newest version",
                icon=":material/arrow_forward:",
                query_params={state.SET: found.newest.name, state.RUN: run_id},
            )


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
