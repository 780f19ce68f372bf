"""The promptfoo files hold the judge that was measured, whatever its texts are, and tell when they were changed."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evalcore.domain import Case, Document, Label, Scale
from evalcore.errors import ExportError, TemplateError
from evalcore.exports import Files, Material, find_target
from evalcore.exports.made_up import made_up_replies
from evalcore.exports.promptfoo.script import RULES_IN_JAVASCRIPT, read_back
from evalcore.exports.verifying import Asked, sent_body, verify
from evalcore.judges import Judge, ModelRef, Prompt, RuleSpec, request_fingerprint
from evalcore.prompts import check
from evalcore.providers.bodies import request_body
from evalcore.replies import read
from tests.support.things import make_case, make_dataset, make_judge
from tests.targets.hostile import TEXTS, hostile_judge, material_for

TARGET = find_target("promptfoo")
GOLDEN = Path(__file__).parent.parent / "golden" / "exports" / "promptfoo"
OLLAMA = ModelRef(provider="ollama", name="small:1b", digest="d1", base_url="http://127.0.0.1:11434")
SPRING = replace(
    make_judge("spring", rule=RuleSpec(name="spring-2.0"), template="\tIs {claim} in {document}?\r\n\t\\{yes\\}"),
    model=OLLAMA,
    prompt=Prompt(template="\tIs {claim} in\n\t{document}?\r\n\t\\{yes\\} or {{query}}\n", dialect="stringtemplate"),
)
LENIENT = replace(
    make_judge("lenient"),
    model=ModelRef(provider="openai", name="m", base_url="https://models.example/v1", api_key_env="JUDGE_KEY"),
)
JSON = replace(make_judge("json", rule=RuleSpec(name="json", params={"field": "ok"})), model=OLLAMA)


def unmeasured(judge: Judge, **changes: Any) -> Material:
    return Material(report=None, date="2026-09-14", judge=judge, **changes)


def labelled(judge: Judge) -> Material:
    dataset = make_dataset(3)
    return unmeasured(judge, cases=dataset.cases, labels=dataset.labels)


@pytest.mark.parametrize("judge", [SPRING, LENIENT], ids=lambda judge: judge.name)
def test_the_files_are_written_as_their_golden_ones(judge):
    written = TARGET.write(labelled(judge))
    folder = GOLDEN / judge.name
    own = {name: text for name, text in written.items() if "evalcore_judge/" not in name and name != "judge.yaml"}
    if os.environ.get("EVALCORE_WRITE_GOLDEN"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in own.items():
            (folder / f"{name}.golden").write_text(text, encoding="utf-8", newline="")
    assert own == {name: (folder / f"{name}.golden").read_bytes().decode("utf-8") for name in own}
    assert {path.name for path in folder.iterdir()} == {f"{name}.golden" for name in own}


def replayed(judge: Judge) -> list[Asked]:
    """Every made-up reply, as if a run had brought it."""
    return [
        Asked(make_case(at), request_fingerprint(judge), text, judge.verdict(read(judge.rule.name, text)))
        for at, text in enumerate(made_up_replies(judge))
    ]


@pytest.mark.parametrize("rule", RULES_IN_JAVASCRIPT)
@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_the_written_files_verify_as_exact(rule, provider):
    judge = hostile_judge(rule, provider=provider)
    judge = judge.pinned(base_url="http://127.0.0.1:1/v1" if provider == "openai" else None)
    found = verify(TARGET, TARGET.write(material_for(judge)), judge, replayed(judge))
    assert (found.outcome, found.differences) == ("exact", ())


def test_a_rule_that_only_python_reads_verifies_through_the_package_without_the_key(monkeypatch):
    monkeypatch.delenv("JUDGE_KEY", raising=False)
    found = verify(TARGET, TARGET.write(labelled(LENIENT)), LENIENT, replayed(LENIENT))
    assert (found.outcome, found.differences) == ("exact", ())


hostile = (
    st.sampled_from(TEXTS) | st.text(max_size=20) | st.text(alphabet="{}%#\"'\\\r\n\t $answer\u2028\ud800", max_size=20)
)


@settings(max_examples=150, deadline=None)
@given(hostile, hostile, hostile, st.sampled_from(["brace", "stringtemplate"]))
@example("{{ env.HOME }}", "{% raw %}", "}}", "brace")
def test_any_template_and_any_case_come_back_byte_for_byte(before, after, text, dialect):
    template = f"{before}{{answer}}{after}{{document}}"
    try:
        check(template, dialect)
    except TemplateError:
        return
    judge = replace(SPRING, prompt=Prompt(template=template, dialect=dialect))
    case = Case(
        id=text, question=text, answer=text, evidence=(Document(id="1", text=text), Document(id="2", text=after))
    )
    assert TARGET.carried is not None
    (body,) = TARGET.carried(TARGET.write(unmeasured(judge, cases=(case,))), judge).bodies([case])
    assert {name: body[name] for name in sent_body(judge, case)} == sent_body(judge, case)


@settings(max_examples=60, deadline=None)
@given(hostile, hostile)
def test_no_name_and_no_criterion_is_filled_by_promptfoo_or_leaves_its_comment(name, criterion):
    judge = replace(SPRING, name=name, criterion=criterion)
    dataset = make_dataset(1)
    labels = tuple(replace(label, criterion=criterion) for label in dataset.labels)
    written = TARGET.write(unmeasured(judge, cases=dataset.cases, labels=labels))
    plain = TARGET.write(labelled(SPRING))
    for file in ("grader.yaml", "regression.yaml"):
        loaded = yaml.safe_load(written[file])
        assert loaded.keys() == yaml.safe_load(plain[file]).keys()
        assert "{{" not in json.dumps(loaded, ensure_ascii=False).replace("{{ case.id }}", "")
    assert read_back(written["judge.cjs"], SPRING).settings == read_back(plain["judge.cjs"], SPRING).settings


def changed(files: Files, name: str, old: str, new: str) -> Files:
    assert files[name].count(old) >= 1
    return {**files, name: files[name].replace(old, new)}


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("grader.yaml", "temperature: 0.0", "temperature: 0.7"),
        ("grader.yaml", '"small:1b"', '"small:3b"'),
        ("grader.yaml", "judge.cjs:grade", "other.cjs:grade"),
        ("grader.yaml", "status >= 200", "status >= 100"),
        ("grader.yaml", "JSON.stringify(output)", "output"),
        ("grader.yaml", '"llm-rubric"', '"g-eval"'),
        ("grader.yaml", "assert:", "threshold: 0\nassert:"),
        ("regression.yaml", "seed: 42", "seed: 43"),
        ("regression.yaml", "cases.json", "others.json"),
        ("judge.cjs", '"field": "ok"', '"field": "no"'),
        ("judge.cjs", "supported by", "backed by"),
        ("judge.cjs", '"values": ["pass", "fail"]', '"values": ["pass"]'),
        ("judge.cjs", "return [];", "return [true];"),
    ],
)
def test_a_change_of_any_file_shows(file, old, new):
    files = changed(TARGET.write(labelled(JSON)), file, old, new)
    asked = [
        Asked(make_case(0), request_fingerprint(JSON), text, value)
        for text, value in (('{"ok": true}', "pass"), ('{"ok": "no"}', "fail"))
    ]
    assert verify(TARGET, files, JSON, asked).outcome == "differs"


def test_whatever_decides_between_pass_and_fail_must_be_as_measured():
    files = TARGET.write(labelled(JSON))
    assert TARGET.carried is not None
    for old, new in (
        ('"passing": ["pass"]', '"passing": ["pass", "fail"]'),
        ('"uses": ["answer"', '"uses": ["question"'),
    ):
        with pytest.raises(ExportError, match=r"judge\.cjs"):
            TARGET.carried(changed(files, "judge.cjs", old, new), JSON)


def test_the_body_keeps_what_refuses_a_prompt_that_does_not_fit():
    grader = yaml.safe_load(TARGET.write(labelled(SPRING))["grader.yaml"])
    body = grader["assert"][0]["provider"]["config"]["body"]
    assert body == {name: value for name, value in request_body(SPRING, "").items() if name != "messages"}
    assert body["truncate"] is False


def test_a_key_is_named_and_only_sent_where_the_judge_names_one_or_openai_is_asked():
    def authorization(judge: Judge) -> str | None:
        grader = yaml.safe_load(TARGET.write(unmeasured(judge))["grader.yaml"])
        return grader["assert"][0]["provider"]["config"]["headers"].get("Authorization")

    served = replace(JSON, model=ModelRef(provider="openai", name="m", base_url="https://models.example/v1"))
    assert authorization(served) is None
    assert authorization(replace(served, model=replace(served.model, api_key_env="MY_KEY"))) == "Bearer {{env.MY_KEY}}"
    assert authorization(replace(served, model=replace(served.model, base_url=None))) == "Bearer {{env.OPENAI_API_KEY}}"


def test_the_suite_holds_what_people_settled_and_says_what_it_leaves_out():
    """Of five cases: one without a label, one with two against each other, one without evidence; a value of the scale
    of ratings counts by that scale, and pass and fail are understood by a judge that has other values."""
    scale = Scale(values=("1", "2", "3"), level="ordinal", passing=("3",))
    judge = replace(SPRING, scale=scale, tokens={})
    dataset = make_dataset(5)
    cases = (*dataset.cases[:4], replace(dataset.cases[4], evidence=()))

    def label(at: int, value: str, who: str = "ines") -> Label:
        return replace(dataset.labels[at], value=value, annotator=who)

    labels = (label(0, "3"), label(1, "pass"), label(3, "1"), label(3, "3", "omar"), label(4, "1"))
    written = TARGET.write(unmeasured(judge, cases=cases, labels=labels))
    tests = json.loads(written["cases.json"])
    assert [(test["vars"]["case"]["id"], test["assert"][0]["value"]) for test in tests] == [
        ("c0", "pass"),
        ("c1", "pass"),
    ]
    assert "Left out: 2 (no settled label)." in written["regression.yaml"]
    assert "Left out: 1 (no evidence)." in written["regression.yaml"]


def test_without_cases_there_is_a_grader_and_no_suite():
    assert set(TARGET.write(unmeasured(SPRING))) == {"grader.yaml", "judge.cjs", "README.md"}


def test_a_judge_that_ran_inside_the_process_is_adapted_and_says_so_in_every_file():
    judge = replace(SPRING, model=ModelRef(provider="embedded", name="tiny"))
    written = TARGET.write(labelled(judge))
    assert TARGET.standing(judge) == "adapted"
    for name in set(written) - {"cases.json"}:
        assert "ADAPTED" in written[name]
        assert "another chat template" in " ".join(written[name].replace("//", " ").replace("#", " ").split())
    assert "MODEL-NAME" in written["grader.yaml"]


def test_a_rule_judge_is_refused_in_words():
    judge = replace(SPRING, model=ModelRef(provider="rules", name="must-mention"), prompt=None)
    with pytest.raises(ExportError, match="asks a model"):
        TARGET.write(unmeasured(judge))
