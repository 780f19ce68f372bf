"""The calls of one judge on their way to the workers, with case and prompt."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from itertools import islice

from evalcore.domain import Call, Case
from evalcore.runner.patience import Patience
from evalcore.runner.plan import JudgePlan

BLOCK = 200
"""Calls that are made ready at once: reading single cases from the store would take longer than asking."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A call with all that a provider needs."""

    call: Call
    case: Case
    prompt: str | None


class Coming:
    """What a plan has left to ask, in its order; for all workers of a judge.

    Parameters
    ----------
    patience
        Waits for a store that cannot be read just now.
    """

    def __init__(self, plan: JudgePlan, patience: Patience) -> None:
        self._planned = iter(plan.to_ask)
        self._material = plan.material
        self._patience = patience
        self._ready: deque[Drawn] = deque()
        self._fetching = asyncio.Lock()

    def draw(self) -> Drawn | None:
        """The next call; None where none is ready, and :meth:`fetch` says whether there are more."""
        return self._ready.popleft() if self._ready else None

    async def fetch(self) -> bool:
        """Make more calls ready, unless another worker has just done so; False when there are no more.

        Raises
        ------
        StoreError
            When the cases cannot be read for longer than a run waits.
        """
        async with self._fetching:
            if not self._ready:
                block = list(islice(self._planned, BLOCK))
                positions = [planned.position for planned in block]
                if self._material.has(positions):
                    made = self._material.of(positions)
                else:
                    made = await self._patience.until_done(self._material.of, positions)
                calls = (planned.call for planned in block)
                self._ready.extend(Drawn(call, *one) for call, one in zip(calls, made, strict=True))
            return bool(self._ready)
