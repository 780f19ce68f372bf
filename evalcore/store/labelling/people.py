"""Who labels: people known by one name, their seats in sessions, and what is planned for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import combinations
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select, update

from evalcore.domain.labelling import Seat, name_key, shown_name
from evalcore.domain.labelling_plan import ANYBODY, spread_over_people
from evalcore.errors import LabellingError
from evalcore.store.database import insert_into
from evalcore.store.labelling.sessions import load, session_name, session_number
from evalcore.store.labelling.tables import people, seats, sessions, slots, turns

_IN_USE = (sessions.c.state != "frozen", seats.c.released.is_(False), seats.c.unblinded.is_(False))


def person(connection: Connection, name: str, *, at: datetime) -> tuple[int, str]:
    """The person of this name, however it is written, and how it was written first; new when nobody has it.

    Raises
    ------
    LabellingError
        When the name is blank.
    """
    key = name_key(name)
    if not key:
        raise LabellingError("expected a name, found none: everybody who labels or decides has one")
    connection.execute(
        insert_into(connection.dialect.name, people)
        .values(name_key=key, name=shown_name(name), created_at=at)
        .on_conflict_do_nothing()
    )
    row = connection.execute(select(people.c.id, people.c.name).where(people.c.name_key == key)).one()
    return row.id, row.name


def invite(connection: Connection, session_id: str, name: str, *, code: str, at: datetime) -> Seat:
    """Give a person a seat, and plan the shared cases anew; somebody who has one keeps it with its code."""
    session = load(connection, session_id)
    if session.state == "frozen":
        raise LabellingError(f"the session {session_id} is frozen: nobody can join it. Make a new one.")
    person_id, _ = person(connection, name, at=at)
    connection.execute(
        insert_into(connection.dialect.name, seats)
        .values(
            session_id=session_number(session_id),
            person_id=person_id,
            code=code,
            released=False,
            unblinded=False,
            invited_at=at,
        )
        # Invited again, somebody who had left comes back to their seat.
        .on_conflict_do_update(index_elements=[seats.c.session_id, seats.c.person_id], set_={"released": False})
    )
    plan(connection, session_id)
    return seat_of(connection, session_id, person_id)


def with_code(connection: Connection, code: str) -> Seat:
    """The seat that a code is of; looking at it changes nothing.

    Raises
    ------
    LabellingError
        When no seat has this code.
    """
    found = _seats(connection, seats.c.code == code.strip())
    if not found:
        raise LabellingError("expected the code of an invitation, found another; ask whoever invited you for yours")
    return found[0]


def join(connection: Connection, code: str) -> Seat:
    """Take the seat that a code opens; the case that was open appears anew, so that no time away counts as labelling.

    Raises
    ------
    LabellingError
        When no seat has this code.
    """
    seat = with_code(connection, code)
    connection.execute(update(seats).where(seats.c.code == seat.code).values(appeared_at=None))
    return seat


def seat_of(connection: Connection, session_id: str, person_id: int) -> Seat:
    """A person's seat.

    Raises
    ------
    LabellingError
        When they have none in this session.
    """
    found = _seats(connection, seats.c.session_id == session_number(session_id), seats.c.person_id == person_id)
    if not found:
        raise LabellingError(f"expected somebody who was invited to {session_id}; invite them first")
    return found[0]


def seats_in(connection: Connection, session_id: str) -> tuple[Seat, ...]:
    """Everybody who was invited, in the order of their invitations."""
    return _seats(connection, seats.c.session_id == session_number(session_id))


def release(connection: Connection, session_id: str, person_id: int) -> None:
    """Note that a person left for good: what they have not labelled is open to others, what they have stays."""
    theirs = (seats.c.session_id == session_number(session_id), seats.c.person_id == person_id)
    connection.execute(update(seats).where(*theirs).values(released=True))
    give_up(connection, session_id, person_id)


def give_up(connection: Connection, session_id: str, person_id: int) -> None:
    """Open to others what is on a person's screen or in their packet, and plan anew without them."""
    number = session_number(session_id)
    connection.execute(
        update(slots)
        .where(slots.c.session_id == number, slots.c.state == "held", slots.c.holder == person_id)
        .values(state="open", holder=ANYBODY, planned_for=ANYBODY, lease_until=None)
    )
    connection.execute(
        update(turns)
        .where(turns.c.session_id == number, turns.c.person_id == person_id, turns.c.state.in_(("open", "packet")))
        .values(state="lost")
    )
    plan(connection, session_id)


def plan(connection: Connection, session_id: str) -> None:
    """Spread the free places of shared cases over the people there are, so that every two share cases."""
    number = session_number(session_id)
    there = [seat.person_id for seat in seats_in(connection, session_id) if not (seat.released or seat.unblinded)]
    query = select(slots).where(slots.c.session_id == number).order_by(slots.c.position, slots.c.slot)
    wanted: Counter[int] = Counter()
    taken: dict[int, list[int]] = {}
    free: dict[int, list[int]] = {}
    for row in connection.execute(query):
        wanted[row.position] += 1
        if row.state == "open":
            free.setdefault(row.position, []).append(row.slot)
        else:
            taken.setdefault(row.position, []).append(row.holder)
    planned = spread_over_people(wanted, taken, there, passed=_passed_on(connection, number))
    changes = [
        {"at": position, "nth": slot, "who": who}
        for position, places in free.items()
        for slot, who in zip(places, planned[position], strict=True)
    ]
    if changes:
        connection.execute(
            update(slots)
            .where(slots.c.session_id == number, slots.c.position == bindparam("at"), slots.c.slot == bindparam("nth"))
            .values(planned_for=bindparam("who")),
            changes,
        )


def shared_cases(connection: Connection, session_id: str) -> Counter[tuple[int, int]]:
    """How many cases every two people share or are planned to."""
    rows = connection.execute(select(slots).where(slots.c.session_id == session_number(session_id)))
    by_case: dict[int, list[int]] = {}
    for row in rows:
        who = row.holder or row.planned_for
        if who:
            by_case.setdefault(row.position, []).append(who)
    return Counter(pair for holders in by_case.values() for pair in combinations(sorted(holders), 2))


def open_seats_on(connection: Connection, set_name: str, names: Iterable[str] | None = None) -> tuple[Seat, ...]:
    """The seats on a set whose people have to stay blind: neither frozen, nor given up, nor unblinded."""
    conditions: list[Any] = [sessions.c.set_name == set_name, *_IN_USE]
    if names is not None:
        conditions.append(people.c.name_key.in_([name_key(name) for name in names]))
    return _seats(connection, *conditions)


def open_seats_of(connection: Connection, name: str) -> tuple[Seat, ...]:
    """The seats from which a person can label, on any set."""
    return _seats(connection, people.c.name_key == name_key(name), *_IN_USE)


def _passed_on(connection: Connection, number: int) -> dict[int, set[int]]:
    query = select(turns.c.position, turns.c.person_id).where(
        turns.c.session_id == number, turns.c.state.in_(("skipped", "lost"))
    )
    found: dict[int, set[int]] = {}
    for position, person_id in connection.execute(query):
        found.setdefault(position, set()).add(person_id)
    return found


def _seats(connection: Connection, *conditions: Any) -> tuple[Seat, ...]:
    query = (
        select(seats, people.c.name)
        .join(people, people.c.id == seats.c.person_id)
        .join(sessions, sessions.c.id == seats.c.session_id)
        .where(*conditions)
        .order_by(seats.c.invited_at, seats.c.person_id)
    )
    return tuple(_seat(row) for row in connection.execute(query))


def _seat(row: Row[Any]) -> Seat:
    return Seat(
        session_id=session_name(row.session_id),
        person_id=row.person_id,
        name=row.name,
        code=row.code,
        released=row.released,
        unblinded=row.unblinded,
    )
