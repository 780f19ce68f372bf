"""What holds for every target there is: whoever adds one has it checked here."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.errors import ExportError
from evalcore.exports import TARGETS, Material, Verification, asked_of, read_files, verify, write_files, zipped
from evalcore.judges import Judge, ModelRef, RuleSpec, builtin_judges, config_sha256
from evalcore.report import build_report, read_calls, run_columns
from tests.support.reports import judged
from tests.support.things import make_dataset, make_judge

DATASET = make_dataset(4)
TEXTS = [["YES", "YES"], ["NO", "NO"], ["Yes.", "YES"], ["Hm.", "NO"]]
SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0")
EMBEDDED = replace(SPRING, name="embedded", model=ModelRef(provider="embedded", name="smollm2-135m", digest="d1"))
RULE = builtin_judges()["always-yes"]
JUDGES = [name for name, target in TARGETS.items() if target.exactness != "document"]


def material(judge: Judge) -> Material:
    report = build_report(DATASET, [judged(judge, DATASET, TEXTS)], criterion="grounded", repeats=2)
    return Material(report=report, judge=judge, date="2026-09-14", cases=DATASET.cases, labels=DATASET.labels)


def verified(name: str, judge: Judge, files: Mapping[str, str]) -> Verification:
    run = run_columns(DATASET, [judged(judge, DATASET, TEXTS)], criterion="grounded", repeats=2)
    return verify(TARGETS[name], files, judge, asked_of(run, read_calls(run.judges[0])))


@pytest.mark.parametrize("name", TARGETS)
def test_the_files_of_a_target_come_back_from_a_folder_and_an_archive_as_they_were_written(name: str, tmp_path: Path):
    files = TARGETS[name].write(material(SPRING))
    paths = write_files(files, tmp_path / "out")
    assert paths
    assert all(path.resolve().is_relative_to(tmp_path / "out") for path in paths)
    assert read_files(files, tmp_path / "out") == files
    with zipfile.ZipFile(io.BytesIO(zipped(files))) as archive:
        assert {entry: archive.read(entry).decode("utf-8") for entry in archive.namelist()} == files


def test_an_archive_of_equal_files_is_equal():
    files = {"a/b.txt": "one\r\ntwo é", "c": ""}
    assert zipped(files) == zipped(dict(files))


@pytest.mark.parametrize("name", JUDGES)
def test_a_target_is_what_it_says_it_is_and_says_how_that_is_shown(name: str):
    """*Exact* for the judge it was asked for means that verification found it so; *adapted* comes with its losses."""
    target = TARGETS[name]
    found = verified(name, SPRING, target.write(material(SPRING)))
    assert target.proof
    assert found.outcome == target.standing(SPRING), found
    assert bool(target.losses(SPRING)) is (target.standing(SPRING) == "adapted")


@pytest.mark.parametrize("name", [name for name in JUDGES if name != "judge.yaml"])
def test_an_embedded_judge_is_adapted_wherever_a_server_is_asked(name: str):
    assert TARGETS[name].standing(EMBEDDED) == "adapted"


@pytest.mark.parametrize("name", JUDGES)
def test_the_files_of_a_judge_name_the_configuration_and_the_day_they_belong_to(name: str):
    text = "\n".join(TARGETS[name].write(material(SPRING)).values())
    assert config_sha256(SPRING) in text
    assert "2026-09-14" in text


@pytest.mark.parametrize("name", JUDGES)
def test_a_rule_is_written_where_that_makes_sense_and_refused_in_words_elsewhere(name: str):
    if TARGETS[name].suits(RULE):
        assert TARGETS[name].write(material(RULE))
    else:
        with pytest.raises(ExportError, match="always-yes"):
            TARGETS[name].write(material(RULE))


@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_without_a_model_is_written_with_a_place_for_one_and_as_uncalibrated(name: str):
    preset = builtin_judges()["yes-no"]
    files = TARGETS[name].write(Material(report=None, judge=preset, date="2026-09-14"))
    text = "\n".join(files.values())
    assert "MODEL-NAME" in text
    assert "uncalibrated" in text.lower()
