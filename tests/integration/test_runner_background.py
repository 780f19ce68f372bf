"""Runs in the background: started, watched, paused, cancelled and closed from another thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from evalcore.errors import RunBusy, RunError
from evalcore.providers import Request
from evalcore.runner import BackgroundRuns
from evalcore.store import Store
from tests.support.runs import prepared
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.runner.watching.TICK_S", 0.01)
    monkeypatch.setattr("evalcore.runner.watching.HEARTBEAT_S", 0.01)


def background(store: Store, provider: ScriptedProvider) -> BackgroundRuns:
    return BackgroundRuns(store, providers=provider, clock=lambda: NOON)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_run_goes_on_by_itself_and_shows_its_progress(store: Store) -> None:
    provider = ScriptedProvider(delay_s=0.01)
    runs = background(store, provider)
    made = prepared(store, provider, make_dataset(40))
    assert runs.progress(made.run_id) is None
    runs.start(made)
    wait_for(lambda: (runs.progress(made.run_id) or pytest.fail("no progress")).done > 5)
    assert runs.is_live(made.run_id)
    wait_for(lambda: runs.outcome(made.run_id))
    ended = runs.progress(made.run_id)
    assert ended is not None
    assert (ended.state, ended.done, ended.total) == ("done", 40, 40)
    runs.close()
    assert not runs.is_live(made.run_id)


def test_a_run_under_way_is_not_started_twice(store: Store) -> None:
    provider = ScriptedProvider(delay_s=0.05)
    runs = background(store, provider)
    made = prepared(store, provider, make_dataset(40))
    runs.start(made)
    with pytest.raises(RunBusy):
        runs.start(made)
    runs.close()


def test_a_paused_run_asks_nothing_until_it_is_resumed(store: Store) -> None:
    provider = ScriptedProvider(delay_s=0.01)
    runs = background(store, provider)
    made = prepared(store, provider, make_dataset(60))
    runs.start(made, concurrency=2)
    wait_for(lambda: len(provider.asked) >= 4)
    runs.pause(made.run_id)
    wait_for(lambda: store.load_run(made.run_id).state == "paused")
    time.sleep(0.05)
    asked = len(provider.asked)
    time.sleep(0.1)
    assert len(provider.asked) == asked < 60
    runs.resume(made.run_id)
    wait_for(lambda: runs.outcome(made.run_id))
    assert set(provider.times_asked.values()) == {1}


def test_a_pause_made_here_can_be_taken_back_in_another_process(store: Store) -> None:
    provider = ScriptedProvider(delay_s=0.01)
    runs, elsewhere = background(store, provider), background(store, provider)
    made = prepared(store, provider, make_dataset(60))
    runs.start(made, concurrency=2)
    wait_for(lambda: len(provider.asked) >= 4)
    runs.pause(made.run_id)
    wait_for(lambda: store.load_run(made.run_id).state == "paused")
    elsewhere.resume(made.run_id)
    wait_for(lambda: runs.outcome(made.run_id))
    assert store.load_run(made.run_id).state == "done"


def test_a_cancelled_run_can_be_started_again(store: Store) -> None:
    provider = ScriptedProvider(delay_s=0.01)
    runs = background(store, provider)
    made = prepared(store, provider, make_dataset(60))
    runs.start(made)
    wait_for(lambda: len(provider.asked) >= 8)
    runs.cancel(made.run_id)
    wait_for(lambda: not runs.is_live(made.run_id))
    assert store.load_run(made.run_id).state == "cancelled"
    runs.start(prepared(store, provider, make_dataset(60)))
    wait_for(lambda: store.load_run(made.run_id).state == "done")
    runs.close()
    assert set(provider.times_asked.values()) == {1}


def test_closing_interrupts_every_run_stores_its_replies_and_leaves_no_thread(store: Store) -> None:
    threads = threading.active_count()
    provider = ScriptedProvider(delay_s=0.01)
    runs = background(store, provider)
    made = [prepared(store, provider, make_dataset(200 + number, name=f"set {number}")) for number in range(2)]
    for one in made:
        runs.start(one)
    wait_for(lambda: len(provider.asked) >= 16)
    runs.close()
    assert threading.active_count() == threads
    assert {store.load_run(one.run_id).state for one in made} == {"interrupted"}
    left = prepared(store, provider, make_dataset(201, name="set 1"))
    assert left.plan.answered > 0
    with pytest.raises(RunError, match="ending"):
        runs.start(left)
    runs.close()


def test_a_request_for_a_run_elsewhere_goes_through_the_store(store: Store) -> None:
    provider = ScriptedProvider()
    runs = background(store, provider)
    made = prepared(store, provider, make_dataset(2))
    store.take_lease(made.run_id, owner="elsewhere:1", now=NOON, for_s=15)
    for act, request in ((runs.pause, "pause"), (runs.resume, None), (runs.cancel, "cancel")):
        act(made.run_id)
        assert store.requested_stop(made.run_id) == request
    runs.start(made)
    wait_for(lambda: not runs.is_live(made.run_id))
    ended = runs.progress(made.run_id)
    assert ended is not None
    assert "elsewhere:1" in ended.message
    assert runs.outcome(made.run_id) is None


def test_a_bug_in_a_run_ends_it_with_its_message(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def bug(_request: Request) -> None:
        raise ZeroDivisionError("a bug")

    provider = ScriptedProvider(on_ask=bug)
    runs = background(store, provider)
    made = prepared(store, provider, make_dataset(2))
    runs.start(made)
    wait_for(lambda: not runs.is_live(made.run_id))
    ended = runs.progress(made.run_id)
    assert ended is not None
    assert (ended.state, ended.message) == ("interrupted", "a bug")
    assert "ended by a bug" in caplog.text
