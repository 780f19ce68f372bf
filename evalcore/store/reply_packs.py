"""The replies to one request once more, packed in columns: a report over a million of them reads no row.

A pack is made of the rows and can be made again; it counts while no reply was stored since. Every transaction that
stores replies to a request raises its revision, and a pack says of which revision it is.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import fields
from io import BytesIO

import numpy as np
from sqlalchemy import Connection, select

from evalcore.domain.reply_columns import ReplyColumns, ReplyForm
from evalcore.store.database import insert_into
from evalcore.store.replies import PACKED_FROM, revision
from evalcore.store.tables import reply_packs

_MOST_FORMS = 0.2
"""Distinct forms among the answers, up to whose share a pack is worth it: else nearly every text is there twice."""
_TEXTS = ("cases", "forms")
_ARRAYS = tuple(field.name for field in fields(ReplyColumns) if field.name not in _TEXTS)
_NARROW = {"case": np.int32, "repeat": np.int32, "form": np.int32}
_FORMAT = "forms-1"
"""Another version of the workbench may pack otherwise: what has no such part is not read, and packed anew."""
_COMPRESSION = 1
"""zlib's fastest: what is packed is read as a whole each time."""


def find(connection: Connection, request_fingerprint: str, epoch: int) -> ReplyColumns | None:
    """The replies of a request, from their pack; None where there is none or a reply was stored since."""
    query = select(reply_packs.c.packed).where(
        reply_packs.c.request_fingerprint == request_fingerprint,
        reply_packs.c.epoch == epoch,
        reply_packs.c.revision == revision(connection, request_fingerprint, epoch),
    )
    packed = connection.scalar(query)
    return None if packed is None else _unpacked(packed)


def is_worth_it(columns: ReplyColumns) -> bool:
    """Whether reading a pack would save much."""
    return len(columns.form) >= PACKED_FROM and len(columns.forms) <= _MOST_FORMS * len(columns.form)


def save(connection: Connection, request_fingerprint: str, epoch: int, columns: ReplyColumns, *, of: int) -> None:
    """Store the pack of some columns.

    Parameters
    ----------
    of
        The revision that was current when they were read.
    """
    row = {"request_fingerprint": request_fingerprint, "epoch": epoch, "revision": of, "packed": _packed(columns)}
    statement = insert_into(connection.dialect.name, reply_packs)
    changed = {"revision": statement.excluded.revision, "packed": statement.excluded.packed}
    connection.execute(
        statement.on_conflict_do_update(index_elements=["request_fingerprint", "epoch"], set_=changed), row
    )


def _packed(columns: ReplyColumns) -> bytes:
    # Escaped, since a reply may hold half a letter, which no encoding takes.
    forms = json.dumps([[form.text, form.thinking, form.finish_reason] for form in columns.forms]).encode("ascii")
    texts = {_FORMAT: zlib.compress(forms, _COMPRESSION), "cases": json.dumps(columns.cases).encode("ascii")}
    arrays = {name: getattr(columns, name) for name in _ARRAYS}
    narrow = {name: array.astype(_NARROW[name]) if name in _NARROW else array for name, array in arrays.items()}
    file = BytesIO()
    in_bytes = {name: np.frombuffer(text, dtype=np.uint8) for name, text in texts.items()}
    np.savez(file, allow_pickle=False, **in_bytes, **narrow)
    return file.getvalue()


def _unpacked(packed: bytes) -> ReplyColumns | None:
    with np.load(BytesIO(packed), allow_pickle=False) as file:
        if _FORMAT not in file:
            return None
        cases, forms = json.loads(file["cases"].tobytes()), json.loads(zlib.decompress(file[_FORMAT].tobytes()))
        arrays = {name: file[name].astype(np.int64) if name in _NARROW else file[name] for name in _ARRAYS}
    return ReplyColumns(
        cases=tuple(cases),
        forms=tuple(ReplyForm(text=text, thinking=thinking, finish_reason=end) for text, thinking, end in forms),
        **arrays,
    )
