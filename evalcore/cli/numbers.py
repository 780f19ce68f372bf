"""Whole numbers as arguments, each within limits that are told: what is absurd is refused before anything is begun."""

from __future__ import annotations

import argparse
from collections.abc import Callable

MOST_CASES = 10_000_000
"""As many rows as any file may have."""
MOST_SEEDS = 2**31 - 1
"""What a store's column holds, and numpy takes."""
_SHOWN_LENGTH = 40


def whole(low: int, high: int, what: str = "a whole number") -> Callable[[str], int]:
    """Reads a whole number from ``low`` to ``high``, both included."""

    def convert(text: str) -> int:
        try:
            value = int(text)
        except ValueError:  # no number, or one of thousands of digits
            value = None
        if value is None or not low <= value <= high:
            found = text if len(text) <= _SHOWN_LENGTH else f"{text[:_SHOWN_LENGTH]}…"
            raise argparse.ArgumentTypeError(f"expected {what} from {low} to {high:,}, found {found!r}")
        return value

    return convert


cases = whole(1, MOST_CASES)
"""How many cases are taken."""
cases_or_none = whole(0, MOST_CASES)
seed = whole(0, MOST_SEEDS, "a seed")
port = whole(1, 65_535, "a port")
