"""Processes that tests start do not outlive them, even where they do not end when they should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import workbench
from tests.support.command import ended
from tests.support.workbench import WorkbenchServer

DEAF = """import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("here", flush=True)
time.sleep(300)
"""


@pytest.fixture
def deaf() -> subprocess.Popen[str]:
    """A process that hears no request to end."""
    process = subprocess.Popen(
        [sys.executable, "-c", DEAF], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    return process


def test_a_command_that_does_not_end_is_killed_and_fails_the_test(deaf: subprocess.Popen[str]) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"did not end within 0\.1 s"):
        ended(deaf, timeout_s=0.1)
    assert deaf.returncode == -9


def test_a_workbench_that_does_not_end_is_killed_and_fails_the_test(
    deaf: subprocess.Popen[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbench, "_ENDS_WITHIN_S", 0.1)
    server = WorkbenchServer("sqlite:///unused.db", tmp_path / "log")
    monkeypatch.setattr(server, "_process", deaf)
    with deaf, pytest.raises(pytest.fail.Exception, match="was killed"):
        server.stop()
    assert deaf.returncode == -9
