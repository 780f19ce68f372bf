"""Conflicts are decided by a person with a reason, and a session's labels become a version of the set."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from evalcore.domain import case_fingerprint, gold_labels
from evalcore.domain.labelling import Nothing, Refused
from evalcore.errors import LabellingError
from evalcore.labelling import conflict_queue, freeze, plan_freeze
from evalcore.store import Store
from tests.support.labelling import Room, make_room
from tests.support.things import NOON, make_case, make_dataset


def label_with_conflicts(room: Room, *, on: set[str]) -> None:
    """Everybody says pass, but the second person says fail on these cases."""
    for seat in room.seats:
        while not isinstance(shown := room.next(seat), Nothing):
            differs = seat is room.seats[1] and shown.case.id in on
            room.press(seat, shown, "fail" if differs else "pass", note="the date is wrong" if differs else "")


@pytest.fixture
def room(store: Store) -> Room:
    """Six cases, two people each, who differ on c1, c2 and c3."""
    made = make_room(store, ["Ines", "Bo"], cases=6, annotators_per_case=2)
    label_with_conflicts(made, on={"c1", "c2", "c3"})
    return made


def test_a_conflict_says_who_said_what_and_nothing_of_a_judge(store: Store) -> None:
    dataset = replace(make_dataset(0), cases=(make_case(0, meta={"judge": "SECRET"}, made_by={"model": "SECRET"}),))
    room = make_room(store, ["Ines", "Bo"], dataset=dataset, annotators_per_case=2)
    label_with_conflicts(room, on={"c0"})
    (conflict,) = conflict_queue(store, room.session.id)
    assert [(vote.annotator, vote.value, vote.note) for vote in conflict.votes] == [
        ("Bo", "fail", "the date is wrong"),
        ("Ines", "pass", ""),
    ]
    assert conflict.is_open
    assert "SECRET" not in str(asdict(conflict))


def test_a_decision_needs_a_reason_and_a_case_of_the_session(room: Room) -> None:
    labelling, session = room.store.labelling, room.session.id
    assert labelling.adjudicate(session, "Mo", "c1", "fail", " ", now=NOON) == Refused(reason="no reason")
    assert labelling.adjudicate(session, "Mo", "c1", "maybe", "x", now=NOON) == Refused(reason="off the scale")
    assert labelling.adjudicate(session, "Mo", "c99", "fail", "x", now=NOON) == Refused(reason="no case")


def test_decided_conflicts_are_gold_and_the_others_are_counted(room: Room) -> None:
    store, session = room.store, room.session.id
    assert [one.case.id for one in conflict_queue(store, session)] == ["c1", "c2", "c3"]
    store.labelling.adjudicate(session, "Mo", "c1", "pass", "read it again", now=NOON)
    store.labelling.adjudicate(session, "mo", "c1", "fail", "the date", now=NOON)
    store.labelling.adjudicate(session, "Mo", "c2", "pass", "dates do not matter", now=NOON)
    queue = conflict_queue(store, session)
    assert [(one.case.id, one.gold.how, one.gold.value) for one in queue] == [
        ("c3", "unresolved", None),
        ("c1", "adjudicated", "fail"),
        ("c2", "adjudicated", "pass"),
    ]
    plan = plan_freeze(store, session)
    assert (plan.labels, plan.decisions, plan.gold, plan.unresolved) == (12, 2, 5, 1)
    assert plan.notes == ("unresolved cases, without gold: 1",)

    frozen = freeze(store, session, at=NOON)
    dataset = store.load_dataset(frozen.stored.id)
    gold = gold_labels(dataset, "supported")
    assert {case: one.value for case, one in gold.items()} == {
        **{f"c{number}": "pass" for number in (0, 2, 4, 5)},
        "c1": "fail",
        "c3": None,
    }
    assert gold["c1"].decision is not None
    assert (gold["c1"].decision.annotator, gold["c1"].decision.note) == ("Mo", "the date")
    assert store.find_dataset("tiny") == frozen.stored
    assert store.labelling.load_session(session).frozen_as == frozen.stored.id


def test_a_frozen_label_says_who_when_how_long_and_under_which_guideline(room: Room) -> None:
    dataset = freeze(room.store, room.session.id, at=NOON).plan.dataset
    label = next(one for one in dataset.labels if one.annotator == "Bo" and one.case_id == "c1")
    assert (label.value, label.note, label.seconds, label.source) == ("fail", "the date is wrong", 2.0, "human")
    assert label.guideline_version == f"{room.session.id} version 1"
    assert label.at is not None
    assert label.case_fingerprint == case_fingerprint(make_case(1))


def test_a_frozen_session_stays_as_it_is(room: Room) -> None:
    freeze(room.store, room.session.id, at=NOON)
    with pytest.raises(LabellingError, match="frozen already"):
        freeze(room.store, room.session.id, at=NOON)
    with pytest.raises(LabellingError, match="nobody can join"):
        room.invited("late")
    said = room.store.labelling.adjudicate(room.session.id, "Mo", "c1", "pass", "x", now=NOON)
    assert said == Refused(reason="frozen")


def test_a_freeze_that_was_killed_halfway_is_finished_by_freezing_again(room: Room) -> None:
    room.store.labelling.stop_labelling(room.session.id)
    assert freeze(room.store, room.session.id, at=NOON).plan.labels == 12


def test_pilot_and_repeats_stay_out_of_gold_and_are_counted(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=30, pilot_cases=4, again_share=0.3)
    store.labelling.open_main_round(room.session.id)
    seen = room.label_all(room.seats[0])
    plan = freeze(store, room.session.id, at=NOON).plan
    assert (plan.labels, plan.pilot_labels) == (26, 4)
    assert plan.repeat_labels == len(seen) - 30 > 0
    assert "labels of the pilot round, left out: 4" in plan.notes


def test_labels_join_those_that_the_set_has_and_a_person_votes_once(store: Store) -> None:
    """The set has labels by "ines" already; she labels as "Ines", and her newer vote counts."""
    room = make_room(store, ["Ines"], dataset=make_dataset(2), criterion="grounded")
    room.label_all(room.seats[0], "fail")
    dataset = freeze(store, room.session.id, at=NOON).plan.dataset
    assert [label.annotator for label in dataset.labels] == ["ines"] * 4
    assert [one.value for one in gold_labels(dataset, "grounded").values()] == ["fail", "fail"]


def test_labels_of_cases_edited_since_are_kept_as_stale(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=3)
    room.label_all(room.seats[0])
    edited = replace(make_dataset(3, labels=()), cases=(make_case(0, answer="New."), make_case(1), make_case(2)))
    store.save_dataset(edited, at=room.clock.pass_s(1))
    assert freeze(store, room.session.id, at=NOON).plan.stale == 1


def test_a_marked_queue_is_frozen_only_when_asked_for_and_says_so(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=3, queue="judges disagree first", first=("c2", "c0"))
    assert [shown.case.id for shown in room.label_all(room.seats[0])] == ["c2", "c0", "c1"]
    with pytest.raises(LabellingError, match="judges disagree first"):
        freeze(store, room.session.id, at=NOON)
    plan = freeze(store, room.session.id, at=NOON, include_marked=True).plan
    assert "no random sample" in plan.notes[0]
    assert {label.guideline_version for label in plan.dataset.labels} == {
        f"{room.session.id} version 1, judges disagree first"
    }


def test_what_is_left_out_after_a_guideline_change_is_not_in(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=3)
    room.label_all(room.seats[0])
    store.labelling.add_guidelines(room.session.id, "stricter", at=NOON)
    store.labelling.answer_change(room.session.id, room.seats[0].person_id, 1, "leave-out", now=NOON)
    plan = freeze(store, room.session.id, at=NOON).plan
    assert (plan.labels, plan.left_out, plan.older_guideline, plan.not_labelled) == (2, 1, 2, 1)


def test_without_labels_there_is_nothing_to_freeze(store: Store) -> None:
    with pytest.raises(LabellingError, match="found none to freeze"):
        freeze(store, make_room(store, ["a"]).session.id, at=NOON)
