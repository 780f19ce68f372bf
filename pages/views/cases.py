"""Cases: load a file, see what was understood, and read the cases of a set."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.domain import Case, Dataset, Gold, gold_labels
from evalcore.errors import EvalcoreError
from evalcore.importing import Imported, check_document
from pages.ui import actions, components, drawer, frame, resources, state

ANY = "any"


def draw_upload() -> None:
    """A file, what was understood of it, and the button that stores it."""
    file = st.file_uploader(
        "CSV, TSV, JSON Lines or JSON", type=["csv", "tsv", "txt", "jsonl", "json"], key=state.UPLOAD
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
    st.caption("The first five cases as understood")
    _table(list(imported.dataset.cases[:5]), {}, key=None)


def draw_set(dataset: Dataset) -> None:
    """The cases of a stored set, filtered, and one of them in full."""
    criterion = next(iter(dataset.criteria))
    if len(dataset.criteria) > 1:
        criterion = st.selectbox("Criterion", list(dataset.criteria), key=state.CRITERION, bind="query-params")
    gold = gold_labels(dataset, criterion)
    cases = _filtered(dataset, gold)
    if not cases:
        st.info("No case matches these filters.")
        return
    chosen = st.selectbox(
        f"Case ({len(cases)} of {len(dataset.cases)})", [case.id for case in cases], key=state.CASE, bind="query-params"
    )
    listed, opened = st.columns([2, 3])
    with listed:
        _table(cases, gold, key="cases_of_set")
    with opened:
        case = next(case for case in cases if case.id == chosen)
        st.subheader(case.id)
        st.text(f"gold: {gold[case.id].value or 'none'} ({gold[case.id].how})")
        drawer.draw_case(case, gold[case.id].labels)


def _filtered(dataset: Dataset, gold: dict[str, Gold]) -> list[Case]:
    values = sorted({str(settled.value) for settled in gold.values() if settled.value})
    wanted: dict[str, str] = {}
    with st.container(horizontal=True):
        label = st.selectbox("Gold", [ANY, *values, "unresolved", "unlabelled"], key=state.GOLD, bind="query-params")
        for key in dataset.slice_keys:
            options = sorted({case.slices[key] for case in dataset.cases if key in case.slices})
            wanted[key] = st.selectbox(key, [ANY, *options], key=state.slice_key(key), bind="query-params")
    return [
        case
        for case in dataset.cases
        if label in (ANY, gold[case.id].value, gold[case.id].how)
        and all(value in (ANY, case.slices.get(key)) for key, value in wanted.items())
    ]


def _table(cases: list[Case], gold: dict[str, Gold], *, key: str | None) -> None:
    rows = [
        {
            "case": case.id,
            **({"gold": gold[case.id].value or gold[case.id].how} if gold else {}),
            **dict(case.slices),
            "question": case.question,
            "documents": len(case.evidence),
            "answer": case.answer,
        }
        for case in cases
    ]
    frame_of_cases = pd.DataFrame(rows)
    if key is None:
        st.dataframe(frame_of_cases, hide_index=True, height="content", alt="The first cases")
        return
    st.dataframe(
        frame_of_cases,
        hide_index=True,
        key=key,
        on_select=lambda: _open(key, [case.id for case in cases]),
        selection_mode="single-row",
        height=560,
        alt="Cases of the set",
    )


def _open(key: str, ids: list[str]) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows:
        state.put(**{state.CASE: ids[rows[0]]})


st.title("Cases")
frame.draw_notice()
set_name = state.get(state.SET)
if set_name is None:
    st.write("No set is stored yet. Load a file with questions, answers, evidence and labels.")
    draw_upload()
else:
    with st.expander("Load another file"):
        draw_upload()
    draw_set(resources.dataset_named(set_name))
