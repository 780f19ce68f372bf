"""What the pages say of a run that met a fault, and of verdicts that rest on a prompt that was cut."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.places import app_folder
from evalcore.providers import Answer, Request
from evalcore.store import Store
from pages.ui import matrix, state
from tests.fault_matrix import server_misbehaving
from tests.support.fault_rows import MODEL, ROWS, Row
from tests.support.faulty_runs import FaultyRun
from tests.support.model_server import ModelServer
from tests.support.runs import run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset

SAID = [row for row in ROWS if row.name in ("HTML error page", "404 for the model in mid-run", "429 with Retry-After")]


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store.open(os.environ["EVALCORE_DB"])
    yield opened
    opened.close()


def visit(view: str, **chosen: object) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
    app.run()
    app.switch_page(f"pages/views/{view}.py")
    for key, value in chosen.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app


def words_of(app: AppTest) -> str:
    kinds = (app.text, app.warning, app.caption, app.success, app.info)
    return "\n".join(element.value for kind in kinds for element in kind)


@pytest.mark.parametrize("row", SAID, ids=lambda row: row.name)
def test_the_run_page_says_what_went_wrong_in_words_and_offers_to_ask_again(row: Row, store: Store) -> None:
    with ModelServer() as server:
        faulty = FaultyRun(provider="ollama", store=store, server=server, misbehave=server_misbehaving(row, server))
        told = faulty.first_go()
        app = visit("run", **{state.RUN: store.list_runs()[0].id})
    drawn = words_of(app)
    for line in told.words.splitlines():
        assert line in drawn
    labels = [button.label for button in app.button]
    assert f"Ask {told.failed} failed calls again" in labels
    if told.missing:
        assert f"Continue: ask {told.missing} missing calls" in labels


def cut_ones(request: Request) -> Answer:
    return Answer(text="YES", prompt_tokens=9, truncated=request.case.id in ("c0", "c1"))


@pytest.fixture
def cut_run(store: Store) -> str:
    return run(store, ScriptedProvider(script=cut_ones), make_dataset(8)).run_id


def test_the_run_page_counts_the_replies_that_rest_on_a_cut_prompt(cut_run: str) -> None:
    drawn = words_of(visit("run", **{state.RUN: cut_run}))
    assert "8 answered · 0 failed · 0 missing · 2 on a cut prompt" in drawn
    assert "2 replies rest on a prompt that was cut to fit the window" in drawn


def test_compare_says_what_rests_on_a_cut_prompt_and_what_the_others_say(cut_run: str) -> None:
    app = visit("compare", **{state.RUN: cut_run})
    assert "2 of its 8 replies rest on a prompt that was cut; without those cases" in words_of(app)
    assert app.dataframe[0].value["cut prompts"].tolist() == ["2 of 8"]


def test_compare_lists_the_verdicts_that_rest_on_a_cut_prompt(cut_run: str) -> None:
    app = visit("compare", **{state.RUN: cut_run})
    next(box for box in app.selectbox if box.key == state.CUT).set_value(matrix.CUT).run()
    cases = next(frame.value for frame in app.dataframe if "prompt" in frame.value.columns)
    assert cases[["case", "prompt"]].values.tolist() == [["c0", "cut"], ["c1", "cut"]]


def test_the_judge_page_says_so_and_leads_to_these_verdicts(cut_run: str) -> None:
    app = visit("judge", **{state.RUN: cut_run})
    assert "2 of the answered calls rest on a prompt that was cut" in words_of(app)
    (link,) = [one.proto for one in app.get("page_link") if one.proto.label == "See which verdicts these are"]
    assert "prompts=cut" in link.query_string


def test_the_plan_says_that_this_is_ollama_and_one_click_asks_it_by_its_own_interface(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save_dataset(make_dataset(3), at=NOON)
    with ModelServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
        app = visit("run", **{state.RUN_JUDGES: [f"yes-no@openai:{MODEL}"]})
        drawn = words_of(app).replace("\\", "")
        app.button(key=f"instead_yes-no@openai:{MODEL}").click().run()
        assert not app.exception
        assert app.session_state[state.RUN_JUDGES] == [f"yes-no@ollama:{MODEL}"]
        assert "takes no window" not in words_of(app)
        assert app.button(key="start").label == "Ask 9 calls"
    (stored,) = store.list_judges()
    asked_there = store.load_judge(stored.id).model
    assert (asked_there.provider, asked_there.base_url) == ("ollama", server.url)
    assert "takes no window (num_ctx)" in drawn
    assert f"name the model ollama:{MODEL} in place of openai:{MODEL}" in drawn
