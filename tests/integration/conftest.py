"""Fixtures of tests in which several parts work together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from evalcore.store import Store
from tests.support.command import Command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command line in this process, with a store that is thrown away."""
    return Command(capsys, monkeypatch)


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store, on each database."""
    opened = Store.open(store_url)
    yield opened
    opened.close()
