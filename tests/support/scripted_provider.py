"""A provider that answers from a script, and remembers how it was asked."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from evalcore.errors import ProviderError
from evalcore.judges import Judge
from evalcore.providers import Answer, Connection, Outlook, Provider, Request

Script = Callable[[Request], Answer | ProviderError]
HANG_S = 30.0
"""No machine is so slow that calls which may begin at once have not begun by then."""


def yes(_request: Request) -> Answer:
    """Answer YES to everything."""
    return Answer(text="YES")


@dataclass
class ScriptedProvider:
    """Stands for every provider: ``get`` gives itself, whatever the name."""

    script: Script = yes
    delay_s: float = 0.0
    max_concurrency: int | None = None
    on_ask: Callable[[Request], None] | None = None
    until_in_flight: int = 0
    """No call ends before so many were under way at once, however slow the machine is to begin them."""
    asked: list[tuple[str, str]] = field(default_factory=list)
    """(judge name, case id) in the order of asking."""
    peak_in_flight: int = 0
    opened: int = 0
    closed: int = 0
    _in_flight: int = 0

    def get(self, _name: str, /) -> Provider:
        return self

    async def resolve(self, judge: Judge) -> Judge:
        return judge.pinned(digest=f"digest of {judge.model.name}")

    async def digest_now(self, judge: Judge) -> str | None:
        return f"digest of {judge.model.name}"

    async def outlook(self, _judge: Judge) -> Outlook:
        return Outlook()

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Connection]:
        self.opened += 1
        try:
            yield _OneAtATime(self)
        finally:
            self.closed += 1

    async def ask(self, request: Request) -> Answer:
        self.asked.append((request.judge.name, request.case.id))
        self._in_flight += 1
        self.peak_in_flight = max(self.peak_in_flight, self._in_flight)
        if self.on_ask:
            self.on_ask(request)
        try:
            await asyncio.sleep(self.delay_s)
            async with asyncio.timeout(HANG_S):
                while self.peak_in_flight < self.until_in_flight:
                    await asyncio.sleep(0.001)
        finally:
            self._in_flight -= 1
        said = self.script(request)
        if isinstance(said, ProviderError):
            raise said
        return said

    @property
    def times_asked(self) -> Counter[tuple[str, str]]:
        """How often each judge was asked about each case."""
        return Counter(self.asked)


class _OneAtATime:
    """A worker's connection, which is never to be shared."""

    def __init__(self, provider: ScriptedProvider) -> None:
        self._provider = provider
        self._busy = False

    async def ask(self, request: Request) -> Answer:
        assert not self._busy, "two workers use one connection"
        self._busy = True
        try:
            return await self._provider.ask(request)
        finally:
            self._busy = False
