"""Sessions: what they ask, their cases, their guidelines, and how they stand."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, update

from evalcore.domain import Case, Scale
from evalcore.domain.labelling import Session, SessionCase, SessionSpec, SessionState
from evalcore.domain.labelling_plan import ANYBODY
from evalcore.domain.origins import Origin
from evalcore.errors import LabellingError
from evalcore.store import datasets as stored_sets
from evalcore.store import origins
from evalcore.store.documents import case_from, to_text
from evalcore.store.labelling.tables import cases, guidelines, sessions, slots
from evalcore.store.records import StoredDataset
from evalcore.store.tables import cases as set_cases
from evalcore.store.tables import datasets

_ROWS_AT_ONCE = 1000


def create(
    connection: Connection, spec: SessionSpec, chosen: Sequence[SessionCase], guideline: str, *, at: datetime
) -> Session:
    """A new session with its cases, each free for as many people as it wants."""
    pilot = sum(case.round == "pilot" for case in chosen)
    set_name = connection.scalar(select(datasets.c.name).where(datasets.c.id == spec.dataset_id))
    number = connection.execute(
        insert(sessions)
        .values(
            dataset_id=spec.dataset_id,
            set_name=set_name,
            document=to_text(spec),
            state="pilot" if pilot else "open",
            pilot_cases=pilot,
            cases=len(chosen),
            created_at=at,
        )
        .returning(sessions.c.id)
    ).scalar_one()
    connection.execute(insert(guidelines).values(session_id=number, version=1, text=guideline, at=at))
    _add(connection, cases, [{"session_id": number, **_columns(case)} for case in chosen])
    _add(connection, slots, [row for case in chosen for row in _slots(number, case)])
    return load(connection, session_name(number))


def load(connection: Connection, session_id: str) -> Session:
    """The session with this id.

    Raises
    ------
    LabellingError
        When there is none.
    """
    row = connection.execute(_described().where(sessions.c.id == session_number(session_id))).one_or_none()
    if row is None:
        raise LabellingError(
            f"expected the id of a labelling session, such as s-0007, found {session_id!r}; list them to see them"
        )
    return _session(row)


def list_all(connection: Connection) -> tuple[Session, ...]:
    """Every session, newest first."""
    return tuple(_session(row) for row in connection.execute(_described().order_by(sessions.c.id.desc())))


def cases_of(connection: Connection, session_id: str) -> tuple[SessionCase, ...]:
    """Its cases in the order of the queue."""
    query = select(cases).where(cases.c.session_id == session_number(session_id)).order_by(cases.c.position)
    return tuple(session_case(row) for row in connection.execute(query))


def case_document(connection: Connection, session: Session, position: int) -> tuple[SessionCase, Case]:
    """One case of a session as its set holds it, and where it stands in the session."""
    row = connection.execute(
        select(cases).where(cases.c.session_id == session_number(session.id), cases.c.position == position)
    ).one()
    document = connection.scalar(
        select(set_cases.c.document).where(
            set_cases.c.dataset_id == session.spec.dataset_id, set_cases.c.position == row.place
        )
    )
    return session_case(row), case_from(document or "")


def add_guidelines(connection: Connection, session_id: str, text: str, *, at: datetime) -> int:
    """Store a new version of the guidelines and return its number; the same text again is no new version."""
    session = load(connection, session_id)
    if text == session.guidelines:
        return session.guideline_version
    version = session.guideline_version + 1
    connection.execute(
        insert(guidelines).values(session_id=session_number(session_id), version=version, text=text, at=at)
    )
    return version


def guideline_texts(connection: Connection, session_id: str) -> dict[int, str]:
    """Every version of the guidelines by its number."""
    query = select(guidelines.c.version, guidelines.c.text).where(guidelines.c.session_id == session_number(session_id))
    return {row.version: row.text for row in connection.execute(query.order_by(guidelines.c.version))}


def set_state(connection: Connection, session_id: str, state: SessionState) -> None:
    """Note how a session stands."""
    connection.execute(update(sessions).where(sessions.c.id == session_number(session_id)).values(state=state))


def save_frozen(
    connection: Connection, session_id: str, rows: stored_sets.DatasetRows, *, at: datetime, origin: Origin
) -> StoredDataset:
    """Store the set that a frozen session's labels make, and note it, both or neither."""
    stored = stored_sets.save(connection, rows, at=at)
    origins.save(connection, stored.id, origin, at=at)
    connection.execute(update(sessions).where(sessions.c.id == session_number(session_id)).values(frozen_as=stored.id))
    return stored


def session_name(number: int) -> str:
    """The id under which people know a session."""
    return f"s-{number:04d}"


def session_number(session_id: str) -> int:
    """The number in a session's id; 0, which no session has, where the id is not one."""
    matched = re.fullmatch(r"s-(\d{1,9})", session_id, re.ASCII)
    return int(matched[1]) if matched else 0


def session_case(row: Row[Any]) -> SessionCase:
    """A case of a session from its row."""
    columns = row._asdict()
    columns.pop("session_id")
    return SessionCase(**columns)


def _columns(case: SessionCase) -> dict[str, Any]:
    names = [column.name for column in cases.columns if column.name != "session_id"]
    return {name: getattr(case, name) for name in names}


def _slots(number: int, case: SessionCase) -> list[dict[str, Any]]:
    if case.round == "pilot":
        return []
    free = {"session_id": number, "planned_for": ANYBODY, "holder": ANYBODY, "state": "open", "lease_until": None}
    return [{**free, "position": case.position, "slot": slot} for slot in range(case.annotators)]


def _add(connection: Connection, table: Any, rows: Sequence[dict[str, Any]]) -> None:
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        connection.execute(insert(table), rows[start : start + _ROWS_AT_ONCE])


def _described() -> Select[Any]:
    newest = (
        select(guidelines.c.session_id, func.max(guidelines.c.version).label("version"))
        .group_by(guidelines.c.session_id)
        .subquery()
    )
    return (
        select(sessions, guidelines.c.version, guidelines.c.text)
        .join(newest, newest.c.session_id == sessions.c.id)
        .join(
            guidelines,
            (guidelines.c.session_id == newest.c.session_id) & (guidelines.c.version == newest.c.version),
        )
    )


def _session(row: Row[Any]) -> Session:
    document = json.loads(row.document)
    scale = document.pop("scale")
    spec = SessionSpec(
        **document,
        scale=Scale(values=tuple(scale["values"]), level=scale["level"], passing=tuple(scale["passing"])),
    )
    return Session(
        id=session_name(row.id),
        spec=spec,
        set_name=row.set_name,
        state=row.state,
        created_at=row.created_at,
        guidelines=row.text,
        guideline_version=row.version,
        cases=row.cases,
        pilot_cases=row.pilot_cases,
        frozen_as=row.frozen_as,
    )
