"""Environments of real tools are made once, and again when their requirements change."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.targets import install


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A tool whose environment needs nothing installed."""
    monkeypatch.setenv("EVALCORE_TARGETS", str(tmp_path))
    monkeypatch.setattr(install, "TOOLS", {"nothing": install.Tool(requirements=("pip",))})
    (tmp_path / "nothing" / "bin").mkdir(parents=True)
    (tmp_path / "nothing" / "bin" / "python").symlink_to(sys.executable)
    return "nothing"


def test_an_environment_counts_as_installed_until_its_requirements_change(tool, monkeypatch):
    assert not install.is_installed(tool)
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(install, "_run", lambda *command: ran.append(command))
    install.main([])
    install.main([tool])
    assert install.is_installed(tool)
    assert len(ran) == 1
    monkeypatch.setattr(install, "TOOLS", {tool: install.Tool(requirements=("pip>=1",))})
    assert not install.is_installed(tool)


def test_without_a_folder_or_with_an_unknown_tool_it_says_so(tool, monkeypatch):
    with pytest.raises(SystemExit, match="expected tools"):
        install.main(["gone"])
    monkeypatch.delenv("EVALCORE_TARGETS")
    assert not install.is_installed(tool)
    with pytest.raises(SystemExit, match="EVALCORE_TARGETS"):
        install.main([tool])
