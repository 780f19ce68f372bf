"""`evalcore run`, `report` and `export`: asking a scripted server, reporting what came back, handing the judge on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalcore.judges import config_sha256, read_judge_file
from tests.support.command import Command
from tests.support.model_server import Fault, ModelServer, ScriptedReply, always

JUDGE = "spring-fact-check@ollama:smollm2:135m"
CASES = 6


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Six cases with evidence, the even ones good; the last one has lost its evidence."""
    lines = [
        {
            "id": f"c{n}",
            "question": f"Question {n}?",
            "answer": f"Answer {n}.",
            "evidence": [] if n == CASES - 1 else [{"id": "d", "text": f"Fact {n}."}],
            "slices": {"topic": "odd" if n % 2 else "even"},
            "labels": [{"criterion": "grounded", "annotator": "ines", "value": "fail" if n % 2 else "pass"}],
        }
        for n in range(CASES)
    ]
    path = tmp_path / "six.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        yield server


def test_a_run_prints_its_report_and_says_the_plan_apart(command: Command, cases: Path, server: ModelServer):
    """5 cases × 2 repeats are asked; the case without evidence is not: 2 calls. All said yes: 3 of 5 is right.

    Wilson for 3 of 5 is 23% to 88%.
    """
    ran = command("run", "--cases", cases, "--judge", JUDGE, "--repeats", "2")
    assert (ran.code, len(server.prompts)) == (0, 10)
    assert "run r-0001: 10 calls to ask, 0 already answered\n" in ran.err
    assert f"  {JUDGE}: 10 to ask, 0 answered, 2 not asked (no evidence), about " in ran.err
    assert ran.out.startswith("six: 6 cases, 6 with gold under 'grounded', 1 annotator · run r-0001\n")
    header, _, row = ran.out.splitlines()[2:5]
    assert header.split("  ")[0] == "judge"
    assert header.endswith("not asked")  # nothing failed, nothing is missing: no such columns
    name, agrees, n, balanced, *others = re.split(r"\s{2,}", row)
    assert (name, agrees, n, balanced.partition(" ")[0]) == (JUDGE, "60% (23% to 88%)", "5", "50%")
    assert others == ["0/2", "0/3", "undefined", "60%", "0", "0/5", "2"]
    assert f"· {JUDGE} catches 0 of 2 bad answers" in ran.out
    assert "on 5 of 6 cases" in ran.out


def test_the_report_as_json_is_the_only_thing_on_standard_output(command: Command, cases: Path, server: ModelServer):
    ran = command("run", "--cases", cases, "--judge", JUDGE, "--judge", "always-no", "--json")
    assert ran.code == 0
    assert ran.json["schema"] == "evalcore-report/1"
    assert [judge["name"] for judge in ran.json["judges"]] == [JUDGE, "always-no"]


def test_failed_calls_end_with_1_and_the_report_is_printed(command: Command, cases: Path, server: ModelServer):
    """Every call is answered with 503, four times, so all 5 fail; nothing is known of the judge."""
    server.script = always(Fault.status(503, headers={"Retry-After": "0"}))
    ran = command("run", "--cases", cases, "--judge", JUDGE, "--repeats", "1")
    assert (ran.code, len(server.prompts)) == (1, 5 * 4)
    assert "evalcore: 5 calls failed. --retry-failed asks them again." in ran.err
    assert "is unknown, because no case with a gold label was answered" in ran.out
    assert ran.out.splitlines()[2].split()[-3:] == ["not", "asked", "failed"]


def test_a_judge_that_is_always_refused_is_asked_no_more_and_the_command_ends_with_3(
    command: Command, cases: Path, server: ModelServer
):
    server.script = always(Fault.status(400, body='{"error":"no such option"}'))
    ran = command("run", "--cases", cases, "--judge", JUDGE, "--repeats", "3", "--concurrency", "1")
    assert (ran.code, len(server.prompts)) == (3, 5)
    assert "asked no more after 5 failures in a row" in ran.err
    assert "no such option" in ran.err
    assert "The same command asks what is missing" in ran.err
    assert "is unknown" in ran.out


def test_an_unfinished_run_of_a_model_that_was_replaced_is_named_in_one_line(
    command: Command, cases: Path, server: ModelServer
):
    """Another build under the same name is another judge: a new run asks it, and the old one is not forgotten."""
    words = ("run", "--cases", cases, "--judge", JUDGE, "--repeats", "2", "--concurrency", "1")
    server.script = always(Fault.status(400))
    assert "the run is interrupted" in command(*words).err
    server.script = always("YES")
    before = server.digest("smollm2:135m")[:12]
    server.replace_model("smollm2:135m")
    now = server.digest("smollm2:135m")[:12]
    replaced = command(*words)
    assert replaced.code == 0
    (line,) = [line for line in replaced.err.splitlines() if "r-0001" in line]
    assert line.startswith("run r-0001 is unfinished and asks a model that is another one now, so a new run begins:")
    assert f"smollm2:135m (digest {before} then, {now} now)" in line
    assert "run r-0002: " in replaced.err

    server.restore_model("smollm2:135m")
    back = command(*words, "--retry-failed")
    assert back.code == 0
    assert "run r-0001: " in back.err
    assert "unfinished" not in back.err
    assert "unfinished" not in command(*words).err


def test_a_model_that_the_server_lacks_is_said_with_those_it_has(command: Command, cases: Path, server: ModelServer):
    ran = command("run", "--cases", cases, "--judge", "ollama:huge:900b")
    assert (ran.code, ran.out, server.prompts) == (3, "", [])
    assert "has no model 'huge:900b'. Installed: smollm2:135m" in ran.err


def test_limit_concurrency_and_missing_evidence_are_as_asked_for(command: Command, cases: Path, server: ModelServer):
    run = ("run", "--cases", cases, "--judge", JUDGE, "--repeats", "2", "--json", "--concurrency", "1")
    assert command(*run, "--limit", "3").json["dataset"]["cases"] == 3
    assert len(server.prompts) == 3 * 2
    calls = command(*run, "--ask-without-evidence").json["judges"][0]["calls"]
    assert (calls["answered"], calls["not_asked"]) == (CASES * 2, {})
    assert (len(server.prompts), server.peak_in_flight) == (CASES * 2, 1)


def test_nothing_is_asked_twice_unless_it_is_to_be_fresh(command: Command, cases: Path, server: ModelServer):
    run = ("run", "--cases", cases, "--judge", JUDGE, "--repeats", "2")
    command(*run)
    again = command(*run)
    assert "0 calls to ask, 10 already answered" in again.err
    assert len(server.prompts) == 10
    command(*run, "--fresh")
    assert len(server.prompts) == 20


def test_a_judge_made_for_another_criterion_is_used_with_a_remark(command: Command, cases: Path, server: ModelServer):
    ran = command("run", "--cases", cases, "--judge", "spring-relevancy@ollama:smollm2:135m", "--json")
    assert (ran.code, ran.json["dataset"]["criterion"]) == (0, "grounded")
    assert "is made to judge 'relevant'; here it is held against 'grounded' labels" in ran.err


def test_a_set_with_several_criteria_needs_one_named(command: Command, tmp_path: Path):
    labels = [{"criterion": name, "annotator": "ines", "value": "pass"} for name in ("grounded", "tone")]
    (tmp_path / "two.jsonl").write_text(json.dumps({"id": "a", "question": "q", "answer": "a", "labels": labels}))
    run = ("run", "--cases", tmp_path / "two.jsonl", "--judge", "always-yes", "--json")
    failed = command(*run)
    assert (failed.code, failed.out) == (3, "")
    assert "several criteria (grounded, tone): name one with --criterion" in failed.err
    assert command(*run, "--criterion", "tone").json["dataset"]["criterion"] == "tone"


def test_a_judge_that_asks_ollama_by_its_openai_style_interface_is_told_the_command_that_asks_it_natively(
    command: Command, cases: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
    ran = command("run", "--cases", cases, "--judge", "yes-no@openai:smollm2:135m", "--repeats", "1")
    assert "takes no window (num_ctx)" in ran.err
    assert f"  → OLLAMA_HOST={server.url} evalcore run … --judge yes-no@ollama:smollm2:135m\n" in ran.err
    file = tmp_path / "mine.yaml"
    shown = command("judges", "show", "yes-no@openai:smollm2:135m").out
    file.write_text(shown.replace("yes-no@openai:smollm2:135m", "mine"), encoding="utf-8")
    ran = command("run", "--cases", cases, "--judge", file, "--repeats", "1")
    there = f"provider ollama, base_url {server.url}"
    assert f"  → in a copy of its file: name mine-ollama; under model: {there}\n" in ran.err


def test_remarks_are_printed_once_however_many_judges_there_are(command: Command):
    ran = command("run", "--cases", "demo", "--judge", "always-yes", "--judge", "must-mention", "--repeats", "1")
    assert ran.out.count("42 clusters") == 1
    assert ran.out.count("2 judges were tried on the same cases") == 1
    assert ran.out.count("not all measured on the same cases (14: must-mention; 57: always-yes)") == 1


# Reports


@pytest.fixture
def measured(command: Command, cases: Path, server: ModelServer) -> ModelServer:
    """A run of one judge: even cases "Yes.", odd ones "No"."""

    def script(prompt: str, nth: int) -> ScriptedReply:
        return ScriptedReply("Yes." if "Answer 0" in prompt or "Answer 2" in prompt else "No")

    server.script = script
    assert command("run", "--cases", cases, "--judge", JUDGE, "--repeats", "2").code == 0
    return server


def test_a_report_is_written_in_every_format_without_a_call(command: Command, measured: ModelServer):
    asked = len(measured.prompts)
    assert command("report", "--format", "md").out.startswith("# Judge calibration: six\n")
    page = command("report", "--format", "html").out
    assert (page.startswith("<!doctype html>\n"), page.endswith("</html>\n")) == (True, True)
    assert command("report", "--format", "json").json == command("report", "--json", "--run", "r-0001").json
    assert command("report").out.startswith("six: 6 cases")
    assert len(measured.prompts) == asked


def test_what_an_unread_reply_is_can_be_chosen(command: Command, measured: ModelServer):
    """Of 5 cases, "Yes." on 2 good ones is unread by Spring; "No" on a good one is wrong, on 2 bad ones right."""
    agreement = {
        unread: command("report", "--unread", unread, "--json").json["judges"][0]["as_deployed"]["agreement"]
        for unread in ("fail", "wrong", "exclude", "class")
    }
    assert {unread: (e["k"], e["n"]) for unread, e in agreement.items()} == {
        "fail": (2, 5),
        "wrong": (2, 5),
        "exclude": (2, 3),
        "class": (2, 5),
    }


def test_slices_are_printed_when_they_are_asked_for(command: Command, measured: ModelServer):
    assert "topic" not in command("report").out
    assert "topic = odd" in command("report", "--slice", "topic").out
    refused = command("report", "--slice", "colour")
    assert (refused.code, refused.out) == (3, "")
    assert "expected a slice of the set (topic), found 'colour'" in refused.err


def test_an_unknown_run_is_said_with_the_newest(command: Command, measured: ModelServer):
    refused = command("report", "--run", "r-0009")
    assert (refused.code, refused.out) == (3, "")
    assert "the newest, r-0001; found none called 'r-0009'" in refused.err


# Exports


def test_an_exported_judge_is_the_judge_that_was_measured(command: Command, measured: ModelServer, tmp_path: Path):
    """Read back it has the same hash, and asking it again asks nothing: every call is answered already."""
    exported = command("export", "--to", "judge.yaml", "--out", tmp_path / "out")
    assert (exported.code, exported.out) == (0, f"{tmp_path / 'out' / 'judge.yaml'}\n")
    judge = read_judge_file(tmp_path / "out" / "judge.yaml")
    (reported,) = command("report", "--json").json["judges"]
    assert (judge.name, config_sha256(judge)) == (JUDGE, reported["config_sha256"])
    again = command("run", "--cases", "six", "--judge", tmp_path / "out" / "judge.yaml", "--repeats", "2", "--json")
    assert "0 calls to ask, 10 already answered" in again.err
    assert again.json["judges"][0]["config_sha256"] == reported["config_sha256"]


@pytest.mark.parametrize("target", ["report.json", "report.md", "report.html"])
def test_a_document_is_what_the_report_command_prints(
    command: Command, measured: ModelServer, tmp_path: Path, target: str
):
    assert command("export", "--to", target, "--out", tmp_path).code == 0
    printed = command("report", "--format", target.partition(".")[2]).out
    assert (tmp_path / target).read_bytes().decode("utf-8") == printed


def test_a_judge_that_the_run_does_not_hold_is_not_exported(command: Command, measured: ModelServer, tmp_path: Path):
    for target in ("judge.yaml", "report.md"):
        refused = command("export", "--judge", "always-yes", "--to", target, "--out", tmp_path / "out")
        assert (refused.code, refused.out) == (3, "")
        assert f"one of the judges of run r-0001 ({JUDGE}), found always-yes" in refused.err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_said(command: Command, measured: ModelServer, tmp_path: Path):
    (tmp_path / "file").write_text("")
    refused = command("export", "--to", "judge.yaml", "--out", tmp_path / "file")
    assert (refused.code, refused.out) == (3, "")
    assert "cannot write into" in refused.err
