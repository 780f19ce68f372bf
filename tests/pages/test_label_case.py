"""One case is labelled on the Label page, on each database."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.domain.labelling_events import standing_labels
from evalcore.places import app_folder
from evalcore.store import Store
from pages.ui import label_actions, state
from tests.support.labelling import Room, make_room


@pytest.fixture
def room(each_database: None) -> Iterator[Room]:
    store = Store.open(os.environ["EVALCORE_DB"])
    yield make_room(store, ["Ines"], cases=3)
    store.close()


def test_a_press_stores_the_label_and_brings_the_next_case_and_undo_takes_it_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(label_actions.resources, "clock", lambda: room.clock.pass_s(2))  # a person's pace
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30).run()
    app.switch_page("pages/views/label.py")
    app.query_params[state.CODE] = room.seats[0].code
    app.run()
    first = key_of_pass(app)
    app.button(key=first).click().run()
    second = key_of_pass(app)
    assert second != first  # it holds the turn and the case
    assert values(room) == ["pass"]
    next(button for button in app.button if button.label == "Undo").click().run()
    assert key_of_pass(app) == first
    assert values(room) == []


def key_of_pass(app: AppTest) -> str:
    assert not app.exception
    return next(str(button.key) for button in app.button if str(button.key).startswith("value_1_"))


def values(room: Room) -> list[str]:
    return [label.value for label in standing_labels(room.store.labelling.events(room.session.id))]
