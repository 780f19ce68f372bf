"""A number as it is shown: with its interval, its n and its method."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value with its uncertainty; ``value`` is None when it is undefined and ``note`` says why."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int
    """Number of cases (never calls) that the value rests on."""
    k: int | None = None
    """For a proportion: how many of the n."""
    level: float = 0.95
    method: str = ""
    note: str = ""


def undefined(n: int, note: str, *, level: float = 0.95) -> Estimate:
    """An estimate that cannot be given, with the reason."""
    return Estimate(value=None, n=n, level=level, note=note)
