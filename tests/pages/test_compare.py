"""Compare: judges against a reference, under production's mix, on scales of several values, and the cases behind."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.domain import Dataset, Scale
from evalcore.judges import RuleSpec
from evalcore.places import app_folder
from pages.ui import state
from tests.support.recorded_runs import stored_run
from tests.support.things import make_dataset

RATINGS = Scale(values=("1", "2", "3"), level="ordinal", passing=("3",))
KINDS = Scale(values=("refund", "delivery", "account"), passing=())


def compare(*opened: str, **chosen: object) -> AppTest:
    """The page, with parts opened that are drawn on demand, and choices made one after the other."""
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
    app.run()
    app.switch_page("pages/views/compare.py")
    for key in opened:
        app.session_state[key] = True
    app.run()
    for key, value in chosen.items():
        widgets = (app.toggle, app.selectbox, app.number_input)
        next(widget for kind in widgets for widget in kind if widget.key == key).set_value(value).run()
    assert not app.exception
    return app


def texts_of(app: AppTest) -> str:
    return "\n".join(text.value for text in app.text)


def sliced() -> Dataset:
    dataset = make_dataset(40)
    topics = ("billing", "returns")
    cases = tuple(replace(case, slices={"topic": topics[n // 20]}) for n, case in enumerate(dataset.cases))
    return replace(dataset, cases=cases)


@pytest.fixture
def binary(each_database: None) -> None:
    """The dear judge is right on all of 40 cases, the cheap one on all but the last two, the third on every other."""
    right = ["YES", "NO"] * 20
    said = {"dear": right, "cheap": [*right[:38], "NO", "YES"], "always": ["YES"] * 40}
    stored_run(os.environ["EVALCORE_DB"], sliced(), said)


@pytest.mark.usefixtures("binary")
def test_every_other_judge_is_held_against_the_one_that_is_chosen():
    app = compare(against="dear", margin=20.0)
    assert "cheap is not worse than dear by more than the margin of 20 points" in texts_of(app)
    assert "always is proven worse than dear" in texts_of(app)
    assert "Whether cheap is worse than dear by more than the margin of 5 points" in texts_of(compare(against="dear"))


@pytest.mark.usefixtures("binary")
def test_the_cases_that_only_one_of_two_judges_has_right_are_listed():
    app = compare(judge="cheap", **{"with": "dear"})
    assert any("1 of 2 – 40 in the set" in caption.value for caption in app.caption)
    app = compare(judge="cheap", **{"with": "dear", "only": "cheap"})
    assert "No case here tells the two judges apart." in [info.value for info in app.info]


@pytest.mark.usefixtures("binary")
def test_a_mix_is_typed_and_every_judge_is_measured_under_it():
    """The cheap judge has 20 of 20 in billing and 18 of 20 in returns; at 9 to 1 that is 0.9 · 1 + 0.1 · 0.9."""
    app = compare(state.MIX_OPEN, mix="topic", share_billing=90.0, share_returns=10.0)
    table = next(frame.value for frame in app.dataframe if "agreement, as tested" in frame.value.columns)
    assert table.set_index("judge").loc["cheap", "agreement"].startswith("99%")
    nothing = compare(state.MIX_OPEN, mix="topic", share_billing=0.0, share_returns=0.0)
    assert "At least one share has to be above 0." in [info.value for info in nothing.info]


@pytest.mark.usefixtures("binary")
def test_more_figures_show_how_one_sided_the_set_is():
    table = compare(more=True).dataframe[0].value
    assert set(table["good answers"]) == {"20 of 40: 50%"}


def test_what_made_the_answers_stands_at_the_top():
    dataset, models = sliced(), ("wick-8b", "wick-70b", "*tall*", "other")
    cases = tuple(
        replace(case, made_by={"application model": models[n % 4], "prompt version": "v7"})
        for n, case in enumerate(dataset.cases)
    )
    stored_run(os.environ["EVALCORE_DB"], replace(dataset, cases=cases), {"always": ["YES"] * 40})
    (line,) = [caption.value for caption in compare().caption if "made by" in caption.value]
    shown = line.replace("\\", "")
    assert shown == "Answers made by: application model wick-8b, wick-70b, *tall* and 1 more · prompt version v7"
    assert "\\*tall\\*" in line  # no Markdown of theirs


@pytest.mark.usefixtures("binary")
def test_nothing_is_said_of_what_made_the_answers_where_nobody_knows():
    assert not any("made by" in caption.value for caption in compare().caption)


def labelled(scale: Scale) -> Dataset:
    dataset = make_dataset(9, criteria={"grounded": scale})
    labels = tuple(replace(label, value=scale.values[n % 3]) for n, label in enumerate(dataset.labels))
    return replace(dataset, labels=labels)


def test_ratings_are_compared_value_by_value_beside_pass_and_fail():
    rule = RuleSpec(name="rating", params={"low": 1, "high": 3})
    said = {"rater": ["1", "2", "2", "1", "3", "3", "1", "2", "Hm."]}
    stored_run(os.environ["EVALCORE_DB"], labelled(RATINGS), said, rule=rule, tokens={}, scale=RATINGS)
    app = compare(more=True)
    by_value = next(frame.value for frame in app.dataframe if "quadratic" in frame.value.columns)
    # Of 8 with a verdict 6 are equal, and the one without counts as wrong: 6 of 9.
    assert by_value.loc[0, "agrees"].startswith("67%")
    matrix = next(frame.value for frame in app.dataframe if "judge: 2" in frame.value.columns)
    assert matrix.iloc[1].tolist() == ["people: 2", "0", "2", "1", "0"]


def test_a_cell_of_a_matrix_of_several_values_opens_its_cases():
    rule = RuleSpec(name="label", params={"values": {value: [] for value in KINDS.values}})
    said = {"sorter": ["refund", "account", "account", *KINDS.values, *KINDS.values]}
    stored_run(os.environ["EVALCORE_DB"], labelled(KINDS), said, rule=rule, tokens={}, scale=KINDS)
    app = compare(state.TWIN)
    app.button(key="cell_delivery_account").click().run()
    assert not app.exception
    cases = next(frame.value for frame in app.dataframe if "people" in frame.value.columns and "case" in frame.value)
    assert cases[["case", "people", "judge"]].values.tolist() == [["c1", "delivery", "account"]]


def test_one_judge_alone_has_nobody_to_be_compared_with():
    stored_run(os.environ["EVALCORE_DB"], sliced(), {"only": ["YES"] * 40})
    app = compare()
    assert "Compare with" not in [box.label for box in app.selectbox]
    assert "Told apart from" not in [box.label for box in app.selectbox]
