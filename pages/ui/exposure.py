"""Whether people elsewhere can open the pages, and what follows from it."""

from __future__ import annotations

import ipaddress
import sys

import streamlit as st

from pages.ui import sign_in

WARNING = (
    "Anybody who can reach this machine's network address can open this workbench: it is bound to {address}, and no "
    "sign-in is configured. They can read every set and reply, start runs that cost money, and change labels. "
    "Serve it on 127.0.0.1, or configure sign-in and put a proxy that checks people in front of it: docs/security.md"
)


def warning(*, has_sign_in: bool) -> str | None:
    """What to say where others can open the pages and nobody is asked who they are; else None."""
    if _on_loopback() or has_sign_in:
        return None
    return WARNING.format(address=st.get_option("server.address") or "every network address of this machine")


def is_own_machine() -> bool:
    """Whether only people at this machine look at the page: others are not to read its files by their paths."""
    return _on_loopback() and not sign_in.is_configured()


def draw_warning() -> None:
    """Say it on every page, above all else."""
    said = warning(has_sign_in=sign_in.is_configured())
    if said:
        st.error(said, icon=":material/gpp_maybe:")


def warn_at_start() -> None:
    """Say it in the terminal too, where nobody has opened a page and only the secrets tell of sign-in."""
    said = warning(has_sign_in=st.secrets.load_if_toml_exists() and "auth" in st.secrets)
    if said:
        sys.stderr.write(f"\nWARNING: {said}\n")


def _on_loopback() -> bool:
    address = st.get_option("server.address")
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False
