"""Labelling sessions for tests: a small set, people who label it, and a clock that is wound by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from evalcore.domain import PASS_FAIL, Dataset
from evalcore.domain.labelling import Nothing, Seat, Session, Shown
from evalcore.labelling import SessionDraft, create_session, invite
from evalcore.store import Store
from tests.support.things import NOON, make_dataset


@dataclass
class HandClock:
    """Time that passes only when told."""

    now: datetime = NOON

    def pass_s(self, seconds: float) -> datetime:
        """Let time pass, and say what time it is then."""
        self.now += timedelta(seconds=seconds)
        return self.now


def make_draft(**changes: Any) -> SessionDraft:
    """Everything of a set under a criterion of its own, nothing shown again."""
    values: dict[str, Any] = {
        "name": "round one",
        "criterion": "supported",
        "question": "Is every statement supported?",
        "guidelines": "Read the evidence first.",
        "scale": PASS_FAIL,
        "again_share": 0.0,
    }
    return SessionDraft(**{**values, **changes})


@dataclass
class Room:
    """A session and the people in it."""

    store: Store
    session: Session
    clock: HandClock = field(default_factory=HandClock)
    seats: list[Seat] = field(default_factory=list)

    def invited(self, *names: str) -> list[Seat]:
        codes = count(len(self.seats))
        made = [
            invite(
                self.store,
                self.session.id,
                name,
                at=self.clock.pass_s(1),
                code_maker=lambda: f"{self.session.id}-code-{next(codes)}",
            )
            for name in names
        ]
        self.seats += made
        return made

    def next(self, seat: Seat) -> Shown | Nothing:
        return self.store.labelling.next_case(self.session.id, seat.person_id, now=self.clock.now)

    def shown(self, seat: Seat) -> Shown:
        found = self.next(seat)
        assert isinstance(found, Shown), found
        return found

    def label(self, seat: Seat, value: str, *, after_s: float = 2.0, **changes: Any) -> Any:
        """Look at the next case, and label it after so many seconds."""
        shown = self.shown(seat)
        return self.press(seat, shown, value, after_s=after_s, **changes)

    def press(self, seat: Seat, shown: Shown, value: str, *, after_s: float = 2.0, **changes: Any) -> Any:
        given: dict[str, Any] = {"case_fingerprint": shown.case_fingerprint, "now": self.clock.pass_s(after_s)}
        return self.store.labelling.label(self.session.id, seat.person_id, shown.turn, value, **{**given, **changes})

    def skip(self, seat: Seat, *, after_s: float = 2.0) -> Any:
        shown = self.shown(seat)
        return self.store.labelling.skip(
            self.session.id,
            seat.person_id,
            shown.turn,
            case_fingerprint=shown.case_fingerprint,
            now=self.clock.pass_s(after_s),
        )

    def undo(self, seat: Seat, *, after_s: float = 2.0) -> Any:
        return self.store.labelling.undo(self.session.id, seat.person_id, now=self.clock.pass_s(after_s))

    def label_all(self, seat: Seat, value: str = "pass") -> list[Shown]:
        """Label until nothing is left, and say what was shown."""
        seen: list[Shown] = []
        while isinstance(shown := self.next(seat), Shown):
            self.press(seat, shown, value)
            seen.append(shown)
        return seen


def make_room(
    store: Store, names: Sequence[str] = (), *, cases: int = 6, dataset: Dataset | None = None, **draft: Any
) -> Room:
    """A session on a set, or on one of so many cases without labels, with these people invited."""
    stored = store.save_dataset(dataset or make_dataset(cases, labels=()), at=NOON)
    room = Room(store=store, session=create_session(store, stored.id, make_draft(**draft), at=NOON))
    room.invited(*names)
    return room
