"""Adjudicate: the cases on which people differ, decided by one person with a reason; no judge's verdict is near."""

from __future__ import annotations

import streamlit as st

from evalcore.domain.labelling import Session
from evalcore.labelling import Conflict, conflict_queue
from pages.ui import (
    components,
    frame,
    label_actions,
    label_case,
    label_choice,
    label_seat,
    pagelist,
    resources,
    sign_in,
    state,
)

_SETTLED = {"unresolved": "undecided", "majority": "settled by majority", "adjudicated": "decided"}


def choose_session(set_name: str) -> Session:
    """One session of the set."""
    sessions = label_choice.sessions_on(set_name)
    if not sessions:
        components.empty_page(
            "Nobody has labelled in a session on this set yet, so there is nothing to decide.",
            (pagelist.LABEL, "Make a session"),
        )
    return label_choice.choose(sessions, width=420)


def choose_conflict(conflicts: tuple[Conflict, ...]) -> Conflict:
    """The first undecided case, or any other of the queue."""
    unresolved = sum(one.is_open for one in conflicts)
    st.text(f"{unresolved} unresolved of {len(conflicts)} on which people differ.")
    by_id = {one.case.id: one for one in conflicts}
    chosen = st.selectbox(
        "Case",
        list(by_id),
        format_func=lambda one: f"{one} · {_SETTLED[by_id[one].gold.how]}",
        key=f"conflict_{unresolved}_{len(conflicts)}",
        width=420,
    )
    return by_id[chosen]


def draw_next_step(conflicts: tuple[Conflict, ...], session: Session) -> None:
    """Where to go once nothing is left to decide."""
    if any(one.is_open for one in conflicts):
        return
    frozen = session.state == "frozen"
    done = (
        "The session is frozen: its labels are in the newest version of the set."
        if frozen
        else (
            "Nothing is left to decide. Freezing the session makes its labels a new version of the set; until then a"
            " decision can be changed here."
        )
    )
    with st.container(border=True):
        st.text(done)
        with st.container(horizontal=True):
            if frozen:
                st.page_link(pagelist.RUN, label="Run judges on it", icon=":material/arrow_forward:")
                st.page_link(pagelist.COMPARE, label="Compare the judges", icon=":material/arrow_forward:")
            else:
                st.page_link(
                    pagelist.LABEL,
                    label="Freeze the session",
                    icon=":material/arrow_forward:",
                    query_params={state.PART: label_seat.SESSIONS_PART, state.SESSION: session.id},
                )


def draw_case(conflict: Conflict, session: Session) -> None:
    """What people saw."""
    st.caption("Question")
    components.inert(conflict.case.question)
    label_case.draw_evidence(conflict.case.evidence, name=conflict.case.id)
    first, second = session.spec.scale.values[:2]
    answers = {"Answer": conflict.case.answer}
    if conflict.second_answer is not None:
        answers = {f"Answer {first}": conflict.case.answer, f"Answer {second}": conflict.second_answer}
    for title, answer in answers.items():
        st.caption(components.escaped(title))
        components.inert(answer)


def draw_decision(conflict: Conflict, session: Session) -> None:
    """Who said what, and the fields of a decision."""
    st.text(session.spec.question)
    for vote in conflict.votes:
        with st.container(border=True):
            st.text(
                f"{components.sign(vote.value)} {vote.annotator}: {vote.value}" + (" · flagged" if vote.flagged else "")
            )
            if vote.note:
                st.text(vote.note)
    if conflict.decision is not None:
        made = conflict.decision
        st.text(f"Decided by {made.annotator}: {made.value}. {made.reason}")
    if session.state == "frozen":
        st.info("The session is frozen; nothing is decided any more.")
        return
    this = f"{session.id}_{conflict.case.id}"
    value_key, reason_key = f"decision_{this}", f"reason_{this}"
    signed_in = sign_in.name()
    if signed_in is not None and state.get(state.DECIDER) is None:
        state.put(**{state.DECIDER: signed_in})
    with st.form(f"decide_{this}", border=False):
        st.text_input("Your name", key=state.DECIDER, persist_state="session")
        st.segmented_control("Decision", list(session.spec.scale.values), key=value_key, format_func=components.escaped)
        st.text_area("Reason", key=reason_key, height=100)
        st.form_submit_button(
            "Decide",
            type="primary",
            on_click=label_actions.decide,
            args=(session.id, conflict.case.id, value_key, reason_key),
        )
    with st.expander(f"Guidelines, version {session.guideline_version}"):
        st.text(session.guidelines or "None were written for this session.")


st.title("Adjudicate")
frame.draw_notice()
set_name = state.get(state.SET)
if set_name is None:
    components.empty_page("No set is stored yet.", (pagelist.CASES, "Load a file with answers"))
frame.keep_blind(set_name)
session = choose_session(set_name)
conflicts = conflict_queue(resources.store(), session.id)
if not conflicts:
    components.empty_page(
        "Nobody differs: no case of the main round has two unlike labels.",
        (pagelist.LABEL, "See how the session stands"),
    )
draw_next_step(conflicts, session)
conflict = choose_conflict(conflicts)
left, right = st.columns([5, 3], gap="medium")
with right:
    draw_decision(conflict, session)
with left:
    draw_case(conflict, session)
