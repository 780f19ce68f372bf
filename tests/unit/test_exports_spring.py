"""A Spring export as text: golden files, settings of its own, names and literals, and what is read back."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from evalcore.domain import Document
from evalcore.errors import EvalcoreError, ExportError
from evalcore.exports import Files, find_target
from evalcore.exports.spring.java_text import bean_name, comment, literal, slug, without_comment
from evalcore.exports.spring.settings import FILE, settings_in
from evalcore.exports.spring.shape import JAVA
from evalcore.exports.spring.target import TARGETS
from evalcore.exports.target import Carried, Target
from evalcore.exports.verifying import verify
from evalcore.judges import Judge, ModelRef, Options, Prompt, builtin_judges
from evalcore.replies import RULES
from tests.targets.hostile import CASES, body_of, hostile_judge, material_for, verdict_of, without_transport

GOLDEN = Path(__file__).parent.parent / "golden" / "exports"
WRITE_GOLDEN = "EVALCORE_WRITE_GOLDEN"
SPRING, SPRING_1 = TARGETS
RELEVANCY = "Q: {query}\nC: {context}\nA: {response}\n"
FACTS = "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n"


def measured(rule: str = "spring-2.0", **changes: object) -> Judge:
    judge = hostile_judge(rule)
    judge = replace(judge, model=replace(judge.model, digest="d" * 12, base_url="http://gpu.example:11434"))
    return replace(judge, **changes)  # type: ignore[arg-type]


def written(judge: Judge, target: Target = SPRING) -> Files:
    return target.write(material_for(judge))


def read_back(files: Files, judge: Judge, target: Target = SPRING) -> Carried:
    assert target.carried is not None
    return target.carried(files, judge)


GOLDEN_JUDGES = {
    "spring-ai": (SPRING, measured(prompt=Prompt(template=RELEVANCY, dialect="stringtemplate"))),
    "spring-ai-1": (SPRING_1, measured("rating")),
}


@pytest.mark.parametrize("name", GOLDEN_JUDGES)
def test_an_export_is_written_as_its_golden_files(name):
    target, judge = GOLDEN_JUDGES[name]
    folder, files = GOLDEN / name, written(judge, target)
    if os.environ.get(WRITE_GOLDEN):
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="")
    known = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert known == set(files)
    for path, text in files.items():
        assert text == (folder / path).read_bytes().decode("utf-8"), path


def test_the_targets_are_found_by_name():
    assert [find_target(target.name) for target in TARGETS] == list(TARGETS)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
@pytest.mark.parametrize("rule", RULES)
def test_the_files_carry_the_judge_that_was_measured(rule, target):
    judge = measured(rule)
    carried = read_back(written(judge, target), judge, target)
    assert [without_transport(body) for body in carried.bodies(CASES)] == [
        without_transport(body_of(judge, case)) for case in CASES
    ]
    replies = ["YES", "YES\n", "Yes.", "eyes", "4", '{"verdict": "yes"}', "supported", '{"rating": 4}', ""]
    assert carried.readings(replies) == [verdict_of(judge, reply) for reply in replies]
    assert (
        verify(target, written(judge, target), judge, []).made_up_equal
        == verify(target, written(judge, target), judge, []).made_up
    )


@given(
    st.text(st.characters(blacklist_categories=["Cs"]), max_size=60).map(lambda text: text + "{answer}"),
    st.text(max_size=40),
    st.text(max_size=40),
)
@example("{{{answer}}} \\{query\\} ${x} @y@ \r\n\t", "{context}", '"\\u0041 \ud800')
def test_any_template_and_any_case_survive(template, question, answer):
    judge = measured(prompt=Prompt(template=template))
    case = replace(CASES[0], question=question, answer=answer, evidence=(Document(id="1", text=question),))
    (body,) = read_back(written(judge), judge).bodies([case])
    assert without_transport(body) == without_transport(body_of(judge, case))


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_no_setting_of_the_applications_own_is_written(target):
    """An application that sets spring.ai.ollama.chat.model and num-predict keeps them: nothing is under spring."""
    text = written(measured(), target)[FILE]
    settings = yaml.safe_load(text)
    assert set(settings) == {"evalcore"}
    assert set(settings["evalcore"]) == {"judge"}
    assert settings["evalcore"]["judge"]["max-tokens"] == 8
    assert settings["evalcore"]["judge"]["base-url"] == "http://gpu.example:11434"


def test_only_an_evaluator_is_a_bean():
    configuration = written(measured())[f"{JAVA}/JudgeConfig.java"]
    assert re.findall(r"@Bean\s+public (\S+)", configuration) == ["Evaluator"]


@pytest.mark.parametrize(
    ("target", "rule", "template", "role", "evaluator"),
    [
        (SPRING, "spring-2.0", RELEVANCY, "user", "RelevancyEvaluator"),
        (SPRING, "spring-2.0", FACTS, "user", "FactCheckingEvaluator"),
        (SPRING, "spring-2.0", RELEVANCY, "system", "JudgeEvaluator"),
        (SPRING, "spring-2.0", "{query} {claim}", "user", "JudgeEvaluator"),
        (SPRING, "spring-1.0.2", RELEVANCY, "user", "JudgeEvaluator"),
        (SPRING, "lenient", RELEVANCY, "user", "JudgeEvaluator"),
        (SPRING_1, "spring-1.0.2", RELEVANCY, "user", "RelevancyEvaluator"),
        (SPRING_1, "spring-2.0", RELEVANCY, "user", "JudgeEvaluator"),
        (SPRING_1, "spring-1.0.0-relevancy", RELEVANCY, "user", "JudgeEvaluator"),
    ],
)
def test_springs_own_evaluator_stands_in_only_where_it_is_the_same(target, rule, template, role, evaluator):
    judge = measured(rule, prompt=Prompt(template=template, role=role))
    configuration = written(judge, target)[f"{JAVA}/JudgeConfig.java"]
    found = re.search(r"return (?:new )?(\w+Evaluator)\b", configuration.partition("static Evaluator evaluator")[2])
    assert found
    assert found[1] == evaluator


TAMPERED = [
    (FILE, "temperature: 0.0", "temperature: 0.5"),
    (FILE, "small:1b", "other:1b"),
    ("src/main/resources/judge/hostile-spring-2-0.txt", "Question:", "Question;"),
]


@pytest.mark.parametrize(("path", "there", "instead"), TAMPERED)
def test_a_change_that_can_be_sent_shows_up_in_the_request(path, there, instead):
    judge = measured()
    files = dict(written(judge))
    assert there in files[path]
    files[path] = files[path].replace(there, instead)
    (body,) = read_back(files, judge).bodies(CASES[:1])
    assert without_transport(body) != without_transport(body_of(judge, CASES[0]))


@pytest.mark.parametrize(
    ("name", "there", "instead"),
    [
        ("JudgeRule", "SpringRules.since20(reply)", "SpringRules.since102(reply)"),
        ("JudgeRule", '"rule": "spring-2.0"', '"rule": "lenient"'),
        ("SpringRules", "reply.strip()", "reply.trim()"),
        ("JudgeConfig", ".seed(judge.seed())", ""),
        ("JudgeEvaluator", '"\\n"', '"\\n\\n"'),
        ("JudgeTemplateRenderer", "claim|", ""),
        ("JudgeReading", "literal", "exact"),
        ("JudgeProperties", "evalcore.judge", "spring.ai.ollama.chat"),
        ("JudgeRefineAdvisor", "isPass()", "isPass() || true"),
    ],
)
def test_a_changed_source_is_refused(name, there, instead):
    judge = measured()
    files = dict(written(judge))
    path = f"{JAVA}/{name}.java"
    assert there in files[path]
    files[path] = files[path].replace(there, instead)
    with pytest.raises(ExportError, match=r"as (it was|they were) written"):
        read_back(files, judge)


def test_settings_of_the_application_do_not_belong_into_the_file():
    judge = measured()
    files = dict(written(judge))
    files[FILE] += "spring:\n  ai:\n    ollama:\n      chat:\n        model: other\n"
    with pytest.raises(ExportError, match="nothing but evalcore"):
        read_back(files, judge)


def test_every_java_file_says_what_it_is():
    for path, text in written(measured()).items():
        if path.endswith((".java", ".yaml")):
            head = text[:1200]
            assert "Exact" in head, path
            assert "config_sha256" in head, path
            assert "truncate is not sent" in head, path


@pytest.mark.parametrize(
    ("judge", "loss"),
    [
        (measured(model=ModelRef(provider="embedded", name="smollm2-135m")), "another chat template"),
        (measured(prompt=Prompt(template="{answer} {must_mention}")), "must_mention"),
        (measured("regex"), "java.util.regex"),
        (
            measured(model=ModelRef(provider="openai", name="m"), options=Options(think=False)),
            "think is not sent",
        ),
    ],
    ids=["embedded", "mentions", "regex", "think"],
)
def test_what_is_lost_makes_it_adapted_and_stands_in_every_file(judge, loss):
    assert SPRING.standing(judge) == "adapted"
    assert any(loss in sentence for sentence in SPRING.losses(judge))
    files = written(judge)
    assert "ADAPTED" in files["README.md"]
    assert all("ADAPTED" in text for path, text in files.items() if path.endswith((".java", ".yaml")))


def test_a_rule_judge_asks_no_model_and_is_refused():
    rules = builtin_judges()["always-yes"]
    with pytest.raises(ExportError, match="nothing to send"):
        SPRING.write(replace(material_for(measured()), judge=rules))


def test_a_judge_without_a_model_is_written_with_a_placeholder_and_no_test():
    files = SPRING.write(replace(material_for(measured()), judge=builtin_judges()["yes-no"], report=None))
    assert settings_in(files[FILE])["model"] == "MODEL-NAME"
    assert "Uncalibrated" in files["README.md"]
    assert not any("/test/" in path for path in files)


def test_a_key_is_named_and_never_written(monkeypatch):
    monkeypatch.setenv("TEAM_KEY", "sk-secret")
    judge = measured(model=ModelRef(provider="openai", name="m", base_url="http://h/v1", api_key_env="TEAM_KEY"))
    files = written(judge)
    assert settings_in(files[FILE])["api-key"] == "${TEAM_KEY:}"
    assert not any("sk-secret" in text for text in files.values())


@pytest.mark.parametrize(
    "judge",
    [
        measured(model=ModelRef(provider="ollama", name="m", base_url="http://user:password@host")),
        measured(model=ModelRef(provider="ollama", name="${HOME}")),
        measured(options=Options(seed=2**31)),
        measured(options=Options(think="deep")),
        measured(prompt=Prompt(template="\ud800 {answer}")),
    ],
    ids=["password", "placeholder", "seed", "think", "half a pair"],
)
def test_what_spring_cannot_take_is_an_error_for_people(judge):
    with pytest.raises(EvalcoreError):
        written(judge)


@given(st.text())
@example('"\\\r\n\t\x00\u2028\U0001f600\ud800 */ \\u0022')
def test_a_literal_is_ascii_on_one_line_and_means_the_text(text):
    written_text = literal(text)
    assert written_text.isascii()
    assert written_text.isprintable()
    # JSON has the escapes that are used here, and the same meaning for them.
    assert json.loads(written_text) == json.loads(json.dumps(text))


@given(st.text())
@example("*/ evil(); /* \\u002a\\u002f \n */")
def test_a_comment_ends_where_it_should(text):
    written_text = comment([text, "last"])
    assert written_text.isascii()
    assert written_text.count("*/") == 1
    assert "\\" not in written_text
    assert without_comment(written_text + "class A {}") == "class A {}"


@given(st.text())
@example("class")
@example("2nd")
@example("judge")
@example("-judge")
@example("0" * 59 + ":0")
def test_any_name_gives_a_file_name_and_a_java_name(name):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug(name))
    assert re.fullmatch(r"[a-z][a-zA-Z0-9]*[jJ]udge|judge", bean_name(name))


def test_names_read_well():
    assert slug("Spring Relevancy (v2)") == "spring-relevancy-v2"
    assert bean_name("Spring Relevancy (v2)") == "springRelevancyV2Judge"
    assert bean_name("my judge") == "myJudge"
