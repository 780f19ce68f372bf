"""The calls of one judge on their way to the workers, with case and prompt."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from evalcore.domain import Call, Case
from evalcore.runner.patience import Patience
from evalcore.runner.plan import JudgePlan, PlannedCall
from evalcore.runner.progress import Tally
from evalcore.runner.sharing import Seen, Sharing

BLOCK = 200
"""Calls that are made ready at once: reading single cases from the store would take longer than asking."""
SHARED_BLOCK = 20
"""As many while another run may ask the same: what it has stored since is seen so much sooner."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A call with all that a provider needs."""

    call: Call
    case: Case
    prompt: str | None


class Coming:
    """What a plan has left to ask, in its order; for all workers of a judge.

    What another run has stored since the plan was made is left out as its turn comes. Two runs that began at the same
    moment would ask every call at the same moment, and each see the other's replies too late. So while another one is
    at work on the same calls, they are taken in small blocks by chance.

    Parameters
    ----------
    tally
        Told of calls that are left out, and what is waited for.
    chance
        Another in every process.
    """

    def __init__(self, plan: JudgePlan, *, sharing: Sharing, tally: Tally, chance: Random) -> None:
        self._plan = plan
        self._sharing = sharing
        self._tally = tally
        self._patience = Patience(tally.wait_for)
        self._chance = chance
        self._left = deque([range(len(plan.to_ask))])
        """Of the calls of the plan, those that nobody has looked at yet."""
        self._is_dealt = False
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
            When the store cannot be read for longer than a run waits.
        """
        async with self._fetching:
            while self._left and not self._ready:
                block = self._next_block()
                planned = [self._plan.to_ask[at] for at in block]
                seen, ready = await self._patience.until_done(self._make_ready, planned)
                if seen.is_shared and not self._is_dealt:
                    self._left.appendleft(block)
                    self._deal()
                else:
                    self._tally.leave_out(self._plan.judge, list(seen.standing.values()))
                    self._ready.extend(ready)
            return bool(self._ready)

    def _next_block(self) -> range:
        first = self._left.popleft()
        if len(first) > BLOCK:
            self._left.appendleft(first[BLOCK:])
        return first[:BLOCK]

    def _deal(self) -> None:
        """Put what is left into another order than any other run does."""
        blocks = [part[at : at + SHARED_BLOCK] for part in self._left for at in range(0, len(part), SHARED_BLOCK)]
        self._chance.shuffle(blocks)
        self._left, self._is_dealt = deque(blocks), True

    def _make_ready(self, planned: Sequence[PlannedCall]) -> tuple[Seen, list[Drawn]]:
        named = {(one.call.case_fingerprint, one.call.repeat): one for one in planned}
        seen = self._sharing.look([one.call for one in planned])
        seen = Seen({name: answered for name, answered in seen.standing.items() if name in named}, seen.is_shared)
        left = [one for name, one in named.items() if name not in seen.standing]
        made = self._plan.material.of([one.position for one in left])
        return seen, [Drawn(one.call, *material) for one, material in zip(left, made, strict=True)]
