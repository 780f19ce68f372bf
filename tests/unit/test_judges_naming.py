"""How a judge is named: a file, a preset, a model, or a preset asked of a model; and what the presets are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.domain import Reading
from evalcore.errors import JudgeError
from evalcore.judges import (
    ModelRef,
    builtin_judges,
    find_judge,
    judge_from_text,
    judge_to_text,
    needs_model,
    parse_model,
    read_judge_file,
    with_model,
)
from evalcore.places import bundled_data
from evalcore.prompts import placeholders
from evalcore.replies import read

ASK_A_MODEL = (
    "bespoke-minicheck",
    "rating-1-4",
    "rubric-1-5",
    "spring-fact-check",
    "spring-relevancy",
    "spring-rubric-1-5",
    "spring-score-1-4",
    "yes-no",
)
RULES = ("always-no", "always-yes", "cites-source", "must-mention", "must-retrieve", "word-overlap")


def test_the_built_in_judges_are_those_of_the_design() -> None:
    assert tuple(builtin_judges()) == ASK_A_MODEL + RULES


def test_our_own_files_hold_what_a_persons_file_may_hold() -> None:
    """They are read without the check of a person's file; with it, they are the same judges."""
    checked = [read_judge_file(path) for path in (bundled_data() / "judges").glob("*.yaml")]
    assert {judge.name: judge for judge in checked} == dict(builtin_judges())


def test_a_preset_lies_in_a_file_of_its_own_name() -> None:
    """By which it is found without reading the others."""
    assert {name: judge.name for name, judge in builtin_judges().items()} == {name: name for name in builtin_judges()}


@pytest.mark.parametrize("name", ASK_A_MODEL + RULES)
def test_a_preset_survives_the_round_trip_through_its_file(name: str) -> None:
    preset = builtin_judges()[name]
    assert judge_from_text(judge_to_text(preset), file="it.yaml") == preset
    assert preset.description


@pytest.mark.parametrize("name", ASK_A_MODEL)
def test_a_preset_without_a_model_cannot_be_asked_and_says_how(name: str) -> None:
    assert needs_model(builtin_judges()[name])
    with pytest.raises(JudgeError, match=f"needs a model; name one as {name}@provider:model"):
        find_judge(name)


@pytest.mark.parametrize("name", ASK_A_MODEL)
def test_a_preset_is_asked_of_any_model(name: str) -> None:
    judge = find_judge(f"{name}@ollama:smollm2:135m")
    assert judge.name == f"{name}@ollama:smollm2:135m"
    assert judge.model == ModelRef(provider="ollama", name="smollm2:135m")
    assert judge.prompt == builtin_judges()[name].prompt


@pytest.mark.parametrize("name", RULES)
def test_a_rule_needs_no_model(name: str) -> None:
    judge = find_judge(name)
    assert judge.model.provider == "rules"
    assert judge.prompt is None
    assert judge.verdict(read(judge.rule.name, "yes")) == "pass"
    assert judge.verdict(read(judge.rule.name, "no")) == "fail"


@pytest.mark.parametrize(
    ("spec", "provider", "model"),
    [
        ("ollama:smollm2:135m", "ollama", "smollm2:135m"),
        ("embedded:smollm2-135m", "embedded", "smollm2-135m"),
        ("embedded:/weights/x.gguf", "embedded", "/weights/x.gguf"),
        ("ollama:hf.co/org/model@v1:Q4", "ollama", "hf.co/org/model@v1:Q4"),
        ("openai:org/name", "openai", "org/name"),
    ],
)
def test_a_bare_model_is_asked_yes_or_no_and_read_as_spring_2_0(spec: str, provider: str, model: str) -> None:
    judge = find_judge(spec)
    assert (judge.name, judge.model.provider, judge.model.name) == (spec, provider, model)
    assert judge.prompt == builtin_judges()["yes-no"].prompt
    assert (judge.rule.name, judge.reader) == ("spring-2.0", "Spring AI 2.0")


def test_a_preset_and_its_model_are_split_at_the_first_at_and_colon() -> None:
    assert find_judge("yes-no@openai:a@b:c/d").model == ModelRef(provider="openai", name="a@b:c/d")


def test_a_name_with_a_slash_or_a_yaml_ending_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.yaml").write_text(judge_to_text(find_judge("always-yes")), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for spec in ("mine.yaml", "./mine.yaml", str(tmp_path / "mine.yaml")):
        assert find_judge(spec) == find_judge("always-yes")


def test_a_file_that_names_no_model_cannot_be_asked(tmp_path: Path) -> None:
    own = replace(builtin_judges()["yes-no"], name="own")
    (tmp_path / "own.yaml").write_text(judge_to_text(own), encoding="utf-8")
    with pytest.raises(JudgeError, match=r"names no model; add model.provider and model.name"):
        find_judge(str(tmp_path / "own.yaml"))


def test_a_criterion_can_be_given_in_place_of_the_judges_own() -> None:
    assert find_judge("spring-relevancy@ollama:m").criterion == "relevant"
    assert find_judge("spring-relevancy@ollama:m", criterion="grounded").criterion == "grounded"


def test_word_overlap_takes_another_threshold_after_a_colon() -> None:
    assert find_judge("word-overlap").model.name == "word-overlap:0.7"
    assert find_judge("word-overlap:0.5").model.name == find_judge("word-overlap:0.5").name == "word-overlap:0.5"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("spring-relevency", r"did you mean spring-relevancy\? \(there are: bespoke-minicheck, .*word-overlap\)"),
        ("yesno@ollama:m", r"no preset is called 'yesno'; did you mean yes-no\?"),
        ("olama:m", r"no provider is called 'olama'; did you mean ollama\? \(there are: ollama, openai, embedded\)"),
        ("yes-no@olama:m", r"did you mean ollama\?"),
        ("ollama:", "expected a model after ollama:"),
        ("yes-no@ollama", "expected a model after ollama:"),
        ("rules:always-yes", r"a rule is named alone.*did you mean always-yes\?"),
        ("always-yes@ollama:m", "always-yes is a rule and asks no model"),
        ("no/such/file", "expected a judge file, found none"),
        ("none.yaml", "expected a judge file, found none"),
        ("", "no judge is called ''"),
    ],
)
def test_an_unknown_name_lists_what_there_is_and_the_nearest(spec: str, message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        find_judge(spec)


def test_a_judge_is_given_a_model() -> None:
    judge = with_model(builtin_judges()["rating-1-4"], parse_model("embedded:smollm2-135m"))
    assert judge == find_judge("rating-1-4@embedded:smollm2-135m")


@pytest.mark.parametrize(
    ("name", "names", "rule"),
    [
        ("spring-relevancy", ("query", "context", "response"), "spring-2.0"),
        ("spring-fact-check", ("document", "claim"), "spring-2.0"),
        ("bespoke-minicheck", ("document", "claim"), "spring-2.0"),
        ("yes-no", ("evidence", "question", "answer"), "spring-2.0"),
        ("rating-1-4", ("evidence", "question", "answer"), "rating"),
        ("rubric-1-5", ("evidence", "question", "answer"), "rating"),
        ("spring-score-1-4", ("evidence", "question", "answer"), "spring-score-1-4"),
        ("spring-rubric-1-5", ("evidence", "question", "answer"), "spring-rubric-1-5"),
    ],
)
def test_what_a_preset_asks_with_and_how_it_is_read(name: str, names: tuple[str, ...], rule: str) -> None:
    preset = builtin_judges()[name]
    assert preset.prompt is not None
    assert placeholders(preset.prompt.template, preset.prompt.dialect) == names
    assert (preset.prompt.role, preset.rule.name) == ("user", rule)
    is_springs = name in ("spring-relevancy", "spring-fact-check", "bespoke-minicheck")
    assert preset.prompt.dialect == ("stringtemplate" if is_springs else "brace")


@pytest.mark.parametrize(
    ("name", "passing", "scores"),
    [
        ("rating-1-4", "34", {"1": 0.25, "2": 0.5, "3": 0.75, "4": 1.0}),  # rating / 4
        ("rubric-1-5", "45", {}),
    ],
)
def test_ratings_pass_from_their_threshold_on(name: str, passing: str, scores: dict[str, float]) -> None:
    preset = builtin_judges()[name]
    verdicts = [preset.verdict(read("rating", str(n), params=preset.rule.params)) for n in range(1, 7)]
    assert verdicts == [*preset.scale.values, *[None] * (6 - len(preset.scale.values))]
    assert "".join(value for value in preset.scale.values if preset.passes(value)) == passing
    assert preset.scores == scores


def test_springs_fact_checker_scores_nothing_whatever_its_verdict() -> None:
    assert builtin_judges()["spring-fact-check"].scores == {"pass": 0.0, "fail": 0.0}
    assert builtin_judges()["spring-relevancy"].scores == {"pass": 1.0, "fail": 0.0}


def test_an_unread_reply_has_no_verdict() -> None:
    judge = find_judge("rating-1-4@ollama:m")
    reading: Reading = read("rating", "good", params=judge.rule.params)
    assert judge.verdict(reading) is None
