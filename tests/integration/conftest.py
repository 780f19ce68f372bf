"""Fixtures of tests in which several parts work together."""

from __future__ import annotations

import pytest

from tests.support.command import Command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command line in this process, with a store that is thrown away."""
    return Command(capsys, monkeypatch)
