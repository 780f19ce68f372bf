"""The dependency audit fails where it finds a hole or a gap, and never takes silence for an answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.audit import CANARY, installed, main

HOLE = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
KNOWN: dict[str, Any] = {"jinja2": {"vulns": [HOLE]}, "sound": {"vulns": []}, "broken": {"vulns": [HOLE]}}


def tool(folder: Path, known: dict[str, Any] | None) -> str:
    """A stand-in for pip-audit that knows these packages; None: one that reaches nobody."""
    file = folder / "pip-audit"
    program = f"""#!{sys.executable}
import json, sys
known = json.loads({json.dumps(known)!r})
if known is None:
    sys.exit("ConnectionError: no such host")
names = [line.split("==") for line in open(sys.argv[2]).read().split()]
skip = {{"skip_reason": "not found and could not be audited"}}
print(json.dumps({{"dependencies": [{{"name": n, "version": v, **known.get(n, skip)}} for n, v in names]}}))
"""
    file.write_text(program, encoding="utf-8")
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize(
    ("requirement", "code", "said"),
    [
        ("sound==1.0", 0, "1 packages audited, 0 known holes, 0 not looked up"),
        ("broken==1.0", 1, "broken 1.0: PYSEC-1, mended in 2.0"),
        ("private==1.0", 1, "private: not found and could not be audited"),
    ],
)
def test_where_the_service_answers_a_hole_or_a_gap_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], requirement: str, code: int, said: str
) -> None:
    assert main(tool(tmp_path, KNOWN), [requirement]) == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("known", [None, {}, {"jinja2": {"vulns": []}}])
@pytest.mark.parametrize(("required", "code"), [("", 0), ("required", 1)])
def test_where_no_service_answers_that_is_said_and_fails_on_demand(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    known: dict[str, Any] | None,
    required: str,
    code: int,
) -> None:
    """Also where the tool exits with 0 because it skipped every package, as it does behind a plain mirror."""
    monkeypatch.setenv("EVALCORE_AUDIT", required)
    assert main(tool(tmp_path, known), ["sound==1.0"]) == code
    assert (
        f"NOT AUDITED: no advisory service answers from here (it did not report the published holes of {CANARY})"
        in (capsys.readouterr().out)
    )


def test_what_is_installed_is_pinned_and_without_the_project_itself() -> None:
    packages = installed()
    assert any(line.startswith("streamlit==") for line in packages)
    assert not any(line.startswith("judge-calibration-workbench") for line in packages)
