"""Make a labelling session: what is decided, on which cases, by whom, in which order."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.domain import PASS_FAIL, Scale
from evalcore.labelling import CaseChoice, SessionDraft
from evalcore.store import StoredDataset
from pages.ui import components, glossary, label_actions, label_order, resources, state

_ALL, _UNLABELLED = "all cases", "cases without a label"


@st.cache_resource(max_entries=8, show_spinner=False)
def slices_of(dataset_id: int) -> list[tuple[str, str]]:
    """Every slice of a set, by key and value."""
    found = {part: None for case in resources.outlined_of(dataset_id).cases for part in case.slices.items()}
    return sorted(found)


def draw(set_name: str) -> None:
    """The fields of a new session on a set, and the button that makes it."""
    stored = resources.stored_set(set_name)
    left, right = st.columns(2, gap="medium")
    with left:
        words, scale, pairs = _draw_question(stored)
    with right:
        order = label_order.draw(set_name, words["criterion"])
        is_again = order.queue == "second look"
        choice = CaseChoice() if is_again else _draw_cases(stored)
        numbers = _draw_people(is_calibration=order.queue == "calibration", may_share=not is_again)
    draft = SessionDraft(
        **words,
        scale=scale,
        pairs=pairs,
        choice=choice,
        annotators_per_case=numbers["people"],
        shared_cases=numbers["shared"],
        pilot_cases=numbers["pilot"],
        again_share=numbers["again"] / 100,
        queue=order.queue,
        seed=numbers["seed"],
    )
    names = label_actions.listed(_text("names", "People", "Ines, Bo", "Commas between the names; each gets a code."))
    st.button(
        "Make the session",
        type="primary",
        disabled=not draft.name.strip() or not names or not order.is_complete,
        help=None if draft.name.strip() and names else "It takes a name and at least one person.",
        on_click=label_actions.create,
        args=(stored.id, draft, order, names),
    )


def _draw_question(stored: StoredDataset) -> tuple[dict[str, str], Scale, bool]:
    name = _text("name", "Name of the session", "first round")
    criterion = st.selectbox(
        "Criterion",
        list(stored.criteria) or ["grounded"],
        key=state.label_field("criterion"),
        accept_new_options=True,
        help=glossary.meaning("criterion"),
    )
    question = _text("question", "What has to be decided", f"Is the answer {criterion}?")
    guidelines = st.text_area("Guidelines", key=state.label_field("guidelines"), height=160)
    words = {
        "name": name,
        "criterion": str(criterion),
        "question": question or f"Is the answer {criterion}?",
        "guidelines": guidelines,
    }
    known = stored.criteria.get(str(criterion))
    if known is not None:
        st.caption(components.escaped(f"Scale of “{criterion}” in this set: {', '.join(known.values)}"))
        return words, known, False
    pairs = st.checkbox("Compare two answers (the second is in the column answer_b)", key=state.label_field("pairs"))
    return words, _draw_scale(pairs=pairs), pairs


def _draw_scale(*, pairs: bool) -> Scale:
    default = ("A", "B", "tie") if pairs else PASS_FAIL.values
    values = tuple(label_actions.listed(_text("values", "Values of the scale", ", ".join(default)))) or default
    if pairs:
        return Scale(values=values, passing=())
    passing = st.multiselect("Of these pass", values, default=values[:1], key=state.label_field("passing"))
    ordered = st.checkbox("They go from lowest to highest", key=state.label_field("ordered"))
    return Scale(values=values, level="ordinal" if ordered else "nominal", passing=tuple(passing))


def _draw_cases(stored: StoredDataset) -> CaseChoice:
    slices = {f"{key} = {value}": (key, value) for key, value in slices_of(stored.id)}
    which = st.selectbox("Cases", [_ALL, _UNLABELLED, *slices], key=state.label_field("which"))
    sample = st.number_input(
        "A random sample of so many of these (empty: all)",
        min_value=1,
        max_value=stored.cases,
        value=None,
        key=state.label_field("sample"),
    )
    return CaseChoice(in_slice=slices.get(which), unlabelled=which == _UNLABELLED, sample=sample)


def _draw_people(*, is_calibration: bool, may_share: bool) -> dict[str, Any]:
    """Numbers of people and cases; a pilot round is of random cases, and a second look has all cases shared alike."""
    left, right = st.columns(2)
    pilot, shared = 0, None
    with left:
        people = _number("people", "People per shared case" if may_share else "People per case", 1, least=1)
        if is_calibration:
            pilot = _number("pilot", "Pilot cases, labelled by all", 0)
    with right:
        if may_share:
            shared = st.number_input(
                "Shared cases (empty: all)", min_value=0, value=None, key=state.label_field("shared")
            )
        again = _number("again", "Shown again, in percent", 10, most=100)
    return {"people": people, "pilot": pilot, "shared": shared, "again": again, "seed": _number("seed", "Seed", 0)}


def _text(field: str, label: str, placeholder: str, help: str | None = None) -> str:
    return st.text_input(label, key=state.label_field(field), placeholder=placeholder, help=help) or ""


def _number(field: str, label: str, start: int, *, least: int = 0, most: int | None = None) -> int:
    return int(st.number_input(label, least, most, start, step=1, key=state.label_field(field)))
