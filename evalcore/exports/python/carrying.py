"""The written files put to work: their own code, in a process that sees no other copy of it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evalcore.domain import Case
from evalcore.errors import ExportError
from evalcore.exports.target import Carried, Files

LONGEST_S = 300

_DRIVER = """
import json, os, sys, warnings
warnings.simplefilter("ignore")
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from evalcore_judge import Case, load
judge = load(sys.argv[1] + "/judge.yaml")
key = judge.judge.model.api_key_env
if key:
    os.environ.setdefault(key, "nothing-is-sent")
asked = json.load(sys.stdin)
json.dump({
    "bodies": [judge.request(Case(**case))[2] for case in asked["cases"]],
    "values": [judge.read(text).value for text in asked["replies"]],
}, sys.stdout)
"""


def carried_by(files: Files) -> Carried:
    """The judge as the written package carries it; each call runs the files once, for all cases or replies."""

    def bodies(cases: Sequence[Case]) -> Sequence[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = _run(files, cases=[_plain(case) for case in cases], replies=[])["bodies"]
        return found

    def readings(texts: Sequence[str]) -> Sequence[str | None]:
        found: list[str | None] = _run(files, cases=[], replies=list(texts))["values"]
        return found

    return Carried(bodies=bodies, readings=readings)


def _plain(case: Case) -> dict[str, Any]:
    return {
        "question": case.question,
        "answer": case.answer,
        "evidence": [document.text for document in case.evidence],
        "must_mention": list(case.must_mention),
    }


def _run(files: Files, **asked: Any) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="")
        try:
            ran = subprocess.run(
                [sys.executable, "-I", "-X", "utf8", "-c", _DRIVER, name],
                input=json.dumps(asked),
                capture_output=True,
                encoding="utf-8",
                timeout=LONGEST_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ExportError(f"the exported package gave no result within {LONGEST_S} s") from None
    if ran.returncode:
        complaint = (ran.stderr.strip().splitlines() or ["no message"])[-1]
        raise ExportError(f"the exported package does not run: {complaint.replace(name, 'export')}")
    found: dict[str, Any] = json.loads(ran.stdout)
    return found
