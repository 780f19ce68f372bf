"""Judges, in versions."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from evalcore.errors import StoreError
from evalcore.judges import Judge, config_sha256
from evalcore.store.documents import judge_from, to_text
from evalcore.store.records import StoredJudge
from evalcore.store.tables import judges


def save(connection: Connection, judge: Judge, *, at: datetime) -> int:
    """Store a judge; another configuration under its name is its next version.

    What is no part of the configuration, such as the address and the description, is kept as it
    was saved last.
    """
    same_name = judges.c.name == judge.name
    config = config_sha256(judge)
    known: int | None = connection.scalar(
        update(judges)
        .where(same_name, judges.c.criterion == judge.criterion, judges.c.config_sha256 == config)
        .values(document=to_text(judge))
        .returning(judges.c.id)
    )
    if known is not None:
        return known
    latest = connection.scalar(select(func.max(judges.c.version)).where(same_name)) or 0
    added: int = connection.execute(
        insert(judges)
        .values(
            name=judge.name,
            version=latest + 1,
            criterion=judge.criterion,
            config_sha256=config,
            document=to_text(judge),
            created_at=at,
        )
        .returning(judges.c.id)
    ).scalar_one()
    return added


def find(connection: Connection, judge: Judge) -> int | None:
    """The id under which this very judge is stored; None when it is not."""
    same = (
        judges.c.name == judge.name,
        judges.c.criterion == judge.criterion,
        judges.c.config_sha256 == config_sha256(judge),
    )
    found: int | None = connection.scalar(select(judges.c.id).where(*same))
    return found


def load(connection: Connection, judge_id: int) -> Judge:
    """The judge with this id.

    Raises
    ------
    StoreError
        When there is none.
    """
    document = connection.scalar(select(judges.c.document).where(judges.c.id == judge_id))
    if document is None:
        raise StoreError(f"expected a stored judge with the number {judge_id}, found none; list the judges to see them")
    return judge_from(document)


def list_all(connection: Connection) -> tuple[StoredJudge, ...]:
    """Every version of every judge, by name, newest version first."""
    query = select(judges.c.id, judges.c.name, judges.c.version, judges.c.config_sha256, judges.c.created_at).order_by(
        judges.c.name, judges.c.version.desc()
    )
    return tuple(StoredJudge(**row) for row in connection.execute(query).mappings())
