"""Sets of cases and labels, as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import islice
from typing import Any, cast

from sqlalchemy import Connection, Row, Table, insert, select, update

from evalcore.bulk import quick
from evalcore.domain import Case, CaseOutline, Dataset, Label, LabelSource, OutlinedSet
from evalcore.domain.outlines import outline_of
from evalcore.errors import StoreError
from evalcore.store import outlines
from evalcore.store.database import insert_into
from evalcore.store.documents import cases_from, scales_from, to_text
from evalcore.store.records import StoredDataset
from evalcore.store.tables import as_written, cases, datasets, labels
from evalcore.store.tables import outlines as outlines_table

_ROWS_AT_ONCE = 250
_LABEL_FIELDS = tuple(field.name for field in fields(Label))
_quick_label = quick(Label)


@dataclass(frozen=True, slots=True)
class DatasetRows:
    """A set as rows; its name is worked out before the transaction, because it takes long and needs no lock."""

    head: dict[str, Any]
    cases: Iterator[dict[str, Any]]
    """Made as they are stored, a block at a time: all at once would take as much memory as the set itself."""
    labels: Iterator[dict[str, Any]]
    outlines: str


def rows_of(dataset: Dataset) -> DatasetRows:
    """The rows of a set, all but the number that the database gives it."""
    outlined = OutlinedSet.of(dataset)
    head = {
        "name": dataset.name,
        "fingerprint": outlined.fingerprint,
        "criteria": to_text(dict(dataset.criteria)),
        "gold_rule": dataset.gold_rule,
        "cases": len(dataset.cases),
        "labels": len(dataset.labels),
    }
    return DatasetRows(
        head=head,
        cases=({"position": i, "document": to_text(case)} for i, case in enumerate(dataset.cases)),
        labels=(
            {"position": i, **{name: getattr(label, name) for name in _LABEL_FIELDS}}
            for i, label in enumerate(dataset.labels)
        ),
        outlines=outlines.to_text(outlined.cases),
    )


def save(connection: Connection, rows: DatasetRows, *, at: datetime, renew: bool = True) -> StoredDataset:
    """Store a set, unless this very set is there under this name; the last one saved is the newest.

    Parameters
    ----------
    renew
        Whether one that is there counts as saved now.
    """
    added = connection.execute(
        insert_into(connection.dialect.name, datasets)
        .values(**rows.head, created_at=at, saved_at=at)
        .on_conflict_do_nothing()
        .returning(*datasets.c)
    ).one_or_none()
    if added is None:
        return _saved_again(connection, rows, at=at if renew else None)
    _add_rows(connection, cases, added.id, rows.cases)
    _add_rows(connection, labels, added.id, rows.labels)
    connection.execute(insert(outlines_table), {"dataset_id": added.id, "document": rows.outlines})
    return described(added)


def load(connection: Connection, dataset_id: int) -> Dataset:
    """The whole set.

    Raises
    ------
    StoreError
        When there is none with this id.
    """
    row = _head(connection, dataset_id)
    return Dataset(
        name=row.name,
        criteria=scales_from(row.criteria),
        cases=_load_cases(connection, dataset_id),
        labels=_load_labels(connection, dataset_id),
        gold_rule=row.gold_rule,
    )


def load_outlined(connection: Connection, dataset_id: int, texts: Sequence[Case]) -> OutlinedSet:
    """The set without its texts.

    Parameters
    ----------
    texts
        The cases in full.

    Raises
    ------
    StoreError
        When there is none with this id.
    """
    row = _head(connection, dataset_id)
    document = connection.scalar(select(outlines_table.c.document).where(outlines_table.c.dataset_id == dataset_id))
    # A set that an older version stored has no outlines yet.
    outlined = outlines.from_text(document) if document else map(outline_of, texts)
    return OutlinedSet(
        name=row.name,
        criteria=scales_from(row.criteria),
        cases=tuple(outlined),
        texts=texts,
        labels=_load_labels(connection, dataset_id),
        gold_rule=row.gold_rule,
        known_fingerprint=row.fingerprint,
    )


def has_outlines(connection: Connection, dataset_id: int) -> bool:
    """Whether the outlines of a set are stored."""
    query = select(outlines_table.c.dataset_id).where(outlines_table.c.dataset_id == dataset_id)
    return connection.scalar(query) is not None


def save_outlines(connection: Connection, dataset_id: int, cases: Sequence[CaseOutline]) -> None:
    """Store the outlines of a set that an older version stored without."""
    row = {"dataset_id": dataset_id, "document": outlines.to_text(cases)}
    connection.execute(insert_into(connection.dialect.name, outlines_table).on_conflict_do_nothing(), row)


def _load_cases(connection: Connection, dataset_id: int) -> tuple[Case, ...]:
    documents = select(cases.c.document).where(cases.c.dataset_id == dataset_id).order_by(cases.c.position)
    # The driver's own tuples: a set may have hundreds of thousands of rows, and wrapping each takes as long again.
    with connection.execute(documents) as found:
        return tuple(case for block in _blocks(found.cursor) for case in cases_from(text for (text,) in block))


def _head(connection: Connection, dataset_id: int) -> Row[Any]:
    row = connection.execute(select(datasets).where(datasets.c.id == dataset_id)).one_or_none()
    if row is None:
        raise StoreError(f"expected a stored set with the number {dataset_id}, found none; list the sets to see them")
    return row


def _load_labels(connection: Connection, dataset_id: int) -> tuple[Label, ...]:
    said = (
        select(*(labels.c[name] for name in _LABEL_FIELDS))
        .where(labels.c.dataset_id == dataset_id)
        .order_by(labels.c.position)
    )
    with connection.execute(said) as found:
        return _labels_from(cast("Iterable[Sequence[Any]]", found.cursor))


def _blocks(rows: Any) -> Iterator[list[Any]]:
    coming = iter(rows)
    while block := list(islice(coming, _ROWS_AT_ONCE)):
        yield block


def _labels_from(rows: Iterable[Sequence[Any]]) -> tuple[Label, ...]:
    again = _Again()
    return tuple(
        _quick_label(
            case_id=as_written(case_id),
            case_fingerprint=fingerprint,
            criterion=again[criterion],
            annotator=again[annotator],
            value=again[value],
            note=as_written(note),
            source=cast("LabelSource", again[source]),
            adjudicated=bool(adjudicated),
            guideline_version=again[guidelines],
            at=None if at is None else as_written(at),
            seconds=seconds,
        )
        for (
            case_id, fingerprint, criterion, annotator, value, note, source, adjudicated, guidelines, at, seconds
        ) in rows
    )  # fmt: skip


class _Again(dict[str, str]):
    """Texts that come again and again, as they were written, each kept once."""

    def __missing__(self, stored: str) -> str:
        text = self[stored] = as_written(stored)
        return text


def find(connection: Connection, name: str) -> StoredDataset | None:
    """The version of this name that was saved last."""
    query = select(datasets).where(datasets.c.name == name)
    row = connection.execute(query.order_by(datasets.c.saved_at.desc(), datasets.c.id.desc()).limit(1)).one_or_none()
    return None if row is None else described(row)


def list_all(connection: Connection) -> tuple[StoredDataset, ...]:
    """Every version of every set, last saved first."""
    query = select(datasets).order_by(datasets.c.saved_at.desc(), datasets.c.id.desc())
    return tuple(described(row) for row in connection.execute(query))


def _saved_again(connection: Connection, rows: DatasetRows, *, at: datetime | None) -> StoredDataset:
    row = connection.execute(
        update(datasets)
        .where(datasets.c.name == rows.head["name"], datasets.c.fingerprint == rows.head["fingerprint"])
        .values(saved_at=datasets.c.saved_at if at is None else at)
        .returning(*datasets.c)
    ).one()
    return described(row)


def described(row: Row[Any]) -> StoredDataset:
    """A version of a set from its row."""
    return StoredDataset(
        id=row.id,
        name=row.name,
        fingerprint=row.fingerprint,
        created_at=row.created_at,
        cases=row.cases,
        labels=row.labels,
        criteria=scales_from(row.criteria),
    )


def _add_rows(connection: Connection, table: Table, dataset_id: int, rows: Iterator[dict[str, Any]]) -> None:
    for block in _blocks(rows):
        connection.execute(insert(table), [{"dataset_id": dataset_id, **row} for row in block])
