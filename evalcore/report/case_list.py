"""Some cases of a set in its order, of which one is opened and a leaf is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evalcore.domain import CaseOutline
from evalcore.domain.reply_columns import Ints

LEAF = 200
"""Cases in one leaf: as many as are sent to a browser at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseList:
    """The cases to choose from; a place is 0-based in this list, a position is one in the whole set."""

    cases: Sequence[CaseOutline]
    """All cases of the set."""
    position: Mapping[str, int]
    """By case id, in the set."""
    listed: Ints
    """Positions of those to choose from, ascending."""

    def __len__(self) -> int:
        return len(self.listed)

    def place(self, case_id: str | None) -> int | None:
        """The place of a case; None when it is not in the list."""
        position = self.position.get(case_id or "")
        if position is None:
            return None
        place = int(np.searchsorted(self.listed, position))
        return place if place < len(self.listed) and self.listed[place] == position else None

    def id_at(self, place: int) -> str:
        """Id of the case at a place."""
        return self.cases[int(self.listed[place])].id

    def also_in(self, other: CaseList) -> CaseList:
        """Those that are in another list of the same set too."""
        return replace(self, listed=np.intersect1d(self.listed, other.listed))

    def find(self, sought: str) -> str | None:
        """Id of the case that is called so, else of the first whose id holds what is sought; None for neither."""
        if self.place(sought) is not None:
            return sought
        lower = sought.strip().lower()
        ids = (self.cases[position].id for position in self.listed.tolist())
        return next((case_id for case_id in ids if lower in case_id.lower()), None)

    def leaf(self, place: int) -> range:
        """The places of the leaf that holds one."""
        first = place - place % LEAF
        return range(first, min(first + LEAF, len(self.listed)))


def positions_of(cases: Sequence[CaseOutline]) -> dict[str, int]:
    """The position of every case by its id."""
    return {case.id: position for position, case in enumerate(cases)}
