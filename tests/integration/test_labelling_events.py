"""Labels, the guard against stray presses, undo of any depth, guideline changes and blindness."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.domain import Scale
from evalcore.domain.labelling import Nothing, Refused
from evalcore.domain.labelling_events import standing_labels
from evalcore.labelling import labels_to_look_at_again, own_labels
from evalcore.store import Store
from tests.support.labelling import Room, make_room
from tests.support.things import make_case, make_dataset

PAIRS = Scale(values=("A", "B", "tie"), passing=())


def standing(room: Room) -> dict[str, str]:
    labels = standing_labels(room.store.labelling.events(room.session.id))
    return {label.case_id: label.value for label in labels if not label.left_out}


def test_a_double_tap_gives_one_label(store: Store) -> None:
    """The second press comes 60 ms later, on the case that has just appeared."""
    room = make_room(store, ["a"])
    (a,) = room.seats
    first = room.shown(a)
    room.press(a, first, "pass")
    second = room.shown(a)
    assert room.press(a, first, "pass", after_s=0.03) == Refused(reason="not shown")
    assert room.press(a, second, "pass", after_s=0.03) == Refused(reason="too soon")
    assert list(standing(room)) == [first.case.id]


def test_a_held_key_gives_one_label_because_a_refusal_starts_the_wait_anew(store: Store) -> None:
    """A press each 33 ms for a second; then a pause of 0.3 s, and the next press counts."""
    room = make_room(store, ["a"])
    (a,) = room.seats
    pressed = [room.label(a, "pass", after_s=2 if press == 0 else 0.033) for press in range(31)]
    assert [type(one) for one in pressed[1:]] == [Refused] * 30
    assert len(standing(room)) == 1
    room.label(a, "fail", after_s=0.3)
    assert len(standing(room)) == 2


def test_forty_paced_presses_give_forty_labels(store: Store) -> None:
    room = make_room(store, ["a"], cases=40)
    for _ in range(40):
        room.label(room.seats[0], "pass", after_s=0.4)
    assert len(standing(room)) == 40


def test_a_label_of_another_case_or_off_the_scale_is_refused(store: Store) -> None:
    room = make_room(store, ["a", "b"])
    a, b = room.seats
    shown = room.shown(a)
    assert room.press(a, shown, "maybe") == Refused(reason="off the scale")
    assert room.press(a, shown, "pass", case_fingerprint="edited") == Refused(reason="not shown")
    assert room.press(b, shown, "pass") == Refused(reason="not shown")
    assert room.press(a, shown, "pass") != Refused(reason="not shown")


def test_undo_three_times_shows_the_cases_again_from_the_last_to_the_first(store: Store) -> None:
    room = make_room(store, ["a"], cases=6)
    (a,) = room.seats
    seen = [room.shown(a) for _ in range(4) if room.label(a, "pass")]
    labelled = standing(room)
    assert len(labelled) == 4
    for expected in (4, 3, 2):
        assert room.undo(a) == expected
        shown = room.shown(a)
        assert shown.turn == expected
        assert shown.earlier_value == "pass"
    assert len(standing(room)) == 1
    for _ in range(4):
        room.label(a, "fail")
    # Turns 2 to 4 are labelled again, and 5, which was open on the screen.
    assert sorted(standing(room).values()) == ["fail"] * 4 + ["pass"]
    assert seen[-1].turn == 5


def test_a_skip_is_undone_unless_somebody_else_has_the_case_by_now(store: Store) -> None:
    room = make_room(store, ["a", "b"], cases=3)
    a, b = room.seats
    first = room.shown(a)
    room.skip(a)
    assert room.undo(a) == first.turn
    room.press(a, room.shown(a), "pass")
    second = room.shown(a)
    room.skip(a)
    assert second.case.id in [shown.case.id for shown in room.label_all(b)]
    assert room.undo(a) == first.turn
    assert room.undo(a) == Refused(reason="no case")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=15)
@given(steps=st.lists(st.sampled_from(["pass", "fail", "skip", "undo", "undo"]), max_size=25))
def test_undo_of_any_depth_leaves_what_a_stack_would(store: Store, steps: list[str]) -> None:
    """Every decision goes on a stack, undo takes the last one off; what is on the stack stands."""
    room = make_room(store, ["a"], cases=8, again_share=0.3)
    (a,) = room.seats
    stack: list[tuple[int, str]] = []
    for step in steps:
        if step == "undo":
            expected = stack.pop()[0] if stack else Refused(reason="no case")
            assert room.undo(a) == expected
            continue
        shown = room.next(a)
        if isinstance(shown, Nothing):
            break
        stack.append((shown.turn, step))
        room.skip(a) if step == "skip" else room.label(a, step)
    labels = standing_labels(store.labelling.events(room.session.id))
    assert {label.turn: label.value for label in labels} == {turn: said for turn, said in stack if said != "skip"}


def test_notes_and_flags_belong_to_the_label_and_the_newest_note_stands(store: Store) -> None:
    room = make_room(store, ["a"])
    (a,) = room.seats
    shown = room.shown(a)
    room.store.labelling.note(room.session.id, a.person_id, shown.turn, "unsure of d0", now=room.clock.pass_s(1))
    room.store.labelling.flag(room.session.id, a.person_id, shown.turn, on=True, now=room.clock.pass_s(0.01))
    assert (room.shown(a).note, room.shown(a).flagged) == ("unsure of d0", True)
    room.press(a, shown, "pass")
    (label,) = standing_labels(store.labelling.events(room.session.id))
    assert (label.note, label.flagged) == ("unsure of d0", True)
    room.store.labelling.note(room.session.id, a.person_id, shown.turn, "sure now", now=room.clock.pass_s(1))
    assert standing_labels(store.labelling.events(room.session.id))[0].note == "sure now"
    strange = room.store.labelling.note(room.session.id, a.person_id, 99, "x", now=room.clock.now)
    assert strange == Refused(reason="no case")


def test_a_note_with_the_verdict_is_one_event(store: Store) -> None:
    room = make_room(store, ["a"])
    room.label(room.seats[0], "fail", note="date is wrong")
    (event,) = store.labelling.events(room.session.id)
    assert (event.kind, event.value, event.note, event.revision, event.turn) == ("label", "fail", "date is wrong", 1, 1)


def test_sides_of_a_pair_are_swapped_for_some_and_the_label_is_about_the_answers(store: Store) -> None:
    """The first answer is always the better one, whichever side it is on."""
    cases = tuple(make_case(number, meta={"answer_b": f"Worse {number}."}) for number in range(30))
    dataset = replace(make_dataset(0), cases=cases)
    room = make_room(store, ["a"], dataset=dataset, scale=PAIRS, pairs=True, again_share=0.5)
    (a,) = room.seats
    swapped: dict[str, set[bool]] = {}
    while not isinstance(shown := room.next(a), Nothing):
        on_left = shown.case.answer.startswith("Answer")
        assert (shown.second_answer or "").startswith("Worse" if on_left else "Answer")
        swapped.setdefault(shown.case.id, set()).add(not on_left)
        room.press(a, shown, "A" if on_left else "B")
    events = store.labelling.events(room.session.id)
    assert {event.value for event in events} == {"A"}
    sides = [event.swapped for event in events if not event.again]
    assert 5 <= sum(sides) <= 25
    # Shown again, the sides lie the other way round.
    again = {event.case_id for event in events if event.again}
    assert again
    assert all(swapped[case] == {True, False} for case in again)


def test_each_label_made_under_an_older_guideline_is_kept_left_out_or_made_anew(store: Store) -> None:
    room = make_room(store, ["a"], cases=5)
    (a,) = room.seats
    for _ in range(3):
        room.label(a, "pass")
    assert store.labelling.add_guidelines(room.session.id, "Dates count.", at=room.clock.now) == 2
    assert store.labelling.add_guidelines(room.session.id, "Dates count.", at=room.clock.now) == 2
    assert room.shown(a).guidelines == "Dates count."

    def answer(turn: int, said: object) -> object:
        return store.labelling.answer_change(room.session.id, a.person_id, turn, said, now=room.clock.pass_s(1))

    def by_turn() -> dict[int, object]:
        return {label.turn: label for label in standing_labels(store.labelling.events(room.session.id))}

    assert [label.guideline_version for label in by_turn().values()] == [1, 1, 1]
    answer(1, "keep")
    answer(2, "leave-out")
    answer(3, "relabel")
    labels = by_turn()
    assert [labels[turn].guideline_version for turn in (1, 2, 3)] == [2, 2, 1]
    assert (labels[2].left_out, labels[3].asked_again) == (True, True)
    # The case on the screen stays there; the one to be labelled anew comes after it.
    assert room.shown(a).turn == 4
    room.label(a, "pass")
    assert room.shown(a).turn == 3
    room.label(a, "fail")
    label = by_turn()[3]
    assert (label.value, label.guideline_version, label.revision, label.asked_again) == ("fail", 2, 2, False)
    # Undone, the older label stands again.
    room.undo(a)
    assert (by_turn()[3].value, by_turn()[3].asked_again) == ("pass", True)
    assert answer(99, "keep") == Refused(reason="no case")


def test_somebody_who_is_asked_to_label_anew_may_leave_it_at_what_they_said(store: Store) -> None:
    room = make_room(store, ["a", "b"], cases=3)
    a, b = room.seats
    shown = room.shown(a)
    room.press(a, shown, "pass")
    store.labelling.add_guidelines(room.session.id, "v2", at=room.clock.now)
    assert [label.turn for label in labels_to_look_at_again(store, room.session.id, a.person_id)] == [1]
    store.labelling.answer_change(room.session.id, a.person_id, 1, "relabel", now=room.clock.pass_s(1))
    assert labels_to_look_at_again(store, room.session.id, a.person_id) == ()
    room.clock.pass_s(1_000_000)
    # The label stands meanwhile, so nobody else gets the case.
    assert shown.case.id not in [one.case.id for one in room.label_all(b)]
    assert room.shown(a).turn == 1
    room.skip(a)
    (label,) = own_labels(store, room.session.id, a.person_id)
    assert (label.value, label.guideline_version, label.asked_again) == ("pass", 1, True)
    assert room.next(a) == Nothing(reason="done")


def test_a_person_may_look_at_their_own_cases_again(store: Store) -> None:
    room = make_room(store, ["a"])
    (a,) = room.seats
    first = room.shown(a)
    room.label(a, "pass")
    again = store.labelling.case_of_turn(room.session.id, a.person_id, 1)
    assert again is not None
    assert (again.case, again.earlier_value) == (first.case, "pass")
    assert store.labelling.case_of_turn(room.session.id, a.person_id, 99) is None


def test_what_is_shown_holds_nothing_of_judges_or_other_people(store: Store) -> None:
    secret = {"judge verdict": "SECRET", "answer_b": "SECRET"}
    case = make_case(0, meta=secret, made_by={"model": "SECRET"}, slices={"judged": "SECRET"})
    dataset = replace(make_dataset(0), cases=(case,))
    room = make_room(store, ["a", "b"], dataset=dataset, annotators_per_case=2)
    a, b = room.seats
    room.label(a, "fail", note="SECRET")
    assert "SECRET" not in str(asdict(room.shown(b)))


def test_whoever_has_an_open_session_on_a_set_may_not_see_its_results(store: Store) -> None:
    room = make_room(store, ["Anna", "Bo"])
    labelling = store.labelling
    assert not labelling.may_see_results("tiny", "ANNA")
    assert labelling.may_see_results("another set", "anna")
    assert labelling.may_see_results("tiny", "somebody else")
    assert [seat.name for seat in labelling.blind_seats("tiny")] == ["Anna", "Bo"]
    room.shown(room.seats[0])
    assert labelling.unblind("tiny", "anna", now=room.clock.now) == 1
    assert labelling.may_see_results("tiny", "Anna")
    assert labelling.events(room.session.id)[-1].kind == "unblind"
    # A label after that would not be blind; what was on the screen goes to the other.
    assert room.next(room.seats[0]) == Nothing(reason="unblinded")
    assert len(room.label_all(room.seats[1])) == 6
    labelling.stop_labelling(room.session.id)
    assert labelling.may_see_results("tiny", "Bo")
    assert room.next(room.seats[1]) == Nothing(reason="frozen")


def test_a_frozen_session_takes_no_label(store: Store) -> None:
    room = make_room(store, ["a"])
    (a,) = room.seats
    shown = room.shown(a)
    store.labelling.stop_labelling(room.session.id)
    assert room.press(a, shown, "pass") == Refused(reason="frozen")
    assert room.undo(a) == Refused(reason="frozen")
    assert store.labelling.events(room.session.id) == ()


def test_pace_says_how_far_a_person_is_and_how_long_the_rest_takes(store: Store) -> None:
    room = make_room(store, ["a"], cases=10, pilot_cases=2)
    (a,) = room.seats
    assert store.labelling.pace(room.session.id, a.person_id).left == 10
    store.labelling.open_main_round(room.session.id)
    for seconds in (2, 4, 9):
        room.label(a, "pass", after_s=seconds)
    room.skip(a)
    pace = store.labelling.pace(room.session.id, a.person_id)
    assert (pace.labelled, pace.skipped, pace.left, pace.median_s, pace.left_s) == (3, 1, 6, 4.0, 24.0)


@pytest.mark.parametrize("value", ["1", "2", "3", "4"])
def test_ratings_are_labelled_like_verdicts(store: Store, value: str) -> None:
    stars = Scale(values=("1", "2", "3", "4"), level="ordinal", passing=("3", "4"))
    room = make_room(store, ["a"], cases=1, scale=stars)
    assert room.shown(room.seats[0]).values == ("1", "2", "3", "4")
    room.label(room.seats[0], value)
    assert standing(room) == {"c0": value}
