"""A second look is made and read, and packets go out and come in, on the Label page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.labelling import (
    SecondLookChoice,
    create_second_look,
    make_packet,
    run_verdicts,
    second_look_of,
)
from evalcore.labelling.spreadsheet_text import read_csv, write_csv
from evalcore.places import app_folder
from evalcore.store import Store
from pages.ui import state
from tests.support.labelling import Room, make_draft, make_room
from tests.support.recorded_runs import stored_run
from tests.support.things import NOON, make_dataset

VALUE = 8


@pytest.fixture
def store() -> Iterator[Store]:
    """40 cases, even ones labelled pass; the judge passes all of them: 20 agreements and 20 disagreements."""
    stored_run(os.environ["EVALCORE_DB"], make_dataset(40), {"always": ["YES"] * 40})
    opened = Store.open(os.environ["EVALCORE_DB"])
    yield opened
    opened.close()


@pytest.fixture
def looked(store: Store) -> Room:
    """A second look at 10 agreements and all disagreements, in which Ines labels."""
    (run,) = store.list_runs()
    verdicts = run_verdicts(store, run.id)
    session = create_second_look(
        store, verdicts.dataset_id, make_draft(criterion="grounded"), verdicts.of("always")[1],
        SecondLookChoice(agreements=10), about=f"always in {run.id}", at=NOON,
    )  # fmt: skip
    room = Room(store=store, session=session)
    room.invited("Ines")
    return room


def label_page(part: str, **session: Any) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
    app.run()
    app.switch_page("pages/views/label.py")
    app.session_state[state.PART] = part
    for key, value in session.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app


def session_page(room: Room, **session: Any) -> AppTest:
    session = {state.SET: room.session.set_name, state.SESSION: room.session.id, **session}
    return label_page("Sessions", **session)


def texts_of(app: AppTest) -> str:
    return "\n".join(text.value for text in app.text)


def choose(app: AppTest, label: str, value: Any) -> AppTest:
    (widget,) = (one for one in (*app.selectbox, *app.text_input, *app.number_input) if one.label == label)
    widget.set_value(value).run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> AppTest:
    (button,) = (one for one in app.button if one.label == label)
    button.click().run()
    assert not app.exception
    return app


def test_a_second_look_is_made_of_a_run_and_a_judge(store: Store) -> None:
    app = label_page("New session")
    choose(app, "Name of the session", "look again")
    choose(app, "People", "Ines")
    choose(app, "Order", "second look")
    choose(app, "Agreements, of 20", 5)
    choose(app, "Disagreements, of 20", 4)
    press(app, "Make the session")
    (session,) = store.labelling.list_sessions()
    assert (session.spec.queue, session.spec.about, session.cases) == ("second look", "always in r-0001", 9)
    assert sorted({case.inclusion for case in store.labelling.session_cases(session.id)}) == [0.2, 0.25]
    assert "Looked at again: 0 of the 20 cases where judge and label agree" in texts_of(app)


def test_fields_that_a_second_look_has_no_use_for_are_not_there(store: Store) -> None:
    app = label_page("New session")
    assert {"Cases", "By the run"} & {one.label for one in app.selectbox} == {"Cases"}
    choose(app, "Order", "second look")
    assert {"Cases", "By the run"} & {one.label for one in app.selectbox} == {"By the run"}
    assert not [one.label for one in app.number_input if "ilot" in one.label or "hared case" in one.label]


def test_a_second_look_takes_a_run_under_its_criterion(store: Store) -> None:
    chosen = {state.label_field("order"): "second look", state.label_field("criterion"): "tone"}
    app = label_page("New session", **chosen)
    assert "This order takes a run, and there is none under “tone”\\." in [one.value for one in app.warning]


def test_the_session_page_says_the_estimates_and_why_there_are_none_yet(looked: Room) -> None:
    """Every label of 10 agreements and 20 disagreements is found right, but for those of c1 and c3.

    Errors 0.5 × 0/10 + 0.5 × 2/20 = 5%; agreement 0.5 × 10/10 + 0.5 × 2/20 = 55%, and 50% before.
    """
    assert "cannot be said yet: no case where judge and gold agree was looked at again." in texts_of(
        session_page(looked)
    )
    while hasattr(shown := looked.next(looked.seats[0]), "case"):
        number = int(shown.case.id.removeprefix("c"))
        looked.press(looked.seats[0], shown, "pass" if number % 2 == 0 or number in (1, 3) else "fail")
    app = session_page(looked)
    said = texts_of(app)
    assert "Looked at again: 10 of the 20 cases where judge and label agree, and 20 of the 20" in said
    assert "About 5% (" in said
    assert "The judge agrees with people on 55% (" in said
    table = next(frame.value for frame in app.dataframe if "after, weighted" in frame.value.columns)
    rows = table.set_index("figure")
    assert rows.loc["agreement", "before"].startswith("50% (")
    assert rows.loc["labels in error", "cases"] == 30
    assert any("never become labels of the set" in caption.value for caption in app.caption)
    assert "Freeze" not in [expander.label for expander in app.expander]


def test_estimates_follow_an_undo(looked: Room) -> None:
    looked.label(looked.seats[0], "pass")
    before = second_look_of(looked.store, looked.session.id).looked_at
    app = session_page(looked)
    looked.undo(looked.seats[0])
    app.run()
    assert sum(before.values()) == 1
    assert "Looked at again: 0 of the 20 cases where judge and label agree, and 0 of the 20" in texts_of(app)


def test_whoever_labels_on_the_set_gets_no_estimate_no_packet_and_no_second_look(looked: Room) -> None:
    seat = {state.CODES: {looked.seats[0].code}}
    app = session_page(looked, **seat)
    everything = texts_of(app) + str([frame.value.to_dict() for frame in app.dataframe])
    assert "Looked at again" not in everything
    assert "always" not in everything
    assert not [expander.label for expander in app.expander if "Packets" in expander.label]
    app = label_page("New session", **seat)
    choose(app, "Order", "second look")
    assert any("let somebody else make the second look" in info.value for info in app.info)
    assert not [one.label for one in app.number_input if "greements" in one.label]


def test_a_session_is_opened_by_its_id_in_the_address(store: Store) -> None:
    first, second = make_room(store, name="first"), make_room(store, name="second")
    for room in (first, second):
        app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
        app.run()
        app.switch_page("pages/views/label.py")
        app.session_state[state.PART] = "Sessions"
        app.session_state[state.SET] = room.session.set_name
        app.query_params[state.SESSION] = room.session.id
        app.run()
        assert next(one.value for one in app.selectbox if one.key == state.SESSION) == room.session.id


def packets_open(room: Room) -> AppTest:
    return session_page(room, **{state.packets_of(room.session.id): True})


def uploaded(app: AppTest, content: bytes) -> AppTest:
    app.file_uploader(key=state.PACKET_FILE).upload("bo.csv", content, "text/csv").run()
    return press(app, "Take its labels")


def test_a_packet_that_came_back_is_taken_line_by_line(store: Store) -> None:
    room = make_room(store, ["Bo"], cases=4, dataset=make_dataset(4, name="paper", labels=()))
    app = packets_open(room)
    assert any("0 cases on paper, 4 more could be" in caption.value for caption in app.caption)
    assert [button.proto.disabled for button in app.get("download_button")] == [False, False]
    rows = read_csv(make_packet(store, room.seats[0], most=4, format="csv", now=NOON).content)
    rows[1][VALUE], rows[2][VALUE], rows[3][VALUE] = "pass", "maybe *so*", ""
    rows[4][1], rows[4][VALUE] = "guessed", "fail"
    uploaded(app, write_csv(rows))
    said = texts_of(app)
    assert "bo.csv: 1 label stored, 0 there already, 1 line without a value." in said
    assert [one.value for one in app.warning] == ["2 lines not taken; mend them in the file and bring it again."]
    assert f"line 3, case {rows[2][2]}: 'maybe *so*' is none of pass, fail" in said
    assert f"line 5, case {rows[4][2]}: the code is of nobody in this session" in said
    assert [event.value for event in store.labelling.events(room.session.id)] == ["pass"]


def test_what_is_no_packet_is_refused_in_words(store: Store) -> None:
    room = make_room(store, ["Bo"], dataset=make_dataset(4, name="paper", labels=()))
    app = uploaded(packets_open(room), b"a,b\n1,2\n")
    assert "bo.csv: " in texts_of(app)
    assert "expected a packet with the columns" in texts_of(app)


def test_no_packet_is_offered_for_a_frozen_session_or_for_who_has_nothing_left(store: Store) -> None:
    room = make_room(store, ["Bo"], dataset=make_dataset(2, name="paper", labels=()))
    room.label_all(room.seats[0])
    app = packets_open(room)
    assert [button.proto.disabled for button in app.get("download_button")] == [True, True]
    store.labelling.stop_labelling(room.session.id)
    app = session_page(room)
    assert not [expander.label for expander in app.expander if "Packets" in expander.label]
