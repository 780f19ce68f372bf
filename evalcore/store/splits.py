"""Which cases of a set are kept back, which judges were tried on it, and which were looked at on what was kept back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, func, select

from evalcore.domain import Split
from evalcore.errors import StoreError
from evalcore.store.database import insert_into
from evalcore.store.tables import datasets, judges, looks, run_judges, runs, splits


def save(connection: Connection, set_name: str, criterion: str, split: Split, *, at: datetime) -> None:
    """Keep a split, with how many judges had been tried before it; a set is split once under a criterion.

    Raises
    ------
    StoreError
        When it is split already.
    """
    added = connection.execute(
        insert_into(connection.dialect.name, splits)
        .values(
            set_name=set_name,
            criterion=criterion,
            confirm=json.dumps(sorted(split.confirm)),
            share=split.share,
            seed=split.seed,
            seen_before=judges_tried(connection, set_name, criterion),
            created_at=at,
        )
        .on_conflict_do_nothing()
        .returning(splits.c.set_name)
    ).one_or_none()
    if added is None:
        raise StoreError(
            f"the set {set_name!r} is split already under {criterion!r}. It is split once: a second split would confirm"
            " on cases that judges were chosen on. Import new cases under another name to confirm on those."
        )


def is_split(connection: Connection, set_name: str, criterion: str) -> bool:
    """Whether cases of a set are kept back under a criterion."""
    query = select(splits.c.seed).where(splits.c.set_name == set_name, splits.c.criterion == criterion)
    return connection.execute(query).first() is not None


def find(connection: Connection, set_name: str, criterion: str) -> Split | None:
    """The split of a set under a criterion, if it has one."""
    query = select(splits).where(splits.c.set_name == set_name, splits.c.criterion == criterion)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    confirm = frozenset(json.loads(row.confirm))
    return Split(confirm=confirm, share=row.share, seed=row.seed, seen_before=row.seen_before)


def note_looks(
    connection: Connection, set_name: str, criterion: str, configurations: Iterable[str], *, at: datetime
) -> None:
    """Note that judges were looked at on the cases kept back; the same configuration counts once."""
    rows = [
        {"set_name": set_name, "criterion": criterion, "config_sha256": configuration, "first_at": at}
        for configuration in configurations
    ]
    if rows:
        connection.execute(insert_into(connection.dialect.name, looks).on_conflict_do_nothing(), rows)


def was_looked_at(connection: Connection, set_name: str, criterion: str, configuration: str) -> bool:
    """Whether a configuration was looked at on the cases kept back."""
    query = select(looks.c.first_at).where(
        looks.c.set_name == set_name, looks.c.criterion == criterion, looks.c.config_sha256 == configuration
    )
    return connection.execute(query).first() is not None


def looks_at(connection: Connection, set_name: str, criterion: str) -> int:
    """How many configurations were looked at on the cases kept back."""
    query = select(func.count()).where(looks.c.set_name == set_name, looks.c.criterion == criterion)
    return connection.scalar(query) or 0


def runs_on(connection: Connection, set_name: str, criterion: str) -> int:
    """How many runs there are on any version of a set under a criterion."""
    query = (
        select(func.count())
        .select_from(runs)
        .join(datasets, datasets.c.id == runs.c.dataset_id)
        .where(datasets.c.name == set_name, runs.c.criterion == criterion)
    )
    return connection.scalar(query) or 0


def judges_tried(connection: Connection, set_name: str, criterion: str) -> int:
    """How many configurations some run has put to any version of a set under a criterion."""
    query = (
        select(func.count(judges.c.config_sha256.distinct()))
        .select_from(runs)
        .join(datasets, datasets.c.id == runs.c.dataset_id)
        .join(run_judges, run_judges.c.run_id == runs.c.id)
        .join(judges, judges.c.id == run_judges.c.judge_id)
        .where(datasets.c.name == set_name, runs.c.criterion == criterion)
    )
    return connection.scalar(query) or 0
