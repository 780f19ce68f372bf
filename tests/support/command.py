"""The command line in tests: in this process, or as a process of its own that can be killed."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evalcore.cli import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be one JSON document and nothing else."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


class Command:
    """``evalcore`` in this process: ``command("run", "--cases", "demo", …)``."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str | Path, stdin: bytes = b"") -> Ended:
        """Run it; no command may show a traceback."""
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capsys.readouterr()
        code = main([str(word) for word in words])
        shown = self._capsys.readouterr()
        assert "Traceback" not in shown.err
        return Ended(code, shown.out, shown.err)


def start(*words: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.Popen[str]:
    """``evalcore`` as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "evalcore", *map(str, words)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def ended(process: subprocess.Popen[str], *, timeout_s: float = 60) -> Ended:
    """Wait for a process to end by itself; one that does not is killed, and the test fails with what it said."""
    try:
        out, err = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        pytest.fail(f"{process.args} did not end within {timeout_s:g} s; it said:\n{out}\n{err}")
    return Ended(process.returncode, out, err)
