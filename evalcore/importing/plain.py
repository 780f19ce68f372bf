"""Values of typed files (Excel, Parquet) as text and JSON hold them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal


def plain(value: object) -> object:
    r"""A value as JSON would hold it: whole numbers without a point, times as ISO 8601, bytes as their text.

    Bytes that are not UTF-8 are written as ``\xff``; :func:`has_other_bytes` tells where there are any.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, Decimal):
        # Else a zero of seven places would be called 0E-7.
        return None if value.is_nan() else format(value, "f")
    return _other(value)


def has_other_bytes(value: object) -> bool:
    """Whether bytes in a value are not UTF-8."""
    if isinstance(value, bytes):
        try:
            value.decode()
        except UnicodeDecodeError:
            return True
        return False
    if isinstance(value, Mapping):
        return any(has_other_bytes(part) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple) and any(map(has_other_bytes, value))


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
        return value.decode("utf-8", "backslashreplace")
    return str(value)
