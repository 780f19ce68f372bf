"""How many calls are under way at once: as many as the person allows, fewer where the server takes fewer.

Two things say that a server is asked too much at once::

    429, 5xx, or no answer in time   the number is halved, and the call steps aside until there is room for it; for
                                     each round of calls without such a thing the number grows by one again
    calls take three times as        half the number is tried for a round: where each call then takes about half as
    long as the quickest             long, the others only queued at the server, and it stays at half; else it goes
                                     back, and this is not tried again

The first is what TCP does about a full network. The second is for servers that queue without a word, as Ollama does
with more calls than OLLAMA_NUM_PARALLEL: nothing is gained there by asking more at once, and each answer comes so late
that it may run into a time limit. A round is as many calls as are under way at once.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from evalcore.errors import Overloaded, ProviderError, TooSlow

_QUEUED = 3.0
"""Calls that take so many times as long as the quickest may have stood in a queue."""
_AS_MUCH = 0.75
"""Half the number is enough where it brings this share of what the whole number brought: it is half where the server
works on all of them, and all where the others queue."""
_SHORTEST_ROUND = 4
"""Calls; fewer say little."""


class Width:
    """The number of calls of one judge that may be under way; lives in the run's own event loop.

    Parameters
    ----------
    most
        What the person and the provider allow, at least 1: it is begun with, and never exceeded.
    """

    def __init__(self, most: int) -> None:
        self.now = most
        """How many may be under way."""
        self.under_way = 0
        self._coming_back = 0
        self._most = most
        self._set_at = 0
        self._calm = 0
        self._took_s: list[float] = []
        self._quickest_s = float("inf")
        self._began = False
        self._may_queue = True
        self._whole: tuple[int, float] | None = None
        """While half is tried: the number before, and how long a call took then."""
        self._room = asyncio.Event()

    @property
    def is_full(self) -> bool:
        """Whether the next call has to wait; one that stepped aside comes first."""
        return self.under_way + self._coming_back >= self.now

    async def room(self) -> None:
        """Wait until a call is over or has stepped aside."""
        self._room.clear()
        await self._room.wait()

    async def come_back(self) -> None:
        """Wait until there is room for a call that stepped aside."""
        self._coming_back += 1
        try:
            while self.under_way >= self.now:
                await self.room()
        finally:
            self._coming_back -= 1

    def begin(self) -> Turn:
        """The turn of a call that is asked now."""
        return Turn(self)

    def enter(self) -> int:
        """Count a call in; when the number was set last, for :meth:`refused` and :meth:`answered`."""
        self.under_way += 1
        return self._set_at

    def leave(self) -> None:
        """Count a call out."""
        self.under_way -= 1
        self._room.set()

    def refused(self, set_at: int) -> None:
        """The server could not take a call; those begun before the number was set have had their say."""
        if set_at == self._set_at:
            self._whole = None
            self._set(max(1, self.now // 2))

    def answered(self, set_at: int, took_s: float) -> None:
        """A call was answered at its first try."""
        self._quickest_s = min(self._quickest_s, took_s)
        if set_at != self._set_at:
            return
        self._took_s.append(took_s)
        self._calm += 1
        if self._calm < max(self.now, _SHORTEST_ROUND):
            return
        usual_s = statistics.median(self._took_s)
        self._calm, self._took_s = 0, []
        if not self._began:
            self._began = True  # the first calls found the queue empty: they say how quick the quickest is, no more
        elif self._whole is not None:
            self._compare(usual_s)
        elif self._may_queue and self.now > 1 and usual_s > _QUEUED * self._quickest_s:
            self._whole = (self.now, usual_s)
            self._set(self.now // 2)
        else:
            # Without a new round: what has been said of the number holds for one more as well.
            self.now = min(self.now + 1, self._most)
            self._room.set()

    def _compare(self, usual_s: float) -> None:
        """Keep to half the number where it brings as much; n calls of s seconds each are n/s a second."""
        assert self._whole is not None
        number, took_s = self._whole
        self._whole = None
        if self.now / usual_s >= _AS_MUCH * number / took_s:
            self._most = self.now
        else:
            self._may_queue = False
            self._set(number)

    def _set(self, now: int) -> None:
        self.now = now
        self._began = True
        self._set_at += 1
        self._calm, self._took_s = 0, []
        self._room.set()


class Turn:
    """One call's place among those under way."""

    def __init__(self, width: Width) -> None:
        self._width = width
        self._began_s = asyncio.get_running_loop().time()
        self._set_at = width.enter()

    @asynccontextmanager
    async def aside(self, error: ProviderError) -> AsyncIterator[None]:
        """Make room for other calls while this one waits for its next try."""
        self.failed(error)
        self._width.leave()
        try:
            yield
            await self._width.come_back()
        finally:
            self._set_at = self._width.enter()

    def failed(self, error: ProviderError) -> None:
        """The call did not come to an answer."""
        if isinstance(error, Overloaded | TooSlow):
            self._width.refused(self._set_at)

    def answered(self, attempts: int) -> None:
        """An answer came; how long it took is told by one that came at the first try."""
        if attempts == 1:
            self._width.answered(self._set_at, asyncio.get_running_loop().time() - self._began_s)

    def end(self) -> None:
        """The call is over, whatever came of it."""
        self._width.leave()
