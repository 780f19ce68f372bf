"""What people do in a session: an event and what it changes in the queue, or a refusal of what cannot be meant."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, exists, func, select, update

from evalcore.domain.labelling import (
    GUARD_S,
    Accepted,
    NothingReason,
    RefusalReason,
    Refused,
    Seat,
    Session,
    name_key,
)
from evalcore.domain.labelling_events import EventKind
from evalcore.domain.labelling_plan import ANYBODY, in_canonical_sides, repeat_due
from evalcore.store.labelling.queue import LEASE_S, why_stopped
from evalcore.store.labelling.rows import (
    add_event,
    change_slot,
    change_turn,
    find_turn,
    own_events,
    own_seat,
    own_turns,
    slot_of,
    turns_with_cases,
)
from evalcore.store.labelling.tables import cases, events, seats, slots, turns

STOPPED: dict[NothingReason, RefusalReason] = {
    "frozen": "frozen",
    "released": "released",
    "unblinded": "unblinded",
}


def label(
    connection: Connection,
    session: Session,
    seat: Seat,
    turn: int,
    value: str,
    *,
    case_fingerprint: str,
    note: str,
    now: datetime,
) -> Accepted | Refused:
    """A verdict on the case on the screen, as its sides are shown."""
    row = find_turn(connection, session, seat, turn)
    refused = _refusal(connection, session, seat, row, case_fingerprint, now=now)
    if row is None or refused:
        return refused or Refused(reason="not shown")
    if value not in session.spec.scale.values:
        return _refuse(connection, session, seat, "off the scale", now=now)
    seconds = _seconds_on_screen(connection, session, seat, now)
    canonical = in_canonical_sides(value, session.spec.scale, swapped=row.swapped)
    return decide(connection, session, seat, row, canonical, note=note, seconds=seconds, now=now)


def decide(
    connection: Connection,
    session: Session,
    seat: Seat,
    row: Row[Any],
    value: str,
    *,
    note: str,
    seconds: float | None,
    now: datetime,
) -> Accepted:
    """Store a label for a turn, in canonical sides, and close the turn."""
    earlier = connection.scalar(
        select(func.count()).where(*own_events(session, seat), events.c.turn == row.turn, events.c.kind == "label")
    )
    event_id = add_event(
        connection,
        session,
        seat,
        "label",
        now=now,
        row=row,
        value=value,
        note=note,
        seconds=seconds,
        revision=(earlier or 0) + 1,
    )
    due = None
    if row.round == "main" and not row.again:
        spec = session.spec
        due = repeat_due(spec.seed, spec.again_share, name_key(seat.name), row.case_id, row.turn)
    change_turn(connection, session, seat, row.turn, state="decided", again_due=due)
    change_slot(connection, session, row, state="done", lease_until=None)
    return Accepted(event_id=event_id)


def skip(
    connection: Connection, session: Session, seat: Seat, turn: int, *, case_fingerprint: str, now: datetime
) -> Accepted | Refused:
    """Pass the case on the screen on to others; it comes back once, at the end."""
    row = find_turn(connection, session, seat, turn)
    refused = _refusal(connection, session, seat, row, case_fingerprint, now=now)
    if row is None or refused:
        return refused or Refused(reason="not shown")
    seconds = _seconds_on_screen(connection, session, seat, now)
    event_id = add_event(connection, session, seat, "skip", now=now, row=row, seconds=seconds)
    if label_stands(connection, session, seat, turn):
        # Asked to label it anew, they leave it at what they said.
        change_turn(connection, session, seat, turn, state="decided")
    else:
        change_turn(connection, session, seat, turn, state="skipped")
        change_slot(connection, session, row, state="open", holder=ANYBODY, planned_for=ANYBODY, lease_until=None)
    return Accepted(event_id=event_id)


def remark(
    connection: Connection, session: Session, seat: Seat, turn: int, kind: EventKind, value: str, *, now: datetime
) -> Accepted | Refused:
    """A flag or a note on a case of the person's own, labelled yet or not."""
    row = find_turn(connection, session, seat, turn)
    stopped = why_stopped(session, seat)
    if stopped or row is None or row.state == "lost":
        return Refused(reason=STOPPED[stopped] if stopped else "no case")
    return Accepted(event_id=add_event(connection, session, seat, kind, now=now, row=row, value=value))


def undo(connection: Connection, session: Session, seat: Seat, *, now: datetime) -> int | Refused:
    """Take the person's last label or skip back and return its turn, which is on the screen again.

    Presses of a key that is held are refused like those of labels. A skip whose case somebody else has by now
    is stepped over.
    """
    stopped = why_stopped(session, seat)
    if stopped:
        return Refused(reason=STOPPED[stopped])
    if _comes_too_soon(connection, session, seat, now):
        return _refuse(connection, session, seat, "too soon", now=now)
    undone = events.alias()
    query = (
        select(events.c.id, events.c.turn)
        .where(
            *own_events(session, seat),
            events.c.kind.in_(("label", "skip")),
            ~exists().where(undone.c.undoes == events.c.id),
        )
        .order_by(events.c.id.desc())
    )
    for done in connection.execute(query).all():
        turn: int = done.turn
        row = find_turn(connection, session, seat, turn)
        if row is not None and _may_reopen(connection, session, seat, row):
            add_event(connection, session, seat, "undo", now=now, row=row, undoes=done.id)
            reopen(connection, session, seat, row, now=now)
            shown = {"shown_turn": turn, "appeared_at": now, "wait_from": now}
            connection.execute(update(seats).where(*own_seat(session, seat)).values(**shown))
            return turn
    return Refused(reason="no case")


def label_from_packet(
    connection: Connection, session: Session, seat: Seat, case_id: str, value: str, *, note: str, now: datetime
) -> Accepted | Refused:
    """A label of a case that the person has on paper."""
    stopped = why_stopped(session, seat)
    if stopped:
        return Refused(reason=STOPPED[stopped])
    row = connection.execute(
        turns_with_cases(session, seat).where(cases.c.case_id == case_id, turns.c.state == "packet")
    ).first()
    if row is None or value not in session.spec.scale.values:
        return Refused(reason="no case" if row is None else "off the scale")
    canonical = in_canonical_sides(value, session.spec.scale, swapped=row.swapped)
    return decide(connection, session, seat, row, canonical, note=note, seconds=None, now=now)


def _refusal(
    connection: Connection,
    session: Session,
    seat: Seat,
    row: Row[Any] | None,
    case_fingerprint: str,
    *,
    now: datetime,
) -> Refused | None:
    stopped = why_stopped(session, seat)
    if stopped:
        return Refused(reason=STOPPED[stopped])
    if row is not None and row.state == "lost":
        return _refuse(connection, session, seat, "taken over", now=now)
    shown = connection.scalar(select(seats.c.shown_turn).where(*own_seat(session, seat)))
    if row is None or row.state != "open" or row.turn != shown or row.case_fingerprint != case_fingerprint:
        return _refuse(connection, session, seat, "not shown", now=now)
    if _comes_too_soon(connection, session, seat, now):
        return _refuse(connection, session, seat, "too soon", now=now)
    return None


def _refuse(connection: Connection, session: Session, seat: Seat, reason: RefusalReason, *, now: datetime) -> Refused:
    """Refuse a press, and start the wait anew, so that a held key is refused until it is let go."""
    connection.execute(update(seats).where(*own_seat(session, seat)).values(wait_from=now))
    return Refused(reason=reason)


def _comes_too_soon(connection: Connection, session: Session, seat: Seat, now: datetime) -> bool:
    since = connection.scalar(select(seats.c.wait_from).where(*own_seat(session, seat)))
    return since is not None and timedelta(0) <= now - since < timedelta(seconds=GUARD_S)


def _seconds_on_screen(connection: Connection, session: Session, seat: Seat, now: datetime) -> float | None:
    since = connection.scalar(select(seats.c.appeared_at).where(*own_seat(session, seat)))
    return None if since is None else max(0.0, (now - since).total_seconds())


def reopen(connection: Connection, session: Session, seat: Seat, row: Row[Any], *, now: datetime) -> None:
    """Make a turn open again; its case is held again, unless an earlier label stands and holds it for good."""
    change_turn(connection, session, seat, row.turn, state="open", again_due=None)
    if not label_stands(connection, session, seat, row.turn):
        lease = now + timedelta(seconds=LEASE_S)
        change_slot(connection, session, row, state="held", holder=seat.person_id, lease_until=lease)


def label_stands(connection: Connection, session: Session, seat: Seat, turn: int) -> bool:
    """Whether some label of a turn has not been undone."""
    undone = events.alias()
    query = select(events.c.id).where(
        *own_events(session, seat),
        events.c.turn == turn,
        events.c.kind == "label",
        ~exists().where(undone.c.undoes == events.c.id),
    )
    return connection.execute(query.limit(1)).first() is not None


def _may_reopen(connection: Connection, session: Session, seat: Seat, row: Row[Any]) -> bool:
    """Whether the case is still this person's: not when it was skipped and somebody, or a later turn, has it."""
    if row.state != "skipped":
        return bool(row.state != "lost")
    later = select(turns.c.turn).where(
        *own_turns(session, seat), turns.c.position == row.position, turns.c.turn > row.turn
    )
    if connection.execute(later.limit(1)).first() is not None:
        return False
    if row.slot is None:
        return True
    free = select(slots.c.slot).where(*slot_of(session, row), slots.c.state == "open")
    return connection.execute(free).first() is not None
