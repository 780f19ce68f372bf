"""``evalcore doctor``: the number of calls before, the findings after, and nothing left in the store."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.judges import Options, find_judge, judge_to_text
from evalcore.store import Store
from tests.support.command import ROOT, Command
from tests.support.judge_server import JudgeServer, probe_set
from tests.support.model_server import Fault, ModelServer
from tests.support.probing import JUDGE
from tests.support.things import NOON

WORDS = ("doctor", "--cases", "demo", "--judge")


def test_the_findings_come_in_words_and_nothing_is_stored_of_them(command: Command):
    ended = command(*WORDS, "always-yes")
    assert ended.code == 0
    # 16 cases as they are, 16 with other evidence, padded, as Markdown and with an instruction; 11 have two documents.
    assert "always-yes: 91 calls about 16 cases (8 pass, 8 fail), drawn by seed 0" in ended.err
    assert "▲ look       Leaning to one verdict" in ended.out
    assert "● 1 ok · ▲ 1 look · ◆ 0 unclear · ○ 13 undefined" in ended.out
    store = Store.open(os.environ["EVALCORE_DB"])
    assert (store.list_runs(), store.list_judges()) == ((), ())
    store.close()


def test_the_documentation_shows_what_a_good_judge_gets(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    page = (ROOT / "docs" / "doctor.md").read_text(encoding="utf-8")
    shown = page.partition("$ evalcore doctor --cases lamps --judge good.yaml\n")[2].partition("```")[0]
    (tmp_path / "good.yaml").write_text(
        judge_to_text(replace(find_judge(JUDGE), name="good", options=Options(think=True))), encoding="utf-8"
    )
    store = Store.open(os.environ["EVALCORE_DB"])
    store.save_dataset(probe_set(), at=NOON)
    store.close()
    with JudgeServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        ended = command("doctor", "--cases", "lamps", "--judge", tmp_path / "good.yaml")
    assert ended.out == shown


def test_a_plan_asks_nothing(command: Command, monkeypatch: pytest.MonkeyPatch):
    with JudgeServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        ended = command(*WORDS, JUDGE, "--sample", "4", "--plan")
        assert server.prompts == []
    assert ended.code == 0
    assert "calls about 4 cases (2 pass, 2 fail)" in ended.err
    assert ended.out == ""


def test_the_document_is_written_and_printed_with_every_prompt_and_reply(command: Command, tmp_path: Path):
    ended = command(*WORDS, "word-overlap", "--json", "--out", tmp_path / "doctor.json")
    assert ended.json == json.loads((tmp_path / "doctor.json").read_text(encoding="utf-8"))
    assert ended.json["schema"] == "evalcore-doctor/1"
    assert len(ended.json["exchanges"]) == ended.json["calls"] == 91
    assert {"kind", "title", "mark", "found", "estimate", "change"} <= set(ended.json["findings"][0])


def test_failed_calls_end_with_1_and_the_findings_all_the_same(command: Command, monkeypatch: pytest.MonkeyPatch):
    class Choking(JudgeServer):
        def _says(self, prompt: str):
            return Fault.status(400) if "Thank you very much" in prompt else super()._says(prompt)

    with Choking() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        ended = command(*WORDS, JUDGE, "--sample", "4")
    assert ended.code == 1
    assert "4 of " in ended.err
    assert "Not defined: every call failed" in ended.out


def test_what_keeps_the_doctor_from_its_job_is_said_in_words(command: Command, monkeypatch: pytest.MonkeyPatch):
    with ModelServer(models=["other:1b"]) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        missing = command(*WORDS, JUDGE)
    assert missing.code == 3
    assert "no model 'smollm2:135m'" in missing.err


def test_cases_that_are_kept_back_are_not_probed(command: Command):
    assert command("check", "demo").code == 0
    assert command("run", "--cases", "demo", "--judge", "always-no", "--repeats", "1").code == 0
    assert command("split", "demo").code == 0
    store = Store.open(os.environ["EVALCORE_DB"])
    split = store.find_split("demo", "grounded")
    store.close()
    assert split is not None
    probed = command(*WORDS, "always-yes", "--sample", "60", "--json").json["cases"]
    assert probed
    assert split.confirm.isdisjoint(probed)
