"""No page is a dead end: what is under way is pointed to, and after the last conflict stands what comes next."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.cli import main
from evalcore.labelling import conflict_queue, freeze
from evalcore.places import app_folder
from evalcore.store import Store
from pages.ui import state
from tests.support.labelling import make_room
from tests.support.things import NOON


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store.open(os.environ["EVALCORE_DB"])
    yield opened
    opened.close()


def page(name: str, **session: object) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60).run()
    app.switch_page(f"pages/views/{name}.py")
    for key, value in session.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize("looked_at", ["r-0001", "r-0002"])
def test_a_plan_whose_run_is_under_way_points_to_it_and_counts_nothing(store: Store, looked_at: str) -> None:
    """Another process holds the run that would ask what is chosen."""
    asked = ("run", "--cases", "demo", "--judge", "always-yes", "--repeats")
    assert main([*asked, "3"]) == 0
    assert main([*asked, "1"]) == 0
    store.set_run_state("r-0001", "running", at=datetime.now(UTC))
    assert store.take_lease("r-0001", owner="another process", now=datetime.now(UTC), for_s=3600)
    app = page("run", **{state.RUN: looked_at, state.RUN_JUDGES: ["always-yes"]})
    above = ", above," if looked_at == "r-0001" else ""
    assert f"Run r-0001{above} is asking exactly this: there is nothing to start." in [one.value for one in app.info]
    assert not app.metric
    assert [one.label for one in app.button if one.label == "Look at r-0001"] == ["Look at r-0001"] * (not above)


def test_after_the_last_conflict_the_way_goes_on_to_freezing_and_then_to_a_run(store: Store) -> None:
    room = make_room(store, ["Ines", "Bo"], cases=2, annotators_per_case=2)
    for seat, value in zip(room.seats, ("pass", "fail"), strict=True):
        room.label_all(seat, value)
    words = "Nothing is left to decide."
    assert not any(words in text.value for text in page("adjudicate").text)
    for conflict in conflict_queue(store, room.session.id):
        store.labelling.adjudicate(room.session.id, "Mo", conflict.case.id, "pass", "read it", now=NOON)
    app = page("adjudicate")
    assert any(words in text.value for text in app.text)
    assert [link.label for link in app.get("page_link")][-1:] == ["Freeze the session"]
    freeze(store, room.session.id, at=NOON)
    app = page("adjudicate")
    assert any("The session is frozen: its labels are in" in text.value for text in app.text)
    assert [link.label for link in app.get("page_link")][-2:] == ["Run judges on it", "Compare the judges"]
