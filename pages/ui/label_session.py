"""A session for whoever runs it: who is how far, how far people agree, and what is next."""

from __future__ import annotations

from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

from evalcore.domain.labelling import Session
from evalcore.labelling import SessionProgress, join_address, plan_freeze, session_progress
from evalcore.plurals import counted, verb
from pages.ui import (
    components,
    label_actions,
    label_agreement,
    label_packet,
    label_seat,
    label_second_look,
    pagelist,
    resources,
    state,
)

_LOOK_AGAIN_S = 10


@st.cache_resource(ttl=5, max_entries=8, show_spinner=False)
def _progress(session_id: str) -> SessionProgress:
    return session_progress(resources.store(), session_id)


def draw(session: Session) -> None:
    """Everything about one session; figures about people only where nobody labels in it from this browser."""
    spec = session.spec
    is_second_look = spec.queue == "second look"
    marked = f" · {spec.queue}" if spec.is_marked and not is_second_look else ""
    pilot = f", {session.pilot_cases} of them in the pilot round" if session.pilot_cases else ""
    facts = f"{session.state} · {counted(session.cases, 'case')}{pilot} · {spec.chosen}{marked}"
    st.text(f"{spec.question}\n{facts}")
    is_blind = bool(label_seat.blind_here(session.set_name))
    _draw_people(session, with_codes=not is_blind)
    if is_second_look:
        label_second_look.draw_rule()
    if is_blind:
        st.info(
            "Figures about people and judges are closed to you: you label in an open session on this set yourself."
            " They open when it is frozen, or when you unblind yourself on Compare."
        )
    else:
        if is_second_look:
            label_second_look.draw(session.id, spec.about)
        _draw_live(session.id)
    _draw_guidelines(session)
    if session.state == "frozen":
        return
    if not is_blind:
        label_packet.draw(session)
    if not is_second_look:
        _draw_freezing(session)


def _draw_people(session: Session, *, with_codes: bool) -> None:
    labelling = resources.store().labelling
    seats = labelling.seats(session.id)
    rows = []
    for seat in seats:
        pace = labelling.pace(session.id, seat.person_id)
        standing = "left" if seat.released else "unblinded" if seat.unblinded else ""
        row = {
            "who": seat.name,
            "labelled": pace.labelled,
            "skipped": pace.skipped,
            "left": pace.left,
            "standing": standing,
        }
        rows.append({**row, "address to open": join_address(_origin(), seat.code)} if with_codes else row)
    if rows:
        st.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            height="content",
            alt="The people of this session",
            column_config={"address to open": st.column_config.LinkColumn(width="large")},
        )
    if session.state == "frozen":
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Invite", key=state.INVITED, placeholder="Ines, Bo", width=220)
        st.button("Invite them", on_click=label_actions.invite_named, args=(session.id,))
        there = {seat.name: seat for seat in seats if not seat.released}
        if there and with_codes:
            name = st.selectbox("Person", list(there), key=state.PERSON, width=160)
            st.button("Label as them", on_click=label_actions.sit, args=(there[name],))
            st.button("They left", on_click=label_actions.release, args=(there[name],), help="Others get their part.")
    if session.state == "pilot":
        st.button("Open the main round", type="primary", on_click=label_actions.open_main_round, args=(session.id,))


def _draw_counts(progress: SessionProgress) -> None:
    with st.container(horizontal=True):
        st.metric("labelled", progress.labelled, help="Cases of the main round with at least one label.")
        st.metric("complete", progress.complete, help="Cases with as many labels as they want.")
        st.metric("unresolved", progress.unresolved, help="Cases on which people differ and that nobody decided.")
        st.metric("decided", progress.decided)
        st.metric("flagged", len(progress.flagged))


def _origin() -> str:
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}"


@st.fragment(run_every=_LOOK_AGAIN_S)
def _draw_live(session_id: str) -> None:
    progress = _progress(session_id)
    if progress.session.state != "pilot":
        _draw_counts(progress)
    if progress.unresolved:
        st.page_link(
            pagelist.ADJUDICATE,
            label="Decide the conflicts",
            icon=":material/arrow_forward:",
            query_params={state.SESSION: session_id},
        )
    for a, b in progress.without_shared:
        st.text(f"{a} and {b} share no case.")
    if progress.main.labels:
        st.subheader("Agreement")
        label_agreement.draw(progress.main)
    if progress.pilot is not None and progress.pilot.labels:
        with st.expander("Agreement in the pilot round", expanded=not progress.main.labels):
            label_agreement.draw(progress.pilot)


def _draw_guidelines(session: Session) -> None:
    key = state.new_guidelines(session.id, session.guideline_version)
    with st.expander(f"Guidelines, version {session.guideline_version}"):
        if session.state == "frozen":
            components.inert(session.guidelines)
            return
        st.text_area(
            "A change is a new version: labels made before are looked at again by whoever gave them.",
            value=session.guidelines,
            key=key,
            height=200,
        )
        st.button("Store a new version", on_click=label_actions.add_guidelines, args=(session.id, key))


def _draw_freezing(session: Session) -> None:
    with st.expander("Freeze", on_change="rerun", key=state.label_field(f"freeze_{session.id}")) as freezing:
        if not freezing.open:
            return
        plan = plan_freeze(resources.store(), session.id)
        st.text(
            f"{counted(plan.labels, 'label')} and {counted(plan.decisions, 'decision')} become a new version of"
            f" {session.set_name};"
            f" {counted(plan.gold, 'case')} {verb(plan.gold, 'has', 'have')} gold. No label is taken afterwards."
        )
        for note in plan.notes:
            st.text(note)
        st.button(
            "Freeze the labels",
            type="primary",
            disabled=not plan.labels,
            on_click=label_actions.freeze_session,
            args=(session.id,),
            kwargs={"include_marked": session.spec.is_marked},
        )
