"""The queue: who gets which case, alone and several at once, and what survives leaving."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from evalcore.domain.labelling import Nothing, Refused
from evalcore.domain.labelling_events import standing_labels
from evalcore.errors import LabellingError
from evalcore.labelling import CaseChoice
from evalcore.store import Store
from evalcore.store.labelling import LEASE_S
from tests.support.labelling import make_room
from tests.support.things import make_case, make_dataset


def test_every_case_is_labelled_once_and_then_nothing_is_left(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=5)
    (ines,) = room.seats
    seen = room.label_all(ines)
    assert sorted(shown.case.id for shown in seen) == ["c0", "c1", "c2", "c3", "c4"]
    assert [shown.turn for shown in seen] == [1, 2, 3, 4, 5]
    assert room.next(ines) == Nothing(reason="done")
    labels = standing_labels(store.labelling.events(room.session.id))
    assert [(label.case_id, label.value, label.seconds) for label in labels] == [
        (shown.case.id, "pass", 2.0) for shown in seen
    ]


def test_one_person_however_the_name_is_written(store: Store) -> None:
    room = make_room(store, ["Anna"])
    for name in ("anna", " ANNA ", "Ａｎｎａ"):
        assert room.invited(name)[0] == room.seats[0]
    assert store.labelling.join(f" {room.seats[0].code}\n") == room.seats[0]
    with pytest.raises(LabellingError, match="code of an invitation"):
        store.labelling.join("guessed")
    with pytest.raises(LabellingError, match="expected a name"):
        room.invited("  ")


def test_a_person_is_the_same_in_every_session(store: Store) -> None:
    first, second = make_room(store, ["Anna Bell"]), make_room(store, ["anna  bell"], criterion="polite")
    assert first.seats[0].person_id == second.seats[0].person_id
    assert second.seats[0].name == "Anna Bell"
    assert first.seats[0].code != second.seats[0].code


def test_a_case_stays_the_same_until_it_is_decided_and_after_coming_back(store: Store) -> None:
    room = make_room(store, ["Ines"])
    (ines,) = room.seats
    shown = room.shown(ines)
    assert room.shown(ines) == shown
    room.clock.pass_s(LEASE_S * 3)
    store.labelling.join(ines.code)
    assert room.shown(ines) == shown
    # Time away is no time spent on the case.
    room.press(ines, shown, "pass", after_s=4)
    assert store.labelling.events(room.session.id)[-1].seconds == 4


def test_shared_cases_are_spread_over_every_pair_and_never_go_beyond_the_overlap(store: Store) -> None:
    """Four people, 12 shared cases of 30 for two each: 6 pairs share 2 cases each."""
    room = make_room(store, ["a", "b", "c", "d"], cases=30, annotators_per_case=2, shared_cases=12)
    seen = {seat.name: {shown.case.id for shown in room.label_all(seat)} for seat in room.seats}
    counts = Counter(case for cases in seen.values() for case in cases)
    assert sorted(counts.values()) == [1] * 18 + [2] * 12
    assert {len(seen[a] & seen[b]) for a, b in combinations("abcd", 2)} == {2}


def test_whoever_comes_later_is_planned_for_too(store: Store) -> None:
    room = make_room(store, ["a", "b"], cases=12, annotators_per_case=2)
    for _ in range(2):
        room.label(room.seats[0], "pass")
    room.invited("c")
    seen = {seat.name: {shown.case.id for shown in room.label_all(seat)} for seat in room.seats}
    shared = store.labelling.shared_cases(room.session.id)
    assert sum(shared.values()) == 12
    assert min(shared.values()) >= 3
    assert len(seen["c"]) >= 6


def test_a_case_that_somebody_left_open_goes_to_another_when_the_claim_lapses(store: Store) -> None:
    room = make_room(store, ["a", "b"], cases=2)
    a, b = room.seats
    left_open = room.shown(a)
    room.label_all(b)
    assert room.next(b) == Nothing(reason="waiting")
    room.clock.pass_s(LEASE_S)
    assert room.shown(b).case == left_open.case
    # Coming back, a is told; the late label is refused and the case has one annotator.
    assert room.press(a, left_open, "pass") == Refused(reason="taken over")
    room.label_all(b)
    assert room.next(a) == Nothing(reason="done")


def test_what_a_person_who_left_has_not_labelled_is_open_to_the_others(store: Store) -> None:
    room = make_room(store, ["a", "b", "c"], cases=9, annotators_per_case=2)
    a, b, c = room.seats
    room.label(a, "pass")
    room.shown(a)
    store.labelling.release(room.session.id, a.person_id)
    seen = [*room.label_all(b), *room.label_all(c)]
    # 9 cases for two people each; one of these 18 labels is a's.
    assert len(seen) == 17
    assert room.next(a) == Nothing(reason="released")
    # Invited again, a has the same seat and nothing left to do.
    assert room.invited("a")[0].code == a.code
    assert room.next(a) == Nothing(reason="done")


def test_a_skipped_case_is_open_to_others_and_comes_back_once_at_the_end(store: Store) -> None:
    room = make_room(store, ["a"], cases=3)
    (a,) = room.seats
    skipped = room.shown(a).case.id
    room.skip(a)
    for _ in range(2):
        assert room.shown(a).case.id != skipped
        room.label(a, "pass")
    assert room.shown(a).case.id == skipped
    room.skip(a)
    assert room.next(a) == Nothing(reason="done")
    (b,) = room.invited("b")
    assert [shown.case.id for shown in room.label_all(b)] == [skipped]


def test_everybody_labels_the_pilot_round_and_then_waits_for_the_main_one(store: Store) -> None:
    room = make_room(store, ["a", "b"], cases=10, pilot_cases=3)
    pilots = [[shown.case.id for shown in room.label_all(seat)] for seat in room.seats]
    assert pilots[0] == pilots[1]
    assert len(pilots[0]) == 3
    assert room.next(room.seats[0]) == Nothing(reason="pilot done")
    assert store.labelling.open_main_round(room.session.id).state == "open"
    main = [shown for seat in room.seats for shown in room.label_all(seat)]
    assert len(main) == 7
    assert {shown.round for shown in main} == {"main"}


def test_some_cases_are_shown_again_later_and_never_next_to_each_other(store: Store) -> None:
    room = make_room(store, ["a"], cases=40, again_share=0.25)
    order = [shown.case.id for shown in room.label_all(room.seats[0])]
    again = [case for case, times in Counter(order).items() if times == 2]
    assert 4 <= len(again) <= 16  # 40 × 0.25 = 10 expected, ± 2 standard deviations of 2.7 and a little
    assert len(order) == 40 + len(again)
    for case in again:
        first, second = (at for at, one in enumerate(order) if one == case)
        assert second - first > 1


def test_the_order_is_random_by_the_seed(store: Store) -> None:
    orders = [
        [case.case_id for case in store.labelling.session_cases(make_room(store, cases=20, seed=seed).session.id)]
        for seed in (1, 1, 2)
    ]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])


def test_a_sample_is_drawn_from_the_cases_that_meet_the_conditions_and_keeps_its_probability(store: Store) -> None:
    """20 cases, of which 10 are of topic a and 8 of those have no label: 4 of 8 are drawn."""
    cases = tuple(make_case(number, slices={"topic": "a" if number < 10 else "b"}) for number in range(20))
    labelled = make_dataset(20)
    dataset = replace(labelled, cases=cases, labels=labelled.labels[:2])
    choice = CaseChoice(in_slice=("topic", "a"), unlabelled=True, sample=4)
    room = make_room(store, dataset=dataset, criterion="grounded", choice=choice)
    found = store.labelling.session_cases(room.session.id)
    assert {case.case_id for case in found} < {f"c{number}" for number in range(2, 10)}
    assert [case.inclusion for case in found] == [0.5] * 4
    assert (room.session.spec.population, room.session.cases) == (8, 4)
    assert room.session.spec.chosen == "4 drawn at random from all unlabelled cases with topic = a"
