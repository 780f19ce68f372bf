"""Seats as a code or a name finds them, on both databases."""

from __future__ import annotations

import pytest

from evalcore.domain.labelling import Accepted
from evalcore.errors import LabellingError
from evalcore.store import Store
from tests.support.labelling import make_room
from tests.support.things import NOON


def test_a_name_finds_its_seats_in_every_session_however_it_is_written(store: Store) -> None:
    first = make_room(store, ["Ines@Example.org", "Bo"])
    second = make_room(store, ["ines@example.org"])
    assert store.labelling.open_seats(" INES@example.org") == (first.seats[0], second.seats[0])
    assert store.labelling.open_seats("nobody@example.org") == ()


def test_a_seat_that_is_frozen_given_up_or_unblinded_is_no_longer_found(store: Store) -> None:
    frozen, left, seen = (make_room(store, ["Ines"]) for _ in range(3))
    store.labelling.stop_labelling(frozen.session.id)
    store.labelling.release(left.session.id, left.seats[0].person_id)
    assert store.labelling.open_seats("Ines") == (seen.seats[0],)
    store.labelling.unblind(seen.session.set_name, "Ines", now=NOON)
    assert store.labelling.open_seats("Ines") == ()


def test_looking_at_the_seat_of_a_code_takes_nothing_from_who_sits_there(store: Store) -> None:
    room = make_room(store, ["Ines"])
    ines = room.seats[0]
    shown = room.shown(ines)
    assert store.labelling.seat_with_code(f" {ines.code} ") == ines
    assert isinstance(room.press(ines, shown, "pass"), Accepted)
    with pytest.raises(LabellingError, match="found another"):
        store.labelling.seat_with_code("guessed")
