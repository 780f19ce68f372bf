"""Pages that show a run say when its set has a newer version in which cases or labels differ."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.cli import main
from evalcore.places import app_folder
from tests.support.newer_set import RUN, decide_otherwise

PAGES = ("overview", "compare", "judge", "plan", "gates", "export")


def said_on(page: str) -> list[str]:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60).run()
    app.switch_page(f"pages/views/{page}.py").run()
    assert not app.exception
    return [one.value.replace("\\", "") for one in app.warning]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_on_a_run_says_that_labels_changed_since(page: str):
    assert main([*RUN]) == 0
    assert not any("rests on" in said for said in said_on(page))
    decide_otherwise(cases=5)
    (said,) = [said for said in said_on(page) if "rests on demo as of" in said]
    assert "5 cases differ, 5 in gold" in said


def test_the_overview_sends_to_a_run_on_the_newest_version_first():
    assert main([*RUN]) == 0
    decide_otherwise(cases=1)
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60).run()
    assert "These figures rest on an older version of the set." in [text.value for text in app.text]
