"""What is decided about labels afterwards: under a new guideline, in a conflict, and by whoever opens the results."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, select, update

from evalcore.domain.labelling import Accepted, Refused, Seat, Session
from evalcore.domain.labelling_events import ChangeAnswer
from evalcore.store.labelling.deciding import STOPPED, reopen
from evalcore.store.labelling.queue import why_stopped
from evalcore.store.labelling.rows import add_event, find_turn, insert_event, own_seat
from evalcore.store.labelling.sessions import session_number
from evalcore.store.labelling.tables import cases, seats


def answer_change(
    connection: Connection, session: Session, seat: Seat, turn: int, answer: ChangeAnswer, *, now: datetime
) -> Accepted | Refused:
    """What becomes of a label that was made under an older guideline; to be labelled anew it comes back first."""
    stopped = why_stopped(session, seat)
    row = find_turn(connection, session, seat, turn)
    if stopped or row is None or row.state not in ("decided", "open"):
        return Refused(reason=STOPPED[stopped] if stopped else "no case")
    if answer == "relabel":
        reopen(connection, session, seat, row, now=now)
    return Accepted(event_id=add_event(connection, session, seat, answer, now=now, row=row))


def adjudicate(
    connection: Connection, session: Session, person_id: int, case_id: str, value: str, reason: str, *, now: datetime
) -> Accepted | Refused:
    """One person's decision on a case, with the reason for it; for pairs in canonical sides."""
    number = session_number(session.id)
    row = connection.execute(
        select(cases).where(cases.c.session_id == number, cases.c.case_id == case_id).limit(1)
    ).one_or_none()
    if session.state == "frozen":
        return Refused(reason="frozen")
    if row is None or value not in session.spec.scale.values:
        return Refused(reason="no case" if row is None else "off the scale")
    if not reason.strip():
        return Refused(reason="no reason")
    return Accepted(
        event_id=insert_event(
            connection,
            session,
            person_id,
            kind="adjudicate",
            at=now,
            case_id=row.case_id,
            case_fingerprint=row.case_fingerprint,
            round=row.round,
            value=value,
            note=reason,
        )
    )


def unblind(connection: Connection, session: Session, seat: Seat, *, now: datetime) -> Accepted:
    """Record that a person opens the results of the set: they label no more in this session."""
    connection.execute(update(seats).where(*own_seat(session, seat)).values(unblinded=True))
    return Accepted(event_id=insert_event(connection, session, seat.person_id, kind="unblind", at=now))
