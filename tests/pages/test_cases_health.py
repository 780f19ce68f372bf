"""Cases: what is found of a set's health leads to its cases, and the set can be taken along."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.domain import Dataset
from evalcore.places import app_folder
from evalcore.store import Store
from pages.ui import state
from tests.support.things import NOON, make_dataset


def stored(dataset: Dataset) -> None:
    store = Store.open(os.environ["EVALCORE_DB"])
    store.save_dataset(dataset, at=NOON)
    store.close()


def cases(*opened: str) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30).run()
    app.switch_page("pages/views/cases.py")
    for key in opened:
        app.session_state[key] = True
    app.run()
    assert not app.exception
    return app


def listed(app: AppTest) -> list[str]:
    return next(list(frame.value["case"]) for frame in app.dataframe if "question" in frame.value.columns)


@pytest.fixture
def two_without_evidence() -> None:
    dataset = make_dataset(20)
    made = tuple(replace(case, evidence=()) if number in (3, 7) else case for number, case in enumerate(dataset.cases))
    stored(replace(dataset, cases=made))


@pytest.mark.usefixtures("two_without_evidence")
def test_nothing_is_looked_for_before_the_part_is_opened():
    app = cases()
    assert not any("No evidence" in one.value for one in app.markdown)
    assert len(listed(app)) == 20


@pytest.mark.usefixtures("two_without_evidence")
def test_a_finding_lists_its_cases_and_opens_one_of_them():
    app = cases(state.HEALTH)
    assert any("No evidence where some is expected" in one.value for one in app.markdown)
    app.button(key=state.finding_link("no-evidence", 1)).click().run()
    assert not app.exception
    assert listed(app) == ["c3", "c7"]
    assert "c7" in [one.value for one in app.subheader]
    app.selectbox(key=state.FINDING).set_value("any").run()
    assert len(listed(app)) == 20


@pytest.mark.usefixtures("two_without_evidence")
def test_what_is_too_long_depends_on_the_window_that_is_typed():
    app = cases(state.HEALTH)
    assert not any("Too long" in one.value for one in app.markdown)
    app.number_input(key=state.HEALTH_WINDOW).set_value(1).run()
    assert any("Too long" in one.value for one in app.markdown)
    app.button(key=state.finding_link("too-long", None)).click().run()
    # The part has closed and its fields are gone; the finding is still the one of the window that was typed.
    assert state.HEALTH_WINDOW not in [one.key for one in app.number_input]
    assert app.selectbox(key=state.FINDING).value == "too-long"
    assert len(listed(app)) == 20


@pytest.mark.usefixtures("two_without_evidence")
def test_every_form_of_the_set_can_be_taken_along():
    app = cases(state.SET_FILES)
    assert [one.label for one in app.get("download_button")] == ["CSV", "JSON Lines", "Parquet", "Data sheet"]


@pytest.mark.usefixtures("two_without_evidence")
def test_a_finding_is_mended_in_a_new_version_of_the_set():
    app = cases(state.HEALTH)
    app.button(key=state.finding_fix("no-evidence")).click().run()
    assert not app.exception
    assert any("mended in a new version of tiny" in one.value for one in app.success)
    assert not any("No evidence" in one.value for one in app.markdown)
    store = Store.open(os.environ["EVALCORE_DB"])
    versions = store.list_datasets()
    newest = store.load_dataset(versions[0].id)
    store.close()
    assert len(versions) == 2
    assert [case.id for case in newest.cases if "fixed" in case.meta] == ["c3", "c7"]
