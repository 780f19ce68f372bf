"""The judge file with its calibration, and the registry of what can be exported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from evalcore.domain import CalibrationReport
from evalcore.errors import ExportError
from evalcore.exports import TARGETS, Material, find_target, judge_yaml, write_files
from evalcore.judges import Judge, RuleSpec, config_sha256, judge_from_text
from evalcore.report import build_report
from tests.support.reports import judged
from tests.support.target_list import FILE, target_list
from tests.support.things import make_dataset, make_judge

SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0")
DAY = "2026-09-14"


def report_of(judge: Judge) -> CalibrationReport:
    dataset = make_dataset(4)
    texts = [["YES", "YES"], ["NO", "NO"], ["Yes.", "YES"], ["Hm.", "NO"]]
    return build_report(dataset, [judged(judge, dataset, texts)], criterion="grounded", repeats=2)


def test_the_calibration_says_what_was_measured_on_what():
    """Case 2 answers "Yes.", which Spring fails: 3 of 4 agree; two of eight replies are not literal."""
    report = report_of(SPRING)
    block = yaml.safe_load(judge_yaml(SPRING, report, date=DAY))["calibration"]
    assert block["config_sha256"] == config_sha256(SPRING)
    assert (block["agreement"]["k"], block["agreement"]["n"], block["n"]) == (3, 4, 4)
    assert block["dataset"]["fingerprint"] == report.dataset.fingerprint
    assert (block["non_literal"]["k"], block["non_literal"]["calls"], block["non_literal"]["rate"]) == (2, 8, 0.25)
    assert block["confusion"]["matrix"] == [[1, 1], [0, 2]]
    assert (block["date"], block["selected_among"], block["rule"]) == (DAY, 1, "spring-2.0")


def test_the_file_reads_back_as_the_judge_that_was_measured():
    back = judge_from_text(judge_yaml(SPRING, report_of(SPRING), date=DAY), file="judge.yaml")
    assert config_sha256(back) == config_sha256(SPRING)


@pytest.mark.parametrize(
    "changed",
    [
        replace(SPRING, rule=RuleSpec(name="lenient")),
        replace(SPRING, options=replace(SPRING.options, temperature=0.7)),
        make_judge("spring", rule=RuleSpec(name="spring-2.0"), template="Say {answer}"),
    ],
)
def test_an_edited_judge_gets_no_calibration(changed):
    with pytest.raises(ExportError, match="run the judge again"):
        judge_yaml(changed, report_of(SPRING), date=DAY)


def test_a_report_read_by_another_rule_calibrates_the_judge_with_that_rule():
    dataset = make_dataset(2)
    report = build_report(
        dataset, [judged(SPRING, dataset, [["Yes."], ["No."]])], criterion="grounded", repeats=1, rule="lenient"
    )
    with pytest.raises(ExportError):
        judge_yaml(SPRING, report, date=DAY)
    assert judge_yaml(replace(SPRING, rule=RuleSpec(name="lenient")), report, date=DAY)


def test_undefined_figures_are_written_as_null_with_their_note():
    """Every answer is good, so nothing is known of bad ones."""
    dataset = make_dataset(2)
    labels = tuple(replace(label, value="pass") for label in dataset.labels)
    dataset = replace(dataset, labels=labels)
    report = build_report(dataset, [judged(SPRING, dataset, [["YES"], ["NO"]])], criterion="grounded", repeats=1)
    block = yaml.safe_load(judge_yaml(SPRING, report, date=DAY))["calibration"]
    assert block["caught_bad_answers"]["value"] is None
    assert block["caught_bad_answers"]["note"]


def test_every_target_writes_files_that_hold_something(tmp_path: Path):
    material = Material(report=report_of(SPRING), judge=SPRING, date=DAY)
    for name, target in TARGETS.items():
        written = write_files(target.write(material), tmp_path / name)
        assert name == target.name
        assert written
        assert all(path.read_bytes() for path in written)


def test_the_judge_file_needs_a_judge_and_documents_need_none():
    material = Material(report=report_of(SPRING), date=DAY)
    with pytest.raises(ExportError, match="name one"):
        TARGETS["judge.yaml"].write(material)
    assert TARGETS["report.json"].write(material)


def test_an_unknown_target_is_an_error_that_lists_the_others():
    with pytest.raises(ExportError, match=r"report\.html"):
        find_target("report.csv")


def test_a_folder_that_cannot_be_made_is_an_error_for_people(tmp_path: Path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(ExportError, match="cannot write into"):
        write_files({"a": "b"}, tmp_path / "taken")


def test_the_list_that_the_command_line_prints_is_what_the_targets_say():
    """Where this fails, ``python -m tests.support.target_list`` writes it anew."""
    assert FILE.read_text(encoding="utf-8") == target_list()
