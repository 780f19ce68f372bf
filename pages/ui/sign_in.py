"""Streamlit's sign-in with OpenID Connect, where the server's secrets configure one; else nothing is here.

Authlib is an extra, and Streamlit imports it only when somebody presses "Sign in".
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from streamlit.errors import StreamlitAuthError

from evalcore.domain.signed_in import known_by
from pages.ui import state

_CLAIM = "is_logged_in"
"""Whether somebody signed in; the attribute raises, and this claim is missing, where no sign-in is configured."""


def is_configured() -> bool:
    """Whether people can sign in here."""
    return st.user.get(_CLAIM) is not None


def is_signed_in() -> bool:
    """Whether somebody has signed in in this browser."""
    return bool(st.user.get(_CLAIM))


def name() -> str | None:
    """What whoever signed in is known by, in sessions and decisions; None where nobody did or nothing is known."""
    return known_by(st.user) if is_signed_in() else None


def providers() -> tuple[str | None, ...]:
    """The names under which the secrets have providers; None stands for the one that has none."""
    section = st.secrets.get("auth", {}) if st.secrets.load_if_toml_exists() else {}
    named = [name for name, part in section.items() if isinstance(part, Mapping) and "client_id" in part]
    return tuple(named) if named and "client_id" not in section else (None, *named)


def sign_in(provider: str | None) -> None:
    """Send the browser to a provider; it comes back to the Overview."""
    try:
        st.login(provider)
    except StreamlitAuthError as error:
        state.warn(f"Sign-in is configured here, but cannot be used: {' '.join(str(error).split())}")


def sign_out() -> None:
    """Forget who signed in, and the seat they label from; results of its set stay closed to this browser."""
    st.query_params.pop(state.CODE, None)
    state.put(**{state.SEAT: None})
    st.logout()
