"""Runs: what they are to ask, how they stand, and who is working on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, insert, or_, select, update

from evalcore.errors import RunError
from evalcore.store.records import AT_REST, RunInfo, RunSpec, RunState, StopRequest
from evalcore.store.tables import run_judges, runs


def create(connection: Connection, spec: RunSpec, *, at: datetime) -> RunInfo:
    """A new run, planned."""
    number = connection.execute(
        insert(runs)
        .values(
            dataset_id=spec.dataset_id,
            criterion=spec.criterion,
            repeats=spec.repeats,
            case_limit=spec.limit,
            ask_without_evidence=spec.ask_without_evidence,
            state="planned",
            message="",
            created_at=at,
        )
        .returning(runs.c.id)
    ).scalar_one()
    judged = zip(spec.judge_ids, spec.epochs, strict=True)
    connection.execute(
        insert(run_judges),
        [
            {"run_id": number, "position": position, "judge_id": judge_id, "epoch": epoch}
            for position, (judge_id, epoch) in enumerate(judged)
        ],
    )
    return load(connection, _name(number))


def record(connection: Connection, spec: RunSpec, *, at: datetime, message: str) -> RunInfo:
    """A new run with nothing left to ask."""
    run = create(connection, spec, at=at)
    set_state(connection, run.id, "done", at=at, message=message)
    return load(connection, run.id)


def load(connection: Connection, run_id: str) -> RunInfo:
    """The run with this id.

    Raises
    ------
    RunError
        When there is none.
    """
    row = connection.execute(select(runs).where(runs.c.id == _number(run_id))).one_or_none()
    if row is None:
        raise RunError(f"expected the id of a run, such as r-0007, found {run_id!r}; list the runs to see them")
    return _described(connection, [row])[0]


def list_all(connection: Connection) -> tuple[RunInfo, ...]:
    """Every run, newest first."""
    return _described(connection, connection.execute(select(runs).order_by(runs.c.id.desc())).all())


def find_unfinished(connection: Connection, spec: RunSpec) -> RunInfo | None:
    """The newest run that is to ask the same and is not done."""
    return _newest(connection, spec, runs.c.state != "done")


def find_done(connection: Connection, spec: RunSpec) -> RunInfo | None:
    """The newest run that asked the same and is done."""
    return _newest(connection, spec, runs.c.state == "done")


def judges_being_asked(connection: Connection, *, besides: str, now: datetime) -> frozenset[tuple[int, int]]:
    """Judges of other runs that somebody works on now, each with its epoch."""
    query = (
        select(run_judges.c.judge_id, run_judges.c.epoch)
        .join(runs, runs.c.id == run_judges.c.run_id)
        .where(runs.c.lease_until > now, runs.c.id != _number(besides))
    )
    return frozenset((judge_id, epoch) for judge_id, epoch in connection.execute(query))


def _newest(connection: Connection, spec: RunSpec, condition: Any) -> RunInfo | None:
    candidates = connection.execute(
        select(runs).where(runs.c.dataset_id == spec.dataset_id, condition).order_by(runs.c.id.desc())
    ).all()
    return next((run for run in _described(connection, candidates) if run.spec == spec), None)


def set_state(connection: Connection, run_id: str, state: RunState, *, at: datetime, message: str) -> None:
    """Note how the run stands; a run at rest is noted with the time."""
    finished_at = at if state in AT_REST else None
    _change(connection, run_id, state=state, message=message, finished_at=finished_at)


def take_lease(connection: Connection, run_id: str, *, owner: str, now: datetime, for_s: float) -> bool:
    """Take the run if nobody else has it or the lease is over; what was requested of the last owner lapses.

    The owner may take its own again: it knows that it works on it no more, where the end could not be noted.
    """
    free = or_(runs.c.lease_owner.is_(None), runs.c.lease_until <= now, runs.c.lease_owner == owner)
    return _change(
        connection,
        run_id,
        free,
        lease_owner=owner,
        lease_until=now + timedelta(seconds=for_s),
        stop_request=None,
    )


def renew_lease(connection: Connection, run_id: str, *, owner: str, now: datetime, for_s: float) -> bool:
    """Prolong the owner's own lease; False when it has gone to somebody else."""
    return _change(connection, run_id, runs.c.lease_owner == owner, lease_until=now + timedelta(seconds=for_s))


def release_lease(connection: Connection, run_id: str, *, owner: str) -> None:
    """Give the run back; nothing happens when the owner no longer has it."""
    _change(connection, run_id, runs.c.lease_owner == owner, lease_owner=None, lease_until=None)


def request_stop(connection: Connection, run_id: str, request: StopRequest | None) -> None:
    """Ask whoever works on the run to cancel or pause it; None takes a pause back."""
    _change(connection, run_id, stop_request=request)


def requested_stop(connection: Connection, run_id: str) -> StopRequest | None:
    """What was requested last, or None."""
    request: StopRequest | None = connection.scalar(select(runs.c.stop_request).where(runs.c.id == _number(run_id)))
    return request


def _change(connection: Connection, run_id: str, *conditions: Any, **values: Any) -> bool:
    """Update one run where the conditions hold; whether they did."""
    statement = update(runs).where(runs.c.id == _number(run_id), *conditions).values(**values)
    return connection.execute(statement).rowcount == 1


def _described(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[RunInfo, ...]:
    judged: dict[int, list[tuple[int, int]]] = {row.id: [] for row in rows}
    query = select(run_judges.c.run_id, run_judges.c.judge_id, run_judges.c.epoch)
    if len(rows) == 1:
        query = query.where(run_judges.c.run_id == rows[0].id)
    for run_id, judge_id, epoch in connection.execute(query.order_by(run_judges.c.run_id, run_judges.c.position)):
        if run_id in judged:
            judged[run_id].append((judge_id, epoch))
    return tuple(_run(row, judged[row.id]) for row in rows)


def _run(row: Row[Any], judged: list[tuple[int, int]]) -> RunInfo:
    return RunInfo(
        id=_name(row.id),
        spec=RunSpec(
            dataset_id=row.dataset_id,
            criterion=row.criterion,
            judge_ids=tuple(judge_id for judge_id, _ in judged),
            epochs=tuple(epoch for _, epoch in judged),
            repeats=row.repeats,
            limit=row.case_limit,
            ask_without_evidence=row.ask_without_evidence,
        ),
        state=row.state,
        created_at=row.created_at,
        finished_at=row.finished_at,
        message=row.message,
        lease_owner=row.lease_owner,
        lease_until=row.lease_until,
    )


def _name(number: int) -> str:
    return f"r-{number:04d}"


def _number(run_id: str) -> int:
    """The number in a run's id; 0, which no run has, where the id is not one."""
    matched = re.fullmatch(r"r-(\d{1,9})", run_id, re.ASCII)
    return int(matched[1]) if matched else 0
