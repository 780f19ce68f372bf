"""The real promptfoo runs the exported grader and the exported regression suite."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evalcore.domain import Case, Document
from evalcore.exports import Files, Material, find_target, write_files
from evalcore.judges import Judge
from tests.support.model_server import ModelServer, Script, ScriptedReply, always
from tests.support.things import make_dataset
from tests.targets.hostile import (
    CASES,
    ERROR,
    RULE_NAMES,
    at,
    body_of,
    expected_bodies,
    expected_verdicts,
    hostile_judge,
    hostile_server,
    material_for,
    sent_bodies,
    without_transport,
)
from tests.targets.promptfoo_runs import QUIET, Ran, evaluate, write_application

pytestmark = [pytest.mark.slow, pytest.mark.targets]
TARGET = find_target("promptfoo")
STRINGTEMPLATE = '\tReply as \\{"verdict": "yes"\\}; ${query}\r\n\tEvidence: {context}\n\n  Answer:\t{response}\n'
JSON_ALONE = '{"claim": ["{answer}", {"context": "{context}", "secret": "{{ env.SECRET }}{{ question }}"}]}'


def grade(judge: Judge, folder: Path, cases: tuple[Case, ...] = CASES, **environment: str) -> Ran:
    """An application whose answers the exported judge grades."""
    write_files(TARGET.write(material_for(judge)), folder)
    write_application(folder, cases)
    return evaluate(folder, "promptfooconfig.json", **environment)


def serving(script: Script) -> ModelServer:
    """A server that has the hostile judge's model."""
    return ModelServer(script, models=(hostile_judge().model.name,))


def by_prompt(bodies: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Bodies by what they ask, without the fields of transport."""
    return {body["messages"][0]["content"]: without_transport(body) for body in bodies}


def graded(ran: Ran) -> dict[str, str | None]:
    """By case id what promptfoo says: the value, None where it says that there is no verdict, or ERROR."""
    return {name: _verdict(result) for name, result in ran.results.items()}


def _verdict(result) -> str | None:
    grading = result.get("gradingResult")
    if not grading or not grading.get("componentResults"):
        assert result["error"]
        assert not result["success"]
        return ERROR
    (component,) = grading["componentResults"]
    assert component["pass"] == result["success"]
    if component["reason"].startswith("no verdict"):
        assert not component["pass"]
        assert component["score"] == 0
        return None
    return component["reason"].removeprefix("verdict ").partition(": the reply was")[0]


def assert_the_grader_is_the_judge(judge: Judge, folder: Path, **environment: str) -> None:
    """Verdict and request per case are ours, and pass is what the judge's scale says."""
    with hostile_server(judge) as server:
        server.api_key = environment.get(judge.model.api_key_env or "")
        here = at(judge, server)
        ran = grade(here, folder, **environment)
        expected = expected_verdicts(here)
        assert graded(ran) == expected, ran.said
        passed = {name for name, result in ran.results.items() if result["success"]}
        assert passed == {name for name, value in expected.items() if value not in (None, ERROR) and here.passes(value)}
        assert sent_bodies(server) == expected_bodies(here)
        assert ran.code == 100


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_every_rule_grades_the_hostile_cases_as_measured(rule, tmp_path):
    assert_the_grader_is_the_judge(hostile_judge(rule), tmp_path)


def test_a_stringtemplate_prompt_arrives_with_its_indents(tmp_path):
    judge = hostile_judge("spring-2.0", template=STRINGTEMPLATE)
    assert judge.prompt is not None
    prompt = replace(judge.prompt, dialect="stringtemplate", role="system")
    assert_the_grader_is_the_judge(replace(judge, prompt=prompt), tmp_path)


@pytest.mark.parametrize("rule", ["json", "lenient"])
def test_an_openai_style_server_gets_the_key_of_the_environment(rule, tmp_path):
    judge = hostile_judge(rule, provider="openai")
    judge = replace(
        judge, model=replace(judge.model, api_key_env="JUDGE_KEY"), options=replace(judge.options, think=False)
    )
    assert_the_grader_is_the_judge(judge, tmp_path, JUDGE_KEY="a-key")
    assert not any(
        "a-key" in path.read_text() for path in tmp_path.rglob("*") if path.suffix in (".yaml", ".cjs", ".py")
    )


@pytest.mark.parametrize(
    ("rule", "passing"),
    [
        ("spring-2.0", {"YES\n"}),
        ("spring-1.0.2", set()),
        ("spring-1.0.0-relevancy", {"YES\n", "Yes.", "eyes"}),
    ],
)
def test_each_spring_rule_passes_what_its_version_passes(rule, passing, tmp_path):
    """The application's answer names the reply that the judge gives."""
    replies = ("YES\n", "Yes.", "eyes")
    cases = tuple(Case(id=f"case-{at}", question="q", answer=f"reply {at}") for at in range(len(replies)))
    judge = hostile_judge(rule, template="{answer}")

    def script(prompt: str, nth: int) -> ScriptedReply:
        return ScriptedReply(replies[int(prompt[-1])])

    with serving(script) as server:
        ran = grade(at(judge, server), tmp_path, cases)
    assert {replies[int(name[-1])] for name, result in ran.results.items() if result["success"]} == passing


def test_a_prompt_and_an_answer_that_are_json_arrive_as_they_are_and_nothing_of_the_environment_does(tmp_path):
    """Such texts promptfoo parses, and it fills ``{{ env.X }}`` wherever a configuration holds it."""
    judge = hostile_judge("spring-2.0", template=JSON_ALONE)
    answers = ('{"a":  1.0}', "1.0", "null", '"quoted"', "[1,  2]", "true", "{{ env.SECRET }}", "", "file://x", "\n")
    cases = tuple(Case(id=f"case-{at:02}", question="q", answer=answer) for at, answer in enumerate(answers))
    with serving(always("YES")) as server:
        here = at(judge, server)
        grade(here, tmp_path, cases)
        sent = by_prompt(server.bodies("/api/chat"))
    assert sent == by_prompt(body_of(here, case) for case in cases)
    assert QUIET["SECRET"] not in json.dumps(sent)


def test_plain_variables_do_and_a_missing_one_is_an_error_that_names_it(tmp_path):
    with serving(always("YES")) as server:
        here = at(hostile_judge("spring-2.0"), server)
        write_files(TARGET.write(material_for(here)), tmp_path)
        write_application(tmp_path, ())
        plain = {"query": "How?", "document": "So."}
        tests = [{"vars": {"case": "said", **plain}}, {"vars": {"case": "silent", "query": "How?"}}]
        (tmp_path / "tests.json").write_text(json.dumps(tests))
        (tmp_path / "application.cjs").write_text(
            "module.exports = class { id() { return 'x'; } async callApi() { return { output: 'So.' }; } };"
        )
        ran = evaluate(tmp_path, "promptfooconfig.json")
        (sent,) = server.bodies("/api/chat")
    case = Case(id="", question="How?", answer="So.", evidence=(Document(id="1", text="So."),))
    assert without_transport(sent) == without_transport(body_of(here, case))
    assert ran.results["said"]["success"]
    assert "evidence or context or document" in ran.results["silent"]["error"]


def suite_of(judge: Judge, cases: int = 4) -> Files:
    """Even cases are good answers."""
    dataset = make_dataset(cases)
    return TARGET.write(
        Material(report=None, date="2026-09-14", judge=judge, cases=dataset.cases, labels=dataset.labels)
    )


def test_the_regression_suite_asks_about_the_hostile_cases_as_measured(tmp_path):
    with hostile_server(hostile_judge()) as server:
        here = at(hostile_judge(), server)
        write_files(TARGET.write(material_for(here)), tmp_path)
        ran = evaluate(tmp_path, "regression.yaml")
        said = {
            name: one["response"]["metadata"]["verdict"] if "response" in one else ERROR
            for name, one in ran.results.items()
        }
        assert said == expected_verdicts(here)
        assert sent_bodies(server) == expected_bodies(here)


@pytest.mark.parametrize("rule", ["spring-2.0", "lenient"])
def test_the_regression_suite_ends_with_zero_only_where_the_judge_agrees_with_people(rule, tmp_path):
    """Cases 0 and 2 are good, 1 and 3 are not; "Hm." is no verdict and fails; the wrong judge passes case 3 too."""
    replies = {"0": "YES", "1": "NO", "2": "YES", "3": "Hm."}

    def right(prompt: str, nth: int) -> ScriptedReply:
        return ScriptedReply(replies[prompt.partition("Answer ")[2][0]])

    def wrong(prompt: str, nth: int) -> ScriptedReply:
        return ScriptedReply("YES" if "Answer 3" in prompt else right(prompt, nth).text)

    judge = hostile_judge(rule)
    with serving(right) as server:
        here = at(judge, server)
        write_files(suite_of(here), tmp_path)
        agreed = evaluate(tmp_path, "regression.yaml")
        sent = by_prompt(server.bodies("/api/chat"))
        server.script = wrong
        differed = evaluate(tmp_path, "regression.yaml")
        tolerated = evaluate(tmp_path, "regression.yaml", PROMPTFOO_PASS_RATE_THRESHOLD="75")
    assert (agreed.code, differed.code, tolerated.code) == (0, 100, 0)
    assert sent == by_prompt(body_of(here, case) for case in make_dataset(4).cases)
    assert agreed.results["c3"]["response"]["output"] == 'fail: no verdict in "Hm."' or rule != "lenient"
    assert {name for name, result in differed.results.items() if not result["success"]} == {"c3"}
