"""Runs that share calls and are under way at the same time: what one has stored, the other takes and does not ask."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from evalcore.providers import Request
from evalcore.runner import PreparedRun, Progress, RunOutcome, execute
from evalcore.runner import coming as coming_module
from evalcore.store import Store
from tests.support.runs import executed, prepared
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset, make_reply


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coming_module, "BLOCK", 4)


def storing(store: Store, made: PreparedRun, *, failed: bool = False) -> ScriptedProvider:
    """A provider during whose first call another run stores the last six of twelve calls; one of them as failed."""
    calls = [planned.call for planned in made.plan.judges[0].to_ask][-6:]

    def store_some(_request: Request) -> None:
        if len(provider.asked) == 1:
            store.save_replies(make_reply(call=call, failed=failed and call is calls[0]) for call in calls)

    provider = ScriptedProvider(on_ask=store_some)
    return provider


def test_a_call_that_another_run_has_stored_is_not_asked_when_its_turn_comes(store: Store) -> None:
    """Of 12 calls 4 are ready when it happens, and 2 of the others are not stored."""
    made = prepared(store, ScriptedProvider(), make_dataset(12))
    told: list[Progress] = []
    outcome = executed(made, store, provider := storing(store, made), concurrency=1, on_progress=told.append)
    assert (outcome.state, outcome.asked, outcome.failed, outcome.missing) == ("done", 6, 0, 0)
    assert [case for _, case in provider.asked] == [f"c{number}" for number in range(6)]
    (judge,) = told[-1].judges
    assert (told[-1].done, told[-1].total, judge.before, judge.total) == (6, 6, 6, 12)


def test_a_call_that_another_run_has_stored_as_failed_stands_as_failed(store: Store) -> None:
    made = prepared(store, ScriptedProvider(), make_dataset(12))
    outcome = executed(made, store, storing(store, made, failed=True), concurrency=1)
    assert (outcome.state, outcome.asked, outcome.failed, outcome.missing) == ("done", 6, 1, 0)


def test_a_call_that_is_asked_again_because_it_failed_is_asked_where_it_failed_once_more(store: Store) -> None:
    made = prepared(store, ScriptedProvider(), make_dataset(12), retry_failed=True)
    outcome = executed(made, store, storing(store, made, failed=True), concurrency=1)
    assert (outcome.state, outcome.asked, outcome.failed, outcome.missing) == ("done", 7, 0, 0)


def at_the_same_moment(store: Store, provider: ScriptedProvider, cases: int) -> list[RunOutcome]:
    """Two runs, of which one asks about a case less."""
    runs = [prepared(store, provider, make_dataset(cases), limit=limit) for limit in (cases, cases - 1)]

    async def both() -> list[RunOutcome]:
        working = (
            execute(run, store=store, providers=provider, clock=lambda: NOON, owner=f"process {number}")
            for number, run in enumerate(runs)
        )
        return await asyncio.gather(*working)

    return asyncio.run(both())


def test_two_runs_that_begin_at_the_same_moment_share_the_calls_between_them(store: Store) -> None:
    """In the same order each would ask all 400. Asked twice is what was not saved yet."""
    provider = ScriptedProvider(delay_s=0.01)
    outcomes = at_the_same_moment(store, provider, 400)
    assert [(outcome.state, outcome.missing) for outcome in outcomes] == [("done", 0)] * 2
    assert len(set(provider.asked)) == 400
    assert len(provider.asked) < 400 + 399 / 2


def test_a_run_that_nobody_works_on_disturbs_no_order(store: Store) -> None:
    """Its lease has run out: the calls are asked in the order of the plan."""
    other = prepared(store, ScriptedProvider(), make_dataset(40), limit=39)
    assert store.take_lease(other.run_id, owner="dead", now=NOON - timedelta(minutes=1), for_s=15)
    executed(prepared(store, provider := ScriptedProvider(), make_dataset(40)), store, provider, concurrency=1)
    assert [case for _, case in provider.asked] == [f"c{number}" for number in range(40)]
