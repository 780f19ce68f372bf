"""A run on a set that was frozen anew since: every command that speaks of the run says what it rests on."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.places import default_store_url
from evalcore.runner.newer_set import newer_set
from evalcore.store import Store
from tests.support.command import Command
from tests.support.newer_set import RUN, decide_otherwise
from tests.support.things import NOON

SECOND_LOOK = shlex.split("--name n --criterion grounded --queue second-look --run r-0001 --agreements 9")
GATES = "schema: evalcore-gates/1\nname: g\njudge:\n  overall:\n    agreement: {at_least: 0.01}\n"


@pytest.fixture
def frozen(command: Command) -> Command:
    """A run on the demo set, of which five cases were decided otherwise since."""
    assert command(*RUN).code == 0
    decide_otherwise(cases=5)
    return command


@pytest.mark.parametrize(
    "words",
    [
        ("report",),
        ("report", "--json"),
        ("gate", "--report", "r-0001", "--gates", "gates.yaml"),
        ("export", "--to", "judge.yaml"),
        ("export", "--to", "report.md"),
        ("plan", "--gate", "0.5", "--report", "r-0001"),
        ("releases", "--before", "r-0001"),
        ("label", "new", "demo", *SECOND_LOOK),
    ],
    ids=" ".join,
)
def test_every_command_on_a_run_says_that_labels_changed_since(
    frozen: Command, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("gates.yaml").write_text(GATES)
    ended = frozen(*words)
    assert ended.code in (0, 2), ended.err
    (said,) = [line for line in ended.err.splitlines() if "Run r-0001 rests on demo as of" in line]
    assert "not on its newest version of 2030-" in said
    assert "5 cases differ, 5 in gold" in said
    assert "Run the judges on the set again" in said


def test_after_a_run_on_the_newest_version_nothing_is_said_and_nothing_was_asked_again(frozen: Command):
    again = frozen(*RUN)
    assert again.code == 0
    assert "run r-0002: 0 calls to ask" in again.err
    assert "rests on" not in frozen("report").err


def test_the_release_before_may_rest_on_the_labels_of_its_time(frozen: Command):
    assert frozen(*RUN).code == 0
    compared = frozen("releases", "--before", "r-0001", "--after", "r-0002")
    assert compared.code == 0, compared.err
    assert "rests on" not in compared.err


def test_a_version_that_changes_nothing_for_the_run_is_not_spoken_of(command: Command):
    assert command(*RUN, "--limit", "3").code == 0
    store = Store.open(default_store_url())
    stored = store.find_dataset("demo")
    assert stored is not None
    dataset = store.load_dataset(stored.id)
    last = replace(dataset.cases[-1], answer="another answer")
    store.save_dataset(replace(dataset, cases=(*dataset.cases[:-1], last)), at=NOON.replace(year=2030))
    assert newer_set(store, "r-0001") is None
    store.close()
    assert "rests on" not in command("report").err


def test_a_changed_text_and_a_case_that_left_are_counted_without_gold(command: Command):
    assert command(*RUN).code == 0
    store = Store.open(default_store_url())
    stored = store.find_dataset("demo")
    assert stored is not None
    dataset = store.load_dataset(stored.id)
    first = replace(dataset.cases[0], slices={"topic": "new"})
    store.save_dataset(replace(dataset, cases=(first, *dataset.cases[1:])), at=NOON.replace(year=2030))
    found = newer_set(store, "r-0001")
    store.close()
    assert found is not None
    assert (found.differing, found.gold_differs) == (1, 0)
    assert "1 case differs, none in gold" in found.sentence
