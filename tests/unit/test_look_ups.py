"""Workers look a thing up once for all of them; after a fault, what counts was looked up later than it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from evalcore.providers.look_ups import LookUps, SharedLookUps


def counting(said: list[int]) -> Callable[[], Awaitable[int]]:
    """A look-up that takes a moment, and says how often it was made."""

    async def look() -> int:
        said.append(len(said) + 1)
        await asyncio.sleep(0.01)
        return len(said)

    return look


def test_those_who_ask_at_once_wait_for_one_look_up() -> None:
    said: list[int] = []

    async def ask() -> list[int]:
        look_ups: LookUps[int] = LookUps()
        return await asyncio.gather(*(look_ups.found("it", counting(said), again=False) for _ in range(5)))

    assert asyncio.run(ask()) == [1] * 5
    assert said == [1]


def test_after_a_fault_a_look_up_counts_that_began_later_and_one_is_enough_for_all() -> None:
    """The first is under way when the five come back from a fault: it may have seen the server as it was before."""
    said: list[int] = []

    async def ask() -> tuple[int, list[int], int]:
        look_ups: LookUps[int] = LookUps()
        first = asyncio.create_task(look_ups.found("it", counting(said), again=False))
        await asyncio.sleep(0.005)
        later = await asyncio.gather(*(look_ups.found("it", counting(said), again=True) for _ in range(5)))
        return await first, later, await look_ups.found("it", counting(said), again=False)

    assert asyncio.run(ask()) == (1, [2] * 5, 2)


def test_a_look_up_that_is_broken_off_is_made_by_the_next_who_waits() -> None:
    said: list[int] = []

    async def ask() -> int:
        look_ups: LookUps[int] = LookUps()
        first = asyncio.create_task(look_ups.found("it", counting(said), again=False))
        second = asyncio.create_task(look_ups.found("it", counting(said), again=False))
        await asyncio.sleep(0.005)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        return await second

    assert asyncio.run(ask()) == 2


def test_what_was_looked_up_is_forgotten_with_the_last_who_holds_it() -> None:
    shared: SharedLookUps[int] = SharedLookUps()

    async def ask() -> int:
        held = shared.here()
        assert shared.here() is held
        return await held.found("it", counting([]), again=False)

    async def another() -> int:
        said = [0]
        return await shared.here().found("it", counting(said), again=False)

    assert (asyncio.run(ask()), asyncio.run(another())) == (1, 2)
