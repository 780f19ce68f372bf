"""The rows that belong to one person's seat, and the events about them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from evalcore.domain.labelling import Seat, Session
from evalcore.domain.labelling_events import EventKind
from evalcore.store.labelling.sessions import session_number
from evalcore.store.labelling.tables import cases, events, seats, slots, turns


def own_seat(session: Session, seat: Seat) -> tuple[Any, ...]:
    """What holds of the person's row in the seats."""
    return (seats.c.session_id == session_number(session.id), seats.c.person_id == seat.person_id)


def own_turns(session: Session, seat: Seat) -> tuple[Any, ...]:
    """What holds of the person's turns."""
    return (turns.c.session_id == session_number(session.id), turns.c.person_id == seat.person_id)


def held_by(session: Session, seat: Seat) -> tuple[Any, ...]:
    """What holds of the slots that the person holds and has not labelled."""
    return (
        slots.c.session_id == session_number(session.id),
        slots.c.holder == seat.person_id,
        slots.c.state == "held",
    )


def find_turn(connection: Connection, session: Session, seat: Seat, turn: int) -> Row[Any] | None:
    """One of the person's turns, with its case."""
    return connection.execute(turns_with_cases(session, seat).where(turns.c.turn == turn)).one_or_none()


def turns_with_cases(session: Session, seat: Seat) -> Any:
    """The person's turns, each with its case."""
    return (
        select(turns, cases.c.case_id, cases.c.case_fingerprint, cases.c.round)
        .join(cases, (cases.c.session_id == turns.c.session_id) & (cases.c.position == turns.c.position))
        .where(*own_turns(session, seat))
    )


def change_turn(connection: Connection, session: Session, seat: Seat, turn: int, **values: Any) -> None:
    """Change one of the person's turns."""
    connection.execute(update(turns).where(*own_turns(session, seat), turns.c.turn == turn).values(**values))


def change_slot(connection: Connection, session: Session, row: Row[Any], **values: Any) -> None:
    """Change the slot that a turn holds, if it holds one."""
    if row.slot is not None:
        connection.execute(update(slots).where(*slot_of(session, row)).values(**values))


def slot_of(session: Session, row: Row[Any]) -> tuple[Any, ...]:
    """What holds of the slot of a turn."""
    number = session_number(session.id)
    return (slots.c.session_id == number, slots.c.position == row.position, slots.c.slot == row.slot)


def own_events(session: Session, seat: Seat) -> tuple[Any, ...]:
    """What holds of the person's events."""
    return (events.c.session_id == session_number(session.id), events.c.person_id == seat.person_id)


def add_event(
    connection: Connection,
    session: Session,
    seat: Seat,
    kind: EventKind,
    *,
    now: datetime,
    row: Row[Any],
    **values: Any,
) -> int:
    """An event about a turn."""
    return insert_event(
        connection,
        session,
        seat.person_id,
        kind=kind,
        at=now,
        turn=row.turn,
        case_id=row.case_id,
        case_fingerprint=row.case_fingerprint,
        round=row.round,
        again=row.again,
        swapped=row.swapped,
        **values,
    )


def insert_event(connection: Connection, session: Session, person_id: int, **values: Any) -> int:
    """Add an event."""
    plain = {"case_id": "", "case_fingerprint": "", "round": "main", "again": False, "value": "", "note": ""}
    event_id: int = connection.execute(
        insert(events)
        .values(
            session_id=session_number(session.id),
            person_id=person_id,
            guideline_version=session.guideline_version,
            **{**plain, "revision": 0, "swapped": False, **values},
        )
        .returning(events.c.id)
    ).scalar_one()
    return event_id
