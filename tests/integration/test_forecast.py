"""What a plan will take, by what earlier replies took."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from evalcore.judges import Judge, ModelRef, Options
from evalcore.providers import Answer
from evalcore.runner import Forecast, Plan, Prices, cost_usd, draft_run, forecast
from evalcore.store import Store
from tests.support.runs import executed, prepared, run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset, make_judge


def answering(
    *latencies_ms: float, completion_tokens: int | None = None, digest: str | None = None, delay_s: float = 0.0
) -> ScriptedProvider:
    """Takes one latency after the other, over and over."""
    left = list(latencies_ms)

    def answer(_request: object) -> Answer:
        left.append(left.pop(0))
        return Answer(text="YES", latency_ms=left[-1], completion_tokens=completion_tokens, served_digest=digest)

    return ScriptedProvider(script=answer, delay_s=delay_s)


def planned(store: Store, *judges: Judge, cases: int = 10) -> Plan:
    stored = store.save_dataset(make_dataset(cases), at=NOON)
    return asyncio.run(draft_run(store, stored, judges, providers=ScriptedProvider(), repeats=1)).plan


def ahead(store: Store, plan: Plan, *, concurrency: int = 1, most: int | None = None) -> Forecast:
    return forecast(store, plan, providers=ScriptedProvider(max_concurrency=most), concurrency=concurrency)


def test_a_model_that_was_never_asked_is_not_known_yet(store: Store) -> None:
    (judge,) = ahead(store, planned(store, make_judge())).judges
    assert judge.seconds is None
    assert ahead(store, planned(store, make_judge())).seconds is None


def test_seconds_are_calls_times_mean_latency_over_calls_at_once(store: Store) -> None:
    """Asked of 2 cases one by one in 100 and 300 ms: mean 0.2 s; 8 calls are left."""
    provider = answering(100, 300)
    executed(prepared(store, provider, make_dataset(2)), store, provider, concurrency=1)
    plan = planned(store, make_judge())
    assert ahead(store, plan).seconds == pytest.approx(1.6)
    assert ahead(store, plan, concurrency=4).seconds == pytest.approx(0.4)
    assert ahead(store, plan, concurrency=4, most=2).seconds == pytest.approx(0.8)


def test_latencies_measured_under_the_same_load_are_preferred(store: Store) -> None:
    """Two workers at once: one call was asked with 1 under way, one with 2; the latter took 500 ms."""
    run(store, answering(100, 500, delay_s=0.02), make_dataset(2))
    plan = planned(store, make_judge())
    assert {pace.in_flight for pace in store.pace(plan.judges[0].to_ask[0].call.request_fingerprint, None)} == {1, 2}
    assert ahead(store, plan, concurrency=1).seconds == pytest.approx(8 * 0.1)
    assert ahead(store, plan, concurrency=2).seconds == pytest.approx(8 * 0.5 / 2)


def test_another_prompt_of_the_same_model_tells_its_time(store: Store) -> None:
    run(store, answering(200, digest="digest of small:1b"), make_dataset(2))
    plan = planned(store, make_judge(template="In other words: {answer}?"))
    assert ahead(store, plan).seconds == pytest.approx(10 * 0.2)


def test_rules_and_judges_with_nothing_left_take_no_time(store: Store) -> None:
    rule = replace(make_judge("rule"), prompt=None)
    run(store, answering(200), make_dataset(10))
    assert ahead(store, planned(store, make_judge(), rule)).seconds == 0.0


def test_money_is_counted_for_servers_that_may_ask_it_and_only_with_known_lengths(store: Store) -> None:
    """Replies had 4 tokens: 8 calls x 4 = 32 at 2 dollars a million; prompts at 1 dollar a million."""
    paid = _paid(Options(max_tokens=8))
    prices = Prices(prompt_usd=1.0, reply_usd=2.0)
    plan = planned(store, paid, make_judge())
    # Nothing is known yet: at most 10 calls x 8 tokens.
    at_most = cost_usd(plan, ahead(store, plan), prices)
    assert at_most == pytest.approx((plan.judges[0].prompt_tokens + 2 * 80) / 1e6)
    run(store, answering(10, completion_tokens=4), make_dataset(2), judges=[paid])
    plan = planned(store, paid, make_judge())
    assert cost_usd(plan, ahead(store, plan), prices) == pytest.approx((plan.judges[0].prompt_tokens + 2 * 32) / 1e6)
    endless = planned(store, _paid(Options(max_tokens=None)))
    assert cost_usd(endless, ahead(store, endless), prices) is None


def _paid(options: Options) -> Judge:
    return replace(make_judge("paid"), options=options, model=ModelRef(provider="openai", name="big"))
