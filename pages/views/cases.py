"""Cases: load a file, see what was understood, and read the cases of a set."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from evalcore.domain import Case
from evalcore.errors import EvalcoreError
from evalcore.importing import Imported, check_document
from evalcore.report import CaseIndex, CaseList
from pages.ui import actions, case_list, case_split, components, drawer, frame, health, resources, set_files, state

ANY = "any"


def draw_upload() -> None:
    """A file, what was understood of it, and the button that stores it."""
    file = st.file_uploader(
        "CSV, TSV, Excel, JSON Lines, JSON or Parquet",
        type=["csv", "tsv", "txt", "jsonl", "ndjson", "json", "xlsx", "xlsm", "parquet", "gz"],
        key=state.UPLOAD,
    )
    recipe = st.file_uploader(
        "A recipe that says which column is what (optional)", type=["yaml", "yml"], key=state.UPLOAD_RECIPE
    )
    if file is None:
        return
    try:
        imported = resources.imported(file.getvalue(), file.name, recipe.getvalue() if recipe else None)
    except EvalcoreError as error:
        st.error("This file was not understood. Nothing was stored.")
        components.inert(str(error))
        return
    draw_understood(imported)
    st.button(
        f"Store {len(imported.dataset.cases)} cases",
        type="primary",
        on_click=actions.store_set,
        args=(imported.dataset,),
    )


def draw_understood(imported: Imported) -> None:
    """What a file holds, what is wrong with it, and its first five cases."""
    document = check_document(imported)
    facts = {key: value for key, value in document["file"].items() if value is not None}
    st.text(" · ".join(f"{key} {value!r}" if key == "delimiter" else f"{key} {value}" for key, value in facts.items()))
    with st.container(horizontal=True):
        for name in ("cases", "labelled", "unlabelled", "unresolved"):
            st.metric(name, document[name])
        for value, count in document["values"].items():
            st.metric(f"gold: {value}", count)
    for problem in document["problems"]:
        st.warning(f"{problem['kind']}: {problem['count']}")
        components.inert(problem["message"])
    for sentence in imported.beside_the_set:
        components.inert(sentence)
    st.caption("The first five cases as understood")
    rows = [{"case": case.id, **_row(case)} for case in imported.dataset.cases[:5]]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="The first cases")


def draw_set(set_name: str) -> None:
    """The cases of a stored set, filtered, and one of them in full."""
    criteria = list(resources.stored_set(set_name).criteria)
    criterion = criteria[0]
    if len(criteria) > 1:
        criterion = st.selectbox("Criterion", criteria, key=state.CRITERION, bind="query-params")
    index = resources.case_index(set_name, criterion)
    health.draw(set_name, criterion)
    set_files.draw(set_name)
    choice = health.narrowed(_filtered(index), index, set_name, criterion)
    if not len(choice):
        st.info("No case matches these filters.")
        return
    case_split.draw(set_name, criterion)
    place = case_list.choose(choice)
    listed, opened = st.columns([2, 3])
    with listed:
        case_list.draw_leaf(choice, place, partial(_listed_row, index), height=560)
    with opened:
        case = choice.case(place)
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


def _listed_row(index: CaseIndex, position: int) -> dict[str, object]:
    case = index.dataset.cases[position]
    gold = index.gold[case.id]
    return {"gold": gold.value or gold.how, **_row(case)}


def _row(case: Case) -> dict[str, object]:
    return {
        **dict(case.slices),
        "question": case.question,
        "documents": len(case.evidence),
        "answer": case.answer,
    }


st.title("Cases")
frame.draw_notice()
set_name = state.get(state.SET)
if set_name is None:
    st.write("No set is stored yet. Load a file with questions, answers, evidence and labels.")
    draw_upload()
else:
    with st.expander("Load another file"):
        draw_upload()
    frame.keep_blind(set_name)
    draw_set(set_name)
