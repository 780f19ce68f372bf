"""What planned calls are asked with: the case of each, and its filled prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from evalcore.domain import Case
from evalcore.judges import Judge
from evalcore.prompts import fill, variables

KEPT = 1_000
"""So many cases of a plan are kept with their prompts from its making; those of a hundred thousand take 300 MB."""


class Cases(Protocol):
    """The cases of a set in their order, wherever they are."""

    def __iter__(self) -> Iterator[Case]:
        """All of them."""
        ...

    def at(self, positions: Sequence[int], /) -> Sequence[Case]:
        """Those at some positions, of which the first is 0 and which ascend."""
        ...


class CasesAtHand:
    """The cases of a set that is in memory anyway."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = cases

    def __iter__(self) -> Iterator[Case]:
        return iter(self._cases)

    def at(self, positions: Sequence[int]) -> list[Case]:
        """Those at some positions."""
        return [self._cases[position] for position in positions]


class Material:
    """The cases and prompts of one request.

    The first ``KEPT`` stay as the plan made them. The others are read and filled again when their turn comes, so that
    the memory a run takes hardly grows with its cases.
    """

    def __init__(self, judge: Judge, cases: Cases) -> None:
        self._prompt = judge.prompt
        self._cases = cases
        self._kept: dict[int, tuple[Case, str | None]] = {}

    def filled(self, position: int, case: Case) -> str | None:
        """The prompt of a case, None for rule judges; the first ones are kept.

        Raises
        ------
        TemplateError
            When it cannot be filled.
        """
        prompt = self._filled(case)
        if len(self._kept) < KEPT:
            self._kept[position] = case, prompt
        return prompt

    def has(self, positions: Sequence[int]) -> bool:
        """Whether nothing has to be read for these."""
        return all(position in self._kept for position in positions)

    def of(self, positions: Sequence[int]) -> list[tuple[Case, str | None]]:
        """Case and prompt at each of some positions."""
        absent = sorted({position for position in positions if position not in self._kept})
        read = dict(zip(absent, self._cases.at(absent) if absent else (), strict=True))
        return [
            (case, self._filled(case)) if (case := read.get(position)) else self._kept[position]
            for position in positions
        ]

    def _filled(self, case: Case) -> str | None:
        return fill(self._prompt.template, self._prompt.dialect, variables(case)) if self._prompt else None
