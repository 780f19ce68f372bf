"""An export put to work by a tool's own Python: the files in a folder, a driver beside them, and what came of it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evalcore.domain import Case
from evalcore.exports import Files, write_files
from tests.targets.environments import python_of
from tests.targets.hostile import CASES

DRIVERS = Path(__file__).parent / "drivers"
LONGEST_S = 240

QUIET = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "DEEPEVAL_UPDATE_WARNING_OPT_OUT": "YES",
    "ERROR_REPORTING": "NO",
    "LANGSMITH_TRACING": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "MLFLOW_GENAI_EVAL_MAX_WORKERS": "4",
    "MLFLOW_GENAI_EVAL_ENABLE_SCORER_TRACING": "false",
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""No tool reports home, and MLflow asks no more at once than its database of one file bears."""


def driven(
    tool: str,
    files: Files,
    folder: Path,
    *,
    driver: str,
    cases: Sequence[Case] = CASES,
    environment: Mapping[str, str] | None = None,
) -> Mapping[str, Any]:
    """What a driver wrote about the cases: ``outcomes`` by case id, and what else it says."""
    given = folder.with_name(f"{folder.name}-cases.json")
    found = folder.with_name(f"{folder.name}-found.json")
    write_files(files, folder)
    given.write_text(json.dumps([as_given(case) for case in cases]), encoding="utf-8")
    run(tool, folder, str(DRIVERS / f"{driver}.py"), str(given), str(found), environment=environment)
    result: Mapping[str, Any] = json.loads(found.read_text(encoding="utf-8"))
    return result


def run(tool: str, folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """Run the tool's Python in a folder; what it printed."""
    ran = subprocess.run(
        [str(python_of(tool)), *arguments],
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PYTHONPATH": str(folder),
            **QUIET,
            **(environment or {}),
        },
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-4000:]
    return ran.stdout


def as_given(case: Case) -> Mapping[str, Any]:
    """A case as a driver reads it."""
    return {
        "id": case.id,
        "question": case.question,
        "answer": case.answer,
        "evidence": [
            {"id": document.id, "source": document.source, "text": document.text} for document in case.evidence
        ],
    }
