"""Every page that the navigation knows is visited: on an empty store, and on one with a run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.cli import main
from evalcore.places import app_folder, bundled_data

VIEWS = sorted(path.name for path in (app_folder() / "pages" / "views").glob("*.py") if path.name != "__init__.py")


def visit(view: str) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
    app.run()
    if view != "overview.py":
        app.switch_page(f"pages/views/{view}")
        app.run()
    return app


@pytest.fixture
def measured_store(each_database: None) -> None:
    assert main(["run", "--cases", "demo", "--judge", "always-yes", "--judge", "word-overlap", "--repeats", "2"]) == 0


def test_every_view_is_in_the_navigation() -> None:
    listed = set(re.findall(r"pages/views/(\w+\.py)", (app_folder() / "pages" / "ui" / "pagelist.py").read_text()))
    assert set(VIEWS) == listed


@pytest.mark.parametrize("view", VIEWS)
def test_a_page_on_an_empty_store_says_what_is_missing_and_raises_nothing(view: str) -> None:
    app = visit(view)
    assert not app.exception
    assert app.title


@pytest.mark.usefixtures("measured_store")
@pytest.mark.parametrize("view", VIEWS)
def test_a_page_on_a_measured_store_draws_and_raises_nothing(view: str) -> None:
    app = visit(view)
    assert not app.exception
    assert app.title


def test_an_error_that_people_can_mend_is_said_in_its_own_words() -> None:
    def page() -> None:
        from evalcore.errors import StoreError
        from pages.ui import frame

        with frame.errors_in_words():
            raise StoreError("the store is not a database; name another with --db")

    app = AppTest.from_function(page).run()
    assert not app.exception
    assert [error.value for error in app.error] == ["This page could not be drawn."]
    assert [text.value for text in app.text] == ["the store is not a database; name another with --db"]


def test_streamlit_pages_folder_holds_no_script_of_its_own() -> None:
    # Streamlit would run pages/x.py for the address /x on a fresh server, without app.py ever having run.
    assert [path.name for path in Path(app_folder() / "pages").glob("*.py")] == ["__init__.py"]


def test_a_plan_never_fetches_weights_that_nobody_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_CACHE", str(tmp_path / "cache"))
    assert main(["import", str(bundled_data() / "demo" / "lanternworks.jsonl"), "--name", "demo"]) == 0
    app = visit("run.py")
    app.multiselect(key="run_judges").set_value(["embedded:smollm2-135m"]).run()
    assert not app.exception
    assert any("fetch them first" in info.value for info in app.info)
    assert not (tmp_path / "cache").exists()
