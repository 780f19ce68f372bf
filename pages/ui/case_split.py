"""Keeping cases back, so that the judge that is chosen on the others can be confirmed."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.plurals import counted, verb
from evalcore.report.splitting import split_set
from pages.ui import glossary, resources, state


def draw(set_name: str, criterion: str) -> None:
    """How a set is split, or the means to split it."""
    split = resources.store().find_split(set_name, criterion)
    with st.expander("Cases kept back to confirm the chosen judge", icon=":material/call_split:"):
        if split is not None:
            looks = resources.store().looks(set_name, criterion)
            st.text(
                f"{counted(len(split.confirm), 'case')} {verb(len(split.confirm), 'is', 'are')} kept back (seed"
                f" {split.seed}); judges are chosen on the others."
                f" {looks} judge{'s' if looks != 1 else ''} looked at on them so far."
            )
            if split.seen_before:
                st.text(f"{counted(split.seen_before, 'judge')} had been tried on all cases before the split.")
            return
        st.text(
            "The best of many judges looks better on the cases that it was chosen on than it is. Keep some back, by"
            " cluster and with the same mix of labels: Compare then ranks on the others, and Export measures the chosen"
            " judge on these. A set is split once."
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.number_input("Share kept back", 0.1, 0.9, 0.5, 0.05, key=state.SPLIT_SHARE, width=160)
            st.number_input("Seed", 0, 2**31 - 1, 0, key=state.SPLIT_SEED, width=120, help=glossary.meaning("split"))
            st.button("Split this set", on_click=_split, args=(set_name, criterion))


def _split(set_name: str, criterion: str) -> None:
    share, seed = state.get(state.SPLIT_SHARE), state.get(state.SPLIT_SEED)
    try:
        split = split_set(resources.dataset_named(set_name), criterion, share=share, seed=seed)
        resources.store().save_split(set_name, criterion, split, at=resources.clock())
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.tell(
        f"{counted(len(split.confirm), 'case')} {verb(len(split.confirm), 'is', 'are')} kept back; Compare"
        " ranks judges on the others."
    )
