"""The written Python package asks a scripted server over the hostile cases; it needs no environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalcore.exports import find_target, write_files
from tests.support.model_server import always
from tests.support.plain_python import PlainPython, plain_python
from tests.targets.hostile import (
    CASES,
    RULE_NAMES,
    at,
    expected_bodies,
    expected_verdicts,
    hostile_judge,
    hostile_server,
    material_for,
    sent_bodies,
)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainPython]:
    with plain_python(tmp_path_factory.mktemp("alone")) as package:
        yield package


@pytest.fixture(scope="module")
def with_packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainPython]:
    with plain_python(tmp_path_factory.mktemp("beside"), with_packages=True) as package:
        yield package


@pytest.mark.parametrize(("rule", "provider"), [*((rule, "ollama") for rule in RULE_NAMES), ("label", "openai")])
def test_the_package_asks_and_reads_as_measured(rule, provider, request):
    """Verdict per case and body per case are those of the judge that was measured; HTTP 400 is an error, no verdict."""
    package = request.getfixturevalue("with_packages" if rule == "regex" else "alone")
    judge = hostile_judge(rule, provider=provider)
    with hostile_server(judge) as server:
        judge = at(judge, server)
        judge_yaml = find_target("python").write(material_for(judge))["judge.yaml"]
        found = package.run(judge_yaml, cases=CASES, ask=True)
    verdicts = {
        case.id: "error" if "error" in one else one["value"] for case, one in zip(CASES, found["asked"], strict=True)
    }
    assert found["valid"]
    assert verdicts == expected_verdicts(judge)
    assert sent_bodies(server) == expected_bodies(judge)
    assert [one["error"] for one in found["asked"] if "error" in one] == ["refused"]


def test_the_example_runs(tmp_path: Path):
    """``python example.py`` and its loop, in a Python without any package."""
    judge = hostile_judge()
    with hostile_server(judge) as server:
        server.script = always("Yes")
        write_files(find_target("python").write(material_for(at(judge, server))), tmp_path)
        ran = [
            subprocess.run(
                [sys.executable, "-S", "-B", "example.py", *arguments],
                cwd=tmp_path,
                env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
                capture_output=True,
                text=True,
                check=False,
            )
            for arguments in ([], ["--refine"])
        ]
    assert [one.returncode for one in ran] == [0, 0], ran
    assert "the calibration belongs to it: True" in ran[0].stdout
    assert "has the digest that was measured" in ran[0].stdout
    assert "passed: True | pass literal" in ran[0].stdout
    assert "1 attempts, passed: True" in ran[1].stdout
