"""``evalcore gate`` on report files and on runs: what it prints, writes and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from evalcore.domain import CalibrationReport
from evalcore.report import to_document
from tests.support.command import Command
from tests.support.gating import HEAD, Answers, answers, on_application, on_judge, report_of
from tests.support.reports import fixed_report

AFTERNOON = report_of(*answers(accepted=31, rejected=5, let_through=3, caught=21))
"""60 cases, 36 pass, a literal judge right on 52."""
RELEASE = report_of(Answers(n=19, human=None, said="YES"), Answers(n=1, human=None, said="NO"))


class Files:
    """Reports and gates on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def report(self, report: CalibrationReport, name: str = "report.json") -> Path:
        path = self.folder / name
        path.write_text(json.dumps(to_document(report)), encoding="utf-8")
        return path

    def gates(self, text: str) -> Path:
        path = self.folder / "gates.yaml"
        path.write_text(HEAD + text, encoding="utf-8")
        return path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.mark.parametrize(("threshold", "code"), [(0.75, 0), (0.85, 2), (0.95, 1)])
def test_the_exit_code_is_the_decision(command: Command, files: Files, threshold: float, code: int):
    """52 of 60 is 76 to 93 %."""
    gates = files.gates(on_judge("agreement", f"at_least: {threshold}"))
    assert command("gate", "--report", files.report(AFTERNOON), "--gates", gates).code == code


@pytest.mark.parametrize(("counts_as", "code"), [("pass", 0), ("fail", 1)])
def test_undecided_can_count_as_either(command: Command, files: Files, counts_as: str, code: int):
    gates = files.gates(on_judge("agreement", "at_least: 0.85"))
    ended = command("gate", "--report", files.report(AFTERNOON), "--gates", gates, "--undecided", counts_as)
    assert (ended.code, "undecided: of 1 gate 1 undecided" in ended.out) == (code, True)


def test_a_failed_gate_stays_failed_when_undecided_counts_as_pass(command: Command, files: Files):
    gates = files.gates(on_judge("agreement", "at_least: 0.95"))
    assert command("gate", "--report", files.report(AFTERNOON), "--gates", gates, "--undecided", "pass").code == 1


def test_a_gate_out_of_reach_is_said_with_what_it_needs(command: Command, files: Files):
    gates = files.gates(on_application("pass_rate", "at_least: 0.9"))
    ended = command("gate", "--report", files.report(RELEASE), "--gates", gates)
    assert ended.code == 2
    assert "pass rate at least 90%  all    19 of 20: 95% (76% to 99%)  undecided" in ended.out
    assert "Unreachable at this n (20 of 20 shows 84% or more): even a perfect result needs 35 answers." in ended.out


def test_json_is_one_document_with_the_exit_code(command: Command, files: Files):
    gates = files.gates(on_application("pass_rate", "at_least: 0.9"))
    document = command("gate", "--report", files.report(RELEASE), "--gates", gates, "--json").json
    (line,) = document["lines"]
    assert (document["schema"], document["outcome"], document["exit_code"]) == (
        "evalcore-gate-result/1",
        "undecided",
        2,
    )
    assert (line["name"], line["needed"], line["needed_if_perfect"]) == (
        "application.overall.pass_rate",
        {"n": 139, "exact": True},
        35,
    )
    assert line["estimate"] == to_document(RELEASE)["judges"][0]["pass_rate"]["raw"]
    assert (document["looks"], document["candidates"]) == (1, 1)


@pytest.mark.parametrize(("undecided", "tag"), [((), "skipped"), (("--undecided", "fail"), "failure")])
def test_junit_is_written_beside_the_result(command: Command, files: Files, undecided: tuple[str, ...], tag: str):
    gates = files.gates(on_judge("agreement", "at_least: 0.85"))
    junit = files.folder / "gates.xml"
    command("gate", "--report", files.report(AFTERNOON), "--gates", gates, "--junit", junit, *undecided)
    (case,) = ElementTree.parse(junit).getroot().iter("testcase")
    assert [child.tag for child in case] == [tag]


def test_a_baseline_may_be_a_file_too(command: Command, files: Files):
    gates = files.gates("application: {against_baseline: {overall: {pass_rate: {no_worse_by: 0.05}}}}\n")
    report = files.report(RELEASE)
    ended = command("gate", "--report", report, "--gates", gates, "--baseline", report)
    assert (ended.code, "compared unpaired" in ended.out) == (2, True)


def test_a_run_of_the_store_is_gated_by_its_id(command: Command, files: Files):
    """Always-yes on the demo's 60 cases agrees where people pass, and catches nothing."""
    command("run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1")
    gates = files.gates(on_judge("tnr", "at_least: 0.5"))
    ended = command("gate", "--report", "r-0001", "--gates", gates)
    assert (ended.code, "fail: of 1 gate 1 failed" in ended.out) == (1, True)
    report = files.folder / "stored.json"
    report.write_text(command("report", "--json").out, encoding="utf-8")
    assert command("gate", "--report", report, "--gates", gates).out == ended.out


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        ("measured: {config_sha256: " + "0" * 64 + "}\n" + on_judge("tnr", "at_least: 0.5"), "calibration is void"),
        ("measured: {digest: other}\n" + on_judge("tnr", "at_least: 0.5"), "model digest"),
        ("measured: {judge: somebody}\n" + on_judge("tnr", "at_least: 0.5"), "found 'somebody'"),
        ("measured: {calibration: none.yaml}\n" + on_judge("tnr", "at_least: 0.5"), "none.yaml"),
        ("judge: {slices: {language: {tnr: {at_least: 0.5}}}}\n", "slices by 'language'"),
        ("application: {against_baseline: {overall: {pass_rate: {no_worse_by: 0.1}}}}\n", "--baseline"),
        ("judge: {overall: {tnr: 0.5}}\n", "judge.overall.tnr"),
    ],
)
def test_gates_that_cannot_be_run_end_with_3(command: Command, files: Files, gates: str, said: str):
    junit = files.folder / "gates.xml"
    ended = command("gate", "--report", files.report(AFTERNOON), "--gates", files.gates(gates), "--junit", junit)
    assert (ended.code, ended.out) == (3, "")
    assert said in ended.err
    assert not junit.exists()


def test_a_report_that_is_not_there_ends_with_3(command: Command, files: Files):
    gates = files.gates(on_judge("tnr", "at_least: 0.5"))
    assert "found no file there" in command("gate", "--report", "r.json", "--gates", gates).err
    missing = command("gate", "--report", "r-0009", "--gates", gates)
    assert (missing.code, "expected a report file or a run" in missing.err) == (3, True)


def test_a_report_of_another_major_version_ends_with_3(command: Command, files: Files):
    path = files.report(AFTERNOON)
    path.write_text(
        path.read_text(encoding="utf-8").replace("evalcore-report/1", "evalcore-report/2"), encoding="utf-8"
    )
    ended = command("gate", "--report", path, "--gates", files.gates(on_judge("tnr", "at_least: 0.5")))
    assert (ended.code, "found 'evalcore-report/2'" in ended.err) == (3, True)


def test_of_several_judges_one_is_named(command: Command, files: Files):
    report, gates = files.report(fixed_report()), files.gates(on_judge("agreement", "at_least: 0.9"))
    assert command("gate", "--report", report, "--gates", gates).code == 3
    assert "always-yes on support" in command("gate", "--report", report, "--gates", gates, "--judge", "always-yes").out


def test_a_junit_file_that_cannot_be_written_ends_with_3(command: Command, files: Files):
    gates = files.gates(on_judge("agreement", "at_least: 0.75"))
    ended = command("gate", "--report", files.report(AFTERNOON), "--gates", gates, "--junit", files.folder)
    assert (ended.code, "the JUnit file cannot be written" in ended.err) == (3, True)
