"""``evalcore report`` on a run of a rating judge, on a set whose labels are ratings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from evalcore.domain import Dataset, Scale
from evalcore.judges import Judge, RuleSpec
from evalcore.providers import Answer, Request
from evalcore.store import Store
from tests.support.command import Command
from tests.support.runs import run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import make_dataset, make_judge

RATINGS = Scale(values=("1", "2", "3", "4"), level="ordinal", passing=("3", "4"))
GOLD = ("1", "2", "3", "4")
REPLIES = {"c0": "1", "c1": "The rating is 3.", "c2": "4", "c3": "I cannot say."}


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store.open(os.environ["EVALCORE_DB"])
    yield opened
    opened.close()


def rated() -> Dataset:
    dataset = make_dataset(4, name="rated", criteria={"grounded": RATINGS})
    labels = tuple(replace(label, value=value) for label, value in zip(dataset.labels, GOLD, strict=True))
    return replace(dataset, labels=labels)


def rater() -> Judge:
    rule = RuleSpec(name="rating", params={"low": 1, "high": 4})
    return make_judge("rater", rule=rule, tokens={}, scale=RATINGS)


def answers(request: Request) -> Answer:
    return Answer(text=REPLIES[request.case.id])


def test_ratings_are_compared_at_pass_or_fail_and_value_by_value(store: Store, command: Command):
    """Rated 1, 3, 4 and nothing for 1, 2, 3, 4: one is right; at the mark 1 and 3 are right, and nothing is a fail."""
    run(store, ScriptedProvider(answers), rated(), judges=[rater()])
    measures: Any = command("report", "--json").json["judges"][0]["as_deployed"]
    assert measures["confusion"] == {"labels": ["pass", "fail"], "matrix": [[1, 1], [1, 1]], "no_verdict": [1, 0]}
    by_value = measures["by_value"]
    assert (by_value["agreement"]["k"], by_value["n"], by_value["usable"]) == (1, 4, 3)
    assert by_value["confusion"]["no_verdict"] == [0, 0, 0, 1]
    # Of the three with a rating, two are one off.
    assert by_value["mean_absolute_error"]["value"] == pytest.approx(2 / 3)


def test_a_person_sees_both(store: Store, command: Command):
    run(store, ScriptedProvider(answers), rated(), judges=[rater()])
    shown = command("report").out
    assert "rater catches 1 of 2 bad answers" in shown
    assert "Value by value" in shown
