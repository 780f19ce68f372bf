"""Packets: cases as a file for somebody who cannot reach the workbench, and their labels back, line by line."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.domain.labelling import Seat, Session
from evalcore.labelling import PacketFormat, PacketTaken, make_packet
from evalcore.report.formatting import counted
from evalcore.store import Store
from pages.ui import components, glossary, label_actions, resources, state, uploads

_MOST = 50
"""Cases in a packet unless somebody says otherwise."""
_LONG_LIST, _LIST_HEIGHT = 20, 400
"""From how many lines on a list scrolls, and in how many pixels."""
_TITLES: dict[PacketFormat, str] = {"xlsx": "Excel", "csv": "CSV"}
_MIME: dict[PacketFormat, str] = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
}


def draw(session: Session) -> None:
    """Write a packet, or take one that came back; for whoever runs an open session and does not label in it."""
    with components.on_demand(
        "Packets for colleagues who cannot reach the workbench", state.packets_of(session.id)
    ) as packets:
        if not packets.open:
            return
        out, back = st.columns(2, gap="medium")
        with out:
            _draw_writing(session)
        with back:
            _draw_taking(session.id)
        _draw_taken(session.id)


def _draw_writing(session: Session) -> None:
    seats = resources.store().labelling.seats(session.id)
    there = {seat.name: seat for seat in seats if not (seat.released or seat.unblinded)}
    if not there:
        st.text("Invite somebody: a packet is written for one person.")
        return
    name = st.selectbox("For whom", list(there), key=state.PACKET_FOR, help=glossary.meaning("packet"))
    seat = there[name]
    room = resources.store().labelling.packet_room(session.id, seat.person_id)
    could = room.on_paper + room.more
    most = st.number_input(
        "Cases in it at most",
        min_value=1,
        value=_MOST,
        step=1,
        key=state.PACKET_CASES,
        help="Those that the person has on paper already, without a label, come first.",
    )
    held = counted(min(int(most), could), "case")
    st.caption(
        components.escaped(
            f"{counted(room.on_paper, 'case')} on paper, {room.more:,} more could be."
            " They stay reserved until labels come back or the person is released."
        )
    )
    with st.container(horizontal=True):
        for format, title in _TITLES.items():
            st.download_button(
                components.escaped(f"{title}: {held} for {name}"),
                data=partial(_written, resources.store(), seat, int(most), format),
                file_name=f"{session.id}-{name}.{format}",
                mime=_MIME[format],
                key=f"packet_{format}",
                on_click="ignore",
                disabled=not could,
                icon=":material/download:",
                help=None if could else "Nothing is left for this person.",
            )


def _written(store: Store, seat: Seat, most: int, format: PacketFormat) -> bytes:
    """Reserve the cases and write them; called when somebody presses the button, outside of the page."""
    return make_packet(store, seat, most=most, format=format, now=resources.clock()).content


def _draw_taking(session_id: str) -> None:
    uploaded = st.file_uploader(
        "A packet that came back", type=["xlsx", "csv"], key=state.PACKET_FILE, max_upload_size=uploads.PACKET_MB
    )
    st.button(
        "Take its labels",
        type="primary",
        disabled=uploaded is None,
        on_click=label_actions.take_uploaded_packet,
        args=(session_id,),
    )
    st.caption("Each line is checked alone: good ones are stored, the others are named here with the reason.")


def _draw_taken(session_id: str) -> None:
    """What became of the packet that was taken last on the page of this session."""
    shown_on, name, taken = state.get(state.PACKET_TAKEN) or (None, "", "")
    if shown_on != session_id:
        return
    if not isinstance(taken, PacketTaken):
        st.error("That was not taken.")
        components.inert(f"{name}: {taken}")
        return
    components.inert(
        f"{name}: {counted(taken.labels, 'label')} stored, {taken.unchanged:,} there already,"
        f" {counted(taken.blank, 'line')} without a value."
    )
    if taken.problems:
        st.warning(f"{counted(len(taken.problems), 'line')} not taken; mend them in the file and bring it again.")
        lines = [f"line {problem.line}, case {problem.case_id}: {problem.message}" for problem in taken.problems]
        with st.container(height=_LIST_HEIGHT if len(lines) > _LONG_LIST else "content", border=False):
            components.inert("\n".join(lines))
