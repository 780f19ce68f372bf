"""A run that is there already: found, shown as it stands, and continued with exactly its missing calls."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from evalcore.errors import Overloaded, RunError
from evalcore.providers import Answer, Request
from evalcore.runner import (
    StopSignal,
    continue_run,
    done_run,
    draft_run,
    run_standing,
    state_now,
    this_process,
    unfinished_run,
)
from evalcore.store import Store
from tests.support.runs import executed, prepared, run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_case, make_dataset, make_judge

JUDGES = (make_judge("a"), make_judge("b", model="other:1b"))


def cancelled_after(store: Store, calls: int, **options: object) -> tuple[str, ScriptedProvider]:
    """A run that was cancelled while its so many-th call was under way."""
    stop = StopSignal()
    provider = ScriptedProvider()

    def count(_request: Request) -> None:
        if len(provider.asked) == calls:
            stop.cancel()

    provider.on_ask = count
    made = prepared(store, provider, make_dataset(6), **options)
    assert executed(made, store, provider, stop=stop, concurrency=1).state == "cancelled"
    provider.on_ask = None
    return made.run_id, provider


def test_a_run_is_continued_from_its_own_record(store: Store) -> None:
    """2 judges x 5 cases x 2 repeats = 20 calls, 7 asked before the cancel: 13 are left."""
    run_id, provider = cancelled_after(store, 7, judges=JUDGES, repeats=2, limit=5)
    again = asyncio.run(continue_run(store, run_id, providers=provider))
    assert (again.run_id, again.plan.calls_to_ask) == (run_id, 13)
    outcome = executed(again, store, provider)
    assert (outcome.state, outcome.run_id, outcome.asked) == ("done", run_id, 13)
    assert set(provider.times_asked.values()) == {2}
    assert len(store.list_runs()) == 1


def test_a_continued_run_keeps_its_epoch(store: Store) -> None:
    run(store, ScriptedProvider(), make_dataset(6))
    run_id, provider = cancelled_after(store, 2, fresh=True)
    run(store, ScriptedProvider(), make_dataset(6), fresh=True, limit=3)
    again = asyncio.run(continue_run(store, run_id, providers=provider))
    assert again.run.spec.epochs == (1,)
    assert again.plan.calls_to_ask == 4


def test_failed_calls_of_a_done_run_are_asked_again_when_wanted(store: Store) -> None:
    failing = ScriptedProvider(script=lambda r: Overloaded("503") if r.case.id == "c1" else Answer(text="YES"))
    run_id = run(store, failing, make_dataset(3)).run_id
    assert asyncio.run(continue_run(store, run_id, providers=failing)).plan.calls_to_ask == 0
    mended = ScriptedProvider()
    again = asyncio.run(continue_run(store, run_id, providers=mended, retry_failed=True))
    assert executed(again, store, mended).state == "done"
    assert mended.asked == [("asker", "c1")]
    (standing,) = run_standing(store, run_id)
    assert (standing.answered, standing.failed) == (3, 0)


def test_a_run_that_nobody_knows_is_not_continued(store: Store) -> None:
    with pytest.raises(RunError, match="found 'r-0009'"):
        asyncio.run(continue_run(store, "r-0009", providers=ScriptedProvider()))


def test_a_draft_tells_which_run_it_would_continue_and_leaves_no_trace(store: Store) -> None:
    dataset = make_dataset(6)
    stored = store.save_dataset(dataset, at=NOON)

    def drafted(**options: object) -> object:
        draft = asyncio.run(draft_run(store, stored, [make_judge()], providers=ScriptedProvider(), **options))  # type: ignore[arg-type]
        found, done = unfinished_run(store, draft), done_run(store, draft)
        return (found and found.id, done and done.id)

    assert drafted(repeats=1) == (None, None)
    assert store.list_judges() == ()
    run_id, provider = cancelled_after(store, 2)
    assert drafted(repeats=1) == (run_id, None)
    assert drafted(repeats=2) == (None, None)
    executed(asyncio.run(continue_run(store, run_id, providers=provider)), store, provider)
    assert drafted(repeats=1) == (None, run_id)


def test_what_is_stored_tells_how_far_each_judge_is_and_what_went_wrong(store: Store) -> None:
    """Judge a: 6 calls, c1 and c2 failed. Judge b was not asked yet: the 6th call cancelled the run."""
    stop = StopSignal()

    def script(request: Request) -> Answer | Overloaded:
        if len(provider.asked) == 6:
            stop.cancel()
        return Overloaded("503 from it") if request.case.id in ("c1", "c2") else Answer(text="YES")

    provider = ScriptedProvider(script=script)
    made = prepared(store, provider, make_dataset(6), judges=JUDGES)
    executed(made, store, provider, stop=stop, concurrency=1)
    asked, waiting = run_standing(store, made.run_id)
    assert (asked.name, asked.calls, asked.answered, asked.failed, asked.missing) == ("a", 6, 4, 2, 0)
    assert asked.errors == {"503 from it": 2}
    assert (waiting.name, waiting.calls, waiting.answered, waiting.missing) == ("b", 6, 0, 6)


def test_replies_to_other_cases_repeats_and_epochs_are_no_part_of_how_a_run_stands(store: Store) -> None:
    run(store, ScriptedProvider(), make_dataset(6), repeats=3)
    run_id = run(store, ScriptedProvider(), make_dataset(6), repeats=2, limit=4).run_id
    (standing,) = run_standing(store, run_id)
    assert (standing.calls, standing.answered) == (8, 8)


def test_identical_cases_share_the_calls_of_a_standing_and_cases_not_asked_have_none(store: Store) -> None:
    cases = (make_case(0), make_case(0, id="twin"), make_case(1, evidence=()))
    dataset = replace(make_dataset(2), cases=cases, labels=())
    assert run_standing(store, run(store, ScriptedProvider(), dataset).run_id)[0].calls == 1
    asking_all = run(store, ScriptedProvider(), dataset, ask_without_evidence=True).run_id
    assert run_standing(store, asking_all)[0].calls == 2


@pytest.mark.parametrize(
    ("owner", "seconds_left", "seen"),
    [
        ("elsewhere:1", 10, "running"),
        ("elsewhere:1", 0, "interrupted"),
        (this_process(), 10, "running"),
        (f"{this_process().rpartition(':')[0]}:999999999", 10, "interrupted"),
    ],
    ids=["held elsewhere", "held elsewhere until now", "held by this process", "held by a process that is gone"],
)
def test_a_run_whose_process_is_gone_is_interrupted(store: Store, owner: str, seconds_left: int, seen: str) -> None:
    made = prepared(store, ScriptedProvider(), make_dataset(1))
    store.take_lease(made.run_id, owner=owner, now=NOON, for_s=10)
    store.set_run_state(made.run_id, "running", at=NOON)
    later = NOON + timedelta(seconds=10 - seconds_left)
    assert state_now(store.load_run(made.run_id), now=later) == seen


def test_a_run_at_rest_is_what_it_last_noted(store: Store) -> None:
    run_id = run(store, ScriptedProvider(), make_dataset(1)).run_id
    assert state_now(store.load_run(run_id), now=NOON) == "done"
