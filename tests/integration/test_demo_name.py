"""A file that is called demo does not take the place of the bundled set, wherever it is brought."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.importing import read_cases
from evalcore.places import bundled_data, default_store_url
from evalcore.runner.recording import recording_of
from evalcore.store import Store
from pages.ui import actions, state
from tests.support.command import Command

REFUSED = "expected another name than 'demo', which the set that comes with the workbench has"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A table of somebody's own answers, in a file that is called demo."""
    file = tmp_path / "demo.csv"
    file.write_text("question,answer,grounded\none,a,yes\ntwo,b,no\n")
    return file


def versions() -> int:
    store = Store.open(default_store_url())
    found = len(store.history("demo"))
    store.close()
    return found


@pytest.mark.parametrize("words", [("import",), ("run", "--judge", "always-yes", "--cases")], ids=" ".join)
def test_a_command_refuses_other_cases_under_the_name(command: Command, own: Path, words: tuple[str, ...]) -> None:
    assert command("run", "--cases", "demo", "--judge", "always-yes").code == 0
    ended = command(*words, own)
    assert (ended.code, ended.out) == (3, "")
    assert REFUSED in ended.err
    assert versions() == 1
    assert command("import", own, "--name", "mine").code == 0


def test_the_page_refuses_them_too(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(state, "warn", said.append)
    imported = read_cases(own)
    actions.store_set(imported, recording_of(imported, file=own.name), [(own.name, own)])
    assert REFUSED in said[0]
    assert versions() == 0


def test_the_bundled_set_itself_comes_back_under_its_name_with_other_labels(command: Command, tmp_path: Path) -> None:
    bundled = bundled_data() / "demo" / "lanternworks.jsonl"
    assert command("import", bundled, "--name", "demo").code == 0
    assert command("sets", "export", "demo", "--out", tmp_path).code == 0
    back = tmp_path / "demo.csv"
    assert command("import", back).code == 0
