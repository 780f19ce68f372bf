"""Values of typed files (Excel, Parquet) as text and JSON hold them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal


def plain(value: object) -> object:
    """A value as JSON would hold it: whole numbers without a point, times as ISO 8601, bytes as their text."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return _other(value)


def _number(value: float) -> object:
    if math.isnan(value):
        return None
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _other(value: object) -> str:
    if isinstance(value, datetime):
        at_midnight = value.time() == time() and value.tzinfo is None
        return value.date().isoformat() if at_midnight else value.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, Decimal | timedelta):
        return str(value)
    return str(value)
