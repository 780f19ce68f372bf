"""How far a download is, for whoever draws it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchProgress:
    """One step of a download."""

    what: str
    """What is being fetched or done, for people."""
    done_bytes: int
    total_bytes: int | None
    """None where the size is not known (yet)."""


Progress = Callable[[FetchProgress], None]


def no_progress(step: FetchProgress) -> None:  # noqa: ARG001 - the silent Progress
    """Draw nothing."""
