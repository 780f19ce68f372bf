"""Choosing one case of many: by its id, one after the other, or from a list.

Only one leaf of the list is sent to the browser, so that a set of a hundred thousand cases is as
quick as a small one. The open case stands in the address and says which leaf is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st

from evalcore.domain import Case, OutlinedSet
from evalcore.report import CaseList
from pages.ui import components, state

RowOf = Callable[[int, Case], Mapping[str, object]]

_KEYS = "P and N are previous and next. A part of an id finds the first case that has it."


def choose(choice: CaseList) -> int:
    """Draw the choice of one case out of at least one, and return its place."""
    place = _chosen(choice)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Case", key=state.CASE, bind="query-params", width=260, on_change=_find, args=(choice,), help=_KEYS
        )
        _step("Previous", choice, place - 1, icon=":material/chevron_left:", shortcut="p")
        _step("Next", choice, place + 1, icon=":material/chevron_right:", shortcut="n")
        total = "" if len(choice) == len(choice.cases) else f" – {len(choice.cases):,} in the set"
        st.caption(f"{place + 1:,} of {len(choice):,}{total}", width="content")
    not_found = state.take(state.NOT_FOUND)
    if not_found is not None:
        st.caption(components.escaped(f"No case that is listed here has “{not_found}” in its id; this is the first."))
    return place


def draw_leaf(choice: CaseList, place: int, dataset: OutlinedSet, row_of: RowOf, *, height: int) -> None:
    """Draw the part of the list around one place; choosing a row opens its case.

    Parameters
    ----------
    dataset
        The set of the listed cases.
    row_of
        What a row says of a case, which is at a position in the set.
    """
    leaf = choice.leaf(place)
    key = state.case_list(leaf.start)
    positions = choice.listed[leaf.start : leaf.stop].tolist()
    cases = dataset.in_full(positions)
    rows = [{"case": case.id, **row_of(position, case)} for position, case in zip(positions, cases, strict=True)]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        key=key,
        on_select=lambda: _take_row(key, choice, leaf),
        selection_mode="single-row",
        height=height,
        alt="Cases to choose from",
    )
    if len(leaf) < len(choice):
        _draw_leaves(choice, leaf)


def _draw_leaves(choice: CaseList, leaf: range) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        _step("Earlier", choice, leaf.start - 1)
        _step("Later", choice, leaf.stop)
        st.caption(f"{leaf.start + 1:,} to {leaf.stop:,} of {len(choice):,}", width="content")


def _chosen(choice: CaseList) -> int:
    """The place of the case that the session or the address names, else the first."""
    wanted = state.get(state.CASE) if state.CASE in st.session_state else st.query_params.get(state.CASE)
    place = choice.place(wanted)
    if place is None:
        place = 0
        state.put(**{state.CASE: choice.id_at(0)})
    return place


def _step(label: str, choice: CaseList, place: int, *, icon: str | None = None, shortcut: str | None = None) -> None:
    st.button(
        label,
        icon=icon,
        shortcut=shortcut,
        type="tertiary",
        disabled=not 0 <= place < len(choice),
        on_click=_open,
        args=(choice, place),
    )


def _open(choice: CaseList, place: int) -> None:
    state.put(**{state.CASE: choice.id_at(place)})


def _find(choice: CaseList) -> None:
    sought = state.get(state.CASE)
    found = choice.find(sought)
    if found is None:
        state.put(**{state.NOT_FOUND: sought})
    state.put(**{state.CASE: found or choice.id_at(0)})


def _take_row(key: str, choice: CaseList, leaf: range) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows and rows[0] < len(leaf):
        _open(choice, leaf[rows[0]])
