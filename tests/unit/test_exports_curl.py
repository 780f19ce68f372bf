"""The curl script sends the measured body, byte for byte after JSON, and keeps the key to itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evalcore.errors import ExportError
from evalcore.exports import Material, find_target
from evalcore.exports.curl import FILE, example_body
from evalcore.judges import Judge, ModelRef, Prompt, RuleSpec
from tests.support.model_server import always
from tests.support.parts import missing
from tests.support.things import make_judge
from tests.targets.hostile import at, hostile_judge, hostile_server, material_for

GOLDEN = Path(__file__).parent.parent / "golden" / "exports" / "curl"
TARGET = find_target("curl")


def _script(judge: Judge) -> str:
    return TARGET.write(Material(report=None, judge=judge, date="2026-09-14"))[FILE]


def _run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    if not shutil.which("curl"):
        missing("curl is not installed")
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return subprocess.run(
        ["sh"], input=script, env={**kept, **environment}, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize(
    ("name", "judge"),
    [
        ("ollama", hostile_judge("spring-2.0")),
        (
            "openai",
            replace(
                hostile_judge("label"),
                model=ModelRef(
                    provider="openai", name="m", base_url="https://models.example/v1", api_key_env="JUDGE_KEY"
                ),
            ),
        ),
    ],
)
def test_a_script_is_written_as_its_golden_file(name, judge):
    text = TARGET.write(material_for(judge))[FILE]
    if os.environ.get("EVALCORE_WRITE_GOLDEN"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        (GOLDEN / f"{name}.sh").write_text(text, encoding="utf-8", newline="")
    assert text == (GOLDEN / f"{name}.sh").read_bytes().decode("utf-8")


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_curl_sends_the_measured_body(provider):
    judge = hostile_judge(provider=provider)
    with hostile_server(judge) as server:
        server.script = always("Yes")
        judge = at(judge, server)
        ran = _run(_script(judge))
    assert ran.returncode == 0, ran.stderr
    assert '"Yes"' in ran.stdout
    assert [one.body for one in server.requests] == [example_body(judge)]
    assert "Authorization" not in server.requests[0].headers


def test_the_key_comes_from_its_variable_and_stands_in_no_file():
    judge = hostile_judge(provider="openai")
    with hostile_server(judge) as server:
        server.script = always("Yes")
        judge = at(judge, server)
        judge = replace(judge, model=replace(judge.model, api_key_env="JUDGE_KEY"))
        script = _script(judge)
        without, ran = _run(script), _run(script, JUDGE_KEY="sk-1 $(id)")
    assert without.returncode != 0
    assert "JUDGE_KEY" in without.stderr
    assert ran.returncode == 0, ran.stderr
    assert [one.headers["Authorization"] for one in server.requests] == ["Bearer sk-1 $(id)"]


hostile = st.text(st.characters(), max_size=30) | st.text("JSON\n'\"$`\\!{}", max_size=30)


@settings(max_examples=60)
@given(hostile, hostile)
@example("\nJSON\nrm x\n", "\nJSON\n")
def test_any_template_survives_the_shell(template, name):
    """The here-document holds the body: nothing in it ends it early, and it is the judge's own."""
    judge = replace(make_judge(name, rule=RuleSpec(name="lenient")), prompt=Prompt(template=f"{template}{{answer}}"))
    script = _script(judge)
    script.encode("utf-8")
    code, _, document = script.partition("<<'JSON'\n")
    assert all(line.startswith("#") for line in code.splitlines()[:-4])
    body, end, rest = document.partition("\nJSON\n")
    assert (end, rest) == ("\nJSON\n", "")
    assert json.loads(body) == example_body(judge)


def test_a_rule_judge_is_refused():
    rule = replace(make_judge("overlap", prompt=None), model=ModelRef(provider="rules", name="word-overlap"))
    with pytest.raises(ExportError, match="has nothing to send"):
        _script(rule)
