"""How far a download is, for whoever draws it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int | None], None]
"""Called with what is being fetched, the bytes there are, and the bytes in all (None: not known)."""


def no_progress(what: str, done_bytes: int, total_bytes: int | None) -> None:
    """Draw nothing."""
