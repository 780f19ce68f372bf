"""Waiting for a store that cannot be written just now: a full disk, another program that holds it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from evalcore.errors import StoreError
from evalcore.runner.beside import beside_the_loop

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE_S = 60.0
"""How long a run waits for its store, asking nothing more, from the moment it says so until it ends."""
AGAIN_S = 1.0


class Patience:
    """Does work in the store again until it works, and says what it is waiting for.

    Parameters
    ----------
    tell
        Told why the store cannot be written while that is so, and an empty text once it can.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    async def until_done(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of work that may fail for a while; it must be such that doing it twice changes nothing.

        Raises
        ------
        StoreError
            When it still fails ``PATIENCE_S`` after it failed first, and at the second try at the earliest.
        """
        loop = asyncio.get_running_loop()
        deadline_s: float | None = None
        while True:
            try:
                done = await beside_the_loop(work, *args, **kwargs)
            except StoreError as error:
                # One try may take longer than the patience: somebody who looks must learn what is waited for even so.
                if deadline_s is None:
                    deadline_s = loop.time() + PATIENCE_S
                elif loop.time() >= deadline_s:
                    raise
                self._tell(str(error))
            else:
                self._tell("")
                return done
            await asyncio.sleep(AGAIN_S)
