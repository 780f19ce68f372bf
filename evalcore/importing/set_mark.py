"""What an exported set is known by: the column of its scales, called after the version."""

from __future__ import annotations

import re
from collections.abc import Iterable

SCHEMA = "evalcore-set/1"
"""Also the name of the column, or key, that holds the scales, in the first line only."""
_ANY_VERSION = re.compile(r"evalcore-set/\d+")


def mark_of(columns: Iterable[str]) -> str | None:
    """The column that says that a file is an exported set, of whichever version; None where it is none."""
    return next((column for column in columns if _ANY_VERSION.fullmatch(column)), None)
