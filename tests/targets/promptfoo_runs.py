"""The real promptfoo on exported files, in a folder of its own and without a word to the network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.domain import Case
from tests.targets.environments import command_of

ANSWERING = """module.exports = class {
  id() { return "application"; }
  async callApi(_prompt, context) { return { output: context.vars.case.answer }; }
};
"""
"""An application that answers as the case says."""
QUIET = {
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
    "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
    "PROMPTFOO_PYTHON": sys.executable,
    "SECRET": "the secret of the environment",
}


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What a run left behind."""

    code: int
    results: Mapping[str, Mapping[str, Any]]
    """promptfoo's own results by case id."""
    said: str


def evaluate(folder: Path, config: str, **environment: str) -> Ran:
    """``promptfoo eval`` on a configuration in the folder."""
    out = folder / "out.json"
    ran = subprocess.run(
        [
            command_of("promptfoo"),
            "eval",
            "-c",
            config,
            "-o",
            str(out),
            "--no-cache",
            "--no-table",
            "--no-progress-bar",
        ],
        cwd=folder,
        env={**os.environ, **QUIET, "PROMPTFOO_CONFIG_DIR": str(folder / ".promptfoo"), **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    said = ran.stdout + ran.stderr
    assert out.exists(), said
    results = json.loads(out.read_text(encoding="utf-8"))["results"]["results"]
    return Ran(code=ran.returncode, results={_name(one["vars"]["case"]): one for one in results}, said=said)


def _name(case: Any) -> str:
    return str(case["id"] if isinstance(case, Mapping) else case)


def write_application(folder: Path, cases: Sequence[Case]) -> None:
    """An application whose answers are graded: ``promptfooconfig.json`` beside the exported files."""
    (folder / "application.cjs").write_text(ANSWERING)
    tests = [{"vars": {"case": _given(case)}} for case in cases]
    (folder / "tests.json").write_text(json.dumps(tests))
    config = {
        "prompts": ["{{ case.id }}"],
        "providers": ["file://application.cjs"],
        "defaultTest": "file://grader.yaml",
        "tests": "file://tests.json",
    }
    (folder / "promptfooconfig.json").write_text(json.dumps(config))


def _given(case: Case) -> Mapping[str, Any]:
    return {
        "id": case.id,
        "question": case.question,
        "context": [document.text for document in case.evidence],
        "answer": case.answer,
        "must_mention": list(case.must_mention),
    }
