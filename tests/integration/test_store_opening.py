"""Opening a store: its file, its schema, and what is refused."""

from __future__ import annotations

import sqlite3
import sys
import traceback
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, make_url

from evalcore.errors import EvalcoreError, MissingPart, StoreError
from evalcore.store import Store
from evalcore.store.addresses import shown
from evalcore.store.database import Database
from evalcore.store.migrations import STEPS, Step
from evalcore.store.tables import metadata
from tests.support.things import NOON, make_dataset, make_judge

ADD_COLOUR = Step(version=len(STEPS) + 1, title="colour", statements=("ALTER TABLE judges ADD COLUMN colour TEXT",))


def url_of(file: Path) -> str:
    return f"sqlite:///{file.as_posix()}"


def versions(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT version FROM schema_version ORDER BY version")]


def test_the_folder_and_a_write_ahead_log_are_made(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "store.db"
    Store.open(url_of(file)).close()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_steps_make_the_tables_that_the_queries_name(tmp_path: Path) -> None:
    Store.open(url_of(tmp_path / "store.db")).close()
    engine = create_engine(url_of(tmp_path / "store.db"))
    found = inspect(engine)
    for table in metadata.sorted_tables:
        made = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        keys = set(found.get_pk_constraint(table.name)["constrained_columns"])
        assert set(made) == {column.name for column in table.columns}, table.name
        assert keys == {column.name for column in table.primary_key}, table.name
        for column in table.columns:
            assert column.primary_key or made[column.name] == column.nullable, column
    engine.dispose()


def test_steps_are_numbered_from_one() -> None:
    assert [step.version for step in STEPS] == list(range(1, len(STEPS) + 1))


def test_a_later_step_keeps_what_is_stored(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    store = Store.open(url_of(file))
    judge = store.save_judge(make_judge(), at=NOON)
    store.close()
    migrated = Database(url_of(file), steps=(*STEPS, ADD_COLOUR))
    with migrated.reading() as connection:
        assert connection.exec_driver_sql("SELECT id, colour FROM judges").all() == [(judge, None)]
    migrated.close()
    assert versions(file)[-1] == ADD_COLOUR.version


def test_a_step_that_fails_leaves_no_trace(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    Store.open(url_of(file)).close()
    broken = Step(version=ADD_COLOUR.version, title="broken", statements=(*ADD_COLOUR.statements, "NOT SQL"))
    with pytest.raises(StoreError, match="syntax error"):
        Database(url_of(file), steps=(*STEPS, broken))
    with closing(sqlite3.connect(file)) as connection:
        assert "colour" not in {row[1] for row in connection.execute("PRAGMA table_info(judges)")}
    assert versions(file) == [step.version for step in STEPS]


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("workbench.db", "found 'workbench.db'"),
        ("mysql://somewhere/x", "found one for mysql"),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("sqlite+aiosqlite:///x.db", "driver sqlite\\+aiosqlite: write sqlite://"),
        ("postgresql+psycopg_async://h/x", "driver postgresql\\+psycopg_async: write postgresql://"),
        ("postgresql+nosuch://h/x", "driver postgresql\\+nosuch: write postgresql://"),
        ("sqlite://tmp/x.db", "a path from the root has four slashes"),
        ("postgresql://a:b@c@h/x", "as %40"),
    ],
)
def test_what_is_no_url_of_a_store_is_refused(url: str, found: str) -> None:
    with pytest.raises(StoreError, match=found):
        Store.open(url)


def test_a_driver_that_cannot_be_loaded_is_said_with_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingPart, match=r"pip install 'judge-calibration-workbench\[postgresql\]'"):
        Store.open("postgresql://127.0.0.1:1/none")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store.open(url_of(file))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://someone:hunter2@127.0.0.1:1/none",
        "postgresql+psycopg://someone:hunter2@127.0.0.1:1/none",
        "postgresql://127.0.0.1:1/none?user=someone&password=hunter2",
        "postgresql://someone:hunter2@127.0.0.1:1/none?sslmode=hunter2",
        "postgresql://someone:hunter2@127.0.0.1:port/none",
        "postgresql:/someone:hunter2@127.0.0.1/none",
        "someone:hunter2@127.0.0.1/none",
        "host=127.0.0.1 password=hunter2",
        "mysql://someone:hunter2@127.0.0.1/none",
        "postgres://someone:hunter2@127.0.0.1/none",
        "postgresql://someone:pa@hunter2@127.0.0.1:1/none",
        "postgresql://someone:pa/hunter2@127.0.0.1:1/none",
        "postgresql://someone:pa?hunter2@127.0.0.1:1/none",
        "postgresql://someone:pa#hunter2@127.0.0.1:1/none",
        "postgresql://someone:pa@hunter2@[::1/none",
        "postgresql://someone:hunter2",
        "postgresql+nosuch://someone:hunter2@127.0.0.1/none",
        "postgresql+asyncpg://someone:hunter2@127.0.0.1/none",
        "sqlite+pysqlcipher://:hunter2@/none.db",
        "sqlite://someone:hunter2@/none.db",
    ],
)
def test_a_password_is_never_told(url: str) -> None:
    """Neither by the message nor by the errors behind it, however the address is wrong."""
    pytest.importorskip("psycopg")
    with pytest.raises(EvalcoreError) as refused:
        Store.open(url)
    assert "hunter2" not in "".join(traceback.format_exception(refused.value))


def test_a_password_is_not_told_by_what_the_driver_says_of_a_statement(store_url: str) -> None:
    """The table of this name does not exist, and the database quotes it."""
    url = make_url(store_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(password="hunter2")
    database = Database(url.render_as_string(hide_password=False))
    with pytest.raises(StoreError) as refused, database.reading() as connection:
        connection.exec_driver_sql("SELECT 1 FROM hunter2")
    database.close()
    assert ("hunter2" in str(refused.value)) == (url.password is None)


def test_text_that_is_no_address_is_shown_without_what_may_be_a_password() -> None:
    assert shown("postgresql:/ines:pa/ss@host/db") == "postgresql:***@host/db"
    assert shown("host=x Password=pw sslmode=off") == "host=x Password=*** sslmode=off"
    assert shown("postgresql://ines:pa@ss@[::1/db") == "postgresql://ines:***@[::1/db"
    assert shown("postgresql://ines:pass") == "postgresql://ines:***"
    assert shown("workbench.db") == "workbench.db"


def test_a_reader_is_not_kept_waiting_by_a_writer(tmp_path: Path) -> None:
    store = Store.open(url_of(tmp_path / "store.db"))
    stored = store.save_dataset(make_dataset(2), at=NOON)
    with closing(sqlite3.connect(tmp_path / "store.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert store.load_dataset(stored.id) == make_dataset(2)
        writer.execute("ROLLBACK")
    store.close()
