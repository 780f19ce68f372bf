"""How many calls are under way follows what the server can take, and never exceeds what the person allows."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evalcore.domain import Reply
from evalcore.judges import ModelRef, request_fingerprint
from evalcore.providers import Providers, Retrying
from evalcore.runner import execute, prepare_run
from evalcore.runner.width import Width
from evalcore.store import Store
from tests.support.model_server import Fault, ModelServer, Script, ScriptedReply
from tests.support.things import NOON, make_dataset, make_judge

YES = ScriptedReply("YES")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{(tmp_path / 'store.db').as_posix()}")
    yield opened
    opened.close()


def refusing_above(most: int, *, latency_s: float) -> Script:
    """A server that takes so many calls at once, each for the latency, and answers 503 to the others."""
    begun: deque[float] = deque()

    def script(prompt: str, nth: int) -> ScriptedReply | Fault:
        now = time.monotonic()
        while begun and now - begun[0] >= latency_s:
            begun.popleft()
        if len(begun) >= most:
            return Fault.status(503)
        begun.append(now)
        return YES

    return script


def asked(store: Store, server: ModelServer, *, cases: int, concurrency: int) -> list[Reply]:
    """The replies of a run with short waits between tries, in the order in which they landed."""
    judge = replace(make_judge(), model=ModelRef(provider="ollama", name="smollm2:135m", base_url=server.url))

    async def work() -> str:
        providers = Providers(retrying=Retrying(first_wait_s=0.01))
        stored = store.save_dataset(make_dataset(cases), at=NOON)
        run = await prepare_run(store, stored, [judge], providers=providers, clock=now, repeats=1)
        outcome = await execute(
            run, store=store, providers=providers, clock=now, owner="tests", concurrency=concurrency
        )
        assert (outcome.state, outcome.missing) == ("done", 0)
        return request_fingerprint(run.judges[0])

    replies = store.replies_for(asyncio.run(work()), 0).values()
    return sorted(replies, key=lambda reply: str(reply.at))


def now() -> datetime:
    return datetime.now(UTC)


def test_a_server_that_refuses_what_is_too_much_answers_every_call_in_the_end(store: Store) -> None:
    """Sixteen at once against three: with four tries each within 70 ms, most of the first sixteen would fail."""
    with ModelServer(refusing_above(3, latency_s=0.05), latency_s=0.05) as server:
        replies = asked(store, server, cases=40, concurrency=16)
    assert [reply.failure for reply in replies] == [None] * 40


def test_no_more_are_asked_at_once_than_a_person_allows(store: Store) -> None:
    with ModelServer(latency_s=0.02) as server:
        asked(store, server, cases=64, concurrency=8)
    assert server.peak_in_flight == 8


class QuickTime(asyncio.SelectorEventLoop):
    """A loop in which nobody waits: when nothing is left to do, it is later."""

    def __init__(self) -> None:
        super().__init__()
        self._later = 0.0

    def time(self) -> float:
        return self._later

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self._later = max(self._later, self._scheduled[0].when())
        super()._run_once()


def widths(at_once: int, *, took_s: Sequence[float], number: int, most: int) -> tuple[list[int], float]:
    """The number under way at the start of each call, and how long all took, at a server that lets the others queue."""

    async def work() -> tuple[list[int], float]:
        server, width = asyncio.Semaphore(at_once), Width(most)
        calls, seen = iter(range(number)), list[int]()

        async def worker() -> None:
            while True:
                while width.is_full:
                    await width.room()
                if (call := next(calls, None)) is None:
                    return
                turn = width.begin()
                seen.append(width.under_way)
                async with server:
                    await asyncio.sleep(took_s[call % len(took_s)])
                turn.answered(1)
                turn.end()

        await asyncio.gather(*(worker() for _ in range(most)))
        return seen, asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=QuickTime) as runner:
        return runner.run(work())


@pytest.mark.parametrize("at_once", [1, 2, 4])
def test_a_server_that_only_queues_is_asked_no_more_at_once_than_helps(at_once: int) -> None:
    """32 are allowed; three times what it works on keeps it busy, and 400 calls of 1 s take 400 s / at once."""
    seen, took_s = widths(at_once, took_s=[1.0], number=400, most=32)
    assert max(seen[-100:]) <= 3 * at_once
    assert took_s == 400 / at_once


def test_a_server_that_works_on_all_of_them_is_asked_as_many_as_allowed() -> None:
    """320 calls of 1 s, 32 at once: 10 s, and nothing is lost to trying."""
    seen, took_s = widths(32, took_s=[1.0], number=320, most=32)
    assert seen[-1] == 32
    assert took_s == 10.0


def test_calls_of_very_different_lengths_cost_one_try_and_no_more() -> None:
    """One call in nine is nine times as quick as the others; 3,600 calls take 8.1 s on average, 32 at once."""
    seen, took_s = widths(32, took_s=[1.0, *[9.0] * 8], number=3600, most=32)
    assert seen[-1] == 32
    assert took_s < 1.05 * 3600 * (1 + 8 * 9) / 9 / 32


def calls(width: Width, number: int, took_s: float) -> None:
    """So many calls, one after the other, each answered at once after so long."""
    for _ in range(number):
        set_at = width.enter()
        width.leave()
        width.answered(set_at, took_s)


def test_the_number_is_halved_once_for_all_that_were_under_way() -> None:
    width = Width(16)
    under_way = [width.enter() for _ in range(16)]
    for set_at in under_way:
        width.refused(set_at)
    assert width.now == 8
    width.refused(width.enter())
    assert width.now == 4


def test_the_number_never_falls_below_one_nor_rises_above_what_is_allowed() -> None:
    width = Width(2)
    for _ in range(5):
        width.refused(width.enter())
        width.leave()
    assert width.now == 1
    calls(width, 100, 0.1)
    assert width.now == 2


def test_a_round_without_a_refusal_makes_it_one_more() -> None:
    width = Width(16)
    width.refused(width.enter())
    calls(width, 8, 0.1)
    assert width.now == 9
    calls(width, 9, 0.1)
    assert width.now == 10


def test_half_the_number_is_kept_where_each_call_then_takes_half_as_long() -> None:
    width = Width(16)
    calls(width, 16, 0.1)  # in an empty queue
    calls(width, 16, 1.6)
    assert width.now == 8
    calls(width, 8, 0.8)
    calls(width, 8, 0.8)  # still eight times the quickest
    assert width.now == 4
    calls(width, 4, 0.4)
    calls(width, 4, 0.4)
    assert width.now == 2
    calls(width, 50, 0.2)
    assert width.now == 2


def test_half_the_number_is_given_up_for_good_where_calls_take_as_long_as_before() -> None:
    width = Width(16)
    calls(width, 16, 0.1)  # short prompts; the others are long ones
    calls(width, 16, 1.6)
    assert width.now == 8
    calls(width, 8, 1.5)
    assert width.now == 16
    calls(width, 64, 1.6)
    assert width.now == 16
