"""The judge file: its schema, what it says of its own calibration, and judges that nobody measured."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
import yaml

from evalcore import __version__
from evalcore.domain import CalibrationReport, Selection
from evalcore.errors import ExportError, JudgeError
from evalcore.exports import TARGETS, Material
from evalcore.exports.losses import refuse_rule_judge, server_losses, truncation_notes
from evalcore.judges import (
    Judge,
    ModelRef,
    RuleSpec,
    builtin_judges,
    calibrated_from_text,
    config_sha256,
    json_schema,
    judge_from_text,
    judge_to_text,
    read_calibrated,
)
from evalcore.report import build_report
from tests.support.reports import judged
from tests.support.things import make_dataset, make_judge

GOLDEN = Path(__file__).parent.parent / "golden" / "exports" / "judge"
SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0", description="Ünï: \u2028 {odd}")
SCHEMA = json.loads(json_schema())
CHECKER = jsonschema.Draft202012Validator(SCHEMA)


def report_of(judge: Judge, *, selection: Selection | None = None) -> CalibrationReport:
    dataset = make_dataset(4)
    report = build_report(
        dataset, [judged(judge, dataset, [["YES"], ["NO"], ["Yes."], ["NO"]])], criterion="grounded", repeats=1
    )
    return replace(report, selection=selection) if selection else report


def written(judge: Judge, **changes: Selection) -> str:
    material = Material(report=report_of(judge, **changes), judge=judge, date="2026-09-14")
    return TARGETS["judge.yaml"].write(material)["judge.yaml"]


# Schema


@pytest.mark.parametrize(("name", "text"), [("judge.yaml", written(SPRING)), ("judge.schema.json", json_schema())])
def test_the_files_are_their_golden_files(name: str, text: str):
    text = text.replace(f'tool_version: "{__version__}"', 'tool_version: "0.0.0"')
    if os.environ.get("EVALCORE_WRITE_GOLDEN"):
        (GOLDEN / name).write_text(text, encoding="utf-8", newline="")
    assert text == (GOLDEN / name).read_bytes().decode("utf-8")


def test_the_schema_is_a_schema_of_the_draft_that_it_names():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("name", builtin_judges())
def test_every_exported_judge_file_validates_measured_or_not(name: str):
    preset = builtin_judges()[name]
    unmeasured = TARGETS["judge.yaml"].write(Material(report=None, judge=preset, date="2026-09-14"))["judge.yaml"]
    CHECKER.validate(yaml.safe_load(unmeasured))
    asked = preset if preset.prompt is None else replace(preset, model=ModelRef(provider="ollama", name="m"))
    CHECKER.validate(yaml.safe_load(written(asked)))


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "evalcore-judge/2"},
        {"api_key": "k"},
        {"options": {"temperature": -1}},
        {"options": {"max_tokens": 0}},
        {"model": {"provider": "gpt", "name": "m"}},
        {"model": {"provider": "openai", "name": "m", "api_key_env": "sk-123"}},
        {"reading": {"reader": "nobody"}},
        {"verdicts": {"values": ["pass"], "passing": ["pass"]}},
    ],
)
def test_what_the_schema_refuses_the_reader_refuses_too(change):
    document = {**yaml.safe_load(judge_to_text(SPRING)), **change}
    assert not CHECKER.is_valid(document)
    with pytest.raises(JudgeError):
        judge_from_text(json.dumps(document), file="judge.yaml")


def test_ratings_may_be_written_as_numbers():
    """`values: [1, 2]` means the values of these names."""
    document = yaml.safe_load(judge_to_text(replace(SPRING, rule=RuleSpec(name="rating"))))
    document["verdicts"] = {"values": [1, 2, 3], "passing": [3], "level": "ordinal"}
    CHECKER.validate(document)
    assert judge_from_text(json.dumps(document), file="judge.yaml").scale.values == ("1", "2", "3")


# Calibration


def test_a_calibration_that_belongs_to_the_judge_and_its_only_candidate_needs_no_remark():
    found = calibrated_from_text(written(SPRING), file="judge.yaml")
    assert (found.belongs_to, found.is_void, found.remarks) == (config_sha256(SPRING), False, ())
    assert found.block["selection"]["note"] == "It was the only judge that was tried on these cases."


@pytest.mark.parametrize(("old", "new"), [("temperature: 0.0", "temperature: 0.7"), ("spring-2.0", "spring-1.0.2")])
def test_a_calibration_that_no_longer_belongs_to_its_judge_says_so_when_it_is_read_back(old, new, tmp_path: Path):
    (tmp_path / "judge.yaml").write_text(written(SPRING).replace(old, new, 1), encoding="utf-8")
    found = read_calibrated(tmp_path / "judge.yaml")
    assert found.is_void
    (remark,) = found.remarks
    assert remark.startswith(f"The calibration is void: it was made for config_sha256 {config_sha256(SPRING)[:12]}…")


@pytest.mark.parametrize(
    ("selection", "same"),
    [
        (Selection(candidates=3, split=None, looks=1), True),
        (Selection(candidates=3, split="choose/confirm", looks=1, part="choose"), True),
        (Selection(candidates=3, split="choose/confirm", looks=1, part="confirm"), False),
        (Selection(candidates=1, split=None, looks=4), False),
    ],
)
def test_a_calibration_from_the_cases_that_the_judge_was_chosen_on_says_so_in_the_block_and_in_words(selection, same):
    found = calibrated_from_text(written(SPRING, selection=selection), file="judge.yaml")
    assert found.block["selection"]["on_the_same_cases"] is same
    assert bool(found.remarks) is same
    if same:
        assert found.remarks[0].startswith("3 judges were tried on ")


def test_an_address_with_credentials_is_refused_and_not_repeated():
    leaky = replace(SPRING, model=ModelRef(provider="openai", name="m", base_url="https://me:hush@host/v1"))
    with pytest.raises(JudgeError, match="without user, password") as refused:
        written(leaky)
    assert "hush" not in str(refused.value)


def test_only_the_name_of_the_keys_variable_is_written(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JUDGE_KEY", "sk-secret")
    text = written(replace(SPRING, model=ModelRef(provider="openai", name="m", api_key_env="JUDGE_KEY")))
    assert 'api_key_env: "JUDGE_KEY"' in text
    assert "sk-secret" not in text


# Judges that nobody measured


def test_a_preset_without_a_model_is_written_uncalibrated_with_a_place_for_the_model_and_reads_back_the_same():
    preset = builtin_judges()["yes-no"]
    text = TARGETS["judge.yaml"].write(Material(report=None, judge=preset, date="2026-09-14"))["judge.yaml"]
    assert "MODEL-NAME" in text
    assert "# uncalibrated: nothing was measured about this judge" in text
    assert yaml.safe_load(text)["calibration"] == {"note": "uncalibrated: nothing was measured about this judge"}
    found = calibrated_from_text(text, file="judge.yaml")
    assert (found.judge, found.belongs_to, found.remarks) == (preset, None, ())


@pytest.mark.parametrize("target", ["card.html", "card.md", "report.json", "report.md", "report.html"])
def test_a_document_about_figures_is_refused_where_there_are_none(target: str):
    with pytest.raises(ExportError, match="`evalcore run` measures it"):
        TARGETS[target].write(Material(report=None, judge=SPRING, date="2026-09-14"))


# What several targets say


def test_an_embedded_judge_is_another_judge_on_a_server_and_a_server_judge_is_not():
    embedded = replace(SPRING, model=ModelRef(provider="embedded", name="smollm2-135m"))
    assert "another chat template and another backend" in server_losses(embedded)[0]
    assert server_losses(SPRING) == ()
    assert "MODEL-NAME" in server_losses(builtin_judges()["yes-no"])[0]


def test_an_export_without_truncation_protection_names_the_window_that_it_may_overrun():
    assert "its context window" in truncation_notes(SPRING)[0]
    assert "num_ctx, 512 tokens" in truncation_notes(replace(SPRING, options=replace(SPRING.options, num_ctx=512)))[0]
    assert truncation_notes(replace(SPRING, model=ModelRef(provider="openai", name="m"))) == ()


def test_a_rule_has_nothing_to_send_and_is_refused_in_words():
    with pytest.raises(ExportError, match=r"the rule 'always-yes'.* promptfoo has nothing to send"):
        refuse_rule_judge(builtin_judges()["always-yes"], "promptfoo")
    refuse_rule_judge(SPRING, "promptfoo")
