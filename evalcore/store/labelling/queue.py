"""Which case a person labels now: planned, claimed in one transaction, and recorded as shown.

A *slot* is one time that a case may be labelled in the main round; a case has as many as it wants annotators, and
whoever labels it holds one. A *turn* is one showing of a case to one person, in that person's order.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, case, exists, func, insert, select, update

from evalcore.domain.labelling import Nothing, NothingReason, Seat, Session, name_key
from evalcore.domain.labelling_plan import ANYBODY, sides_swapped
from evalcore.store.labelling.rows import held_by, own_seat, own_turns
from evalcore.store.labelling.sessions import session_number
from evalcore.store.labelling.tables import cases, seats, slots, turns

LEASE_S = 900.0
"""So long a case that somebody has on the screen is kept for them."""


def open_turn(connection: Connection, session: Session, seat: Seat) -> int | None:
    """The turn that a person is at: what they were shown last, unless it is decided; else their first open one."""
    shown = select(seats.c.shown_turn).where(*own_seat(session, seat)).scalar_subquery()
    return connection.scalar(
        select(turns.c.turn)
        .where(*own_turns(session, seat), turns.c.state == "open")
        .order_by(case((turns.c.turn == shown, 0), else_=1), turns.c.turn)
        .limit(1)
    )


def is_on_screen(connection: Connection, session: Session, seat: Seat, turn: int, *, now: datetime) -> bool:
    """Whether a turn is what the person was shown last, and their claims have half of their time left."""
    half = now + timedelta(seconds=LEASE_S / 2)
    lapsing = select(slots.c.slot).where(*held_by(session, seat), slots.c.lease_until <= half).limit(1)
    return _shown_turn(connection, session, seat) == turn and connection.execute(lapsing).first() is None


def claim(connection: Connection, session: Session, seat: Seat, *, now: datetime) -> int | Nothing:
    """The person's turn, new if they have none open, with its claim renewed; or why there is none."""
    stopped = why_stopped(session, seat)
    if stopped:
        return Nothing(reason=stopped)
    turn = open_turn(connection, session, seat) or _new_turn(connection, session, seat, now=now)
    if turn is None:
        return Nothing(reason=_why_nothing(connection, session, seat))
    if _shown_turn(connection, session, seat) != turn:
        shown = {"shown_turn": turn, "appeared_at": now, "wait_from": now}
        connection.execute(update(seats).where(*own_seat(session, seat)).values(**shown))
    connection.execute(
        update(slots)
        .where(*held_by(session, seat), slots.c.lease_until.is_not(None))
        .values(lease_until=now + timedelta(seconds=LEASE_S))
    )
    return turn


def why_stopped(session: Session, seat: Seat) -> NothingReason | None:
    """Why a person labels no more in a session, whatever is left."""
    if session.state == "frozen":
        return "frozen"
    if seat.unblinded:
        return "unblinded"
    return "released" if seat.released else None


def reserve(connection: Connection, session: Session, seat: Seat, *, most: int, now: datetime) -> None:
    """Bring a packet up to so many turns; its claims do not lapse, and the person's own queue passes over it."""
    for _ in range(most - len(packet_turns(connection, session, seat))):
        place: tuple[int, int | None] | None = _next_pilot(connection, session, seat)
        if place is None and session.state != "pilot":
            place = _next_slot(connection, session, seat)
        if place is None:
            return
        _add_turn(connection, session, seat, *place, now=now, packet=True)


def packet_turns(connection: Connection, session: Session, seat: Seat) -> list[int]:
    """The turns that a person has on paper, without a label yet."""
    query = select(turns.c.turn).where(*own_turns(session, seat), turns.c.state == "packet")
    return list(connection.scalars(query.order_by(turns.c.turn)))


def slots_left(connection: Connection, session: Session, seat: Seat) -> int:
    """Cases that are still planned for a person or open to anybody, and those on their screen."""
    there = session.pilot_cases - (
        connection.scalar(
            select(func.count()).where(
                *own_turns(session, seat), turns.c.position < session.pilot_cases, turns.c.state != "open"
            )
        )
        or 0
    )
    open_here = select(func.count()).where(
        *own_turns(session, seat), turns.c.state == "open", turns.c.slot.is_not(None)
    )
    return there + free_cases(connection, session, seat) + (connection.scalar(open_here) or 0)


def free_cases(connection: Connection, session: Session, seat: Seat) -> int:
    """Cases with a free place for a person who has not had them."""
    query = select(func.count(slots.c.position.distinct())).where(
        slots.c.session_id == session_number(session.id),
        slots.c.state == "open",
        slots.c.planned_for.in_((ANYBODY, seat.person_id)),
        ~_had(session, seat),
    )
    return connection.scalar(query) or 0


def _new_turn(connection: Connection, session: Session, seat: Seat, *, now: datetime) -> int | None:
    place: tuple[int, int | None] | None = _next_pilot(connection, session, seat)
    if place is None and session.state == "pilot":
        return None
    if place is None:
        last = last_turn(connection, session, seat)
        again = _next_again(connection, session, seat, due_by=last + 1)
        if again is not None:
            return _show_again(connection, session, seat, again, now=now)
        place = (
            _next_slot(connection, session, seat)
            or _skipped_slot(connection, session, seat)
            or _lapsed_slot(connection, session, seat, now=now)
        )
        if place is None:
            again = _next_again(connection, session, seat, due_by=None, before=last)
            return None if again is None else _show_again(connection, session, seat, again, now=now)
    return _add_turn(connection, session, seat, *place, now=now)


def last_turn(connection: Connection, session: Session, seat: Seat) -> int:
    """The number of the person's newest turn; 0 before the first."""
    return connection.scalar(select(func.max(turns.c.turn)).where(*own_turns(session, seat))) or 0


def _next_pilot(connection: Connection, session: Session, seat: Seat) -> tuple[int, None] | None:
    query = select(func.min(cases.c.position)).where(
        cases.c.session_id == session_number(session.id),
        cases.c.position < session.pilot_cases,
        ~exists().where(*own_turns(session, seat), turns.c.position == cases.c.position),
    )
    position = connection.scalar(query) if session.pilot_cases else None
    return None if position is None else (position, None)


def _next_slot(connection: Connection, session: Session, seat: Seat) -> tuple[int, int] | None:
    """The first free place that is planned for the person or for anybody."""
    found = [
        connection.execute(_first(session, seat).where(slots.c.state == "open", slots.c.planned_for == who)).first()
        for who in (seat.person_id, ANYBODY)
    ]
    places = [(row.position, row.slot) for row in found if row is not None]
    return min(places) if places else None


def _skipped_slot(connection: Connection, session: Session, seat: Seat) -> tuple[int, int] | None:
    """The first free place of a case that the person skipped once: it comes back once."""
    once = (
        select(turns.c.position)
        .where(*own_turns(session, seat))
        .group_by(turns.c.position)
        .having(func.count() == 1, func.min(turns.c.state) == "skipped")
    )
    query = _places(session).where(
        slots.c.state == "open", slots.c.planned_for.in_((ANYBODY, seat.person_id)), slots.c.position.in_(once)
    )
    row = connection.execute(query).first()
    return None if row is None else (row.position, row.slot)


def _lapsed_slot(connection: Connection, session: Session, seat: Seat, *, now: datetime) -> tuple[int, int] | None:
    """The first place whose holder has been away for longer than the claim lasts; their turn is over."""
    row = connection.execute(_first(session, seat).where(slots.c.state == "held", slots.c.lease_until <= now)).first()
    if row is None:
        return None
    connection.execute(
        update(turns)
        .where(
            turns.c.session_id == session_number(session.id),
            turns.c.person_id == row.holder,
            turns.c.position == row.position,
            turns.c.state == "open",
            turns.c.again.is_(False),
        )
        .values(state="lost")
    )
    return row.position, row.slot


def _next_again(
    connection: Connection, session: Session, seat: Seat, *, due_by: int | None, before: int | None = None
) -> Row[Any] | None:
    """The turn whose case is to be shown again: one that is due, or at the end any but the last."""
    shown = select(func.coalesce(seats.c.shown_turn, 0)).where(*own_seat(session, seat)).scalar_subquery()
    query = _turns_of(session, seat).where(turns.c.again_due.is_not(None), turns.c.turn != shown)
    if due_by is not None:
        query = query.where(turns.c.again_due <= due_by)
    if before is not None:
        query = query.where(turns.c.turn < before)
    return connection.execute(query.order_by(turns.c.again_due, turns.c.turn).limit(1)).first()


def _show_again(connection: Connection, session: Session, seat: Seat, first: Row[Any], *, now: datetime) -> int:
    connection.execute(
        update(turns).where(*own_turns(session, seat), turns.c.turn == first.turn).values(again_due=None)
    )
    return _add_turn(connection, session, seat, first.position, None, now=now, again=True)


def _add_turn(
    connection: Connection,
    session: Session,
    seat: Seat,
    position: int,
    slot: int | None,
    *,
    now: datetime,
    again: bool = False,
    packet: bool = False,
) -> int:
    number = session_number(session.id)
    turn = last_turn(connection, session, seat) + 1
    fingerprint = connection.scalar(
        select(cases.c.case_fingerprint).where(cases.c.session_id == number, cases.c.position == position)
    )
    swapped = session.spec.pairs and sides_swapped(
        session.spec.seed, name_key(seat.name), fingerprint or "", again=again
    )
    connection.execute(
        insert(turns).values(
            session_id=number,
            person_id=seat.person_id,
            turn=turn,
            position=position,
            slot=slot,
            again=again,
            swapped=swapped,
            state="packet" if packet else "open",
            first_shown_at=now,
        )
    )
    if slot is not None:
        connection.execute(
            update(slots)
            .where(slots.c.session_id == number, slots.c.position == position, slots.c.slot == slot)
            .values(
                state="held",
                holder=seat.person_id,
                lease_until=None if packet else now + timedelta(seconds=LEASE_S),
            )
        )
    return turn


def _why_nothing(connection: Connection, session: Session, seat: Seat) -> NothingReason:
    if session.state == "pilot":
        return "pilot done"
    held = select(slots.c.slot).where(
        slots.c.session_id == session_number(session.id),
        slots.c.state == "held",
        slots.c.lease_until.is_not(None),
        ~_had(session, seat),
    )
    return "done" if connection.execute(held.limit(1)).first() is None else "waiting"


def _first(session: Session, seat: Seat) -> Select[Any]:
    return _places(session).where(~_had(session, seat))


def _places(session: Session) -> Select[Any]:
    return (
        select(slots.c.position, slots.c.slot, slots.c.holder)
        .where(slots.c.session_id == session_number(session.id))
        .order_by(slots.c.position, slots.c.slot)
        .limit(1)
    )


def _had(session: Session, seat: Seat) -> Any:
    return exists().where(*own_turns(session, seat), turns.c.position == slots.c.position)


def _turns_of(session: Session, seat: Seat) -> Select[Any]:
    return select(turns).where(*own_turns(session, seat))


def _shown_turn(connection: Connection, session: Session, seat: Seat) -> int | None:
    """What the person was shown last; None when they came back since."""
    query = select(seats.c.shown_turn).where(*own_seat(session, seat), seats.c.appeared_at.is_not(None))
    return connection.scalar(query)
