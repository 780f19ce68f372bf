"""The report as a plain document, ``evalcore-report/1``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from evalcore.domain import CalibrationReport, Estimate

SCHEMA = "evalcore-report/1"


def to_document(report: CalibrationReport) -> dict[str, Any]:
    """The report as JSON values: dicts, lists, text, numbers, booleans and None.

    Field names and their order are those of the dataclasses in :mod:`evalcore.domain.measures`. An
    estimate that is no proportion has no ``k``; one that is undefined has the value None and a note.
    """
    return {"schema": SCHEMA, **_plain(report)}


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return {key: part for key, part in _items(value) if key != "k" or part is not None}
    if is_dataclass(value):
        return {key: _plain(part) for key, part in _items(value)}
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _items(value: Any) -> list[tuple[str, Any]]:
    return [(field.name, getattr(value, field.name)) for field in fields(value)]
