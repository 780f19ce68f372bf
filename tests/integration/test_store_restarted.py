"""A PostgreSQL server that was restarted, or that ended idle connections, is connected to again without a word."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from sqlalchemy import Engine, make_url, text

from evalcore.store import Store
from tests.support.things import NOON, make_dataset

pytestmark = pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)


@dataclass(frozen=True)
class OpenWorkbench:
    """A store on a server that can end its connections, and no others."""

    store: Store
    name: str
    server: Engine

    def end_connections(self) -> int:
        """End all that the store holds, as a restart does; how many there were."""
        with self.server.begin() as connection:
            ended = connection.scalars(
                text("SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE application_name = :name"),
                {"name": self.name},
            ).all()
        assert all(ended)
        return len(ended)


@pytest.fixture
def workbench(store_url: str, postgresql_server: Engine) -> Iterator[OpenWorkbench]:
    name = f"workbench {uuid.uuid4().hex}"
    url = make_url(store_url).update_query_dict({"application_name": name})
    store = Store.open(url.render_as_string(hide_password=False))
    yield OpenWorkbench(store, name, postgresql_server)
    store.close()


def test_what_is_read_next_is_read(workbench: OpenWorkbench) -> None:
    """Three connections were open at once, and each of them is gone."""
    database = workbench.store._database
    with database.reading(), database.reading(), database.reading():
        pass
    assert workbench.end_connections() == 3
    with database.reading() as one, database.reading() as other, database.reading() as third:
        for connection in (one, other, third):
            assert connection.execute(text("SELECT 1")).scalar() == 1


def test_what_is_written_next_is_written(workbench: OpenWorkbench) -> None:
    store = workbench.store
    assert workbench.end_connections() == 1
    stored = store.save_dataset(make_dataset(2), at=NOON)
    assert store.load_dataset(stored.id) == make_dataset(2)
