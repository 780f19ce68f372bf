"""The outlines of a set's cases as one document, so that counting need not read every text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from evalcore.domain import CaseOutline, canonical_json
from evalcore.domain.outlines import quick_outline

_FLAGS = ("expects_evidence", "has_evidence", "must_mention", "must_retrieve")


def to_text(outlines: Sequence[CaseOutline]) -> str:
    """The outlines in columns, with what many cases share written once."""
    return canonical_json(
        {
            "id": [one.id for one in outlines],
            "fingerprint": [one.fingerprint for one in outlines],
            "cluster": [one.cluster for one in outlines],
            "flags": _coded(tuple(getattr(one, flag) for flag in _FLAGS) for one in outlines),
            "slices": _coded(tuple(one.slices.items()) for one in outlines),
            "made_by": _coded(tuple(one.made_by.items()) for one in outlines),
        }
    )


def from_text(text: str) -> tuple[CaseOutline, ...]:
    """The outlines that a document holds."""
    columns = json.loads(text)
    flags = _decoded(columns["flags"], tuple)
    return tuple(
        quick_outline(
            id=case_id,
            fingerprint=fingerprint,
            expects_evidence=expects,
            has_evidence=has,
            must_mention=mention,
            must_retrieve=retrieve,
            slices=slices,
            cluster=cluster,
            made_by=made_by,
        )
        for case_id, fingerprint, cluster, (expects, has, mention, retrieve), slices, made_by in zip(
            columns["id"],
            columns["fingerprint"],
            columns["cluster"],
            flags,
            _decoded(columns["slices"], dict),
            _decoded(columns["made_by"], dict),
            strict=True,
        )
    )


def _coded(values: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    number: dict[tuple[Any, ...], int] = {}
    codes = [number.setdefault(value, len(number)) for value in values]
    return {"values": list(number), "codes": codes if len(number) > 1 else len(codes)}


def _decoded(column: Mapping[str, Any], make: Callable[[Any], Any]) -> Iterator[Any]:
    """One value per case; cases of one value share it."""
    values, codes = [make(value) for value in column["values"]], column["codes"]
    return repeat(values[0], codes) if isinstance(codes, int) and values else map(values.__getitem__, codes or ())
