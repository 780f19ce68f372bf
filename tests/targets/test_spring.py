"""A Spring export, type-checked, filled by the real StringTemplate, run, and compared with the judge that was measured.

Spring AI itself is represented by stubs of its classes, whose signatures and requests are those of its sources; what is
exported, and StringTemplate, are real.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.domain import How
from evalcore.exports.spring.shape import JAVA
from evalcore.exports.spring.target import TARGETS
from evalcore.judges import Judge, Options, Prompt
from evalcore.replies import read, score
from tests.targets.hostile import (
    CASES,
    ERROR,
    REPLIES,
    RULE_NAMES,
    at,
    expected_bodies,
    expected_verdicts,
    hostile_judge,
    hostile_server,
    material_for,
    sent_bodies,
    verdict_of,
)
from tests.targets.reply_pieces import PIECES
from tests.targets.spring_project import Harness, Project, compile_stubs, java_parts

pytestmark = [pytest.mark.slow, pytest.mark.targets]
LINES = {target.name: target for target in TARGETS}
Build = Callable[[str, Judge], Project]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Writes an export and puts it beside the stubs of its line."""
    java_parts()
    root = tmp_path_factory.mktemp("spring")
    for line in LINES:
        compile_stubs(line, root / f"stubs-{line}")

    def built(line: str, judge: Judge) -> Project:
        folder = tmp_path_factory.mktemp("project")
        return Project(LINES[line].write(material_for(judge)), folder, root / f"stubs-{line}")

    return built


def wording(judge: Judge, template: str, dialect: str = "brace", **changes: object) -> Judge:
    prompt = Prompt(template=template, dialect=dialect)  # type: ignore[arg-type]
    return replace(judge, prompt=prompt, **changes)  # type: ignore[arg-type]


def as_spring(judge: Judge, verdict: str | None) -> dict[str, object]:
    """What the evaluator says of a case with this verdict."""
    if verdict == ERROR:
        return {"error": "HTTP 400"}
    return {"passes": verdict is not None and judge.passes(verdict)}


def check(build: Build, line: str, judge: Judge, evaluator: str) -> None:
    """Every case of the hostile set: the verdict and the request are those that were measured."""
    with hostile_server(judge) as server:
        here = at(judge, server)
        with build(line, here).running() as harness:
            said = {case.id: harness.evaluate(case) for case in CASES}
            assert {one.pop("evaluator") for one in said.values() if "evaluator" in one} == {evaluator}
            verdicts = expected_verdicts(here)
            shown = {name: {key: one[key] for key in ("passes", "error") if key in one} for name, one in said.items()}
            assert shown == {name: as_spring(here, verdict) for name, verdict in verdicts.items()}
            if evaluator == "JudgeEvaluator":
                exact = {name: one.get("verdict", ERROR) for name, one in said.items()}
                assert exact == verdicts
        assert sent_bodies(server) == expected_bodies(here)


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_every_case_is_judged_and_asked_about_as_measured(build: Build, rule: str):
    check(build, "spring-ai", hostile_judge(rule), "JudgeEvaluator")


@pytest.mark.parametrize("rule", ["spring-2.0", "spring-1.0.2", "spring-1.0.0-relevancy", "lenient"])
def test_so_it_is_in_the_line_before(build: Build, rule: str):
    check(build, "spring-ai-1", hostile_judge(rule), "JudgeEvaluator")


@pytest.mark.parametrize("line", LINES)
def test_a_judge_on_an_openai_style_server_too(build: Build, line: str):
    options = Options(temperature=0.25, seed=None, max_tokens=16, think="low")
    judge = replace(hostile_judge("lenient", provider="openai"), options=options)
    check(build, line, judge, "JudgeEvaluator")


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("think", [True, False, "high"])
def test_options_are_sent_as_measured(build: Build, line: str, think: bool | str):
    options = Options(temperature=None, seed=7, max_tokens=None, num_ctx=8192, think=think)
    judge = replace(hostile_judge("json"), options=options)
    system = replace(judge, prompt=Prompt(template="{claim} {document} {query}", role="system"))
    check(build, line, system, "JudgeEvaluator")


TABBED = '\tYES or NO, \\{not "x"\\}:\n\tQuery:\n\t{query}\n\n\tResponse:\n\t{response}\n\tContext:\n\t{context}\n'
FACTS = "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n"


@pytest.mark.parametrize(("line", "rule"), [("spring-ai", "spring-2.0"), ("spring-ai-1", "spring-1.0.2")])
@pytest.mark.parametrize("dialect", ["stringtemplate", "brace"])
@pytest.mark.parametrize(("template", "evaluator"), [(TABBED, "RelevancyEvaluator"), (FACTS, "FactCheckingEvaluator")])
def test_springs_own_evaluator_is_used_where_it_asks_and_reads_as_measured(
    build: Build, line: str, rule: str, dialect: str, template: str, evaluator: str
):
    check(build, line, wording(hostile_judge(rule), template, dialect), evaluator)


@pytest.mark.parametrize("rule", ["spring-2.0", "lenient"])
def test_a_judge_filled_by_stringtemplate_is_filled_by_the_real_one(build: Build, rule: str):
    """The template names a question beside a claim, so that no evaluator of Spring's fits."""
    template = TABBED.replace("{response}", "{claim}")
    check(build, "spring-ai", wording(hostile_judge(rule), template, "stringtemplate"), "JudgeEvaluator")


def test_each_version_passes_what_it_passes(build: Build):
    """YES and a newline: 2.0 only. Yes and a full stop: neither; 1.0.0 looks for yes anywhere. eyes: 1.0.0 only."""
    passes = {}
    for rule in ("spring-2.0", "spring-1.0.2", "spring-1.0.0-relevancy"):
        with build("spring-ai-1", hostile_judge(rule)).running() as harness:
            passes[rule] = [text for text in ("YES\n", "Yes.", "eyes") if harness.read(text)[0]["passes"]]
    assert passes == {
        "spring-2.0": ["YES\n"],
        "spring-1.0.2": [],
        "spring-1.0.0-relevancy": ["YES\n", "Yes.", "eyes"],
    }


def compare(harness: Harness, judge: Judge, texts: list[str]) -> None:
    """The value, whether it was said literally, and the score where the rule has one of its own."""
    for text, said in zip(texts, harness.read(*texts), strict=True):
        reading = read(judge.rule.name, text, params=judge.rule.params)
        assert (said["value"], said["literal"]) == (judge.verdict(reading), reading.how is How.LITERAL), ascii(text)
        known = score(judge.rule.name, text, params=judge.rule.params)
        assert known is None or said["score"] == pytest.approx(known), ascii(text)


texts = st.lists(st.sampled_from((*PIECES, *filter(None, REPLIES))) | st.text(max_size=4), max_size=8).map("".join)


def is_old(text: str) -> bool:
    """Python's Unicode may be newer than Java's; only blocks that are in both from long ago are compared."""
    blocks = ("\0", "\u0800"), ("\u2000", "\u20a0"), ("\u2100", "\u2c00"), ("\uff01", "\uff5f")
    return all(c in PIECES or any(low <= c < high for low, high in blocks) for c in text)


@pytest.mark.parametrize("rule", [rule for rule in RULE_NAMES if rule != "regex"])
def test_the_java_reads_any_text_as_the_workbench_does(build: Build, rule: str):
    judge = hostile_judge(rule)
    rolled = random.Random(rule)
    with build("spring-ai", judge).running() as harness:

        @settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(st.lists(texts.filter(is_old), min_size=5, max_size=20))
        def same(some: list[str]) -> None:
            compare(harness, judge, some)

        same()
        compare(
            harness, judge, ["".join(rolled.choices(PIECES, k=rolled.choice((1, 2, 3, 5, 8)))) for _ in range(8000)]
        )


@pytest.mark.parametrize(
    ("line", "written", "slip"),
    [
        ("spring-ai", ".temperature(judge.temperature())", ".temperature(0)"),
        ("spring-ai-1", ".temperature(judge.temperature())", ".temperature(0)"),
        ("spring-ai", ".options(", ".defaultOptions("),
        ("spring-ai-1", ".defaultOptions(", ".options("),
    ],
)
def test_the_stubs_notice_what_does_not_compile(build: Build, line: str, written: str, slip: str):
    project = build(line, hostile_judge())
    configuration = project.folder / JAVA / "JudgeConfig.java"
    text = configuration.read_text()
    assert text.count(written) == 1
    configuration.write_text(text.replace(written, slip))
    assert "JudgeConfig.java" in project.complaints()


@pytest.mark.parametrize("line", LINES)
def test_the_application_keeps_its_own_model(build: Build, line: str):
    """Only Evaluator beans, so that its OllamaChatModel and ChatClient.Builder stay; and no key that it could set."""
    project = build(line, hostile_judge())
    with project.running() as harness:
        assert harness.ask("beans") == {"types": ["org.springframework.ai.evaluation.Evaluator"]}
    application = "spring:\n  ai:\n    ollama:\n      chat: {model: answers, num-predict: 2000}\n"
    yaml_text = (project.folder / "src/main/resources/application-judge.yaml").read_text()
    assert keys_of(application).isdisjoint(keys_of(yaml_text))
    assert all(key.startswith("evalcore.judge.") for key in keys_of(yaml_text))


def keys_of(text: str) -> set[str]:
    def walk(value: object, path: str) -> set[str]:
        if not isinstance(value, dict):
            return {path}
        return {key for name, inner in value.items() for key in walk(inner, f"{path}.{name}".strip("."))}

    return walk(yaml.safe_load(text), "")


@pytest.mark.parametrize("line", LINES)
def test_the_refine_loop_ends(build: Build, line: str):
    judge = wording(hostile_judge(), "{question} {answer} {evidence}")
    asked = {"question": "Why {x}?", "evidence": ["a", "b"], "attempts": 3}
    with build(line, judge).running() as harness:
        passed = harness.ask("refine", answers=["bad", "good one", "never"], exhausted="BEST", **asked)
        assert passed["answer"] == "good one"
        assert passed["prompts"][0] == "Why {x}?"
        assert "bad" in passed["prompts"][1]
        assert "because 2" in passed["prompts"][1]
        best = harness.ask("refine", answers=["bad", "worse, but longest", "poor"], exhausted="BEST", **asked)
        assert (best["answer"], len(best["prompts"])) == ("worse, but longest", 3)
        failed = harness.ask("refine", answers=["bad", "poor", "no"], exhausted="FAIL", **asked)
        assert failed == {"error": "no answer passed the judge in 3 attempts"}
        unjudged = harness.ask("refine", answers=["bad"], exhausted="BEST", **{**asked, "evidence": []})
        assert unjudged == {"answer": "bad", "prompts": ["Why {x}?"]}


def test_the_calibration_test_passes_on_the_measured_judge_and_fails_on_another(build: Build):
    """Without the case that the server refuses. People who always disagree with the judge leave an agreement of 0."""
    judge = hostile_judge("lenient")
    agree, literal, digest = "agreesWithPeopleAsMeasured", "expected at most 0", "theServerHasTheModelThatWasMeasured"
    with hostile_server(judge) as server:
        project = build("spring-ai", at(judge, server))
        labelled = project.folder / "src/test/resources/judge/hostile-lenient-labelled.json"
        document = json.loads(labelled.read_text())
        answered = {case.id: reply for case, reply in zip(CASES, REPLIES, strict=True) if reply is not None}
        document["cases"] = [case for case in document["cases"] if case["id"] in answered]
        with project.running() as harness:

            def outcomes(document: dict[str, object], **changed: object) -> dict[str, str]:
                labelled.write_text(json.dumps(document))
                return harness.ask("calibrate", settings={**harness.settings, **changed})

            assert outcomes(document) == {agree: "passed", digest: "passed"}
            assert "another model" in outcomes(document, digest="another")[digest]
            assert literal in outcomes(document | {"non_literal_at_most": 0})[agree]
            opposed = [
                case | {"passes": verdict_of(judge, answered[case["id"]]) != "pass"} for case in document["cases"]
            ]
            assert "found 0.0" in outcomes(document | {"cases": opposed})[agree]
