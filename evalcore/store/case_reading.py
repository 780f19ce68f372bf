"""The cases of a stored set, read as they are needed: a run need not hold all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from sqlalchemy import ColumnElement, select

from evalcore.domain import Case
from evalcore.errors import StoreError
from evalcore.store.database import Database
from evalcore.store.documents import cases_from
from evalcore.store.tables import cases, datasets

_AT_ONCE = 1000


class CasesInStore(Sequence[Case]):
    """The cases of a set by their positions, of which the first is 0; a set never changes.

    Parameters
    ----------
    limit
        Only so many first ones; None: all.

    Raises
    ------
    StoreError
        When there is no set with this id; later too, when the store cannot be read.
    """

    def __init__(self, database: Database, dataset_id: int, *, limit: int | None = None) -> None:
        self._database = database
        self._dataset_id = dataset_id
        with database.reading() as connection:
            count: int | None = connection.scalar(select(datasets.c.cases).where(datasets.c.id == dataset_id))
        if count is None:
            raise StoreError(f"expected a stored set with the number {dataset_id}, found none; list the sets")
        self._count = count if limit is None else min(count, limit)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Case: ...
    @overload
    def __getitem__(self, place: slice) -> list[Case]: ...
    def __getitem__(self, place: int | slice) -> Case | list[Case]:
        if isinstance(place, slice):
            return self.at(range(self._count)[place])
        return self._read(cases.c.position == range(self._count)[place])[0]

    def __iter__(self) -> Iterator[Case]:
        for start in range(0, self._count, _AT_ONCE):
            end = min(start + _AT_ONCE, self._count)
            yield from self._read(cases.c.position >= start, cases.c.position < end)

    def at(self, positions: Sequence[int]) -> list[Case]:
        """Those at some positions, which ascend."""
        blocks = [positions[start : start + _AT_ONCE] for start in range(0, len(positions), _AT_ONCE)]
        return [case for block in blocks for case in self._read(cases.c.position.in_(block))]

    def _read(self, *where: ColumnElement[bool]) -> list[Case]:
        query = select(cases.c.document).where(cases.c.dataset_id == self._dataset_id, *where)
        with self._database.reading() as connection:
            return cases_from(connection.scalars(query.order_by(cases.c.position)))
