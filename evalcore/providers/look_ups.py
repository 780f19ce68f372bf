"""What several workers want to know of a server, looked up once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")


class LookUps(Generic[T]):
    """What was looked up, for as long as some worker of one event loop has its connection open."""

    def __init__(self) -> None:
        self._found: dict[Hashable, tuple[float, T]] = {}
        """By what was asked, with the time at which the look-up began."""
        self._looking = asyncio.Lock()

    async def found(self, what: Hashable, look: Callable[[], Awaitable[T]], *, again: bool) -> T:
        """What is known; else, or with ``again``, what a look-up says that begins now or later."""
        loop = asyncio.get_running_loop()
        known, now_s = self._found.get(what), loop.time()
        if known is not None and not again:
            return known[1]
        async with self._looking:
            known = self._found.get(what)
            if known is None or (again and known[0] < now_s):
                began_s = loop.time()
                known = self._found[what] = began_s, await look()
            return known[1]


class SharedLookUps(Generic[T]):
    """Gives the workers of a run the same look-ups; runs have an event loop each."""

    def __init__(self) -> None:
        self._of_loops: WeakValueDictionary[asyncio.AbstractEventLoop, LookUps[T]] = WeakValueDictionary()

    def here(self) -> LookUps[T]:
        """Those of this event loop: forgotten once nobody holds them any more."""
        return self._of_loops.setdefault(asyncio.get_running_loop(), LookUps())
