"""Label: people decide one case after the other, blind to the judges and to each other."""

from __future__ import annotations

import streamlit as st

from evalcore.domain.labelling import Seat
from pages.ui import (
    components,
    frame,
    label_actions,
    label_case,
    label_choice,
    label_invitations,
    label_new,
    label_seat,
    label_session,
    pagelist,
    resources,
    state,
)

JOIN, SESSIONS, NEW = "Join", label_seat.SESSIONS_PART, "New session"


def draw_seat(seat: Seat) -> None:
    """The case that is this person's to label, under the name of the session."""
    session = resources.store().labelling.load_session(seat.session_id)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.text(f"{session.spec.name} · {session.set_name} · {seat.name}", width="content")
        st.button("Leave for now", icon=":material/logout:", on_click=label_seat.leave)
    label_seat.remember(seat)
    label_case.heed_a_held_key_once()
    label_case.draw(seat)


def draw_joining() -> None:
    """What whoever signed in is invited to, and a field for the code of an invitation."""
    label_invitations.draw_own()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("The code of your invitation", key=state.JOIN_CODE, width=260)
        st.button("Start labelling", type="primary", on_click=label_actions.join)
        label_invitations.draw_offer()
    st.caption("Whoever made the session has your code. It brings you back to the same case, from any browser.")


def draw_sessions(set_name: str | None) -> None:
    """One session of the set, as it stands."""
    sessions = label_choice.sessions_on(set_name)
    if not sessions:
        st.info("No session on this set yet: make one under “New session”.")
        return
    label_session.draw(label_choice.choose(sessions))


def draw_without_seat(set_name: str) -> None:
    """To join, to look after a session, or to make one."""
    parts = {JOIN: draw_joining, SESSIONS: lambda: draw_sessions(set_name), NEW: lambda: label_new.draw(set_name)}
    for tab, draw in zip(
        st.tabs(list(parts), key=state.PART, on_change="rerun", bind="query-params"), parts.values(), strict=True
    ):
        if tab.open:
            with tab:
                draw()


seat = label_seat.current()
st.title("Label")
frame.draw_notice()
set_name = state.get(state.SET)
if seat is not None:
    draw_seat(seat)
elif set_name is None:
    components.empty_page(
        "Labelling takes cases, and no set is stored yet.", (pagelist.CASES, "Load a file with answers")
    )
else:
    draw_without_seat(set_name)
