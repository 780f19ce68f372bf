"""``evalcore split``: a judge chosen on some cases is confirmed on the others, and looks are counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from tests.support.command import Command

MEASURE = ("run", "--cases", "demo", "--judge", "always-yes", "--judge", "word-overlap", "--repeats", "1")


@pytest.fixture
def split(command: Command) -> Command:
    """The demo set, split with seed 0, and two judges run on it afterwards."""
    assert command("run", "--cases", "demo", "--judge", "always-no", "--repeats", "1").code == 0
    ended = command("split", "demo", "--json")
    assert ended.code == 0
    assert ended.json["choose"] + ended.json["confirm"] == 60
    assert ended.json["seen_before"] == 1
    assert command(*MEASURE).code == 0
    return command


def test_a_report_is_on_the_cases_to_choose_on_and_a_confirmed_one_on_the_others(split: Command) -> None:
    chosen_on = split("report", "--json").json
    kept_back = split("report", "--confirm", "always-yes", "--json").json
    assert chosen_on["selection"] == {"candidates": 3, "split": "choose/confirm", "looks": 2, "part": "choose"}
    assert kept_back["selection"] == {"candidates": 3, "split": "choose/confirm", "looks": 1, "part": "confirm"}
    assert [judge["name"] for judge in kept_back["judges"]] == ["always-yes"]
    # 57 of the 60 cases are asked; each is in one part.
    both = [report["judges"][0]["as_deployed"]["n"] for report in (chosen_on, kept_back)]
    assert sum(both) == 57


def test_each_judge_counts_as_one_look_however_often_it_is_opened(split: Command) -> None:
    for _ in range(2):
        assert split("report", "--confirm", "always-yes", "--json").json["selection"]["looks"] == 1
    second = split("report", "--confirm", "word-overlap", "--json").json
    assert second["selection"]["looks"] == 2
    # Two judges were looked at: the interval that holds for both is wider than the plain one.
    plain, wider = second["judges"][0]["as_deployed"]["agreement"], second["judges"][0]["agreement_among_all"]
    assert wider["low"] < plain["low"] < plain["high"] < wider["high"]


def test_an_exported_calibration_comes_from_the_cases_kept_back_and_says_so(split: Command, tmp_path: Path) -> None:
    assert split("export", "--judge", "always-yes", "--to", "judge.yaml", "--out", tmp_path).code == 0
    calibration = yaml.safe_load((tmp_path / "judge.yaml").read_text())["calibration"]
    kept_back = split("report", "--confirm", "always-yes", "--json").json
    assert calibration["n"] == kept_back["judges"][0]["as_deployed"]["n"]
    assert calibration["selection"] == {
        "candidates": 3,
        "split": "choose/confirm",
        "part": "confirm",
        "looks": 1,
        "on_the_same_cases": False,
        "note": "Measured on the cases kept back; the judge was chosen among 3 on others.",
    }


def test_a_gate_on_a_run_of_a_split_set_wants_the_judge_and_decides_on_the_cases_kept_back(
    split: Command, tmp_path: Path
) -> None:
    gates = tmp_path / "gates.yaml"
    gates.write_text("schema: evalcore-gates/1\nname: g\njudge:\n  overall:\n    agreement: {at_least: 0.99}\n")
    unnamed = split("gate", "--report", "r-0002", "--gates", gates)
    assert unnamed.code == 3
    assert "only the judge that was chosen is looked at" in unnamed.err
    named = split("gate", "--report", "r-0002", "--gates", gates, "--judge", "always-yes", "--json")
    assert named.code == 1
    kept_back = split("report", "--confirm", "always-yes", "--json").json
    assert named.json["lines"][0]["estimate"]["n"] == kept_back["judges"][0]["as_deployed"]["n"]


def test_a_set_is_split_once(split: Command) -> None:
    again = split("split", "demo", "--seed", "1")
    assert again.code == 3
    assert "is split already" in again.err


def test_without_a_split_there_is_nothing_to_confirm_on(command: Command) -> None:
    assert command(*MEASURE).code == 0
    ended = command("report", "--confirm", "always-yes")
    assert (ended.code, ended.out) == (3, "")
    assert "nothing of the set demo is kept back under 'grounded'" in ended.err
    assert "evalcore split demo" in ended.err


@pytest.mark.parametrize("is_split", [True, False])
def test_a_judge_that_the_run_does_not_have_is_not_confirmed(command: Command, is_split: bool) -> None:
    assert command(*MEASURE).code == 0
    assert not is_split or command("split", "demo").code == 0
    ended = command("report", "--confirm", "nobody")
    assert (ended.code, ended.out) == (3, "")
    assert "(always-yes, word-overlap), found nobody" in ended.err


def test_without_a_split_a_report_says_how_many_judges_were_tried_and_shows_the_wider_interval(
    command: Command,
) -> None:
    assert command(*MEASURE).code == 0
    report = command("report", "--json").json
    assert report["selection"] == {"candidates": 2, "split": None, "looks": 1, "part": None}
    judge = report["judges"][0]
    assert judge["agreement_among_all"]["level"] == pytest.approx(0.95**0.5)
    assert judge["agreement_among_all"]["low"] < judge["as_deployed"]["agreement"]["low"]


def test_splitting_a_set_that_is_not_there_names_those_that_are(command: Command) -> None:
    assert command(*MEASURE).code == 0
    ended = command("split", "nothing")
    assert ended.code == 3
    assert "expected a stored set (demo), found 'nothing'" in ended.err


def test_the_result_is_one_json_document(split: Command) -> None:
    assert json.loads(split("report", "--json").out)["schema"] == "evalcore-report/1"
