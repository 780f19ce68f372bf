"""After a change of the guidelines: what becomes of each label that a person made before."""

from __future__ import annotations

import streamlit as st

from evalcore.domain.labelling import Seat, Shown
from evalcore.labelling import labels_to_look_at_again
from pages.ui import components, label_actions, resources, state


def draw(seat: Seat) -> bool:
    """Ask for the next of these labels, and say whether there is one; they are looked up once a version."""
    session = resources.store().labelling.load_session(seat.session_id)
    if session.state == "frozen" or session.guideline_version == 1:
        return False
    known = state.get(state.CHANGES)
    if known is None or known[0] != session.guideline_version:
        waiting = labels_to_look_at_again(resources.store(), seat.session_id, seat.person_id)
        known = (session.guideline_version, tuple(label.turn for label in waiting))
        state.put(**{state.CHANGES: known})
    if not known[1]:
        return False
    _draw_one(seat, known[1][0], left=len(known[1]))
    return True


def _draw_one(seat: Seat, turn: int, *, left: int) -> None:
    shown = resources.store().labelling.case_of_turn(seat.session_id, seat.person_id, turn)
    if shown is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"The guidelines have changed. Labels of yours to look at again: {left}")
        st.button("Later", on_click=label_actions.look_later)
    text, decision = st.columns([5, 3], gap="medium")
    with decision:
        st.text(shown.question)
        st.text(f"Your label: {shown.earlier_value}" + (f"\nYour note: {shown.note}" if shown.note else ""))
        for title, answer, key in (
            ("Keep", "keep", "k"),
            ("Label anew", "relabel", "l"),
            ("Leave out", "leave-out", "o"),
        ):
            st.button(
                title,
                key=f"{answer}_{seat.session_id}_{turn}",
                shortcut=key,
                width="stretch",
                on_click=label_actions.answer_change,
                args=(seat, turn, answer),
            )
        st.caption(f"Guidelines, version {shown.guideline_version}")
        st.text(shown.guidelines)
    with text, st.container(border=True):
        for title, content in _texts(shown):
            st.caption(components.escaped(title))
            components.inert(content)


def _texts(shown: Shown) -> list[tuple[str, str]]:
    documents = [(f"Evidence: {document.id}", document.text) for document in shown.case.evidence]
    answers = [("Answer", shown.case.answer)]
    if shown.second_answer is not None:
        answers = [(f"Answer {shown.values[0]}", shown.case.answer), (f"Answer {shown.values[1]}", shown.second_answer)]
    return [("Question", shown.case.question), *documents, *answers]
