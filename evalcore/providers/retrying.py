"""Asking again after transport faults: how often, and how long to wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random
from typing import TypeVar

from evalcore.errors import Overloaded, ProviderError

T = TypeVar("T")
Aside = Callable[[ProviderError], AbstractAsyncContextManager[object]]
"""What is done about a failed try until the next one may come."""


def stay(_error: ProviderError) -> AbstractAsyncContextManager[object]:
    """Do nothing about it."""
    return nullcontext()


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying:
    """A policy that asks again while the error is worth it.

    The wait doubles from ``first_wait_s`` with each try, up to ``longest_wait_s``, and is drawn
    from the upper half of that span, so that workers that failed together do not come back
    together. A server's own Retry-After is kept to exactly, up to the same limit.
    """

    tries: int = 4
    """In all, the first one included."""
    first_wait_s: float = 0.5
    longest_wait_s: float = 60.0
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    random: Random = field(default_factory=lambda: Random(0))

    async def call(self, once: Callable[[], Awaitable[T]], aside: Aside = stay) -> tuple[T, int]:
        """The result of ``once`` and the number of tries it took; ``aside`` is entered for the time between two.

        Raises
        ------
        ProviderError
            The last error, with the number of tries in ``attempts``. Anything else, a
            cancellation above all, passes through at once.
        """
        attempt = 1
        while True:
            try:
                return await once(), attempt
            except ProviderError as error:
                error.attempts = attempt
                if not error.worth_retrying or attempt >= self.tries:
                    raise
                wait_s = self.wait_s(error, attempt)
                failure = error
            async with aside(failure):
                await self.sleep(wait_s)
            attempt += 1

    def wait_s(self, error: ProviderError, attempt: int) -> float:
        """Seconds to wait after the given failed attempt (1-based)."""
        if isinstance(error, Overloaded) and error.retry_after_s is not None:
            return min(error.retry_after_s, self.longest_wait_s)
        span_s = min(self.first_wait_s * 2.0 ** (attempt - 1), self.longest_wait_s)
        return span_s * self.random.uniform(0.5, 1.0)


def parse_retry_after(value: str | None, *, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for: a number of seconds or an HTTP date (RFC 9110, 10.2.3).

    None when the header is missing or says neither; 0 for a date that has passed.
    """
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return max(0.0, (at - now).total_seconds())
