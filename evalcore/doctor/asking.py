"""Putting the probes to a judge: one after the other, but for those that are to be asked at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import groupby

from evalcore.doctor.planning import PLAIN, TIMES, DoctorPlan, Probe
from evalcore.doctor.reading import exchange_of, failed_exchange
from evalcore.doctor.report import Exchange
from evalcore.errors import ProviderError
from evalcore.providers import Connection, Request
from evalcore.report import ReplyReader
from evalcore.runner import ProviderLookup, StopSignal
from evalcore.runner.watching import GRACE_S, TICK_S

FAILURES_TO_STOP = 3
"""After so many calls in a row that failed for want of an answer, nothing more is asked."""

OnProgress = Callable[[int, int], None]
"""Told how many calls are done, of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What came of the probes."""

    exchanges: tuple[Exchange, ...]
    left: frozenset[str]
    """Kinds of probes of which some were not asked, because the examination was stopped."""


async def ask_probes(
    plan: DoctorPlan, providers: ProviderLookup, on_progress: OnProgress, stop: StopSignal | None = None
) -> Asked:
    """Ask every probe; a case that brings no reply as it is, is not asked again in another form.

    Parameters
    ----------
    stop
        Ends the asking from elsewhere; calls under way then have a few seconds to end.

    Raises
    ------
    ProviderError
        When the server gives no answer several times in a row.
    """
    provider = providers.get(plan.judge.model.provider)
    async with AsyncExitStack() as stack:
        together = max((len(group) for group in _groups(plan.probes)), default=1)
        connections = [await stack.enter_async_context(provider.connect()) for _ in range(together)]
        return await _Asking(plan, connections, on_progress, stop or StopSignal()).ask()


class _Asking:
    def __init__(
        self, plan: DoctorPlan, connections: Sequence[Connection], on_progress: OnProgress, stop: StopSignal
    ) -> None:
        self._plan = plan
        self._connections = connections
        self._on_progress = on_progress
        self._stop = stop
        self._reader = ReplyReader(plan.judge)
        self._silent: set[str] = set()
        """Cases that brought no reply as they are."""
        self._failures = 0
        self._hopeless: ProviderError | None = None

    async def ask(self) -> Asked:
        exchanges: list[Exchange] = []
        groups = list(_groups(self._plan.probes))
        done = asked = 0
        for group in groups:
            if self._stop.ending:
                break
            wanted = [probe for probe in group if not (probe.of_case and probe.case.id in self._silent)]
            answered = await self._ask_together(wanted)
            if answered is None:
                break
            exchanges += answered
            if self._hopeless:
                raise self._hopeless
            asked += 1
            done += len(group)
            self._on_progress(done, self._plan.calls)
        left = frozenset(probe.kind for group in groups[asked:] for probe in group)
        return Asked(exchanges=tuple(exchanges), left=left)

    async def _ask_together(self, probes: Sequence[Probe]) -> list[Exchange] | None:
        """What came of them; None where they did not end soon enough after the examination was stopped."""
        asking = asyncio.gather(*map(self._ask_one, probes, self._connections))
        ticks_left = round(GRACE_S / TICK_S)
        while not asking.done() and ticks_left:
            await asyncio.wait([asking], timeout=TICK_S)
            ticks_left -= self._stop.ending is not None
        if asking.done():
            return await asking
        asking.cancel()
        await asyncio.wait([asking])
        return None

    async def _ask_one(self, probe: Probe, connection: Connection) -> Exchange:
        human = self._plan.chosen.human[probe.case.id] if probe.of_case else None
        try:
            answer = await connection.ask(Request(judge=probe.judge, case=probe.case, prompt=probe.prompt))
        except ProviderError as error:
            self._count(error)
            if probe.kind == PLAIN:
                self._silent.add(probe.case.id)
            return failed_exchange(probe, human, error)
        self._failures = 0
        return exchange_of(probe, human, answer, self._reader, by_side=self._plan.chosen.by_side)

    def _count(self, error: ProviderError) -> None:
        self._failures = self._failures + 1 if error.worth_retrying else 0
        if self._failures >= FAILURES_TO_STOP:
            self._hopeless = error


def _groups(probes: Sequence[Probe]) -> Iterator[list[Probe]]:
    """Probes that are asked together: those at once about the same case, every other one alone."""
    for (kind, _, at_once), group in groupby(probes, key=lambda probe: (probe.kind, probe.case.id, probe.at_once)):
        found = list(group)
        if at_once:
            assert len(found) <= TIMES, kind
            yield found
        else:
            yield from ([probe] for probe in found)
