"""Cases: load a file, see what was understood, and read the cases of a set."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.domain import Case
from evalcore.report import CaseIndex, CaseList
from pages.ui import (
    case_list,
    case_rows,
    case_split,
    drawer,
    frame,
    health,
    import_form,
    resources,
    set_files,
    set_origin,
    state,
)

ANY = "any"


def draw_set(set_name: str) -> None:
    """The cases of a stored set, filtered, and one of them in full."""
    criteria = list(resources.stored_set(set_name).criteria)
    criterion = criteria[0]
    if len(criteria) > 1:
        criterion = st.selectbox("Criterion", criteria, key=state.CRITERION, bind="query-params")
    index = resources.case_index(set_name, criterion)
    health.draw(set_name, criterion)
    set_files.draw(set_name)
    set_origin.draw(set_name)
    choice = health.narrowed(_filtered(index), index, set_name, criterion)
    if not len(choice):
        st.info("No case matches these filters.")
        return
    case_split.draw(set_name, criterion)
    place = case_list.choose(choice)
    listed, opened = st.columns([2, 3])
    with listed:
        case_list.draw_leaf(choice, place, index.dataset, partial(_listed_row, index), height=560)
    with opened:
        case = index.dataset.texts[int(choice.listed[place])]
        gold = index.gold[case.id]
        st.subheader(case.id)
        st.text(f"gold: {gold.value or 'none'} ({gold.how})")
        drawer.draw_case(case, gold.labels)


def _filtered(index: CaseIndex) -> CaseList:
    wanted: dict[str, str] = {}
    with st.container(horizontal=True):
        golds = [ANY, *index.gold_values, "unresolved", "unlabelled"]
        gold = st.selectbox("Gold", golds, key=state.GOLD, bind="query-params")
        for key in index.slices:
            values = [ANY, *index.slice_values(key)]
            value = st.selectbox(key, values, key=state.slice_key(key), bind="query-params")
            if value != ANY:
                wanted[key] = value
    return index.find(gold=None if gold == ANY else gold, slices=wanted)


def _listed_row(index: CaseIndex, _position: int, case: Case) -> dict[str, object]:
    gold = index.gold[case.id]
    return {"gold": gold.value or gold.how, **case_rows.row(case)}


st.title("Cases")
frame.draw_notice()
set_name = state.get(state.SET)
if set_name is None:
    st.write("No set is stored yet. Load a file with questions, answers, evidence and labels.")
    import_form.draw()
else:
    with st.expander("Load another file"):
        import_form.draw()
    frame.keep_blind(set_name)
    draw_set(set_name)
