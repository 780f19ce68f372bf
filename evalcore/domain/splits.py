"""A set in two parts: one to choose a judge on, one to confirm it with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from evalcore.domain.cases import Dataset
from evalcore.domain.outlines import OutlinedSet

Part = Literal["choose", "confirm"]
AnySet = TypeVar("AnySet", Dataset, OutlinedSet)
"""A set in full, or without its texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Which cases are kept back to confirm; every other case, later ones included, is there to choose on."""

    confirm: frozenset[str]
    """Ids of cases."""
    share: float
    """Of the cases that were to be kept back, between 0 and 1."""
    seed: int
    seen_before: int = 0
    """Configurations that had been run on the whole set before it was split: what was kept back is not quite unseen."""

    def part(self, dataset: AnySet, part: Part) -> AnySet:
        """The set with the cases of one part, and their labels."""
        kept: Any = (case for case in dataset.cases if (case.id in self.confirm) == (part == "confirm"))
        return dataset.with_cases(tuple(kept))
