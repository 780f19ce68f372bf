"""The connection to SQLite or PostgreSQL: opened, migrated, read and written."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, make_url, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from evalcore.errors import MissingPart, StoreError
from evalcore.store.addresses import secrets_in, shown, without_secrets
from evalcore.store.migrations import STEPS, Step, apply_step, check_version, stored_version

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

_BUSY_TIMEOUT_MS = 30_000
"""How long a statement waits for what another transaction holds, which may have been forgotten."""
_WRITE_LOCK = 0x6576616C
"""Any number, the same for every workbench that shares a PostgreSQL database."""


class Database:
    """One engine; usable from several threads and beside other processes.

    Writes are one at a time: by ``BEGIN IMMEDIATE`` in SQLite, by an advisory lock in PostgreSQL.
    So what a write transaction has read still holds when it writes.
    """

    def __init__(self, url: str, *, steps: Sequence[Step] = STEPS) -> None:
        address = _checked_url(url)
        self._secrets = secrets_in(address)
        self.address = without_secrets(address.render_as_string(hide_password=True), self._secrets)
        if address.get_backend_name() == "sqlite" and address.database:
            _make_folder(Path(address.database).expanduser().parent)
        try:
            # A server that was restarted since has closed the connections that are kept; a file closes none.
            self._engine = create_engine(address, pool_pre_ping=address.get_backend_name() != "sqlite")
        except ImportError:  # not installed, or without the library that it needs
            raise MissingPart(
                "PostgreSQL needs the driver psycopg, which cannot be loaded: "
                "pip install 'judge-calibration-workbench[postgresql]'"
            ) from None
        if self.is_sqlite:
            event.listen(self._engine, "connect", _set_up_sqlite)
            event.listen(self._engine, "begin", _begin_sqlite)
        else:
            event.listen(self._engine, "connect", _set_up_postgresql)
        snapshot = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self._engine.execution_options(**snapshot)
        self._writer = self._engine.execution_options(sqlite_begin="IMMEDIATE")
        try:
            self._migrate(steps)
        except BaseException:
            self.close()
            raise

    @property
    def is_sqlite(self) -> bool:
        """Whether this is SQLite, else PostgreSQL."""
        return self._engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the store throughout the block."""
        with self._errors_for_people(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that waits for its turn, and is undone as a whole when the block raises."""
        with self._errors_for_people(), self._writer.begin() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _WRITE_LOCK})
            yield connection

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def _migrate(self, steps: Sequence[Step]) -> None:
        if self.is_sqlite:
            _write_ahead(self._engine)
        with self.writing() as connection:
            found = stored_version(connection)
        check_version(found, steps=steps)
        for step in steps:
            with self.writing() as connection:
                # Another process may have applied it since.
                if stored_version(connection) < step.version:
                    apply_step(connection, step)

    @contextmanager
    def _errors_for_people(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            said = without_secrets(str(cause).strip(), self._secrets)
            advice = _advice(said, code=getattr(cause, "sqlstate", None))
            raise StoreError(f"the store {self.address} cannot be used: {said}{advice}") from None


_HELD = "another program is writing to it and does not end; close that program"
_WHAT_TO_DO = {
    "disk is full": "make room on its disk",
    "disk I/O error": "is there room on its disk, and may it grow that far?",
    "database is locked": _HELD,
    "readonly database": "it may only be read here; check who may write the file and its folder",
}
"""By the words of SQLite."""
_WHAT_TO_DO_BY_CODE = {
    "53100": "make room on the disk of the server",
    "55P03": f"{_HELD}, or end its transaction (pg_stat_activity shows it)",
}
"""By the codes of PostgreSQL, whose words are in the language of the server."""


def _advice(said: str, *, code: str | None) -> str:
    """What to do about an error that a person can do something about."""
    by_words = (what for words, what in _WHAT_TO_DO.items() if words in said)
    what = _WHAT_TO_DO_BY_CODE.get(code or "") or next(by_words, None)
    return f" – {what}" if what else ""


def insert_into(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that knows ``ON CONFLICT``, in the words of the database's dialect."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    return sqlite.insert(table)


_DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
"""Which one SQLAlchemy takes by itself depends on its version; psycopg comes with the extra."""


def _checked_url(url: str) -> URL:
    expected = "expected the URL of a store, sqlite:///path/to/file.db or postgresql://user@host/name"
    try:
        address = make_url(url)
        kind = address.get_backend_name()
    except (ArgumentError, ValueError):  # whose words may quote a password
        raise StoreError(f"{expected}; found {shown(url)!r}") from None
    if kind not in _DRIVERS:
        raise StoreError(f"{expected}; found one for {kind}")
    if address.drivername not in (kind, _DRIVERS[kind]):
        raise StoreError(f"{expected}; found one for the driver {address.drivername}: write {kind}:// in its place")
    if kind == "sqlite" and (address.host or address.username or address.password):
        raise StoreError(f"{expected}; found a host before the path: a path from the root has four slashes")
    if "@" in (address.host or ""):
        raise StoreError(f"{expected}; found two @ before the path: write one that belongs to the password as %40")
    if kind == "sqlite" and address.database in (None, "", ":memory:"):
        raise StoreError(f"{expected}; found a database in memory, which would be lost at the end")
    return address.set(drivername=_DRIVERS[kind]) if kind == "postgresql" else address


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"expected to make the folder {folder} for the store; {error.strerror}") from error


def _set_up_sqlite(dbapi_connection: Any, _record: object) -> None:
    # The driver would begin transactions late and only for some statements; _begin_sqlite does it.
    dbapi_connection.isolation_level = None
    cursor = dbapi_connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA foreign_keys = ON")
    # With a write-ahead log, a killed process loses nothing that was committed.
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.close()


def _set_up_postgresql(dbapi_connection: Any, _record: object) -> None:
    with dbapi_connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {_BUSY_TIMEOUT_MS}")
    # A setting goes with the transaction that it was made in, when that is undone.
    dbapi_connection.commit()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later fails at once when another wrote in between.
    kind = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {kind}")


def _write_ahead(engine: Engine, *, tries: int = 100, pause_s: float = 0.05) -> None:
    """Switch the file to a write-ahead log, once; SQLite does not wait when another process does the same."""
    for left in reversed(range(tries)):
        try:
            with closing(engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.Error as error:
            if not left or "locked" not in str(error):
                raise StoreError(f"the store {engine.url.database} cannot be used: {error}") from error
        time.sleep(pause_s)
