"""What judges said elsewhere, on the pages: stored by the form, drawn like any run, marked, and never to be asked."""

from __future__ import annotations

import html
import os

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.importing import LabelColumn, Recipe, RecordedColumn, read_cases, recipe_to_text
from evalcore.places import app_folder
from evalcore.runner.recording import recording_of, store_recording
from evalcore.store import Store
from pages.ui import judge_resources, state
from tests.support.things import NOON

ROWS = (
    "id,question,answer,verdict,<b>gpt</b>\nq1,Due?,On 3 May.,yes,yes\nq2,Cost?,30 euros.,no,yes\nq3,Who?,Me.,no,no\n"
)
RECIPE = Recipe(
    id="id",
    question="question",
    answer="answer",
    labels=(LabelColumn(column="verdict"),),
    recorded=(RecordedColumn(column="<b>gpt</b>"),),
)
RECORDED = "Recorded in judged.csv (column '<b>gpt</b>'), not asked here; its prompt and model are not known."


def page(view: str) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30).run()
    app.switch_page(f"pages/views/{view}.py")
    app.run()
    assert not app.exception
    return app


def shown(app: AppTest) -> str:
    kinds = (app.text, app.caption, app.info, app.success, app.warning, app.code)
    # Captions are Markdown, in which what comes from people is escaped.
    return "\n".join(html.unescape(str(one.value).replace("\\", "")) for kind in kinds for one in kind)


@pytest.fixture
def run_id() -> str:
    """A set of three cases, and a judge that is right on two of them."""
    found = read_cases(ROWS.encode(), filename="judged.csv", recipe=RECIPE)
    store = Store.open(os.environ["EVALCORE_DB"])
    stored = store.save_dataset(found.dataset, at=NOON)
    (run,) = store_recording(store, stored, recording_of(found, file="judged.csv"), at=NOON)
    store.close()
    return run.run_id or ""


def test_the_form_stores_what_judges_said_as_a_run():
    app = page("cases")
    app.file_uploader(key=state.UPLOAD).set_value(("judged.csv", ROWS.encode(), "text/csv")).run()
    recipe = recipe_to_text(RECIPE).encode()
    app.file_uploader(key=state.UPLOAD_RECIPE).set_value(("recipe.yaml", recipe, "text/yaml")).run()
    assert "a run is stored with the set that holds what was recorded under 'grounded'" in shown(app)
    next(one for one in app.button if one.label.startswith("Store ")).click().run()
    assert not app.exception
    assert "Run r-0001 holds what was recorded under 'grounded'" in shown(app)
    store = Store.open(os.environ["EVALCORE_DB"])
    assert [run.id for run in store.list_runs()] == ["r-0001"]
    store.close()


@pytest.mark.usefixtures("run_id")
def test_compare_marks_a_recorded_judge_and_says_where_it_was_recorded():
    app = page("compare")
    assert any("gray-badge" in mark.value and "recorded" in mark.value for mark in app.markdown)
    assert f"<b>gpt</b> (recorded): {RECORDED}" in shown(app)


@pytest.mark.usefixtures("run_id")
def test_the_judge_page_shows_its_words_and_no_file():
    app = page("judge")
    assert "Read by: the words themselves" in shown(app)
    app.session_state[state.TAB] = "Configuration"
    app.run()
    assert not app.exception
    assert RECORDED in [text.value for text in app.text]


@pytest.mark.usefixtures("run_id")
def test_the_run_page_offers_nothing_to_ask():
    app = page("run")
    assert "These judges ran elsewhere" in shown(app)
    assert "<b>gpt</b> (recorded): judged.csv (column '<b>gpt</b>')" in shown(app)
    assert not {"continue", "ask_failed", "cancel"} & {button.key for button in app.button}


@pytest.mark.usefixtures("run_id")
def test_a_recorded_judge_is_not_among_those_that_can_be_asked_or_edited():
    assert not [name for name in judge_resources.offered_judges() if "recorded" in name]


@pytest.mark.usefixtures("run_id")
def test_the_export_page_offers_documents_alone():
    app = page("export")
    targets = next(box for box in app.selectbox if box.key == state.TARGET)
    assert "report.md" in targets.options
    assert not {"judge.yaml", "python", "spring-ai"} & set(targets.options)
