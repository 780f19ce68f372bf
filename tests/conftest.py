"""What every test may use: the shared test material, and a home that is thrown away."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import Engine, create_engine, text

from tests.support.parts import missing
from tests.support.sampling import left_out

# How long one example takes depends on what else the machine does; pytest's own clock stops what hangs.
settings.register_profile("workbench", deadline=None)
settings.load_profile("workbench")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared test material, from ``EVALCORE_SHARED``.

    Unset: the test is skipped and counted. Set: a missing file fails the test that opens it.
    """
    folder = os.environ.get("EVALCORE_SHARED")
    if not folder:
        pytest.skip("EVALCORE_SHARED is not set: the shared test material is elsewhere")
    path = Path(folder)
    assert path.is_dir(), f"EVALCORE_SHARED names {folder}, which is not a folder"
    return path


@pytest.fixture(autouse=True)
def _throwaway_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's own store, or finds a server or key in the environment."""
    monkeypatch.setenv("EVALCORE_DB", f"sqlite:///{(tmp_path / 'workbench.db').as_posix()}")
    for name in ("OLLAMA_HOST", "OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Engine]:
    """The server that EVALCORE_TEST_POSTGRESQL names, on one connection for all tests of a worker."""
    url = os.environ.get("EVALCORE_TEST_POSTGRESQL")
    if not url:
        missing("EVALCORE_TEST_POSTGRESQL is unset: it names a PostgreSQL database in which schemas can be made")
    engine = create_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty store; PostgreSQL in a schema of its own."""
    if request.param == "sqlite":
        yield f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
        return
    server: Engine = request.getfixturevalue("postgresql_server")
    schema = f"test_{uuid.uuid4().hex}"
    with server.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    url = server.url.update_query_dict({"options": f"-csearch_path={schema}"})
    yield url.render_as_string(hide_password=False)
    with server.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))


@pytest.hookimpl(trylast=True)  # after the markers have chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where ``EVALCORE_SAMPLE`` is set, take one parameter set of each slow test."""
    seed = os.environ.get("EVALCORE_SAMPLE")
    if seed:
        slow = [(item.nodeid, item) for item in items if item.get_closest_marker("slow")]
        left = set(left_out(slow, seed=seed))
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]
