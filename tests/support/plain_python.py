"""The exported Python package in a process of its own that sees no other package, asked over lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evalcore.domain import Case
from evalcore.exports import write_files
from evalcore.exports.python.package import package_files

_DRIVER = """
import dataclasses, json, sys, warnings
warnings.simplefilter("ignore")
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from evalcore_judge import Case, JudgeCallError, load

def plain(verdict):
    return dataclasses.asdict(verdict)

def asked(judge, case):
    try:
        return plain(judge.ask(case))
    except JudgeCallError as error:
        return {"error": error.kind, "message": str(error)}

for line in sys.stdin:
    order = json.loads(line)
    try:
        judge = load(order["judge"])
        cases = [Case(**case) for case in order["cases"]]
        answer = {
            "valid": judge.calibration_is_valid,
            "requests": [judge.request(case) for case in cases if not order["ask"]],
            "asked": [asked(judge, case) for case in cases if order["ask"]],
            "read": [plain(judge.read(reply)) for reply in order["replies"]],
        }
    except ValueError as error:
        answer = {"error": type(error).__name__, "message": str(error)}
    print(json.dumps(answer), flush=True)
"""


class PlainPython:
    """The package at work."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._written = 0

    def run(
        self, judge_yaml: str, *, cases: Sequence[Case] = (), replies: Sequence[str] = (), ask: bool = False
    ) -> dict[str, Any]:
        """Load a judge file and put cases and replies to it; ``ask``: over HTTP."""
        self._written += 1
        path = self._folder / f"judge-{self._written}.yaml"
        path.write_text(judge_yaml, encoding="utf-8", newline="")
        order = {
            "judge": str(path),
            "cases": [as_arguments(case) for case in cases],
            "replies": list(replies),
            "ask": ask,
        }
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the package broke off"
        found: dict[str, Any] = json.loads(line)
        return found


def as_arguments(case: Case) -> dict[str, Any]:
    """A case as the package takes it."""
    return {
        "question": case.question,
        "answer": case.answer,
        "evidence": [{"id": one.id, "source": one.source, "text": one.text} for one in case.evidence],
        "must_mention": list(case.must_mention),
    }


@contextmanager
def plain_python(folder: Path, *, with_packages: bool = False) -> Iterator[PlainPython]:
    """Write the package into a folder and start it; ``with_packages``: with what is installed in sight."""
    write_files(package_files(), folder)
    flags = ["-I", "-X", "utf8", *([] if with_packages else ["-S"])]
    with subprocess.Popen(
        [sys.executable, *flags, "-c", _DRIVER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        yield PlainPython(process, folder)
