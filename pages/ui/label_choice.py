"""Which labelling session is looked at; its id stands in the address, so that a link to it can be sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from evalcore.domain.labelling import Session
from pages.ui import resources, state


def sessions_on(set_name: str | None) -> dict[str, Session]:
    """The sessions on a set by id, the newest first."""
    return {one.id: one for one in resources.store().labelling.list_sessions() if one.set_name == set_name}


def look_at(session_id: str) -> None:
    """Look at a session from the next drawing of the page on; to be called from callbacks."""
    state.put(**{state.SESSION: session_id})
    st.query_params[state.SESSION] = session_id


def choose(sessions: Mapping[str, Session], **look: Any) -> Session:
    """Choose one of some sessions; the one in the address is chosen first.

    The widget is not bound to the address: a bound one would know its options there by their titles only, and drop an
    id that stands in a link.
    """
    named = st.query_params.get(state.SESSION)
    if named in sessions:
        state.put(**{state.SESSION: named})
    chosen = st.selectbox(
        "Session",
        list(sessions),
        format_func=lambda one: f"{one} · {sessions[one].spec.name}",
        key=state.SESSION,
        persist_state="session",
        on_change=_keep,
        **look,
    )
    st.query_params[state.SESSION] = chosen
    return sessions[chosen]


def _keep() -> None:
    look_at(state.get(state.SESSION))
