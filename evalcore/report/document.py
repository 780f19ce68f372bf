"""The report as a plain document, ``evalcore-report/1``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from evalcore.domain import CalibrationReport

SCHEMA = "evalcore-report/1"
_ONLY_IF_KNOWN = frozenset(
    (
        *("k", "by_value", "precision", "prevalence"),
        *("mix", "reference", "margin", "within_margin", "annotator_test", "unread", "without_cut", "recorded"),
    )
)
"""Fields that are left out of a document rather than null."""


def to_document(report: CalibrationReport) -> dict[str, Any]:
    """The report as JSON values: dicts, lists, text, numbers, booleans and None.

    Field names and their order are those of the dataclasses in :mod:`evalcore.domain.measures`. An
    estimate that is no proportion has no ``k``; one that is undefined has the value None and a note. Measures have
    ``by_value`` only where there is a scale to compare on: judges at pass or fail keep the keys that they always had.
    """
    return {"schema": SCHEMA, **_plain(report)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {key: _plain(part) for key, part in _items(value) if part is not None or key not in _ONLY_IF_KNOWN}
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _items(value: Any) -> list[tuple[str, Any]]:
    return [(field.name, getattr(value, field.name)) for field in fields(value)]
