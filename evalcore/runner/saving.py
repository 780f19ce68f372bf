"""Replies on their way from the workers to the store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Never

from evalcore.domain import Reply
from evalcore.runner.patience import Patience

SAVE_AT_REPLIES = 25
"""So many unsaved replies are saved at once, without waiting for the time to be up."""
SAVE_EVERY_S = 0.5
CHECK_S = 2.0
"""How long the last replies of a run that is ended may wait for their check."""
MOST_UNSAVED = 50
"""A worker asks nothing more while so many replies are unsaved.

So when a process is killed, at most ``MOST_UNSAVED`` − 1 replies plus one per worker are lost.
"""


class ReplySaver:
    """Saves replies in small batches; nothing that landed is lost when the run is stopped.

    Parameters
    ----------
    save
        Stores replies; storing one twice changes nothing.
    check
        Looks at a batch before it is stored, and gives it back as it is to be stored.
    patience
        Waits for a store that cannot be written; no worker asks for long meanwhile.
    """

    def __init__(
        self,
        save: Callable[[Sequence[Reply]], object],
        *,
        check: Callable[[Sequence[Reply]], Awaitable[list[Reply]]],
        patience: Patience,
    ) -> None:
        self._save = save
        self._check = check
        self._patience = patience
        self._landed: list[Reply] = []
        self._being_saved: list[Reply] = []
        self._enough = asyncio.Event()
        self._saved = asyncio.Event()

    @property
    def unsaved(self) -> int:
        """Replies that are not known to be stored."""
        return len(self._landed) + len(self._being_saved)

    async def add(self, reply: Reply) -> None:
        """Take a reply, and return once there is room for more."""
        self._landed.append(reply)
        if len(self._landed) >= SAVE_AT_REPLIES:
            self._enough.set()
        await self._until_fewer_than(MOST_UNSAVED)

    async def all_saved(self) -> None:
        """Return once everything that landed is stored."""
        self._enough.set()
        await self._until_fewer_than(1)

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
                self._being_saved = await self._check(self._being_saved)
                await self._patience.until_done(self._save, self._being_saved)
                self._being_saved = []
            self._saved.set()

    async def save_the_rest(self) -> None:
        """Save what is not known to be saved, checked like the others; saving a reply twice changes nothing.

        Where the check takes longer than somebody who ends a run would wait, nobody says what the model is now, as
        where the server is away: the replies stand.
        """
        rest = [*self._being_saved, *self._landed]
        if rest:
            checking = asyncio.ensure_future(self._check(rest))
            # Not a timeout: the task that waits may be cancelled already.
            await asyncio.wait([checking], timeout=CHECK_S)
            if checking.done():
                rest = checking.result()
            else:
                checking.cancel()
            self._save(rest)
        self._being_saved, self._landed = [], []

    async def _until_fewer_than(self, unsaved: int) -> None:
        while self.unsaved >= unsaved:
            self._saved.clear()
            await self._saved.wait()
