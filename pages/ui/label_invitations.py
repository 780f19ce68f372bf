"""What whoever signed in is invited to; nothing is drawn where no sign-in is configured."""

from __future__ import annotations

import streamlit as st

from evalcore.plurals import counted
from pages.ui import components, label_actions, pagelist, resources, sign_in, state


def start_there() -> None:
    """Begin on the Label page where whoever signed in has a seat: a provider sends everybody back to the Overview."""
    is_first = state.get(state.STARTED) is None
    state.put(**{state.STARTED: True})
    name = sign_in.name()
    if is_first and name is not None and resources.store().labelling.open_seats(name):
        st.switch_page(pagelist.LABEL)


def draw_signed_in() -> None:
    """Who signed in, and the way out."""
    if not sign_in.is_signed_in():
        return
    name = sign_in.name()
    st.text(f"Signed in as {name}" if name else "Signed in, without a verified e-mail address or a name")
    st.button("Sign out", icon=":material/logout:", on_click=sign_in.sign_out)


def draw_offer() -> None:
    """A way to sign in, one for each provider, while nobody has."""
    if not sign_in.is_configured() or sign_in.is_signed_in():
        return
    for provider in sign_in.providers():
        label = "Sign in" if provider is None else f"Sign in with {components.escaped(provider)}"
        st.button(label, on_click=sign_in.sign_in, args=(provider,))


def draw_own() -> None:
    """The sessions in which whoever signed in has a seat, with a button each."""
    name = sign_in.name()
    if name is None:
        return
    labelling = resources.store().labelling
    seats = labelling.open_seats(name)
    if not seats:
        st.text(
            f"No open session has an invitation for {name}. Whoever runs one invites exactly this, or gives you a code."
        )
        return
    st.text(f"You are signed in as {name}, and invited to:")
    for seat in seats:
        session = labelling.load_session(seat.session_id)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                f"Label in {components.escaped(session.spec.name)}",
                type="primary",
                key=state.own_seat(seat.session_id),
                on_click=label_actions.sit,
                args=(seat,),
            )
            st.text(f"{session.id} · {session.set_name} · {counted(session.cases, 'case')}", width="content")
