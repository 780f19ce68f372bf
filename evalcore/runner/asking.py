"""Putting the planned calls to a provider, several at a time."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from datetime import datetime
from random import Random

from evalcore.domain import Call, Failure, Reply
from evalcore.errors import ModelMissing, PromptTooLong, ProviderError
from evalcore.judges import Judge
from evalcore.providers import Answer, Connection, Provider, Request
from evalcore.runner.coming import Coming, Drawn
from evalcore.runner.failures import FAILURES_TO_STOP, Failures
from evalcore.runner.plan import JudgePlan
from evalcore.runner.prepare import Clock, ProviderLookup
from evalcore.runner.progress import Tally
from evalcore.runner.same_model import SameModel, of_another_model
from evalcore.runner.saving import ReplySaver
from evalcore.runner.sharing import Sharing
from evalcore.runner.stopping import StopSignal
from evalcore.runner.width import Width

_PAUSE_POLL_S = 0.05
_TURNS_TO_ASK = 4
"""Turns of the event loop in which a worker connects and asks. If all workers began in one, the first would ask when
the last has connected."""
_ANSWER_FIELDS = tuple(field.name for field in fields(Answer))


class Asker:
    """Asks judge after judge, so that a local server loads each model once.

    Parameters
    ----------
    sharing, chance
        For :class:`evalcore.runner.coming.Coming`.
    stopped
        Name of a judge that is asked no more → why; filled as it happens.
    """

    def __init__(
        self,
        *,
        providers: ProviderLookup,
        clock: Clock,
        concurrency: int,
        saver: ReplySaver,
        tally: Tally,
        models: SameModel,
        sharing: Sharing,
        chance: Random,
        stopped: dict[str, str],
        stop: StopSignal,
    ) -> None:
        self._providers = providers
        self._clock = clock
        self._concurrency = concurrency
        self._saver = saver
        self._tally = tally
        self._models = models
        self._sharing = sharing
        self._chance = chance
        self._stop = stop
        self._width = Width(concurrency)
        self._failures = Failures()
        self._stopped = stopped

    async def ask(self, plan: JudgePlan) -> None:
        """Ask what the plan has left for one judge, or until the run is stopped."""
        if not plan.to_ask or self._stop.ending:
            return
        provider = self._providers.get(plan.judge.model.provider)
        workers = min(self._concurrency, provider.max_concurrency or self._concurrency, len(plan.to_ask))
        coming = Coming(plan, sharing=self._sharing, tally=self._tally, chance=self._chance)
        self._width = Width(workers)
        self._failures = Failures()
        self._tally.begin(plan.judge)
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(self._work(provider, plan.judge, coming))
                for _ in range(_TURNS_TO_ASK):
                    await asyncio.sleep(0)
        await self._saver.all_saved()

    async def _work(self, provider: Provider, judge: Judge, coming: Coming) -> None:
        """One worker with its own connection; all workers of a judge draw from the same calls."""
        try:
            async with provider.connect() as connection:
                while await self._may_go_on(judge):
                    drawn = coming.draw()
                    if drawn is not None:
                        await self._ask_one(connection, judge, drawn)
                    elif not await coming.fetch():
                        return
        except ProviderError as error:
            self._stopped.setdefault(judge.name, str(error))

    async def _may_go_on(self, judge: Judge) -> bool:
        while self._stop.paused or self._width.is_full:
            await (asyncio.sleep(_PAUSE_POLL_S) if self._stop.paused else self._width.room())
        return self._stop.ending is None and judge.name not in self._stopped

    async def _ask_one(self, connection: Connection, judge: Judge, drawn: Drawn) -> None:
        turn, in_flight = self._width.begin(), self._width.under_way
        request = Request(judge=judge, case=drawn.case, prompt=drawn.prompt, aside=turn.aside)
        try:
            answer = await connection.ask(request)
        except ProviderError as error:
            turn.failed(error)
            reply = failed_reply(drawn.call, error, in_flight=in_flight, at=self._clock())
            self._stop_if_hopeless(judge, error)
        else:
            turn.answered(answer.attempts)
            reply = answered_reply(drawn.call, answer, in_flight=in_flight, at=self._clock())
            self._failures.reset()
            if why := self._models.change(drawn.call.request_fingerprint, answer):
                reply = of_another_model(reply, why)
                self._stopped.setdefault(judge.name, why)
        finally:
            turn.end()
        self._tally.count(judge, reply, now_s=asyncio.get_running_loop().time())
        await self._saver.add(reply)

    def _stop_if_hopeless(self, judge: Judge, error: ProviderError) -> None:
        """Ask a judge no more when its model is gone, or all that it is asked fails for one reason."""
        if isinstance(error, ModelMissing):
            self._stopped.setdefault(judge.name, str(error))
        elif self._failures.count(error) >= FAILURES_TO_STOP:
            reason = f"asked no more after {FAILURES_TO_STOP} failures in a row: {error}"
            self._stopped.setdefault(judge.name, reason)


def answered_reply(call: Call, answer: Answer, *, in_flight: int, at: datetime) -> Reply:
    """What came back, as it is stored."""
    told = {name: getattr(answer, name) for name in _ANSWER_FIELDS}
    return Reply(call=call, in_flight=in_flight, at=at.isoformat(), **told)


def failed_reply(call: Call, error: ProviderError, *, in_flight: int, at: datetime) -> Reply:
    """A call without an answer, as it is stored."""
    return Reply(
        call=call,
        truncated=isinstance(error, PromptTooLong),
        attempts=error.attempts,
        in_flight=in_flight,
        at=at.isoformat(),
        failure=Failure(kind=error.kind, message=str(error)),
    )
