"""A second look is drawn from agreements and disagreements, hides which is which, and never becomes gold."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

import pytest

from evalcore.errors import LabellingError
from evalcore.labelling import (
    SecondLookChoice,
    cases_to_draw_from,
    create_second_look,
    freeze,
    judges_disagree_first,
    run_verdicts,
    second_look_of,
    uncertain_first,
)
from evalcore.providers import Answer, Request
from evalcore.store import Store
from tests.support.labelling import Room, make_draft, make_room
from tests.support.runs import run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset, make_judge

CHOICE = SecondLookChoice(agreements=10)


@pytest.fixture
def room(store: Store) -> Room:
    """40 cases, even ones labelled pass; the judge passes all of them: 20 agreements and 20 disagreements."""
    made = Room(store=store, session=make_room(store).session)
    stored = store.save_dataset(make_dataset(40, name="judged"), at=NOON)
    verdicts = {f"c{number}": True for number in range(40)}
    draft = make_draft(criterion="grounded")
    made.session = create_second_look(store, stored.id, draft, verdicts, CHOICE, about="always-yes in r-1", at=NOON)
    made.invited("Ines")
    return made


def test_agreements_are_drawn_and_kept_with_their_probability(room: Room) -> None:
    cases = room.store.labelling.session_cases(room.session.id)
    assert sorted({(case.stratum, case.inclusion) for case in cases}) == [
        ("judge pass, gold fail", 1.0),
        ("judge pass, gold pass", 0.5),
    ]
    assert len(cases) == 30
    # Mixed: the first ten are not all of one kind.
    assert len({case.stratum for case in cases[:10]}) == 2


def test_whoever_looks_again_cannot_tell_which_is_which(room: Room) -> None:
    shown = str(asdict(room.shown(room.seats[0])))
    assert "judge" not in shown.replace("judged", "")
    assert "gold" not in shown
    assert "always-yes" not in shown


def test_the_estimates_come_from_the_labels_of_the_session(room: Room) -> None:
    """The second look finds every label right but those of c1 and c3: 2 of 20 disagreements, 0 of 10 agreements.

    Errors 0.5 × 0/10 + 0.5 × 2/20 = 0.05; agreement 0.5 × 10/10 + 0.5 × 2/20 = 0.55.
    """
    while hasattr(shown := room.next(room.seats[0]), "case"):
        number = int(shown.case.id.removeprefix("c"))
        room.press(room.seats[0], shown, "pass" if number % 2 == 0 or number in (1, 3) else "fail")
    found = second_look_of(room.store, room.session.id)
    assert (found.cases, dict(found.looked_at)) == (40, {"agree": 10, "disagree": 20})
    assert found.label_errors.value == pytest.approx(0.05)
    assert found.before.agreement.value == 0.5
    assert found.after.agreement.value == pytest.approx(0.55)


def test_cases_of_each_kind_are_counted_before_any_is_drawn(store: Store) -> None:
    """Of c0 to c3 the even ones are labelled pass; the judge passes three and says nothing of c3."""
    verdicts = {"c0": True, "c1": True, "c2": True}
    assert cases_to_draw_from(make_dataset(4), "grounded", verdicts) == {"agree": 2, "disagree": 1}


def test_every_event_counts_and_none_is_taken_away(room: Room) -> None:
    counts = [room.store.labelling.event_count(room.session.id)]
    room.label(room.seats[0], "pass")
    counts.append(room.store.labelling.event_count(room.session.id))
    room.undo(room.seats[0])
    counts.append(room.store.labelling.event_count(room.session.id))
    assert counts == [0, 1, 2]


def test_its_labels_never_become_gold(room: Room) -> None:
    room.label_all(room.seats[0])
    with pytest.raises(LabellingError, match="no labels of the set"):
        freeze(room.store, room.session.id, at=NOON, include_marked=True)


@pytest.mark.parametrize("choice", [SecondLookChoice(agreements=0), SecondLookChoice(agreements=99)])
def test_a_second_look_without_agreements_is_refused(store: Store, choice: SecondLookChoice) -> None:
    stored = store.save_dataset(make_dataset(4), at=NOON)
    with pytest.raises(LabellingError, match="where judge and gold agree"):
        create_second_look(
            store, stored.id, make_draft(criterion="grounded"), {"c0": True, "c1": True}, choice, about="", at=NOON
        )


def test_a_second_look_needs_gold_that_passes_or_fails(store: Store) -> None:
    stored = store.save_dataset(make_dataset(4), at=NOON)
    with pytest.raises(LabellingError, match="which values pass"):
        create_second_look(store, stored.id, make_draft(criterion="tone"), {}, CHOICE, about="", at=NOON)
    session = make_room(store).session
    with pytest.raises(LabellingError, match="expected a second look"):
        second_look_of(store, session.id)


def test_a_queue_is_ordered_by_what_the_judges_of_a_run_said(store: Store) -> None:
    """The two judges differ on c2; one of them says something else of c1 when asked again."""
    asked: Counter[str] = Counter()

    def script(request: Request) -> Answer:
        doubting = request.judge.name == "doubter"
        asked[f"{request.judge.name} {request.case.id}"] += 1
        turned = doubting and request.case.id == "c1" and asked["doubter c1"] == 2
        return Answer(text="NO" if (doubting and request.case.id == "c2") or turned else "YES")

    judges = [make_judge("asker"), make_judge("doubter", template="{answer}: yes or no?")]
    outcome = run(store, ScriptedProvider(script=script), make_dataset(4), judges=judges, repeats=2)
    verdicts = run_verdicts(store, outcome.run_id)
    assert verdicts.of("asker") == ("asker", {f"c{number}": True for number in range(4)})
    assert verdicts.of("doubter")[1]["c2"] is False
    with pytest.raises(LabellingError, match="expected one judge"):
        verdicts.of(None)
    assert judges_disagree_first(verdicts) == ("c2", "c0", "c1", "c3")
    assert uncertain_first(verdicts) == ("c1", "c0", "c2", "c3")
