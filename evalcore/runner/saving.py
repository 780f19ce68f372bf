"""Replies on their way from the workers to the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Never

from evalcore.domain import Reply
from evalcore.runner.beside import beside_the_loop

SAVE_AT_REPLIES = 25
"""So many unsaved replies are saved at once, without waiting for the time to be up."""
SAVE_EVERY_S = 0.5
MOST_UNSAVED = 50
"""A worker asks nothing more while so many replies are unsaved.

So when a process is killed, at most ``MOST_UNSAVED`` − 1 replies plus one per worker are lost.
"""


class ReplySaver:
    """Saves replies in small batches; nothing that landed is lost when the run is stopped."""

    def __init__(self, save: Callable[[Sequence[Reply]], object]) -> None:
        self._save = save
        self._landed: list[Reply] = []
        self._being_saved: list[Reply] = []
        self._enough = asyncio.Event()
        self._room = asyncio.Event()

    async def add(self, reply: Reply) -> None:
        """Take a reply, and return once there is room for more."""
        self._landed.append(reply)
        if len(self._landed) >= SAVE_AT_REPLIES:
            self._enough.set()
        while len(self._landed) + len(self._being_saved) >= MOST_UNSAVED:
            self._room.clear()
            await self._room.wait()

    async def keep_saving(self) -> Never:
        """Save what has landed, whenever it is enough or the time is up, until cancelled."""
        while True:
            try:
                async with asyncio.timeout(SAVE_EVERY_S):
                    await self._enough.wait()
            except TimeoutError:
                pass
            self._enough.clear()
            if self._landed:
                self._being_saved, self._landed = self._landed, []
                await beside_the_loop(self._save, self._being_saved)
                self._being_saved = []
                self._room.set()

    def save_the_rest(self) -> None:
        """Save at once what is not known to be saved; saving a reply twice changes nothing."""
        rest = [*self._being_saved, *self._landed]
        if rest:
            self._save(rest)
        self._being_saved, self._landed = [], []
