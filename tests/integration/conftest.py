"""Fixtures of tests in which several parts work together."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from evalcore.store import Store
from tests.support.command import Command
from tests.support.parts import missing


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command line in this process, with a store that is thrown away."""
    return Command(capsys, monkeypatch)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty store; PostgreSQL in a schema of its own, by the URL in EVALCORE_TEST_POSTGRESQL."""
    if request.param == "sqlite":
        yield f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
        return
    server = os.environ.get("EVALCORE_TEST_POSTGRESQL")
    if not server:
        missing("EVALCORE_TEST_POSTGRESQL is unset: it names a PostgreSQL database in which schemas can be made")
    schema = f"test_{uuid.uuid4().hex}"
    engine = create_engine(server)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    url = make_url(server).update_query_dict({"options": f"-csearch_path={schema}"})
    yield url.render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store, on each database."""
    opened = Store.open(store_url)
    yield opened
    opened.close()
