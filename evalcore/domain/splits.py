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


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """How many judges were tried on these cases; choosing the best of many overstates it."""

    candidates: int
    """Configurations that were run on the set, by whichever run."""
    split: str | None
    """``choose/confirm`` where some cases are kept back from choosing; None for a set that is not split."""
    looks: int
    """How often results were looked at on the cases of the report: as many configurations as were opened on the cases
    kept back; for any other cases, as many runs as there are of them."""
    part: Part | None = None
    """Which part of a split set the report is on."""
