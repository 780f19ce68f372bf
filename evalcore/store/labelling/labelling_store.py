"""Labelling sessions as the other parts see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from evalcore.domain import Dataset
from evalcore.domain.labelling import (
    Accepted,
    Nothing,
    Pace,
    PacketRoom,
    Refused,
    Seat,
    Session,
    SessionCase,
    SessionSpec,
    Shown,
)
from evalcore.domain.labelling_events import ChangeAnswer, LabelEvent
from evalcore.domain.origins import Origin
from evalcore.store import datasets
from evalcore.store.database import Database
from evalcore.store.labelling import deciding, people, queue, reading, sessions, settling
from evalcore.store.records import StoredDataset


class LabellingStore:
    """Sessions, people, queues and events; every method is one transaction, safe beside other processes.

    A method that an annotator's press leads to returns :class:`Refused` where the press cannot be meant; the methods
    raise :class:`evalcore.errors.LabellingError` for a session or a person that does not exist.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def create_session(
        self, spec: SessionSpec, cases: Sequence[SessionCase], guidelines: str, *, at: datetime
    ) -> Session:
        """A new session; it starts with the pilot round where it has one."""
        with self._database.writing() as connection:
            return sessions.create(connection, spec, cases, guidelines, at=at)

    def load_session(self, session_id: str) -> Session:
        """The session with this id, such as ``s-0007``."""
        with self._database.reading() as connection:
            return sessions.load(connection, session_id)

    def list_sessions(self) -> tuple[Session, ...]:
        """Every session, newest first."""
        with self._database.reading() as connection:
            return sessions.list_all(connection)

    def session_cases(self, session_id: str) -> tuple[SessionCase, ...]:
        """The cases of a session in the order of its queue."""
        with self._database.reading() as connection:
            return sessions.cases_of(connection, session_id)

    def open_main_round(self, session_id: str) -> Session:
        """End the pilot round; a frozen session stays as it is."""
        with self._database.writing() as connection:
            if sessions.load(connection, session_id).state == "pilot":
                sessions.set_state(connection, session_id, "open")
            return sessions.load(connection, session_id)

    def add_guidelines(self, session_id: str, text: str, *, at: datetime) -> int:
        """Store a new version of the guidelines and return its number; the same text again is no new version."""
        with self._database.writing() as connection:
            return sessions.add_guidelines(connection, session_id, text, at=at)

    def guideline_texts(self, session_id: str) -> dict[int, str]:
        """Every version of the guidelines by its number."""
        with self._database.reading() as connection:
            return sessions.guideline_texts(connection, session_id)

    def invite(self, session_id: str, name: str, *, code: str, at: datetime) -> Seat:
        """Give a person a seat and plan the shared cases anew; who has one, however the name is written, keeps it."""
        with self._database.writing() as connection:
            return people.invite(connection, session_id, name, code=code, at=at)

    def join(self, code: str) -> Seat:
        """The seat that a code opens; the open case appears anew, so that time away does not count as labelling."""
        with self._database.writing() as connection:
            return people.join(connection, code)

    def seat_with_code(self, code: str) -> Seat:
        """The seat that a code is of; unlike :meth:`join` this changes nothing."""
        with self._database.reading() as connection:
            return people.with_code(connection, code)

    def open_seats(self, name: str) -> tuple[Seat, ...]:
        """The seats from which a person can label, however they write their name, in whatever session."""
        with self._database.reading() as connection:
            return people.open_seats_of(connection, name)

    def seats(self, session_id: str) -> tuple[Seat, ...]:
        """Everybody who was invited, in that order."""
        with self._database.reading() as connection:
            return people.seats_in(connection, session_id)

    def release(self, session_id: str, person_id: int) -> None:
        """Give what a person who left has not labelled to the others; their labels stay."""
        with self._database.writing() as connection:
            people.release(connection, session_id, person_id)

    def shared_cases(self, session_id: str) -> Counter[tuple[int, int]]:
        """How many cases every two people share, or are planned to, by their ids in order."""
        with self._database.reading() as connection:
            return people.shared_cases(connection, session_id)

    def may_see_results(self, set_name: str, name: str) -> bool:
        """Whether a person may open the results of a set: not while they have an open session on it."""
        with self._database.reading() as connection:
            return not people.open_seats_on(connection, set_name, [name])

    def blind_seats(self, set_name: str) -> tuple[Seat, ...]:
        """The seats whose people may not open the results of a set."""
        with self._database.reading() as connection:
            return people.open_seats_on(connection, set_name)

    def next_case(self, session_id: str, person_id: int, *, now: datetime) -> Shown | Nothing:
        """The case that a person labels now; the same one until it is labelled or skipped.

        Asking again writes nothing while the claim has half of its time left.
        """
        with self._database.reading() as connection:
            session, seat = self._both(connection, session_id, person_id)
            turn = queue.open_turn(connection, session, seat)
            if (
                turn is not None
                and not queue.why_stopped(session, seat)
                and queue.is_on_screen(connection, session, seat, turn, now=now)
            ):
                return reading.shown(connection, session, seat, turn)
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            claimed = queue.claim(connection, session, seat, now=now)
            return claimed if isinstance(claimed, Nothing) else reading.shown(connection, session, seat, claimed)

    def case_of_turn(self, session_id: str, person_id: int, turn: int) -> Shown | None:
        """A case that the person was shown before, as it was shown; None where there is no such turn of theirs."""
        with self._database.reading() as connection:
            session, seat = self._both(connection, session_id, person_id)
            is_theirs = turn <= queue.last_turn(connection, session, seat) and turn > 0
            return reading.shown(connection, session, seat, turn) if is_theirs else None

    def label(
        self,
        session_id: str,
        person_id: int,
        turn: int,
        value: str,
        *,
        case_fingerprint: str,
        now: datetime,
        note: str = "",
    ) -> Accepted | Refused:
        """Label the case on the screen; ``turn`` and ``case_fingerprint`` are those of what was shown.

        For pairs the value is as the sides were shown; it is stored in canonical sides.
        """
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            return deciding.label(
                connection, session, seat, turn, value, case_fingerprint=case_fingerprint, note=note, now=now
            )

    def skip(
        self, session_id: str, person_id: int, turn: int, *, case_fingerprint: str, now: datetime
    ) -> Accepted | Refused:
        """Pass the case on the screen on to others; it comes back once, at the end."""
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            return deciding.skip(connection, session, seat, turn, case_fingerprint=case_fingerprint, now=now)

    def flag(self, session_id: str, person_id: int, turn: int, *, on: bool, now: datetime) -> Accepted | Refused:
        """Flag a case of the person's own, or take the flag back."""
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            return deciding.remark(connection, session, seat, turn, "flag", "on" if on else "off", now=now)

    def note(self, session_id: str, person_id: int, turn: int, text: str, *, now: datetime) -> Accepted | Refused:
        """Note something on a case of the person's own; the newest note stands."""
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            return deciding.remark(connection, session, seat, turn, "note", text, now=now)

    def undo(self, session_id: str, person_id: int, *, now: datetime) -> int | Refused:
        """Take the last label or skip back, and the one before with the next call; its turn is on the screen again."""
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            return deciding.undo(connection, session, seat, now=now)

    def answer_change(
        self, session_id: str, person_id: int, turn: int, answer: ChangeAnswer, *, now: datetime
    ) -> Accepted | Refused:
        """What becomes of a label made under an older guideline; ``relabel`` brings its case back soon."""
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            return settling.answer_change(connection, session, seat, turn, answer, now=now)

    def adjudicate(
        self, session_id: str, name: str, case_id: str, value: str, reason: str, *, now: datetime
    ) -> Accepted | Refused:
        """Settle a case by one person's decision, with the reason for it; whoever decides needs no seat."""
        with self._database.writing() as connection:
            session = sessions.load(connection, session_id)
            person_id, _ = people.person(connection, name, at=now)
            return settling.adjudicate(connection, session, person_id, case_id, value, reason, now=now)

    def unblind(self, set_name: str, name: str, *, now: datetime) -> int:
        """Record that a person opens the results of a set, in each of their open sessions on it; how many these are."""
        with self._database.writing() as connection:
            open_seats = people.open_seats_on(connection, set_name, [name])
            for seat in open_seats:
                settling.unblind(connection, sessions.load(connection, seat.session_id), seat, now=now)
                people.give_up(connection, seat.session_id, seat.person_id)
            return len(open_seats)

    def pace(self, session_id: str, person_id: int) -> Pace:
        """How far a person is, and how fast."""
        with self._database.reading() as connection:
            return reading.pace(connection, *self._both(connection, session_id, person_id))

    def events(self, session_id: str) -> tuple[LabelEvent, ...]:
        """Every event of a session in order; not for an annotator's eyes."""
        with self._database.reading() as connection:
            return reading.events_of(connection, session_id)

    def event_count(self, session_id: str) -> int:
        """How many events a session has; what is counted from them stays as it is while this does."""
        with self._database.reading() as connection:
            return reading.event_count(connection, session_id)

    def packet_room(self, session_id: str, person_id: int) -> PacketRoom:
        """How many cases a packet could hold for a person now; nothing is reserved."""
        with self._database.reading() as connection:
            return reading.packet_room(connection, *self._both(connection, session_id, person_id))

    def reserve_packet(self, session_id: str, person_id: int, *, most: int, now: datetime) -> tuple[Shown, ...]:
        """Up to so many cases for a person who labels elsewhere, kept for them until they are released."""
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            if queue.why_stopped(session, seat):
                return ()
            queue.reserve(connection, session, seat, most=most, now=now)
            turns = queue.packet_turns(connection, session, seat)
            return tuple(reading.shown(connection, session, seat, turn) for turn in turns)

    def label_from_packet(
        self, session_id: str, person_id: int, case_id: str, value: str, *, note: str, now: datetime
    ) -> Accepted | Refused:
        """Store a label that came back in a packet; its case was shown on paper, so no wait applies."""
        with self._database.writing() as connection:
            session, seat = self._both(connection, session_id, person_id)
            return deciding.label_from_packet(connection, session, seat, case_id, value, note=note, now=now)

    def stop_labelling(self, session_id: str) -> Session:
        """Take no more labels; what follows can count on the events staying as they are."""
        with self._database.writing() as connection:
            sessions.set_state(connection, session_id, "frozen")
            return sessions.load(connection, session_id)

    def save_frozen(self, session_id: str, dataset: Dataset, *, at: datetime, origin: Origin) -> StoredDataset:
        """Store the set that a session's labels make, and note it as what the session was frozen as."""
        rows = datasets.rows_of(dataset)
        with self._database.writing() as connection:
            return sessions.save_frozen(connection, session_id, rows, at=at, origin=origin)

    def _both(self, connection: Connection, session_id: str, person_id: int) -> tuple[Session, Seat]:
        return sessions.load(connection, session_id), people.seat_of(connection, session_id, person_id)
