"""The first look at a judge on the cases kept back, which is taken knowingly because it counts."""

from __future__ import annotations

import streamlit as st

from pages.ui import glossary, measured


def draw(run_id: str, judge: str) -> None:
    """Where nobody has looked at a judge there yet: what a look means, and the button; the page ends with it."""
    if not measured.is_kept_from_sight(run_id, judge):
        return
    looks = measured.looks_of(run_id)
    with st.container(border=True):
        st.text(
            "The set is split, and this judge has not been measured on the cases kept back. Doing so shows what it is"
            " worth where nobody chose it. Each further judge that is looked at there is one more chance to be lucky:"
            f" {looks} so far.",
            help=glossary.meaning("split", "look"),
        )
        st.button("Measure it on the cases kept back", type="primary", on_click=_look, args=(run_id, judge))
    st.stop()


def _look(run_id: str, judge: str) -> None:
    measured.confirmed(run_id, judge)
