"""Replies, one row a call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, Insert, Row, func, select

from evalcore.domain import Call, Failure, Reply
from evalcore.store.database import insert_into
from evalcore.store.records import Known, Pace
from evalcore.store.tables import as_written, replies, reply_revisions

if TYPE_CHECKING:
    from evalcore.domain.reply_columns import ReplyColumns, ReplyForm, ReplyRow

_KEY = ("request_fingerprint", "epoch", "repeat", "case_fingerprint")
PACKED_FROM = 20_000
"""Replies to a request from whose number they are packed, see :mod:`evalcore.store.reply_packs`."""
_FIELDS = tuple(field.name for field in fields(Reply) if field.name not in ("call", "failure"))


def save(connection: Connection, landed: Iterable[Reply]) -> int:
    """Store replies and count those that are new.

    One reply a call: what is stored stays, except that a failure gives way to a newer result.
    """
    rows = [_row(reply) for reply in landed]
    if not rows:
        return 0
    _raise_revisions(connection, {(row["request_fingerprint"], row["epoch"]) for row in rows})
    statement = _keep_replies_replace_failures(connection.dialect.name)
    return connection.execute(statement, rows, execution_options={"preserve_rowcount": True}).rowcount


def load(
    connection: Connection, request_fingerprint: str, epoch: int, *, on: tuple[str, int] | None = None
) -> dict[tuple[str, int], Reply]:
    """Replies to one request in one epoch, failures included, by case fingerprint and repeat.

    ``on`` names one case and its number of repeats; None: every case.
    """
    wanted = (replies.c[name] for name in ("case_fingerprint", "repeat", "failure_kind", "failure_message", *_FIELDS))
    query = (
        select(*wanted)
        .where(replies.c.request_fingerprint == request_fingerprint, replies.c.epoch == epoch)
        .order_by(replies.c.repeat)
    )
    if on is not None:
        case_fingerprint, repeats = on
        # The repeat comes before the case in the key; unless it is named too, all replies are gone through.
        query = query.where(replies.c.repeat.in_(range(repeats)), replies.c.case_fingerprint == case_fingerprint)
    found = (_reply(row, request_fingerprint, epoch) for row in connection.execute(query))
    return {(reply.call.case_fingerprint, reply.call.repeat): reply for reply in found}


def load_columns(connection: Connection, request_fingerprint: str, epoch: int) -> ReplyColumns:
    """What counting needs of the same replies; read without a value in between for each of them."""
    # Brings numpy, which asking does without.
    from evalcore.domain.reply_columns import ReplyColumns

    query = (
        select(
            replies.c.case_fingerprint,
            replies.c.repeat,
            replies.c.failure_kind.is_(None),
            replies.c.text,
            replies.c.thinking,
            replies.c.finish_reason,
            replies.c.truncated,
            replies.c.prompt_tokens,
            replies.c.completion_tokens,
            replies.c.latency_ms,
        )
        .where(replies.c.request_fingerprint == request_fingerprint, replies.c.epoch == epoch)
        .order_by(replies.c.repeat, replies.c.case_fingerprint)
    )
    with connection.execute(query) as result:
        # The driver's own tuples: wrapping each in a Row takes as long again as everything else.
        columns = ReplyColumns.from_rows(cast("Iterable[ReplyRow]", result.cursor))
    return replace(columns, forms=tuple(_form_as_written(form) for form in columns.forms))


def _form_as_written(form: ReplyForm) -> ReplyForm:
    return replace(
        form,
        text=as_written(form.text),
        thinking=None if form.thinking is None else as_written(form.thinking),
        finish_reason=None if form.finish_reason is None else as_written(form.finish_reason),
    )


def load_known(connection: Connection, request_fingerprint: str, epoch: int) -> dict[tuple[str, int], Known]:
    """What a plan has to know of the same replies; like :func:`load`, without the texts."""
    query = select(
        replies.c.case_fingerprint,
        replies.c.repeat,
        replies.c.failure_kind.is_(None),
        replies.c.prompt_tokens,
        replies.c.truncated,
        replies.c.window_tokens,
    ).where(replies.c.request_fingerprint == request_fingerprint, replies.c.epoch == epoch)
    with connection.execute(query) as result:
        rows = cast("Iterable[tuple[str, int, bool, int | None, bool, int | None]]", result.cursor)
        return {
            (fingerprint, repeat): Known(bool(answered), prompt_tokens, bool(truncated), window_tokens)
            for fingerprint, repeat, answered, prompt_tokens, truncated, window_tokens in rows
        }


def answered_among(
    connection: Connection, request_fingerprint: str, epoch: int, cases: Iterable[str], repeats: Iterable[int]
) -> dict[tuple[str, int], bool]:
    """Of some cases and repeats, those that are stored: whether they were answered, by (case fingerprint, repeat)."""
    query = select(replies.c.case_fingerprint, replies.c.repeat, replies.c.failure_kind.is_(None)).where(
        replies.c.request_fingerprint == request_fingerprint,
        replies.c.epoch == epoch,
        replies.c.repeat.in_(sorted(repeats)),
        replies.c.case_fingerprint.in_(sorted(cases)),
    )
    with connection.execute(query) as result:
        rows = cast("Iterable[tuple[str, int, bool]]", result.cursor)
        return {(fingerprint, repeat): bool(answered) for fingerprint, repeat, answered in rows}


def answered_cases(connection: Connection, request_fingerprint: str, epoch: int, repeat: int) -> list[str]:
    """The cases of which one repeat was answered, by their fingerprints."""
    query = select(replies.c.case_fingerprint).where(
        replies.c.request_fingerprint == request_fingerprint,
        replies.c.epoch == epoch,
        replies.c.repeat == repeat,
        replies.c.failure_kind.is_(None),
    )
    with connection.execute(query) as result:
        # The driver's own tuples: see :func:`load_columns`.
        return [fingerprint for (fingerprint,) in cast("Iterable[tuple[str]]", result.cursor)]


def failures(connection: Connection, request_fingerprint: str, epoch: int) -> dict[tuple[str, int], Failure]:
    """The stored failures alone; like :func:`load`, without the replies."""
    query = select(
        replies.c.case_fingerprint, replies.c.repeat, replies.c.failure_kind, replies.c.failure_message
    ).where(
        replies.c.request_fingerprint == request_fingerprint,
        replies.c.epoch == epoch,
        replies.c.failure_kind.is_not(None),
    )
    return {
        (fingerprint, repeat): Failure(kind=kind, message=message)
        for fingerprint, repeat, kind, message in connection.execute(query)
    }


def cut_calls(connection: Connection, request_fingerprint: str, epoch: int) -> set[tuple[str, int]]:
    """The answered calls whose prompt was cut."""
    query = select(replies.c.case_fingerprint, replies.c.repeat).where(
        replies.c.request_fingerprint == request_fingerprint,
        replies.c.epoch == epoch,
        replies.c.truncated,
        replies.c.failure_kind.is_(None),
    )
    return {(fingerprint, repeat) for fingerprint, repeat in connection.execute(query)}


def served_models(connection: Connection, request_fingerprint: str, epoch: int) -> frozenset[str]:
    """What the models that answered call themselves; those of failures and of no name are left out."""
    query = (
        select(replies.c.served_model)
        .distinct()
        .where(
            replies.c.request_fingerprint == request_fingerprint,
            replies.c.epoch == epoch,
            replies.c.failure_kind.is_(None),
            replies.c.served_model.is_not(None),
        )
    )
    return frozenset(connection.scalars(query))


def pace(connection: Connection, request_fingerprint: str, digest: str | None, *, most: int) -> tuple[Pace, ...]:
    """What the newest replies to this request took; else, those of the model with this digest to anything."""
    same = [replies.c.request_fingerprint == request_fingerprint]
    if digest is not None:
        same.append(replies.c.served_digest == digest)
    for condition in same:
        query = (
            select(replies.c.latency_ms, replies.c.completion_tokens, replies.c.in_flight)
            .where(condition, replies.c.latency_ms.is_not(None), replies.c.failure_kind.is_(None))
            .order_by(replies.c.at.desc())
            .limit(most)
        )
        found = tuple(Pace(**row) for row in connection.execute(query).mappings())
        if found:
            return found
    return ()


def latest_epoch(connection: Connection, request_fingerprint: str) -> int | None:
    """The newest epoch in which this request was asked; None when it never was."""
    newest: int | None = connection.scalar(
        select(func.max(replies.c.epoch)).where(replies.c.request_fingerprint == request_fingerprint)
    )
    return newest


def revision(connection: Connection, request_fingerprint: str, epoch: int) -> int:
    """How many transactions stored replies to a request, since stores have counted them."""
    found: int | None = connection.scalar(
        select(reply_revisions.c.revision).where(
            reply_revisions.c.request_fingerprint == request_fingerprint, reply_revisions.c.epoch == epoch
        )
    )
    return found or 0


def _raise_revisions(connection: Connection, requests: Iterable[tuple[str, int]]) -> None:
    """Note that replies to some requests, each with its epoch, are stored in this transaction."""
    statement = insert_into(connection.dialect.name, reply_revisions).on_conflict_do_update(
        index_elements=["request_fingerprint", "epoch"], set_={"revision": reply_revisions.c.revision + 1}
    )
    rows = [{"request_fingerprint": request, "epoch": epoch, "revision": 1} for request, epoch in sorted(requests)]
    connection.execute(statement, rows)


@cache
def _keep_replies_replace_failures(dialect: str) -> Insert:
    statement = insert_into(dialect, replies)
    results = {name: statement.excluded[name] for name in replies.c.keys() if name not in _KEY}  # noqa: SIM118
    return statement.on_conflict_do_update(
        index_elements=list(_KEY), set_=results, where=replies.c.failure_kind.is_not(None)
    )


def _row(reply: Reply) -> dict[str, Any]:
    row = {name: getattr(reply, name) for name in _FIELDS}
    row.update({name: getattr(reply.call, name) for name in _KEY})
    row["failure_kind"] = reply.failure.kind if reply.failure else None
    row["failure_message"] = reply.failure.message if reply.failure else None
    return row


def _reply(row: Row[Any], request_fingerprint: str, epoch: int) -> Reply:
    case_fingerprint, repeat, kind, message, *values = tuple(row)
    call = Call(request_fingerprint=request_fingerprint, case_fingerprint=case_fingerprint, repeat=repeat, epoch=epoch)
    failure = None if kind is None else Failure(kind=kind, message=message)
    return Reply(call=call, failure=failure, **dict(zip(_FIELDS, values, strict=True)))
