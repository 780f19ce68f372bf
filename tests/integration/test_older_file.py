"""A file that is named again after people have labelled its set does not put their labels behind without a word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.cli.stored import clock
from evalcore.domain import Dataset
from evalcore.domain.origins import Origin
from evalcore.importing import demo_dataset, read_cases
from evalcore.places import default_store_url
from evalcore.runner.newer_set import replaced_in_words
from evalcore.runner.recording import recording_of
from evalcore.store import Store
from pages.ui import actions, run_actions, state
from pages.ui.run_actions import RunChoice
from tests.support.command import Command
from tests.support.newer_set import decide_otherwise

RUN = ("run", "--cases", "answers.csv", "--judge", "word-overlap", "--repeats", "1")
FROZEN = Origin(what="the labels of the session s-0001, frozen")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "answers.csv"
    path.write_text("id,question,answer,evidence,label\n1,q,a,a,pass\n2,r,b,c,fail\n3,s,d,d,pass\n")
    return path


def changed(change: Callable[[Dataset], Dataset], origin: Origin | None) -> None:
    """Store another version of the set as the newest."""
    store = Store.open(default_store_url())
    found = store.find_dataset("answers")
    assert found is not None
    store.save_dataset(change(store.load_dataset(found.id)), at=clock(), origin=origin)
    store.close()


def all_fail(dataset: Dataset) -> Dataset:
    return replace(dataset, labels=tuple(replace(label, value="fail") for label in dataset.labels))


def newest_gold() -> list[str]:
    store = Store.open(default_store_url())
    found = store.find_dataset("answers")
    assert found is not None
    labels = [label.value for label in store.load_dataset(found.id).labels]
    store.close()
    return labels


def test_a_run_on_the_file_says_that_it_rests_on_labels_from_before_a_freeze(command: Command, file: Path) -> None:
    assert command(*RUN).code == 0
    changed(all_fail, FROZEN)
    again = command(*RUN)
    assert again.code == 0, again.err
    assert "rests on answers as of" in again.err
    assert "2 cases differ, 2 in gold" in again.err
    assert newest_gold() == ["fail"] * 3


def test_a_file_that_was_edited_and_edited_back_is_the_newest_version_again(command: Command, file: Path) -> None:
    text = file.read_text()
    assert command(*RUN).code == 0
    file.write_text(text.replace("d,d,pass", "d,d,fail"))
    assert command(*RUN).code == 0
    file.write_text(text)
    assert command(*RUN).code == 0
    assert newest_gold() == ["pass", "fail", "pass"]


def test_an_edited_file_takes_the_place_of_frozen_labels_and_says_on_how_many_cases(
    command: Command, file: Path
) -> None:
    assert command("import", file).code == 0
    changed(all_fail, FROZEN)
    file.write_text(file.read_text().replace("1,q,a,a,pass", "1,q,a,a,"))
    for words in (("import", file, "--leave-out"), RUN):
        ended = command(*words)
        assert ended.code == 0, ended.err
        assert ("answers had a version of " in ended.err) is (words[0] == "import")
    assert newest_gold() == ["fail", "pass"]


def test_importing_the_old_file_says_what_gold_it_puts_behind(command: Command, file: Path) -> None:
    assert command("import", file).code == 0
    changed(all_fail, FROZEN)
    ended = command("import", file)
    assert ended.code == 0
    assert "with gold on 2 cases that this one does not have, or has otherwise" in ended.err
    assert "freeze its labelling session or import its file again" in ended.err
    assert newest_gold() == ["pass", "fail", "pass"]


def test_a_version_with_more_gold_puts_nothing_behind(command: Command, file: Path) -> None:
    assert command("import", file).code == 0
    store = Store.open(default_store_url())
    before = store.find_dataset("answers")
    assert before is not None
    whole = store.load_dataset(before.id)
    store.save_dataset(replace(whole, labels=whole.labels[:1]), at=clock(), origin=FROZEN)
    fewer = store.find_dataset("answers")
    assert fewer is not None
    assert replaced_in_words(store, fewer, before) == ""
    assert replaced_in_words(store, before, fewer).startswith("answers had a version of")
    assert replaced_in_words(store, None, before) == ""
    store.close()


def test_the_page_says_it_when_the_old_file_is_stored(
    command: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command("import", file).code == 0
    changed(all_fail, FROZEN)
    told: list[str] = []
    monkeypatch.setattr(state, "tell", told.append)
    monkeypatch.setattr(state, "put", lambda **_values: None)
    imported = read_cases(file)
    actions.store_set(imported, recording_of(imported, file=file.name), [(file.name, file)])
    assert "with gold on 2 cases that this one does not have, or has otherwise" in told[0]


def test_the_demo_is_opened_with_the_labels_that_it_has_been_given(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command("run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1").code == 0
    decide_otherwise(cases=5)
    opened: list[RunChoice] = []
    monkeypatch.setattr(run_actions, "begin", opened.append)
    monkeypatch.setattr(state, "tell", lambda _said: None)
    monkeypatch.setattr(state, "put", lambda **_values: None)
    actions.open_demo()
    assert opened[0].dataset.labels == len(demo_dataset().labels) + 5
