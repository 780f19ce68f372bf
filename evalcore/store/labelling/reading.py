"""What a session holds: events for whoever counts them, and for an annotator nothing but their own."""

from __future__ import annotations

from dataclasses import replace
from statistics import median
from typing import Any

from sqlalchemy import Connection, Row, func, select

from evalcore.domain.labelling import Pace, PacketRoom, Seat, Session, Shown, blind_case
from evalcore.domain.labelling_events import LabelEvent
from evalcore.domain.labelling_plan import in_canonical_sides
from evalcore.store.labelling.queue import free_cases, packet_turns, slots_left, why_stopped
from evalcore.store.labelling.rows import own_events, own_turns
from evalcore.store.labelling.sessions import case_document, session_number
from evalcore.store.labelling.tables import events, people, turns

SECOND_ANSWER = "answer_b"
"""The column of a case, kept in ``meta``, that holds the second answer of a pair."""

_PACE_LABELS = 50


def events_of(connection: Connection, session_id: str) -> tuple[LabelEvent, ...]:
    """Every event of a session, in order."""
    query = (
        select(events, people.c.name)
        .join(people, people.c.id == events.c.person_id)
        .where(events.c.session_id == session_number(session_id))
        .order_by(events.c.id)
    )
    return tuple(_event(row) for row in connection.execute(query))


def event_count(connection: Connection, session_id: str) -> int:
    """How many events a session has; none is ever taken away."""
    query = select(func.count()).where(events.c.session_id == session_number(session_id))
    return connection.scalar(query) or 0


def shown(connection: Connection, session: Session, seat: Seat, turn: int) -> Shown:
    """What an annotator may see of the case of a turn."""
    row = connection.execute(
        select(turns).where(
            *own_turns(session, seat),
            turns.c.turn == turn,
        )
    ).one()
    standing, case = case_document(connection, session, row.position)
    left, right = _sides(case.answer, case.meta.get(SECOND_ANSWER), swapped=row.swapped)
    said = _said_of(connection, session, seat, turn)
    earlier = said.get("label")
    return Shown(
        session_id=session.id,
        turn=turn,
        case=replace(blind_case(case), answer=left),
        case_fingerprint=standing.case_fingerprint,
        round=standing.round,
        question=session.spec.question,
        values=session.spec.scale.values,
        guidelines=session.guidelines,
        guideline_version=session.guideline_version,
        second_answer=right if session.spec.pairs else None,
        note=said.get("note", ""),
        flagged=said.get("flag") == "on",
        earlier_value=None if earlier is None else in_canonical_sides(earlier, session.spec.scale, swapped=row.swapped),
    )


def pace(connection: Connection, session: Session, seat: Seat) -> Pace:
    """How far a person is, and how long a label takes them by their last ones."""
    by_state = (
        select(turns.c.state, func.count())
        .where(*own_turns(session, seat), turns.c.again.is_(False))
        .group_by(turns.c.state)
    )
    counts = {row.state: row[1] for row in connection.execute(by_state)}
    seconds = connection.scalars(
        select(events.c.seconds)
        .where(
            *own_events(session, seat),
            events.c.kind == "label",
            events.c.seconds.is_not(None),
        )
        .order_by(events.c.id.desc())
        .limit(_PACE_LABELS)
    ).all()
    return Pace(
        labelled=counts.get("decided", 0),
        skipped=counts.get("skipped", 0),
        left=slots_left(connection, session, seat),
        median_s=median(seconds) if seconds else None,
    )


def packet_room(connection: Connection, session: Session, seat: Seat) -> PacketRoom:
    """What a packet for a person could hold now; nothing where they label no more."""
    if why_stopped(session, seat):
        return PacketRoom(on_paper=0, more=0)
    pilot = select(func.count(turns.c.position.distinct())).where(
        *own_turns(session, seat), turns.c.position < session.pilot_cases
    )
    free = 0 if session.state == "pilot" else free_cases(connection, session, seat)
    return PacketRoom(
        on_paper=len(packet_turns(connection, session, seat)),
        more=session.pilot_cases - (connection.scalar(pilot) or 0) + free,
    )


def _said_of(connection: Connection, session: Session, seat: Seat, turn: int) -> dict[str, str]:
    """The person's newest flag, note and label of a turn by kind."""
    query = (
        select(events.c.kind, events.c.value, events.c.note)
        .where(
            *own_events(session, seat),
            events.c.turn == turn,
            events.c.kind.in_(("label", "note", "flag")),
        )
        .order_by(events.c.id)
    )
    said: dict[str, str] = {}
    for kind, value, note in connection.execute(query):
        said[kind] = value
        if kind == "label" and note:
            said["note"] = note
    return said


def _sides(first: str, second: str | None, *, swapped: bool) -> tuple[str, str]:
    sides = (first, second or "")
    return (sides[1], sides[0]) if swapped else sides


def _event(row: Row[Any]) -> LabelEvent:
    return LabelEvent(
        id=row.id,
        kind=row.kind,
        person_id=row.person_id,
        annotator=row.name,
        at=row.at,
        turn=row.turn,
        case_id=row.case_id,
        case_fingerprint=row.case_fingerprint,
        round=row.round,
        again=row.again,
        value=row.value,
        note=row.note,
        seconds=row.seconds,
        guideline_version=row.guideline_version,
        revision=row.revision,
        swapped=row.swapped,
        undoes=row.undoes,
    )
