"""A transaction that somebody else forgot ends in a sentence, not in waiting for ever, on each database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text

from evalcore.errors import StoreError
from evalcore.runner import Progress, patience, watching
from evalcore.store import Store, database
from tests.fault_matrix import with_the_sixth
from tests.support.faulty_runs import FaultyRun
from tests.support.model_server import ModelServer
from tests.support.things import NOON, make_dataset

SQLITE = ["BEGIN IMMEDIATE"]
TABLE = ["LOCK TABLE replies, datasets IN ACCESS EXCLUSIVE MODE"]
"""As a change of the tables holds it that somebody began by hand and left open."""
TURN = [f"SELECT pg_advisory_xact_lock({database._WRITE_LOCK})"]
"""As another workbench holds it that hangs in the middle of a write."""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_BUSY_TIMEOUT_MS", 50)


@contextmanager
def held(url: str, statements: list[str]) -> Iterator[Callable[[], None]]:
    """What the statements take is held, until the block ends or what is yielded is called."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT" if url.startswith("sqlite") else "READ COMMITTED")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
        undo = connection.connection.driver_connection
        assert undo is not None
        try:
            yield undo.rollback
        finally:
            undo.rollback()
    engine.dispose()


def forgotten_on(url: str) -> list[list[str]]:
    return [SQLITE] if url.startswith("sqlite") else [TABLE, TURN]


def test_a_write_says_that_another_program_holds_the_store_and_works_once_it_lets_go(
    store: Store, store_url: str
) -> None:
    for statements in forgotten_on(store_url):
        with (
            held(store_url, statements),
            pytest.raises(StoreError, match=r"another program is writing to it and does not end"),
        ):
            store.save_dataset(make_dataset(2), at=NOON)
    assert store.save_dataset(make_dataset(2), at=NOON).cases == 2


def test_a_store_that_is_held_while_it_is_opened_says_so(store_url: str) -> None:
    Store.open(store_url).close()
    for statements in forgotten_on(store_url)[-1:]:
        with held(store_url, statements), pytest.raises(StoreError, match="another program is writing to it"):
            Store.open(store_url)


def test_a_read_waits_no_longer_than_a_write(store: Store, store_url: str) -> None:
    if store_url.startswith("sqlite"):
        pytest.skip("nothing keeps a reader waiting in SQLite's write-ahead log")
    with held(store_url, TABLE), pytest.raises(StoreError, match=r"end its transaction \(pg_stat_activity"):
        store.list_datasets()
    assert store.list_datasets() == ()


def test_the_wait_is_bounded_on_a_connection_that_was_undone_before(store: Store, store_url: str) -> None:
    """A setting that went with an undone transaction would leave the next one waiting for ever."""
    store.list_datasets()  # reading ends by undoing
    for statements in forgotten_on(store_url):
        with held(store_url, statements), pytest.raises(StoreError, match="another program"):
            store.save_dataset(make_dataset(2), at=NOON)


def test_a_run_waits_for_a_store_that_is_held_and_goes_on_by_itself(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "AGAIN_S", 0.02)
    monkeypatch.setattr(watching, "TICK_S", 0.02)
    with ModelServer() as server:
        letting_go = []

        def hold() -> None:
            holding = held(store_url, forgotten_on(store_url)[-1])
            letting_go.append((holding, holding.__enter__()))

        def watch(progress: Progress) -> None:
            if progress.message and letting_go:
                letting_go.pop()[0].__exit__(None, None, None)

        run = FaultyRun(provider="ollama", store=store, server=server, misbehave=with_the_sixth(server, hold))
        told = run.first_go(on_progress=watch)
    assert (told.state, told.answered, told.failed, told.missing, told.requests) == ("done", 24, 0, 0, 24)
    assert any("another program is writing to it" in words for words in told.waited_for)
