"""How each version of a set came about, as rows."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from evalcore.domain.origins import Origin, SourceFile
from evalcore.store import datasets as stored_sets
from evalcore.store.documents import to_text
from evalcore.store.records import SetVersion, StoredOrigin
from evalcore.store.tables import datasets, origins


def save(connection: Connection, dataset_id: int, origin: Origin, *, at: datetime) -> None:
    """Note how a version came about; what its last note says already is not noted again."""
    values = {
        "what": origin.what,
        "files": to_text({"files": origin.files}),
        "tool": origin.tool,
        "recipe": origin.recipe,
    }
    known = select(origins).where(origins.c.dataset_id == dataset_id).order_by(origins.c.id.desc()).limit(1)
    last = connection.execute(known).one_or_none()
    if last is None or _origin(last) != origin:
        connection.execute(insert(origins).values(dataset_id=dataset_id, at=at, **values))


def history(connection: Connection, name: str) -> tuple[SetVersion, ...]:
    """Every version of a set, last saved first, with its origins, newest first."""
    query = select(datasets).where(datasets.c.name == name)
    versions = connection.execute(query.order_by(datasets.c.saved_at.desc(), datasets.c.id.desc())).all()
    noted: dict[int, list[StoredOrigin]] = {}
    of_name = select(origins).join(datasets, datasets.c.id == origins.c.dataset_id).where(datasets.c.name == name)
    for row in connection.execute(of_name.order_by(origins.c.id.desc())):
        noted.setdefault(row.dataset_id, []).append(StoredOrigin(origin=_origin(row), at=row.at))
    return tuple(
        SetVersion(stored=stored_sets.described(row), origins=tuple(noted.get(row.id, ()))) for row in versions
    )


def _origin(row: Row[Any]) -> Origin:
    files = tuple(SourceFile(**one) for one in json.loads(row.files)["files"])
    return Origin(what=row.what, files=files, tool=row.tool, recipe=row.recipe)
