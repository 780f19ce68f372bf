"""Tables of cases for the tests: from two lists of values, and any 2×2 at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from hypothesis import strategies as st

from evalcore.domain import Estimate

CELL = st.integers(min_value=0, max_value=40)

TWO_BY_TWO = st.tuples(st.tuples(CELL, CELL), st.tuples(CELL, CELL))
"""Every table, degenerate ones included."""


def table_of(rows: Sequence[Hashable], columns: Sequence[Hashable], classes: Sequence[Hashable]) -> list[list[int]]:
    counted = Counter(zip(rows, columns, strict=True))
    return [[counted[row, column] for column in classes] for row in classes]


def listed(table: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The same cases as two lists of class numbers, as other libraries want them; 1 is pass."""
    cells = [(1 - row, 1 - column, table[row][column]) for row in (0, 1) for column in (0, 1)]
    people = [row for row, _, count in cells for _ in range(count)]
    judge = [column for _, column, count in cells for _ in range(count)]
    return people, judge


def assert_honest(estimate: Estimate, lowest: float, highest: float) -> None:
    """Undefined with a reason, or a value in range inside its interval (or with a reason for having none)."""
    if estimate.value is None:
        assert estimate.note
        assert (estimate.low, estimate.high) == (None, None)
        return
    assert lowest - 1e-12 <= estimate.value <= highest + 1e-12
    assert estimate.method
    if estimate.low is None:
        assert "withheld" in estimate.note
        return
    assert estimate.high is not None
    assert lowest - 1e-12 <= estimate.low <= estimate.value <= estimate.high <= highest + 1e-12
