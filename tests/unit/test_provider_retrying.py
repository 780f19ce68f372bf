"""Asking again: when, how often, and how long the waits are."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import Overloaded, ProviderError, RequestRefused, Unreachable
from evalcore.providers.retrying import Retrying, parse_retry_after
from tests.support.asking import Waits, without_waiting

NOON = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


class Flaky:
    """Raises the given errors in turn, then answers."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)
        self.calls = 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "answer"


def test_a_passing_fault_is_asked_again_and_counted() -> None:
    once = Flaky(Unreachable("dropped"), Overloaded("busy"))
    assert asyncio.run(without_waiting().call(once)) == ("answer", 3)


def test_the_last_error_is_raised_with_the_number_of_tries() -> None:
    once = Flaky(*(Unreachable(f"fault {i}") for i in range(9)))
    with pytest.raises(Unreachable, match="fault 3") as caught:
        asyncio.run(without_waiting(tries=4).call(once))
    assert (caught.value.attempts, once.calls) == (4, 4)


@pytest.mark.parametrize("error", [RequestRefused("no"), asyncio.CancelledError()])
def test_a_refusal_and_a_cancellation_pass_through_at_once(error: BaseException) -> None:
    once = Flaky(error)
    with pytest.raises(type(error)):
        asyncio.run(without_waiting().call(once))
    assert once.calls == 1


def test_a_wait_for_retry_after_is_kept_to_but_capped() -> None:
    waits = Waits()
    once = Flaky(Overloaded("busy", retry_after_s=7.0), Overloaded("busy", retry_after_s=3600.0))
    asyncio.run(without_waiting(waits, longest_wait_s=60.0).call(once))
    assert waits.seconds == [7.0, 60.0]


@given(attempt=st.integers(1, 30))
def test_a_wait_doubles_up_to_the_longest_and_lies_in_the_upper_half_of_its_span(attempt: int) -> None:
    span_s = min(0.5 * 2 ** (attempt - 1), 60.0)
    assert span_s / 2 <= Retrying().wait_s(ProviderError("x"), attempt) <= span_s


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("30", 30.0),
        (" 0 ", 0.0),
        ("Mon, 30 Nov 2026 12:00:45 GMT", 45.0),
        ("Mon, 30 Nov 2026 11:59:00 GMT", 0.0),  # passed already
        ("soon", None),
        ("-3", None),
        ("Mon, 01 Jan 99999999999 00:00:00 GMT", None),  # a year that no clock has
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    assert parse_retry_after(header, now=NOON) == seconds
