"""Export: what a target is for the chosen judge, whether its files hold up, and which cases a card quotes."""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.exports import TARGETS
from evalcore.judges import RuleSpec
from evalcore.places import app_folder
from pages.ui import export_resources, state
from tests.support.recorded_runs import stored_run
from tests.support.things import make_dataset

SAID = ["Yes.", "NO", "YES", "NO", "YES", "YES"]
"""Spring fails case 0, which is good, and passes case 5, which is bad."""


@pytest.fixture
def run_id() -> str:
    return stored_run(
        os.environ["EVALCORE_DB"],
        make_dataset(6),
        {"asks": SAID, "other": ["NO"] * 6},
        rule=RuleSpec(name="spring-2.0"),
        reader="Spring AI 2.0",
    )


def export(target: str | None = None, judge: str | None = None) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60)
    app.run()
    app.switch_page("pages/views/export.py")
    for key, value in ((state.TARGET, target), (state.JUDGE, judge)):
        if value is not None:
            app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


def texts_of(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.text, *app.caption, *app.markdown))


def choice(app: AppTest, key: str) -> list[str]:
    return next(box for box in app.selectbox if box.key == key).options


@pytest.mark.usefixtures("run_id")
def test_the_first_target_is_exact_and_says_so_with_what_was_compared():
    app = export(judge="asks")
    assert "exact: 6 requests and 6 verdicts equal" in texts_of(app)
    assert "every saved reply is read as measured" in texts_of(app)


@pytest.mark.usefixtures("run_id")
@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("judge.yaml", "exact: 6 requests"),
        ("python", "exact: 6 requests"),
        ("openai-graders", "adapted: another judge"),
        ("report.html", "a document"),
    ],
)
def test_a_target_has_an_address_and_says_what_it_is(target: str, said: str):
    app = export(target, judge="asks")
    assert next(box for box in app.selectbox if box.key == state.TARGET).value == target
    assert TARGETS[target].title in texts_of(app)
    assert said in texts_of(app)


@pytest.mark.usefixtures("run_id")
def test_targets_are_listed_by_what_they_are_for_this_judge():
    listed = choice(export(judge="asks"), state.TARGET)
    kinds = [TARGETS[name].exactness for name in listed]
    assert kinds == sorted(kinds, key=["exact", "adapted", "document"].index)
    assert set(listed) == set(TARGETS)


@pytest.mark.usefixtures("run_id")
def test_an_adapted_target_lists_its_losses():
    app = export("openai-graders", judge="asks")
    assert "The calibration is void until the judge is measured through this tool." in texts_of(app)
    assert "\n– " in texts_of(app)


def test_a_file_that_differs_from_the_run_is_not_called_exact(run_id: str, monkeypatch: pytest.MonkeyPatch):
    """The target writes a file that someone has changed: the page says which cases show it."""
    honest = TARGETS["judge.yaml"]

    def write(material):
        return {name: text.replace("seed: 42", "seed: 43") for name, text in honest.write(material).items()}

    monkeypatch.setattr("evalcore.exports.targets.TARGETS", {**TARGETS, "judge.yaml": replace(honest, write=write)})
    app = export("judge.yaml", judge="asks")
    shown = texts_of(app)
    assert "differs from the judge that was measured" in shown
    assert "Differs: 0 of 6 requests and 6 of 6 verdicts" in shown
    assert "exact:" not in shown
    assert app.dataframe[0].value["case"].tolist()[:2] == ["c0", "c1"]


@pytest.mark.usefixtures("run_id")
def test_a_rule_is_offered_only_what_a_rule_can_be_written_as():
    from evalcore.cli import main

    assert main(["run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1"]) == 0
    listed = choice(export(judge="always-yes"), state.TARGET)
    assert "judge.yaml" in listed
    assert "card.html" in listed
    assert "promptfoo" not in listed


def test_a_card_quotes_cases_only_once_the_box_is_ticked(run_id: str):
    app = export("card.md", judge="asks")
    assert "Question 5?" not in app.code[0].value
    app.checkbox(key=state.EXAMPLES).check().run()
    assert "Case c5: people say fail, the judge says pass" in app.code[0].value
    assert "Question 5?" in app.code[0].value


def test_the_archive_holds_what_the_page_shows(run_id: str):
    app = export("python", judge="asks")
    listed = choice(app, state.FILE)
    assert listed[0].startswith("README")
    with zipfile.ZipFile(io.BytesIO(export_resources.archive(run_id, "asks", "python"))) as archive:
        assert sorted(archive.namelist()) == sorted(listed)
        assert archive.read(listed[0]).decode("utf-8").strip() == app.code[0].value
