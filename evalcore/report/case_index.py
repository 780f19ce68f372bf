"""A set laid out so that its cases are found by gold and slices without a look at each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evalcore.domain import Dataset, Gold, OutlinedSet, gold_labels
from evalcore.report.case_list import CaseList, positions_of

Names = NDArray[np.object_]
"""Per case, shape (cases,): a name, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseIndex:
    """The cases of a set under one criterion."""

    dataset: OutlinedSet
    gold: Mapping[str, Gold]
    """By case id."""
    position: Mapping[str, int]
    """Of every case in the set, by its id."""
    gold_value: Names
    gold_how: Names
    slices: Mapping[str, Names]
    """By slice key, in the order of the set."""

    @classmethod
    def of(cls, dataset: Dataset | OutlinedSet, criterion: str) -> CaseIndex:
        """Lay out a set."""
        dataset = OutlinedSet.of(dataset) if isinstance(dataset, Dataset) else dataset
        gold = gold_labels(dataset, criterion)
        return cls(
            dataset=dataset,
            gold=gold,
            position=positions_of(dataset.cases),
            gold_value=np.array([gold[case.id].value for case in dataset.cases], dtype=np.object_),
            gold_how=np.array([gold[case.id].how for case in dataset.cases], dtype=np.object_),
            slices={
                key: np.array([case.slices.get(key) for case in dataset.cases], dtype=np.object_)
                for key in dataset.slice_keys
            },
        )

    @property
    def gold_values(self) -> list[str]:
        """The values that some case has as gold, by alphabet."""
        return _distinct(self.gold_value)

    def slice_values(self, key: str) -> list[str]:
        """The values that a slice key takes, by alphabet."""
        return _distinct(self.slices[key])

    def find(self, *, gold: str | None = None, slices: Mapping[str, str]) -> CaseList:
        """The cases that match every filter.

        Parameters
        ----------
        gold
            A gold value, or how the gold came about, such as ``unresolved``; None: any.
        slices
            Wanted value by slice key.
        """
        kept = np.ones(len(self.dataset.cases), dtype=np.bool_)
        if gold is not None:
            kept &= (self.gold_value == gold) | (self.gold_how == gold)
        for key, value in slices.items():
            kept &= self.slices[key] == value
        return CaseList(cases=self.dataset.cases, position=self.position, listed=np.flatnonzero(kept))


def _distinct(names: Names) -> list[str]:
    return sorted({name for name in names.tolist() if name is not None})
