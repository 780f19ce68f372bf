"""What runs on each node of a Ray cluster: it asks there, and hands back what came."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass

import evalcore
from evalcore.errors import EvalcoreError, ProviderError
from evalcore.judges import Judge, ModelRef
from evalcore.providers import Answer, Connection, Provider, Providers, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit:
    """A node cannot ask this judge as the driver resolved it; what it answered would be another judge's replies."""

    reason: str


class NodeAsker:
    """One per node, as a Ray actor: has the node's own providers, keys and model servers.

    It knows nothing of the store, so no password leaves the driver. What it hands back are values,
    errors included: an error raised here would arrive wrapped in one of Ray's.
    """

    def __init__(self) -> None:
        self._providers = Providers()
        self._desks: dict[str, _Desk] = {}
        self._looked_at: dict[ModelRef, asyncio.Task[Unfit | None]] = {}

    async def version(self) -> str:
        """The version of the package on this node."""
        return evalcore.__version__

    async def ask(self, request: Request) -> Answer | ProviderError | Unfit:
        """Ask once, with the provider's own retries."""
        unfit = await self._look_once(request.judge)
        if unfit:
            return unfit
        provider = request.judge.model.provider
        if provider not in self._desks:
            self._desks[provider] = _Desk(self._providers.get(provider))
        try:
            return await self._desks[provider].ask(request)
        except ProviderError as error:
            return error

    async def _look_once(self, judge: Judge) -> Unfit | None:
        if judge.model not in self._looked_at:
            self._looked_at[judge.model] = asyncio.create_task(self._look(judge))
        return await asyncio.shield(self._looked_at[judge.model])

    async def _look(self, judge: Judge) -> Unfit | None:
        """Whether the model here is the one that the driver pinned: providers refuse another digest."""
        try:
            await self._providers.get(judge.model.provider).resolve(judge)
        except EvalcoreError as error:
            return Unfit(reason=str(error))
        return None


class _Desk:
    """The connections to one provider; each serves one call at a time and is kept for the next."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self._idle: list[Connection] = []
        # Never left: the connections end with this process, when the run ends.
        self._open = AsyncExitStack()
        most = provider.max_concurrency
        self._room = asyncio.Semaphore(most) if most else nullcontext()

    async def ask(self, request: Request) -> Answer:
        async with self._room:
            connection = (
                self._idle.pop() if self._idle else await self._open.enter_async_context(self._provider.connect())
            )
            try:
                return await connection.ask(request)
            finally:
                self._idle.append(connection)

    async def _connect(self) -> Connection:
        return await self._open.enter_async_context(self._provider.connect())
