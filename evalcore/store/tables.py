"""The tables as queries name them; :mod:`evalcore.store.migrations` makes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Boolean, Column, Dialect, Float, ForeignKey, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.types import TypeDecorator

_ESCAPED = "unicode-escape:"


class AnyText(TypeDecorator[str]):
    """Text of any kind, kept character for character.

    PostgreSQL takes no NUL and neither database a lone surrogate, and models have been seen to
    write both. Such text is stored escaped behind a marker; all other text as it is.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Escape what a database would refuse, and what looks escaped already."""
        if value is None or (_storable(value) and not value.startswith(_ESCAPED)):
            return value
        return _ESCAPED + value.encode("unicode_escape").decode("ascii")

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Undo the escape."""
        return None if value is None else as_written(value)


class Moment(TypeDecorator[datetime]):
    """A point in time as ISO 8601 text in UTC with microseconds, so that text order is time order."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write UTC."""
        return None if value is None else value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Read an aware datetime."""
        return None if value is None else datetime.fromisoformat(value)


def as_written(stored: str) -> str:
    """The text that an :class:`AnyText` column holds, with the escape undone."""
    if not stored.startswith(_ESCAPED):
        return stored
    return stored[len(_ESCAPED) :].encode("ascii").decode("unicode_escape")


def _storable(text: str) -> bool:
    if "\x00" in text:
        return False
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


metadata = MetaData()


def any_text(name: str, **options: Any) -> Column[str]:
    """A column of text of any kind."""
    return Column(name, AnyText, **{"nullable": False, **options})


def plain_text(name: str, **options: Any) -> Column[str]:
    """A column of text that the workbench itself writes, in plain letters."""
    return Column(name, Text, **{"nullable": False, **options})


datasets = Table(
    "datasets",
    metadata,
    Column("id", Integer, primary_key=True),
    any_text("name"),
    plain_text("fingerprint"),
    any_text("criteria"),
    any_text("gold_rule"),
    Column("cases", Integer, nullable=False),
    Column("labels", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("saved_at", Moment, nullable=False),
)

origins = Table(
    "origins",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dataset_id", ForeignKey(datasets.c.id), nullable=False),
    any_text("what"),
    any_text("files"),
    any_text("tool", nullable=True),
    any_text("recipe", nullable=True),
    Column("at", Moment, nullable=False),
)

cases = Table(
    "cases",
    metadata,
    Column("dataset_id", ForeignKey(datasets.c.id), primary_key=True),
    Column("position", Integer, primary_key=True),
    any_text("document"),
)

outlines = Table(
    "outlines",
    metadata,
    Column("dataset_id", ForeignKey(datasets.c.id), primary_key=True),
    any_text("document"),
)

labels = Table(
    "labels",
    metadata,
    Column("dataset_id", ForeignKey(datasets.c.id), primary_key=True),
    Column("position", Integer, primary_key=True),
    any_text("case_id"),
    plain_text("case_fingerprint"),
    any_text("criterion"),
    any_text("annotator"),
    any_text("value"),
    any_text("note"),
    plain_text("source"),
    Column("adjudicated", Boolean, nullable=False),
    any_text("guideline_version"),
    any_text("at", nullable=True),
    Column("seconds", Float),
)

judges = Table(
    "judges",
    metadata,
    Column("id", Integer, primary_key=True),
    any_text("name"),
    Column("version", Integer, nullable=False),
    any_text("criterion"),
    plain_text("config_sha256"),
    any_text("document"),
    Column("created_at", Moment, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dataset_id", ForeignKey(datasets.c.id), nullable=False),
    any_text("criterion"),
    Column("repeats", Integer, nullable=False),
    Column("case_limit", Integer),
    Column("ask_without_evidence", Boolean, nullable=False),
    plain_text("state"),
    any_text("message"),
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment),
    any_text("lease_owner", nullable=True),
    Column("lease_until", Moment),
    plain_text("stop_request", nullable=True),
)

run_judges = Table(
    "run_judges",
    metadata,
    Column("run_id", ForeignKey(runs.c.id), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("judge_id", ForeignKey(judges.c.id), nullable=False),
    Column("epoch", Integer, nullable=False),
)

replies = Table(
    "replies",
    metadata,
    plain_text("request_fingerprint", primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("repeat", Integer, primary_key=True),
    plain_text("case_fingerprint", primary_key=True),
    any_text("text"),
    any_text("thinking", nullable=True),
    any_text("finish_reason", nullable=True),
    Column("prompt_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("window_tokens", Integer),
    Column("truncated", Boolean, nullable=False),
    Column("load_ms", Float),
    Column("latency_ms", Float),
    any_text("served_model", nullable=True),
    any_text("served_digest", nullable=True),
    any_text("server_version", nullable=True),
    Column("attempts", Integer, nullable=False),
    Column("in_flight", Integer),
    any_text("at", nullable=True),
    plain_text("failure_kind", nullable=True),
    any_text("failure_message", nullable=True),
)

reply_revisions = Table(
    "reply_revisions",
    metadata,
    plain_text("request_fingerprint", primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("revision", Integer, nullable=False),
)

reply_packs = Table(
    "reply_packs",
    metadata,
    plain_text("request_fingerprint", primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

splits = Table(
    "splits",
    metadata,
    any_text("set_name", primary_key=True),
    any_text("criterion", primary_key=True),
    any_text("confirm"),
    Column("share", Float, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("seen_before", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
)

looks = Table(
    "looks",
    metadata,
    any_text("set_name", primary_key=True),
    any_text("criterion", primary_key=True),
    plain_text("config_sha256", primary_key=True),
    Column("first_at", Moment, nullable=False),
)
