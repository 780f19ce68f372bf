"""A judge tried on a few cases, to see what it says; nothing is stored, and nothing is measured."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from evalcore.domain import Call, Case, Dataset, Reply, case_fingerprint
from evalcore.errors import ProviderError, RunError, Unreachable
from evalcore.judges import Judge, reason_not_to_ask, request_fingerprint
from evalcore.prompts import fill, variables
from evalcore.providers import Connection, Request
from evalcore.runner.asking import answered_reply, failed_reply
from evalcore.runner.prepare import Clock, ProviderLookup

if TYPE_CHECKING:
    from evalcore.report import CaseOutcome

TRIAL_CASES = 3
TRIAL_LIMIT_S = 90.0
"""For the whole trial: somebody is waiting for it."""


async def try_judge(
    judge: Judge,
    dataset: Dataset,
    *,
    providers: ProviderLookup,
    clock: Clock,
    cases: int = TRIAL_CASES,
    limit_s: float = TRIAL_LIMIT_S,
) -> tuple[CaseOutcome, ...]:
    """Ask the first cases that the judge can be asked, once each, and read what comes back.

    Parameters
    ----------
    judge
        Of a criterion that the set has.
    limit_s
        When it is over, the calls that are still without an answer count as failed.

    Returns
    -------
    One outcome per case, each with one repeat; a call that failed says why.

    Raises
    ------
    RunError
        When no case can be asked.
    ProviderError, MissingPart
        When the judge cannot be asked at all; the message says what to do.
    InputError
        When the set has no such criterion.
    """
    # The report brings numpy and scipy, which asking does without.
    from evalcore.report import case_outcomes

    asked = tuple(islice(_askable(judge, dataset), cases))
    if not asked:
        raise RunError(f"no case of the set {dataset.name!r} can be put to {judge.name}; choose another set")
    deadline_s = asyncio.get_running_loop().time() + limit_s
    try:
        async with asyncio.timeout_at(deadline_s):
            judge = await providers.get(judge.model.provider).resolve(judge)
    except TimeoutError:
        raise _too_slow(judge, limit_s) from None
    replies = await _Trial(judge, clock, deadline_s, limit_s).ask(asked, providers)
    return case_outcomes(
        replace(dataset, cases=asked),
        judge,
        {(reply.call.case_fingerprint, 0): reply for reply in replies},
        criterion=judge.criterion,
        repeats=1,
    )


class _Trial:
    def __init__(self, judge: Judge, clock: Clock, deadline_s: float, limit_s: float) -> None:
        self._judge = judge
        self._clock = clock
        self._deadline_s = deadline_s
        self._limit_s = limit_s

    async def ask(self, cases: tuple[Case, ...], providers: ProviderLookup) -> list[Reply]:
        """One after the other, as a small machine likes it."""
        async with providers.get(self._judge.model.provider).connect() as connection:
            return [await self._ask_one(connection, case) for case in cases]

    async def _ask_one(self, connection: Connection, case: Case) -> Reply:
        judge = self._judge
        call = Call(
            request_fingerprint=request_fingerprint(judge),
            case_fingerprint=case_fingerprint(case),
            repeat=0,
            epoch=0,
        )
        prompt = fill(judge.prompt.template, judge.prompt.dialect, variables(case)) if judge.prompt else None
        try:
            async with asyncio.timeout_at(self._deadline_s):
                answer = await connection.ask(Request(judge=judge, case=case, prompt=prompt))
        except TimeoutError:
            return failed_reply(call, _too_slow(judge, self._limit_s), in_flight=1, at=self._clock())
        except ProviderError as error:
            return failed_reply(call, error, in_flight=1, at=self._clock())
        return answered_reply(call, answer, in_flight=1, at=self._clock())


def _askable(judge: Judge, dataset: Dataset) -> Iterator[Case]:
    return (case for case in dataset.cases if reason_not_to_ask(judge, case) is None)


def _too_slow(judge: Judge, limit_s: float) -> Unreachable:
    return Unreachable(
        f"{judge.model.name} gave no answer within the {limit_s:g} s of a trial: "
        "try again once it is loaded, or start a run, which waits longer"
    )
