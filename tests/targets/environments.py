"""A tool's environment as a test finds it, or the reason why the test is skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.parts import missing
from tests.targets.install import QUICK, folder_of, is_installed


def environment(tool: str) -> Path:
    """The folder of a tool; without it the test is skipped, or fails where all quick ones must be there."""
    folder = folder_of(tool)
    if folder is None or not is_installed(tool):
        reason = f"{tool} is not installed: EVALCORE_TARGETS=FOLDER python -m tests.targets.install {tool}"
        if tool in QUICK:
            missing(reason)
        pytest.skip(reason)
    return folder


def python_of(tool: str) -> Path:
    """The Python of a tool that pip installed."""
    return environment(tool) / "bin" / "python"


def command_of(tool: str, command: str | None = None) -> Path:
    """A command of a tool that npm installed; by default of the tool's own name."""
    return environment(tool) / "node_modules" / ".bin" / (command or tool)
