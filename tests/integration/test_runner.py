"""A run asks what is missing, no more than so many calls at once, and stores whatever comes back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from evalcore.domain import Failure, Reply, case_fingerprint
from evalcore.errors import (
    BadAnswer,
    ModelMissing,
    Overloaded,
    PromptTooLong,
    ProviderError,
    RequestRefused,
    RunBusy,
    RunError,
    StoreError,
    Unreachable,
)
from evalcore.judges import Judge, RuleSpec, request_fingerprint
from evalcore.providers import Answer, Request
from evalcore.report import read_calls
from evalcore.runner import Progress, StopSignal, execute, load_outcome, load_run_columns, run_report
from evalcore.runner.failures import FAILURES_TO_STOP
from evalcore.runner.same_model import MODEL_CHANGED
from evalcore.store import Store
from tests.support.runs import executed, prepared, run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_case, make_dataset, make_judge


def stored_replies(store: Store, *, epoch: int = 0) -> dict[tuple[str, int], Reply]:
    """What is stored of the judge that ``make_judge()`` makes."""
    return store.replies_for(request_fingerprint(make_judge().pinned(digest="digest of small:1b")), epoch)


def refusing(error: ProviderError, *numbers: int) -> ScriptedProvider:
    """A provider that fails on these cases and says YES to the others."""
    refused = {f"c{number}" for number in numbers}
    return ScriptedProvider(script=lambda request: error if request.case.id in refused else Answer(text="YES"))


def test_every_case_is_asked_as_often_as_wanted_and_its_reply_stored(store: Store) -> None:
    provider = ScriptedProvider()
    outcome = run(store, provider, make_dataset(5), repeats=3)
    assert (outcome.state, outcome.asked, outcome.failed, outcome.missing) == ("done", 15, 0, 0)
    assert set(provider.times_asked.values()) == {3}
    assert len(stored_replies(store)) == 15
    assert store.load_run(outcome.run_id).state == "done"
    assert provider.opened == provider.closed == 4


def test_a_reply_is_stored_with_all_that_the_provider_told(store: Store) -> None:
    answer = Answer(
        text="YES\x00",
        thinking="hm",
        finish_reason="stop",
        prompt_tokens=9,
        completion_tokens=1,
        window_tokens=2048,
        truncated=True,
        load_ms=1.0,
        latency_ms=2.0,
        served_model="small:1b",
        served_digest="digest of small:1b",
        server_version="0.9",
        attempts=2,
    )
    run(store, ScriptedProvider(script=lambda _: answer), make_dataset(1))
    (reply,) = stored_replies(store).values()
    told = {name: getattr(answer, name) for name in answer.__slots__}
    assert reply == Reply(call=reply.call, in_flight=1, at=NOON.isoformat(), **told)


def test_a_second_run_asks_nothing_again(store: Store) -> None:
    provider = ScriptedProvider()
    first = run(store, provider, make_dataset(4), repeats=2)
    second = run(store, provider, make_dataset(4), repeats=2)
    assert (second.asked, second.state) == (0, "done")
    assert second.run_id != first.run_id
    assert len(provider.asked) == 8


def test_more_repeats_or_cases_ask_only_those(store: Store) -> None:
    provider = ScriptedProvider()
    run(store, provider, make_dataset(4), limit=2)
    assert run(store, provider, make_dataset(4), repeats=2).asked == 8 - 2


def test_a_fresh_run_asks_everything_in_a_new_epoch(store: Store) -> None:
    """And what follows it stays in that epoch."""
    provider = ScriptedProvider()
    run(store, provider, make_dataset(3))
    assert run(store, provider, make_dataset(3), fresh=True).asked == 3
    assert len(stored_replies(store, epoch=0)) == len(stored_replies(store, epoch=1)) == 3
    assert run(store, provider, make_dataset(3)).asked == 0


def test_a_fresh_run_of_what_was_never_asked_is_the_first_epoch(store: Store) -> None:
    run(store, ScriptedProvider(), make_dataset(3), fresh=True)
    assert len(stored_replies(store, epoch=0)) == 3


def test_no_more_calls_are_under_way_than_allowed(store: Store) -> None:
    for dataset, concurrency, allowed, peak in ((20, 3, None, 3), (21, 8, 2, 2), (2, 8, None, 2)):
        provider = ScriptedProvider(delay_s=0.005, max_concurrency=allowed, until_in_flight=peak)
        made = prepared(store, provider, make_dataset(dataset), fresh=True)
        executed(made, store, provider, concurrency=concurrency)
        assert provider.peak_in_flight == peak
    assert {reply.in_flight for reply in stored_replies(store).values()} == {1, 2, 3}


def test_judges_are_asked_one_after_the_other(store: Store) -> None:
    provider = ScriptedProvider()
    judges = [make_judge("one", model="a"), make_judge("two", model="b")]
    run(store, provider, make_dataset(4), judges=judges, repeats=2)
    assert [judge for judge, _ in provider.asked] == ["one"] * 8 + ["two"] * 8


def test_judges_that_ask_the_same_are_asked_once(store: Store) -> None:
    provider = ScriptedProvider()
    judges = [make_judge("one"), make_judge("two", rule=RuleSpec(name="spring-2.0"))]
    outcome = run(store, provider, make_dataset(4), judges=judges)
    assert (outcome.state, len(provider.asked)) == ("done", 4)


def test_a_failed_call_is_stored_with_its_reason_and_left_at_that(store: Store) -> None:
    provider = refusing(Overloaded("503 from the server", attempts=4), 1)
    outcome = run(store, provider, make_dataset(3))
    assert (outcome.state, outcome.asked, outcome.failed, outcome.missing) == ("done", 3, 1, 0)
    failed = stored_replies(store)[(case_fingerprint(make_case(1)), 0)]
    assert (failed.failure, failed.attempts) == (Failure(kind="overloaded", message="503 from the server"), 4)
    again = run(store, provider, make_dataset(3))
    assert (again.asked, again.failed) == (0, 1)


def test_failed_calls_are_asked_again_on_request_and_nothing_else(store: Store) -> None:
    run(store, refusing(BadAnswer("not JSON"), 0, 2), make_dataset(4))
    well = ScriptedProvider()
    outcome = run(store, well, make_dataset(4), retry_failed=True)
    assert (outcome.asked, outcome.failed) == (2, 0)
    assert {case for _, case in well.asked} == {"c0", "c2"}
    assert all(reply.answered for reply in stored_replies(store).values())


def test_a_prompt_that_is_too_long_is_marked_truncated_and_stops_nobody(store: Store) -> None:
    provider = refusing(PromptTooLong("needs 9000 tokens, has 4096"), *range(9))
    outcome = run(store, provider, make_dataset(10))
    assert (outcome.state, outcome.asked, outcome.failed) == ("done", 10, 9)
    assert sum(reply.truncated for reply in stored_replies(store).values()) == 9


def test_a_judge_whose_model_is_gone_is_asked_no_more_and_the_next_one_is(store: Store) -> None:
    """One worker: the first answer says that there is nothing to ask."""

    def script(request: Request) -> Answer | ProviderError:
        gone = request.judge.name == "gone"
        return ModelMissing("no model a; run: ollama pull a") if gone else Answer(text="YES")

    provider = ScriptedProvider(script=script)
    judges = [make_judge("gone", model="a"), make_judge("here", model="b")]
    made = prepared(store, provider, make_dataset(20), judges=judges)
    outcome = executed(made, store, provider, concurrency=1)
    assert (outcome.state, outcome.failed, outcome.missing) == ("interrupted", 1, 19)
    assert "ollama pull a" in outcome.stopped["gone"]
    assert "ollama pull a" in store.load_run(outcome.run_id).message
    assert [judge for judge, _ in provider.asked].count("here") == 20


@pytest.mark.parametrize(
    "error", [RequestRefused("400 from the server"), Unreachable("no answer"), Overloaded("503"), BadAnswer("<html>")]
)
def test_a_judge_whose_calls_all_fail_for_one_reason_is_asked_no_more(store: Store, error: ProviderError) -> None:
    """One worker: five calls are spent, and the other fifteen are missing, not failed."""
    assert FAILURES_TO_STOP == 5
    provider = refusing(error, *range(20))
    made = prepared(store, provider, make_dataset(20))
    outcome = executed(made, store, provider, concurrency=1)
    assert (outcome.state, outcome.failed, outcome.missing) == ("interrupted", 5, 15)
    assert outcome.stopped["asker"] == f"asked no more after 5 failures in a row: {error}"


@pytest.mark.parametrize(
    "said",
    [
        "request {n} failed",
        "no answer to id '{hex}'",
        "request req_{hex} (trace {hex}-{hex}) was refused",
        "the server couldn't read “{n} of {hex}”, and didn't say why",
        "took {n}.5 s at 12:00:0{n}",
        'not a JSON object: \'{{"id": "{hex}", "why": "it\'s {n}"}}\'',
        "not a JSON object: '{hex} and so on, cut before its",
    ],
)
def test_failures_that_differ_in_a_number_an_id_or_a_quotation_are_one_fault(store: Store, said: str) -> None:
    """One worker; the ids are letters alone now and then, as hexadecimal ones are."""

    def script(request: Request) -> ProviderError:
        number = int(request.case.id[1:])
        return RequestRefused(said.format(n=number, hex="abcdefab" if number == 3 else f"{number * 7919:08x}"))

    made = prepared(store, provider := ScriptedProvider(script=script), make_dataset(20))
    outcome = executed(made, store, provider, concurrency=1)
    assert (outcome.state, outcome.failed, outcome.missing) == ("interrupted", 5, 15)
    last = said.format(n=4, hex=f"{4 * 7919:08x}")
    assert outcome.stopped["asker"] == f"asked no more after 5 failures in a row: {last}"


def test_failures_in_other_words_or_of_another_kind_are_other_faults(store: Store) -> None:
    """Three in turn: a reason is never met five times in a row."""
    faults = [RequestRefused("no such role"), RequestRefused("no such field"), Overloaded("no such field")]

    def script(request: Request) -> ProviderError:
        return faults[int(request.case.id[1:]) % 3]

    made = prepared(store, provider := ScriptedProvider(script=script), make_dataset(20))
    assert executed(made, store, provider, concurrency=1).state == "done"


def test_refusals_with_answers_between_them_stop_nobody(store: Store) -> None:
    provider = refusing(RequestRefused("400"), *range(0, 20, 2))
    made = prepared(store, provider, make_dataset(20))
    assert executed(made, store, provider, concurrency=1).state == "done"


def cancel_after(stop: StopSignal, calls: int) -> ScriptedProvider:
    """A provider during whose n-th call a person cancels."""
    provider = ScriptedProvider(delay_s=0.002)

    def count(_request: Request) -> None:
        if len(provider.asked) == calls:
            stop.cancel()

    provider.on_ask = count
    return provider


def test_a_cancelled_run_stores_what_was_under_way_and_goes_on_later(store: Store) -> None:
    stop = StopSignal()
    provider = cancel_after(stop, 10)
    made = prepared(store, provider, make_dataset(30))
    outcome = executed(made, store, provider, stop=stop)
    assert (outcome.state, outcome.asked + outcome.missing) == ("cancelled", 30)
    assert len(stored_replies(store)) == len(provider.asked) == outcome.asked < 30
    later = run(store, provider, make_dataset(30))
    assert (later.state, later.run_id, later.asked) == ("done", outcome.run_id, outcome.missing)
    assert set(provider.times_asked.values()) == {1}


def test_a_call_that_does_not_end_is_cut_off_after_the_grace(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.runner.watching.GRACE_S", 0.0)
    stop = StopSignal()
    provider = ScriptedProvider(delay_s=3600, on_ask=lambda _: stop.cancel())
    outcome = executed(prepared(store, provider, make_dataset(3)), store, provider, stop=stop)
    assert (outcome.state, outcome.asked, outcome.missing) == ("cancelled", 0, 3)
    assert provider.opened == provider.closed


class Replaced(ScriptedProvider):
    """A provider that answers three calls and keeps the others waiting; meanwhile its model is replaced."""

    async def digest_now(self, judge: Judge) -> str | None:
        return "digest of another" if len(self.asked) > 3 else await super().digest_now(judge)

    async def ask(self, request: Request) -> Answer:
        self.delay_s = 3600 if len(self.asked) >= 3 else 0
        return await super().ask(request)


@pytest.mark.parametrize("how", ["grace", "cancelled"])
def test_the_last_replies_of_a_run_that_is_cut_off_are_checked_like_all_others(
    store: Store, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Nothing was saved before the end: nobody knows of which model the three are. They keep their words and failed."""
    monkeypatch.setattr("evalcore.runner.saving.SAVE_EVERY_S", 3600)
    monkeypatch.setattr("evalcore.runner.watching.GRACE_S", 0.0)
    stop, provider = StopSignal(), Replaced()
    made = prepared(store, provider, make_dataset(5))

    async def end_it() -> None:
        working = asyncio.create_task(
            execute(made, store=store, providers=provider, clock=lambda: NOON, owner="tests", concurrency=1, stop=stop)
        )
        while len(provider.asked) < 4:
            await asyncio.sleep(0.001)
        if how == "grace":
            stop.interrupt()
            outcome = await working
            assert (outcome.state, outcome.failed, outcome.missing) == ("interrupted", 3, 2)
        else:
            working.cancel()
            with pytest.raises(asyncio.CancelledError):
                await working

    asyncio.run(end_it())
    stored = stored_replies(store).values()
    assert [(reply.text, reply.failure and reply.failure.kind) for reply in stored] == [("YES", MODEL_CHANGED)] * 3


def test_the_last_replies_stand_where_the_server_does_not_say_what_it_has(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked for two seconds at most, here for none."""
    monkeypatch.setattr("evalcore.runner.saving.SAVE_EVERY_S", 3600)
    monkeypatch.setattr("evalcore.runner.saving.CHECK_S", 0.0)
    monkeypatch.setattr("evalcore.runner.watching.GRACE_S", 0.0)
    stop = StopSignal()

    class Silent(Replaced):
        async def digest_now(self, judge: Judge) -> str | None:
            await asyncio.sleep(3600)
            return await super().digest_now(judge)

    provider = Silent(on_ask=lambda _: stop.interrupt() if len(provider.asked) > 3 else None)
    outcome = executed(prepared(store, provider, make_dataset(5)), store, provider, concurrency=1, stop=stop)
    assert (outcome.state, outcome.failed, outcome.missing) == ("interrupted", 0, 2)
    assert [reply.answered for reply in stored_replies(store).values()] == [True] * 3


def test_a_task_that_is_cancelled_leaves_a_run_that_can_go_on(store: Store) -> None:
    """As Ctrl+C does it: asyncio cancels the main task."""
    provider = ScriptedProvider(delay_s=0.002)
    made = prepared(store, provider, make_dataset(30))

    async def interrupted() -> None:
        from evalcore.runner import execute

        task = asyncio.create_task(
            execute(made, store=store, providers=provider, clock=lambda: NOON, owner="tests", concurrency=1)
        )
        provider.on_ask = lambda _: len(provider.asked) == 11 and task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(interrupted())
    # The eleventh call was under way; ten had landed and none of them is lost.
    assert len(stored_replies(store)) == 10
    stopped = store.load_run(made.run_id)
    assert (stopped.state, stopped.lease_owner) == ("interrupted", None)
    assert run(store, ScriptedProvider(), make_dataset(30)).asked == 20


def test_a_bug_in_a_provider_ends_the_run_and_loses_no_reply(store: Store) -> None:
    def script(request: Request) -> Answer:
        if request.case.id == "c7":
            raise ZeroDivisionError("a bug")
        return Answer(text="YES")

    provider = ScriptedProvider(script=script)
    made = prepared(store, provider, make_dataset(20))
    with pytest.raises(ZeroDivisionError):
        executed(made, store, provider, concurrency=1)
    assert len(stored_replies(store)) == 7
    assert store.load_run(made.run_id).message == "a bug"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look again at once, and wait for no longer than half a second."""
    monkeypatch.setattr("evalcore.runner.patience.AGAIN_S", 0.005)
    monkeypatch.setattr("evalcore.runner.patience.PATIENCE_S", 0.5)
    monkeypatch.setattr("evalcore.runner.watching.TICK_S", 0.002)


@pytest.mark.usefixtures("hasty")
def test_a_store_that_fails_for_a_while_is_waited_for_and_no_reply_is_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = ScriptedProvider()
    made = prepared(store, provider, make_dataset(100))
    save, tries = Store.save_replies, 0

    def full_at_first(self: Store, landed: list[Reply]) -> int:
        nonlocal tries
        tries += 1
        if tries < 10:
            raise StoreError("disk full")
        return save(self, landed)

    monkeypatch.setattr(Store, "save_replies", full_at_first)
    seen: list[Progress] = []
    outcome = executed(made, store, provider, on_progress=seen.append)
    assert (outcome.state, outcome.asked, len(stored_replies(store))) == ("done", 100, 100)
    assert set(provider.times_asked.values()) == {1}
    assert {progress.message for progress in seen} == {"", "disk full"}
    assert seen[-1].message == ""


@pytest.mark.usefixtures("hasty")
def test_a_store_that_fails_for_good_ends_the_run_and_says_how_many_replies_it_cost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four workers: 50 replies are held at the most, and one more per worker may have been under way."""
    provider = ScriptedProvider()
    made = prepared(store, provider, make_dataset(100))

    def full(_self: Store, landed: list[Reply]) -> int:
        raise StoreError("disk full")

    with monkeypatch.context() as failing:
        failing.setattr(Store, "save_replies", full)
        with pytest.raises(StoreError, match=r"disk full\. (\d+) replies could not be stored") as caught:
            executed(made, store, provider)
    ended = store.load_run(made.run_id)
    assert (ended.state, ended.message, ended.lease_owner) == ("interrupted", str(caught.value), None)
    assert 50 <= len(provider.asked) <= 53
    assert f" {len(provider.asked)} replies" in str(caught.value)
    assert run(store, ScriptedProvider(), make_dataset(100)).asked == 100


def test_a_request_in_the_store_cancels_a_run_from_elsewhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.runner.watching.HEARTBEAT_S", 0.0)
    monkeypatch.setattr("evalcore.runner.watching.TICK_S", 0.01)
    provider = ScriptedProvider(delay_s=0.01)
    made = prepared(store, provider, make_dataset(500))
    provider.on_ask = lambda _: len(provider.asked) == 5 and store.request_stop(made.run_id, "cancel")
    assert executed(made, store, provider).state == "cancelled"
    assert store.load_run(made.run_id).state == "cancelled"


def test_a_run_is_paused_and_resumed_from_elsewhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.runner.watching.HEARTBEAT_S", 0.0)
    monkeypatch.setattr("evalcore.runner.watching.TICK_S", 0.01)
    provider = ScriptedProvider(delay_s=0.005)
    made = prepared(store, provider, make_dataset(100))
    provider.on_ask = lambda _: len(provider.asked) == 5 and store.request_stop(made.run_id, "pause")
    states: list[str] = []

    def watch(progress: Progress) -> None:
        states.append(progress.state)
        if states.count("paused") == 1 and progress.state == "paused":
            assert store.load_run(made.run_id).state == "paused"
            store.request_stop(made.run_id, None)

    outcome = executed(made, store, provider, on_progress=watch)
    assert (outcome.state, outcome.asked) == ("done", 100)
    assert [state for state, before in zip(states, ["", *states], strict=False) if state != before] == [
        "running",
        "paused",
        "running",
        "done",
    ]


def test_nobody_else_can_work_on_a_run_under_way(store: Store) -> None:
    provider = ScriptedProvider()
    made = prepared(store, provider, make_dataset(3))
    store.take_lease(made.run_id, owner="elsewhere:17", now=NOON, for_s=15)
    with pytest.raises(RunBusy, match="elsewhere:17"):
        executed(made, store, provider)
    assert provider.asked == []
    # The other process stood still until its lease was over.
    assert executed(made, store, provider, clock=lambda: NOON + timedelta(seconds=15)).state == "done"


def test_a_run_that_was_taken_over_is_left_to_its_new_owner(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.runner.watching.HEARTBEAT_S", 0.0)
    monkeypatch.setattr("evalcore.runner.watching.TICK_S", 0.01)
    provider = ScriptedProvider(delay_s=0.01)
    made = prepared(store, provider, make_dataset(500))

    def take_over(_request: Request) -> None:
        if len(provider.asked) == 9:
            store.take_lease(made.run_id, owner="other", now=NOON + timedelta(hours=1), for_s=15)

    provider.on_ask = take_over
    with pytest.raises(RunBusy, match="taken over"):
        executed(made, store, provider)
    left = store.load_run(made.run_id)
    assert (left.state, left.lease_owner) == ("running", "other")
    assert len(stored_replies(store)) >= 5


def test_what_another_run_answered_meanwhile_is_not_asked(store: Store) -> None:
    """Two runs that share calls are prepared; the second is executed after the first."""
    provider = ScriptedProvider()
    small = prepared(store, provider, make_dataset(4), limit=2)
    large = prepared(store, provider, make_dataset(4))
    executed(small, store, provider)
    assert executed(large, store, provider).asked == 2
    assert executed(large, store, provider).asked == 0


def test_progress_tells_how_replies_are_read_and_what_went_wrong(store: Store) -> None:
    said = {"c0": "YES", "c1": "Yes.", "c2": "Perhaps"}
    provider = ScriptedProvider(
        script=lambda request: (
            Answer(text=said[request.case.id]) if request.case.id in said else Overloaded("503 from the server")
        )
    )
    seen: list[Progress] = []
    run_ = prepared(store, provider, make_dataset(4))
    executed(run_, store, provider, on_progress=seen.append)
    last = seen[-1]
    assert (last.state, last.judge, last.done, last.total, last.failed) == ("done", "asker", 4, 4, 1)
    (judge,) = last.judges
    assert (judge.name, judge.before, judge.done, judge.total, judge.failed) == ("asker", 0, 4, 4, 1)
    assert judge.forms == {"literal": 1, "recovered": 1, "by default": 0, "unread": 1}
    assert last.last_errors == ("503 from the server",)


def test_a_report_is_made_of_what_is_stored(store: Store) -> None:
    """Eight cases by turns good and bad; the judge passes all: it agrees on four of eight."""
    outcome = run(store, ScriptedProvider(), make_dataset(10), limit=8)
    report = run_report(store, outcome.run_id)
    (judge,) = report.judges
    assert (report.dataset.cases, judge.calls.planned, judge.calls.answered) == (8, 8, 8)
    assert judge.as_deployed.agreement.value == 0.5


@pytest.mark.parametrize(
    ("judges", "said"),
    [
        ([], "at least one judge"),
        ([make_judge("a"), make_judge("a", model="b")], "'a' twice"),
        ([make_judge("a"), make_judge("b", criterion="relevant")], "one criterion, found grounded, relevant"),
        ([make_judge("a", criterion="relevant")], r"has \(grounded\), found 'relevant'"),
    ],
)
def test_judges_that_do_not_go_together_are_refused(store: Store, judges: list[object], said: str) -> None:
    with pytest.raises(RunError, match=said):
        prepared(store, ScriptedProvider(), make_dataset(2), judges=judges)
    assert store.list_runs() == ()


def test_a_set_without_cases_and_a_run_without_repeats_are_refused(store: Store) -> None:
    with pytest.raises(RunError, match="expected cases in the set"):
        prepared(store, ScriptedProvider(), make_dataset(0))
    with pytest.raises(RunError, match="at least 1 repeat"):
        prepared(store, ScriptedProvider(), make_dataset(1), repeats=0)


def test_an_edited_case_alone_is_asked_afresh(store: Store) -> None:
    provider = ScriptedProvider()
    dataset = make_dataset(3)
    run(store, provider, dataset)
    edited = replace(dataset, cases=(*dataset.cases[:2], make_case(2, answer="Another answer.")))
    assert run(store, provider, edited).asked == 1


def test_the_outcomes_of_a_run_are_told_case_by_case(store: Store) -> None:
    outcome = run(store, ScriptedProvider(), make_dataset(3), limit=2, repeats=2)
    columns = load_run_columns(store, outcome.run_id)
    judge = read_calls(columns.judges[0])
    told = [load_outcome(store, outcome.run_id, columns, judge, position) for position in range(2)]
    assert [(one.case.id, one.human, len(one.repeats)) for one in told] == [("c0", "pass", 2), ("c1", "fail", 2)]
