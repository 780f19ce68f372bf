"""A trial: a few cases asked once each, and nothing kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from evalcore.domain import How
from evalcore.errors import Overloaded, RunError
from evalcore.providers import Answer, Request
from evalcore.runner import try_judge
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_case, make_dataset, make_judge


def tried(provider: ScriptedProvider, dataset=None, **options):
    return asyncio.run(
        try_judge(make_judge(), dataset or make_dataset(6), providers=provider, clock=lambda: NOON, **options)
    )


def test_the_first_three_cases_that_can_be_asked_are_asked_once_each() -> None:
    provider = ScriptedProvider()
    bare = make_case(9, evidence=())  # expects evidence and has none: a failure of retrieval, not asked
    outcomes = tried(provider, replace(make_dataset(6), cases=(bare, *make_dataset(6).cases)))
    assert [outcome.case.id for outcome in outcomes] == ["c0", "c1", "c2"]
    assert provider.asked == [("asker", "c0"), ("asker", "c1"), ("asker", "c2")]
    assert (provider.opened, provider.closed) == (1, 1)


def test_a_trial_shows_the_raw_reply_its_reading_its_verdict_and_what_people_say() -> None:
    outcome = tried(ScriptedProvider(script=lambda _request: Answer(text="**Yes**")))[1]
    (repeat,) = outcome.repeats
    assert repeat.reply.text == "**Yes**"
    assert repeat.deployed is not None
    assert repeat.deployed.how is How.RECOVERED
    assert repeat.deployed_verdict == "pass"
    assert outcome.human == "fail"  # odd cases are labelled fail


def test_a_call_that_fails_is_shown_as_a_failure_beside_the_others() -> None:
    def script(request: Request) -> Answer | Overloaded:
        return Overloaded("busy") if request.case.id == "c1" else Answer(text="yes")

    outcomes = tried(ScriptedProvider(script=script))
    assert [outcome.repeats[0].reply.answered for outcome in outcomes] == [True, False, True]
    failure = outcomes[1].repeats[0].reply.failure
    assert failure is not None
    assert failure.message == "busy"


def test_a_trial_ends_when_its_time_is_over_and_says_so() -> None:
    outcomes = tried(ScriptedProvider(delay_s=60), limit_s=0.05)
    failures = [outcome.repeats[0].reply.failure for outcome in outcomes]
    assert all(failure and "no answer within the 0.05 s of a trial" in failure.message for failure in failures)


def test_a_set_without_a_case_to_ask_is_refused() -> None:
    with pytest.raises(RunError, match="no case of the set 'tiny'"):
        tried(ScriptedProvider(), make_dataset(0))
