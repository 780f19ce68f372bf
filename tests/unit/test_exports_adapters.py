"""Exports for Python libraries as text: golden files, escaping, what is refused, what is read back, what is lost."""

from __future__ import annotations

import ast
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import ExportError, JudgeError
from evalcore.exports import adapters
from evalcore.exports.adapters.adapter import SETTINGS
from evalcore.exports.adapters.choices import choices
from evalcore.exports.adapters.own_way import ADAPTERS as OWN_WAY
from evalcore.exports.adapters.own_way import IN_WORDS
from evalcore.exports.adapters.resources import text_of
from evalcore.exports.places import MEANINGS, rewritten
from evalcore.exports.target import Material
from evalcore.judges import Judge, ModelRef, Options, Prompt, RuleSpec, builtin_judges
from evalcore.prompts import KNOWN_NAMES, fill
from evalcore.report import build_report
from tests.support.reports import judged
from tests.support.things import make_dataset, make_judge

GOLDEN = Path(__file__).parent.parent / "golden" / "exports"
WRITE_GOLDEN = "EVALCORE_WRITE_GOLDEN"
EXACT = [target for target in adapters.TARGETS if target.exactness == "exact"]
ADAPTED = [target for target in adapters.TARGETS if target.exactness == "adapted"]
TEMPLATE = 'Reply {"verdict": "yes"} or \\no\\.\r\n\tAnswer: {answer}\n\tEvidence: {evidence}\n'
FIXED = make_judge("fixed “judge”", template=TEMPLATE, rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0")


def material(judge: Judge) -> Material:
    dataset = make_dataset(4)
    report = build_report(
        dataset, [judged(judge, dataset, [["YES"], ["NO"], ["Yes."], ["NO"]])], criterion="grounded", repeats=1
    )
    return Material(report=report, date="2026-09-14", judge=judge, cases=dataset.cases, labels=dataset.labels)


def own_files(files):
    """What the target wrote itself: not the judge file, nor the package that is proven by the target python."""
    return {name: text for name, text in files.items() if not name.startswith(("evalcore_judge/", "judge.yaml"))}


@pytest.mark.parametrize("target", adapters.TARGETS, ids=lambda target: target.name)
def test_a_fixed_judge_is_written_as_its_golden_files(target):
    folder = GOLDEN / target.name
    written = own_files(target.write(material(FIXED)))
    if os.environ.get(WRITE_GOLDEN):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in written.items():
            (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="")
    golden = {path.name.removesuffix(".txt"): path.read_bytes().decode("utf-8") for path in folder.iterdir()}
    assert written == golden


@pytest.mark.parametrize("target", adapters.TARGETS, ids=lambda target: target.name)
def test_every_file_says_first_whether_it_is_exact_and_names_the_configuration(target):
    for name, text in own_files(target.write(material(FIXED))).items():
        head = text[:1800]
        assert ("Exact: " in head) == (target.exactness == "exact"), name
        assert ("ADAPTED: " in head) == (target.exactness == "adapted"), name
        assert "config" in head, name
        if target.exactness == "adapted":
            told = re.sub(r"\s+", " ", text.replace("\n#", " "))
            assert all(loss in told or json.dumps(loss)[1:-1] in told for loss in target.losses(FIXED)), name


@pytest.mark.parametrize("target", adapters.TARGETS, ids=lambda target: target.name)
def test_python_that_is_written_can_be_read_and_no_setting_is_left_open(target):
    for name, text in own_files(target.write(material(FIXED))).items():
        assert SETTINGS not in text
        if name.endswith(".py"):
            ast.parse(text)


@pytest.mark.parametrize("target", adapters.TARGETS, ids=lambda target: target.name)
def test_a_rule_that_asks_no_model_is_refused_in_words(target):
    with pytest.raises(ExportError, match="asks a model"):
        target.write(Material(report=None, date="2026-09-14", judge=builtin_judges()["always-yes"]))


@pytest.mark.parametrize("target", EXACT, ids=lambda target: target.name)
def test_a_judge_that_ran_inside_a_process_is_adapted_and_says_so_in_its_file(target):
    inside = replace(FIXED, model=ModelRef(provider="embedded", name="smollm2", digest="d"))
    assert target.standing(FIXED) == "exact"
    assert target.standing(inside) == "adapted"
    for name, text in own_files(target.write(material(inside))).items():
        assert "another chat template and another backend" in " ".join(text.replace("#", " ").split()), name


@pytest.mark.parametrize("target", adapters.TARGETS, ids=lambda target: target.name)
def test_a_preset_without_a_model_is_uncalibrated_and_carries_a_placeholder(target):
    preset = builtin_judges()["yes-no"]
    files = target.write(Material(report=None, date="2026-09-14", judge=preset))
    assert any("MODEL-NAME" in text for text in files.values())
    assert any("ncalibrated" in text for text in own_files(files).values())


@pytest.mark.parametrize("target", EXACT, ids=lambda target: target.name)
@pytest.mark.parametrize(
    ("rule", "passing"),
    [
        ("spring-2.0", {"YES\n"}),
        ("spring-1.0.2", set()),
        ("spring-1.0.0-relevancy", {"YES\n", "Yes.", "eyes"}),
    ],
)
def test_the_three_readers_of_spring_are_carried(target, rule, passing):
    """Trimmed since 2.0, compared whole from 1.0.2 on, and whatever contains yes in 1.0.0."""
    judge = replace(FIXED, rule=RuleSpec(name=rule))
    assert target.carried is not None
    carried = target.carried(target.write(material(judge)), judge)
    replies = ["YES\n", "Yes.", "eyes"]
    assert {
        reply for reply, value in zip(replies, carried.readings(replies), strict=True) if value == "pass"
    } == passing


@pytest.mark.parametrize("target", EXACT, ids=lambda target: target.name)
def test_a_library_s_file_that_was_changed_is_refused_and_a_note_above_it_is_not(target):
    files = dict(target.write(material(FIXED)))
    name = next(name for name in own_files(files) if name not in ("example.py", "README.md"))
    assert target.carried is not None
    target.carried({**files, name: "# Reviewed.\n" + files[name]}, FIXED)
    with pytest.raises(ExportError, match="found it changed"):
        target.carried({**files, name: files[name].replace("verdict.passed", "True")}, FIXED)


@pytest.mark.parametrize("target", EXACT, ids=lambda target: target.name)
def test_a_judge_file_that_was_changed_asks_something_else(target):
    files = dict(target.write(material(FIXED)))
    files["judge.yaml"] = files["judge.yaml"].replace("temperature: 0.0", "temperature: 0.5")
    assert target.carried is not None
    try:
        (body,) = target.carried(files, FIXED).bodies(make_dataset(1).cases)
    except JudgeError:
        return
    assert body["options"]["temperature"] == 0.5


TEXT = st.text(max_size=40) | st.sampled_from(
    ['"""', "'''", "\\", "{{ x", "{ answer }", "{{answer}}", "\r\n", "\ue000", "\x00", "\u2028", "#", "%s", "</Rubric>"]
)


@given(st.lists(TEXT | st.sampled_from([f"{{{name}}}" for name in KNOWN_NAMES]), max_size=8))
def test_a_template_comes_through_in_a_tool_s_words_with_every_other_character_as_it_is(parts):
    """Putting the values where the places are gives the prompt that is sent."""
    template = "".join(parts) + "{answer}"
    judge = make_judge(template=template)
    values = {"question": "<Q>", "answer": "<A>", "evidence": "<E>", "must_mention": "<M>"}
    expected = fill(template, "brace", {name: values[MEANINGS[name]] for name in KNOWN_NAMES})
    assert rewritten(judge, values.__getitem__) == expected


@settings(deadline=None, max_examples=40)
@given(TEXT, TEXT)
def test_any_template_and_any_name_make_python_that_holds_the_template(text, name):
    judge = replace(make_judge(template=f"{text}{{answer}}{text}"), name=name or "x")
    rubric = next(adapter for adapter in OWN_WAY if adapter.name == "pydantic-evals-llmjudge").target()
    written = own_files(rubric.write(Material(report=None, date="2026-09-14", judge=judge)))["pydantic_llmjudge.py"]
    constants = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(written).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Dict)
    }
    words = {name: IN_WORDS[MEANINGS[name]] for name in KNOWN_NAMES}
    assert constants["RUBRIC"] == fill(f"{text}{{answer}}{text}", "brace", words)


def test_the_indentation_of_spring_s_templates_is_kept():
    """StringTemplate's tabs stand in the tool's words as they are sent, before the first line of a value."""
    judge = builtin_judges()["bespoke-minicheck"]
    assert rewritten(judge, lambda meaning: f"<{meaning}>") == "\tDocument:\n\t<evidence>\n\n\tClaim:\n\t<answer>\n"


@pytest.mark.parametrize("name", ["mlflow-make-judge", "openai-graders"])
def test_a_template_that_the_tool_would_fill_itself_is_refused(name):
    target = next(target for target in ADAPTED if target.name == name)
    with pytest.raises(ExportError, match=re.escape("found {{ in it")):
        target.write(material(make_judge(template="{{ x }} {answer}")))


@pytest.mark.parametrize(
    ("rule", "said", "passing"),
    [
        (RuleSpec(name="lenient"), ["yes", "no"], ["yes"]),
        (RuleSpec(name="spring-1.0.2"), ["yes", "no"], ["yes"]),
        (RuleSpec(name="spring-score-1-4"), ["1", "2", "3", "4"], ["3", "4"]),
        (RuleSpec(name="spring-rubric-1-5"), ["1", "2", "3", "4", "5"], ["4", "5"]),
    ],
)
def test_what_may_be_said_and_what_of_it_passes(rule, said, passing):
    offered = choices(replace(FIXED, rule=rule))
    assert [one.said for one in offered] == said
    assert [one.said for one in offered if one.passes] == passing


def test_no_key_and_no_digest_stands_in_a_file_only_the_name_of_the_variable():
    judge = replace(
        FIXED,
        model=ModelRef(provider="openai", name="m", base_url="http://judge.example/v1", api_key_env="JUDGE_KEY"),
        options=Options(max_tokens=8),
        prompt=Prompt(template=TEMPLATE),
    )
    for target in adapters.TARGETS:
        files = target.write(material(judge))
        assert not any("sk-" in text for text in own_files(files).values())
        if "judge.yaml" in files:
            assert yaml.safe_load(files["judge.yaml"])["model"]["api_key_env"] == "JUDGE_KEY"


@pytest.mark.parametrize("name", ["inspect_scorer.py", "litellm_judge.py"])
def test_the_texts_are_part_of_the_package(name):
    assert text_of(name).startswith("from __future__ import annotations")
