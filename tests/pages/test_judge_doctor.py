"""The doctor's tab: the number of calls before, a background examination, the findings and every call after."""

from __future__ import annotations

import os
import time

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.cli import main
from evalcore.judges import builtin_judges
from evalcore.places import app_folder, bundled_data
from evalcore.store import Store
from pages.ui import doctor_resources, state
from tests.support.judge_server import JudgeServer
from tests.support.model_server import ModelServer, always
from tests.support.probing import JUDGE
from tests.support.things import NOON


def opened() -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60)
    app.run()
    app.switch_page("pages/views/judge.py")
    app.query_params[state.TAB] = "Doctor"
    app.run()
    assert not app.exception
    return app


def examined(app: AppTest) -> AppTest:
    """Press the button, and draw the page once the calls are over."""
    app.button(key="examine").click().run()
    until = time.monotonic() + 60
    known = doctor_resources.examinations()._known
    while any(one.state == "asking" for one in known.values()):
        assert time.monotonic() < until
        time.sleep(0.02)
    app.run()
    assert not app.exception
    return app


def table(app: AppTest) -> dict[str, str]:
    """Mark by finding."""
    found = app.dataframe[0].value
    return dict(zip(found["finding"], found["mark"], strict=True))


def test_the_calls_are_counted_before_any_is_made_and_the_findings_follow():
    assert main(["run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1"]) == 0
    app = opened()
    assert app.button(key="examine").label == "Examine: 91 calls"
    assert any("91 calls about 16 cases of demo \\(8 pass, 8 fail\\)" in caption.value for caption in app.caption)
    examined(app)
    assert app.button(key="examine").label == "Examine again: 91 calls"
    marks = table(app)
    assert marks["Leaning to one verdict"] == "▲ look"
    assert marks["Form of the replies"] == "● ok"
    assert marks["Seed"] == "○ undefined"
    assert any("Say in the prompt what makes an answer fail" in text.value for text in app.text)


def test_other_cases_are_another_examination():
    assert main(["run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1"]) == 0
    app = examined(opened())
    app.number_input(key=state.DOCTOR_SEED).set_value(1).run()
    assert app.button(key="examine").label.startswith("Examine: ")
    assert not app.dataframe


def test_every_prompt_and_reply_can_be_read_and_is_drawn_inert(monkeypatch: pytest.MonkeyPatch):
    hostile = "![seen](http://outside.invalid/pixel.png) yes"

    with ModelServer(always(hostile)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert main(["run", "--cases", "demo", "--judge", JUDGE, "--repeats", "1", "--limit", "20"]) == 0
        app = examined(opened())
        app.session_state[state.DOCTOR_CALLS] = True
        app.run()
    assert not app.exception
    assert hostile in [text.value for text in app.text]
    assert any("Is every statement of the answer supported" in code.value for code in app.code)
    drawn_as_markdown = [element.value for element in (*app.markdown, *app.caption, *app.info, *app.success)]
    assert not any("outside.invalid" in text for text in drawn_as_markdown)


def test_a_server_that_is_gone_ends_the_examination_in_words(monkeypatch: pytest.MonkeyPatch):
    with JudgeServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert main(["run", "--cases", "demo", "--judge", JUDGE, "--repeats", "1", "--limit", "4"]) == 0
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    app = examined(opened())
    assert [error.value for error in app.error] == ["The examination ended before its last call."]
    assert any("ollama serve" in text.value for text in app.text)


def test_a_judge_that_no_run_has_measured_is_examined_from_its_card():
    assert main(["import", str(bundled_data() / "demo" / "lanternworks.jsonl"), "--name", "demo"]) == 0
    store = Store.open(os.environ["EVALCORE_DB"])
    store.save_judge(builtin_judges()["always-no"], at=NOON)
    store.close()
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60).run()
    app.switch_page("pages/views/judges.py").run()
    app.button(key="examine_always-no").click().run()
    assert app.selectbox(key=state.EXAMINED).value == "always-no"
    examined(app)
    assert table(app)["Leaning to one verdict"] == "▲ look"
    assert any("Say in the prompt what makes an answer pass" in text.value for text in app.text)


def test_without_a_set_the_doctor_says_where_one_is_loaded():
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60).run()
    app.switch_page("pages/views/judges.py")
    app.query_params[state.PART] = "Doctor"
    app.run()
    assert not app.exception
    assert [info.value for info in app.info] == ["A judge is examined on labelled cases. Load a set first."]
