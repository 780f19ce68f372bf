"""From which seats this browser labels, and which results are closed to it for that."""

from __future__ import annotations

import streamlit as st

from evalcore.domain.labelling import Seat, name_key
from evalcore.domain.signed_in import check_may_take
from evalcore.errors import LabellingError
from pages.ui import label_choice, resources, sign_in, state

SESSIONS_PART = "Sessions"
"""The part of the Label page that shows a session to whoever runs it."""
_COOKIE = "evalcore-seat-"


def current() -> Seat | None:
    """The seat that is taken; one whose code stands in the address is taken first, so that a reload resumes."""
    code, seat = st.query_params.get(state.CODE), state.get(state.SEAT)
    if code and (seat is None or seat.code != code):
        seat = take(code)
    if seat is not None:
        st.query_params[state.CODE] = seat.code
    return seat


def take(code: str) -> Seat | None:
    """Take the seat that a code opens; None, with word of why, where there is none or it takes a sign-in."""
    labelling = resources.store().labelling
    try:
        if sign_in.is_configured():
            check_may_take(labelling.seat_with_code(code), sign_in.name())
        seat = labelling.join(code)
    except LabellingError as error:
        st.query_params.pop(state.CODE, None)
        state.warn(str(error))
        return None
    state.put(**{state.SEAT: seat, state.CODES: {*(state.get(state.CODES) or ()), seat.code}, state.CHANGES: None})
    return seat


def leave() -> None:
    """Label no more from this seat for now; results of its set stay closed."""
    st.query_params.pop(state.CODE, None)
    session = resources.store().labelling.load_session(state.get(state.SEAT).session_id)
    state.put(
        **{
            state.SET: session.set_name,
            state.PART: SESSIONS_PART,
            state.SEAT: None,
        }
    )
    label_choice.look_at(session.id)


def remember(seat: Seat) -> None:
    """Leave word in the browser, so that its other tabs know of the seat; a code is letters alone."""
    st.html(
        f'<script>document.cookie = "{_COOKIE}{seat.code}=1; path=/; SameSite=Strict";</script>',
        unsafe_allow_javascript=True,
    )


def blind_here(set_name: str) -> tuple[Seat, ...]:
    """The open seats on a set that were taken in this browser, in this tab or in another, or are of who signed in."""
    kept = {name.removeprefix(_COOKIE) for name in st.context.cookies if name.startswith(_COOKIE)}
    codes, name = kept | set(state.get(state.CODES) or ()), sign_in.name()
    if not codes and name is None:
        return ()
    signed_in = None if name is None else name_key(name)
    return tuple(
        seat
        for seat in resources.store().labelling.blind_seats(set_name)
        if seat.code in codes or name_key(seat.name) == signed_in
    )
