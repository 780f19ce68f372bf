"""Several people and processes at once, in any order, and killed at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.domain.labelling import Nothing, Shown
from evalcore.domain.labelling_events import standing_labels
from evalcore.store import Store
from evalcore.store.labelling import LEASE_S
from tests.support.labelling import Room, make_room
from tests.support.things import NOON

ROOT = Path(__file__).parents[2]
PEOPLE = ("a", "b", "c", "d")


def annotators_by_case(room: Room) -> dict[str, list[str]]:
    """Who has a standing label on each case of the main round, repeats left out."""
    found: dict[str, list[str]] = {}
    for label in standing_labels(room.store.labelling.events(room.session.id)):
        if label.round == "main" and not label.again:
            found.setdefault(label.case_id, []).append(label.annotator)
    return found


def wanted(room: Room) -> dict[str, int]:
    return {case.case_id: case.annotators for case in room.store.labelling.session_cases(room.session.id)}


def assert_within_overlap(room: Room) -> None:
    limits = wanted(room)
    for case, names in annotators_by_case(room).items():
        assert len(names) == len(set(names)), f"{case} has two labels of one person"
        assert len(names) <= limits[case]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=15)
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(PEOPLE[:3]), st.sampled_from(["label", "label", "skip", "undo", "look", "leave", "relabel"])
        ),
        max_size=40,
    ),
    per_case=st.integers(1, 3),
    shared=st.integers(0, 6),
)
def test_whatever_people_do_no_case_goes_beyond_its_overlap_and_all_can_be_finished(
    store: Store, steps: list[tuple[str, str]], per_case: int, shared: int
) -> None:
    room = make_room(store, PEOPLE[:3], cases=6, annotators_per_case=per_case, shared_cases=shared, again_share=0.3)
    seats = {seat.name: seat for seat in room.seats}
    for name, step in steps:
        seat = seats[name]
        if step == "leave":
            room.clock.pass_s(LEASE_S)
        elif step == "undo":
            room.undo(seat)
        elif step == "relabel":
            store.labelling.answer_change(room.session.id, seat.person_id, 1, "relabel", now=room.clock.pass_s(1))
        elif isinstance(room.next(seat), Shown) and step != "look":
            room.skip(seat) if step == "skip" else room.label(seat, "pass")
        assert_within_overlap(room)
    for _ in range(2):
        for seat in room.seats:
            room.label_all(seat)
        room.clock.pass_s(LEASE_S)
    assert_within_overlap(room)
    if not any(step == "skip" for _, step in steps):
        assert {case: len(names) for case, names in annotators_by_case(room).items()} == wanted(room)


def test_four_people_at_once_lose_nothing_and_never_go_beyond_the_overlap(store: Store) -> None:
    """Four threads on 40 cases, 10 of them shared by two: 50 labels in all."""
    room = make_room(store, PEOPLE, cases=40, annotators_per_case=2, shared_cases=10)
    acknowledged: list[tuple[str, str]] = []

    def work(name: str) -> None:
        mine = Room(store=store, session=room.session)
        seat = next(seat for seat in room.seats if seat.name == name)
        acknowledged.extend((name, shown.case.id) for shown in mine.label_all(seat))

    threads = [threading.Thread(target=work, args=(name,)) for name in PEOPLE]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = annotators_by_case(room)
    assert {case: len(names) for case, names in found.items()} == wanted(room)
    assert sorted(acknowledged) == sorted((name, case) for case, names in found.items() for name in names)
    assert min(store.labelling.shared_cases(room.session.id).values()) >= 1


def start(url: str, room: Room, code: str, log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.support.killable_labelling", url, room.session.id, code, str(log)]
    return subprocess.Popen(command, cwd=ROOT)


def lines(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has SIGKILL")
def test_four_processes_killed_midway_lose_no_acknowledged_label_and_go_on_where_they_were(
    store: Store, store_url: str, tmp_path: Path
) -> None:
    room = make_room(store, PEOPLE, cases=1_000, annotators_per_case=2, shared_cases=400)
    logs = [tmp_path / f"{seat.name}.log" for seat in room.seats]
    working = [start(store_url, room, seat.code, log) for seat, log in zip(room.seats, logs, strict=True)]
    deadline = time.monotonic() + 60
    while min(len(lines(log)) for log in logs) < 10:
        assert time.monotonic() < deadline
        assert all(process.poll() is None for process in working)
        time.sleep(0.005)
    for process in working:
        process.send_signal(signal.SIGKILL)
    for process in working:
        process.wait()
    said = {(seat.name, line) for seat, log in zip(room.seats, logs, strict=True) for line in lines(log)}
    labels = standing_labels(store.labelling.events(room.session.id))
    stored = {(label.annotator, f"{label.case_id} {label.value}") for label in labels}
    # A label may have been stored in the moment between the commit and the line in the log: one for each process.
    assert said <= stored
    assert len(stored) <= len(said) + len(PEOPLE)
    assert_within_overlap(room)
    # Each comes back to the case that was open, and goes on.
    for seat in room.seats:
        turns = Counter(label.turn for label in labels if label.annotator == seat.name)
        shown = store.labelling.next_case(room.session.id, seat.person_id, now=NOON)
        assert not isinstance(shown, Nothing)
        assert shown.turn == max(turns) + 1
