"""The store keeps what it is given, whichever database holds it."""

from __future__ import annotations

import threading
import uuid
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.domain import Call, Failure, Reply, Scale
from evalcore.domain.reply_columns import FAILED, ReplyColumns
from evalcore.errors import RunError, StoreError
from evalcore.judges import ModelRef, Options, Prompt, RuleSpec
from evalcore.store import RunSpec, Store
from tests.support.things import NOON, make_case, make_dataset, make_judge, make_reply

ANY_TEXT = st.text(st.characters(exclude_categories=()))
"""Every code point, lone surrogates and NUL included."""


def test_a_set_comes_back_as_it_was_saved(store: Store) -> None:
    stars = Scale(values=("1", "2", "3"), level="ordinal", passing=("3",))
    case = make_case(
        9,
        slices={"topic": "billing"},
        cluster="doc-1",
        dated="2026-09-14",
        must_mention=("30 days",),
        must_retrieve=("terms.md",),
        made_by={"model": "m"},
        meta={"row": "7"},
        expects_evidence=False,
    )
    plain = make_dataset(3)
    dataset = replace(plain, cases=(*plain.cases, case), criteria={**plain.criteria, "tone": stars})
    stored = store.save_dataset(dataset, at=NOON)
    assert store.load_dataset(stored.id) == dataset
    assert (stored.cases, stored.labels, stored.created_at) == (4, 3, NOON)
    assert stored.criteria["tone"] == stars


def test_the_same_set_has_the_same_id_and_an_edited_one_another(store: Store) -> None:
    first = store.save_dataset(make_dataset(3), at=NOON)
    again = store.save_dataset(make_dataset(3), at=NOON)
    edited = store.save_dataset(make_dataset(4), at=NOON)
    assert again == first
    assert edited.id != first.id
    assert len(store.list_datasets()) == 2


def test_the_set_of_a_name_is_the_one_saved_last(store: Store) -> None:
    """Going back to an earlier file means that file, although it was stored before the other."""
    first = store.save_dataset(make_dataset(3), at=NOON)
    second = store.save_dataset(make_dataset(4), at=NOON + timedelta(minutes=1))
    assert store.find_dataset("tiny") == second
    store.save_dataset(make_dataset(3), at=NOON + timedelta(minutes=2))
    assert store.find_dataset("tiny") == first
    assert store.find_dataset("no such set") is None


def test_a_judge_comes_back_as_it_was_saved(store: Store) -> None:
    judge = replace(
        make_judge(),
        prompt=Prompt(template="<query>", dialect="stringtemplate", role="system", known_as="a default"),
        model=ModelRef(provider="openai", name="m", base_url="http://localhost/v1", api_key_env="SOME_KEY"),
        options=Options(temperature=None, seed=7, max_tokens=64, num_ctx=4096, think="low"),
        rule=RuleSpec(name="rating", params={"low": 1, "high": 4, "words": ["a", "b"]}),
        scale=Scale(values=("1", "2"), level="ordinal", passing=("2",)),
        scores={"1": 0.0, "2": 1.0},
        description="What it is for.",
    )
    assert store.load_judge(store.save_judge(judge, at=NOON)) == judge
    rule_judge = replace(judge, name="no prompt", prompt=None)
    assert store.load_judge(store.save_judge(rule_judge, at=NOON)) == rule_judge


def test_another_configuration_under_a_name_is_the_next_version(store: Store) -> None:
    judge = make_judge()
    first = store.save_judge(judge, at=NOON)
    assert store.save_judge(replace(judge, description="better said"), at=NOON) == first
    assert store.load_judge(first).description == "better said"
    second = store.save_judge(make_judge(template="{answer}: yes or no?"), at=NOON)
    assert [(stored.id, stored.version) for stored in store.list_judges()] == [(second, 2), (first, 1)]


def test_a_judge_of_another_criterion_is_never_mistaken_for_this_one(store: Store) -> None:
    grounded = store.save_judge(make_judge(), at=NOON)
    relevant = store.save_judge(replace(make_judge(), criterion="relevant"), at=NOON)
    assert [store.load_judge(number).criterion for number in (grounded, relevant)] == ["grounded", "relevant"]


def test_a_reply_comes_back_with_every_field(store: Store) -> None:
    answered = make_reply(
        0,
        thinking="hm",
        finish_reason="stop",
        prompt_tokens=10,
        completion_tokens=1,
        window_tokens=2048,
        truncated=True,
        load_ms=1.5,
        latency_ms=20.25,
        served_model="small:1b",
        served_digest="d1",
        server_version="0.9",
        attempts=2,
        in_flight=4,
        at=NOON.isoformat(),
    )
    failed = make_reply(1, failed=True)
    assert store.save_replies([answered, failed]) == 2
    assert store.replies_for("asked", 0) == {("case-0", 0): answered, ("case-1", 0): failed}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(said=ANY_TEXT, thought=ANY_TEXT | st.just("unicode-escape:x"))
def test_any_text_survives(store: Store, said: str, thought: str) -> None:
    """Also a high and a low surrogate side by side, which JSON would join to one character."""
    call = Call(request_fingerprint=uuid.uuid4().hex, case_fingerprint="c", repeat=0)
    reply = Reply(call=call, text=said, thinking=thought)
    store.save_replies([reply])
    assert store.replies_for(call.request_fingerprint, 0) == {("c", 0): reply}


@pytest.mark.parametrize("hostile", ["a\x00b", "a\ud800b", "\ud83d\ude00", "unicode-escape:\\n", "unicode-escape:"])
def test_what_databases_refuse_survives_in_every_place(store: Store, hostile: str) -> None:
    reply = make_reply(failed=True, thinking=hostile)
    reply = replace(reply, failure=Failure(kind="bad-answer", message=hostile), text=hostile)
    store.save_replies([reply])
    assert store.replies_for("asked", 0)[("case-0", 0)] == reply
    dataset = replace(
        make_dataset(0, name=f"set {hostile}"), cases=(make_case(0, answer=hostile, meta={"x": hostile}),)
    )
    assert store.load_dataset(store.save_dataset(dataset, at=NOON).id) == dataset
    assert store.find_dataset(dataset.name) is not None


def test_a_reply_stays_and_a_failure_gives_way(store: Store) -> None:
    assert store.save_replies([make_reply(0, text="YES"), make_reply(1, failed=True)]) == 2
    # Case 0 has its reply; case 1 only had a failure.
    assert store.save_replies([make_reply(0, text="NO"), make_reply(1, text="NO"), make_reply(0, failed=True)]) == 1
    stored = store.replies_for("asked", 0)
    assert [stored[(f"case-{number}", 0)].text for number in (0, 1)] == ["YES", "NO"]
    assert stored[("case-1", 0)].answered
    assert store.save_replies([]) == 0


@pytest.mark.parametrize("said", ["YES", "a\x00b", "unicode-escape:\\n", ""])
def test_columns_of_replies_hold_the_same_as_the_replies(store: Store, said: str) -> None:
    call = Call(request_fingerprint="asked", case_fingerprint="case-0", repeat=1)
    usage = {"prompt_tokens": 7, "completion_tokens": None, "latency_ms": 1.5}
    replies = [
        make_reply(0, text=said, finish_reason="stop", **usage),
        make_reply(1, failed=True),
        make_reply(call=call, text=said, thinking=said, truncated=True),
    ]
    store.save_replies([*replies, make_reply(call=replace(call, epoch=1))])
    found, expected = store.reply_columns("asked", 0), ReplyColumns.of(replies)
    assert (found.cases, found.forms) == (expected.cases, expected.forms)
    # The failed call of case 1 has no form; the two answers differ in the thinking alone.
    assert found.form.tolist() == [0, FAILED, 1]
    for name in ("case", "repeat", "form", "truncated", "prompt_tokens", "completion_tokens", "latency_ms"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)


def test_columns_of_a_request_that_was_never_asked_are_empty(store: Store) -> None:
    columns = store.reply_columns("never asked", 0)
    assert (columns.cases, columns.forms, len(columns.form)) == ((), (), 0)


def test_replies_to_one_case_are_given_alone(store: Store) -> None:
    later = make_reply(call=Call(request_fingerprint="asked", case_fingerprint="case-1", repeat=1))
    store.save_replies([make_reply(0), make_reply(1), later])
    assert store.replies_to_case("asked", 0, "case-1", repeats=1) == {("case-1", 0): make_reply(1)}
    assert store.replies_to_case("asked", 0, "case-1", repeats=3) == {
        ("case-1", 0): make_reply(1),
        ("case-1", 1): later,
    }


def test_epochs_and_requests_are_kept_apart(store: Store) -> None:
    assert store.latest_epoch("asked") is None
    for epoch in (0, 1):
        call = Call(request_fingerprint="asked", case_fingerprint="c", repeat=2, epoch=epoch)
        store.save_replies([Reply(call=call, text=str(epoch))])
    assert store.latest_epoch("asked") == 1
    assert store.replies_for("asked", 1)[("c", 2)].text == "1"
    assert store.replies_for("asked", 0)[("c", 2)].text == "0"
    assert store.replies_for("never asked", 0) == {}


def make_spec(store: Store, **changes: object) -> RunSpec:
    """A run of one judge on four cases, twice each."""
    dataset = store.save_dataset(make_dataset(4), at=NOON)
    judge = store.save_judge(make_judge(), at=NOON)
    spec = RunSpec(dataset_id=dataset.id, criterion="grounded", judge_ids=(judge,), epochs=(0,), repeats=2)
    return replace(spec, **changes)


def test_a_run_comes_back_as_it_was_planned(store: Store) -> None:
    judges = tuple(store.save_judge(make_judge(name), at=NOON) for name in ("b", "a"))
    spec = make_spec(store, judge_ids=judges, epochs=(0, 3), limit=2, ask_without_evidence=True)
    run = store.create_run(spec, at=NOON)
    assert (run.id, run.spec, run.state, run.created_at) == ("r-0001", spec, "planned", NOON)
    assert store.load_run("r-0001") == run
    assert [other.id for other in (store.create_run(spec, at=NOON), *store.list_runs())] == ["r-0002"] * 2 + ["r-0001"]


@pytest.mark.parametrize("name", ["r-0099", "7", "", "r-x", "r-99999999999999999999"])
def test_an_unknown_run_is_refused(store: Store, name: str) -> None:
    with pytest.raises(RunError, match="expected the id of a run"):
        store.load_run(name)


def test_unknown_sets_and_judges_are_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="stored set with the number 5"):
        store.load_dataset(5)
    with pytest.raises(StoreError, match="stored judge with the number 5"):
        store.load_judge(5)


def test_a_run_that_is_not_done_is_continued(store: Store) -> None:
    spec = make_spec(store)
    run = store.continue_or_create_run(spec, at=NOON)
    store.set_run_state(run.id, "interrupted", at=NOON, message="killed")
    assert store.find_unfinished(spec) == store.load_run(run.id)
    assert store.continue_or_create_run(spec, at=NOON).message == "killed"
    assert store.find_unfinished(replace(spec, epochs=(1,))) is None
    store.set_run_state(run.id, "done", at=NOON)
    assert store.find_unfinished(spec) is None
    assert store.continue_or_create_run(spec, at=NOON).id != run.id


def test_a_run_has_an_end_only_while_it_is_at_rest(store: Store) -> None:
    run = store.create_run(make_spec(store), at=NOON)
    for state, ended in (("running", None), ("cancelled", NOON), ("paused", None), ("done", NOON)):
        store.set_run_state(run.id, state, at=NOON)
        assert store.load_run(run.id).finished_at == ended


def test_one_owner_at_a_time_holds_a_run(store: Store) -> None:
    run = store.create_run(make_spec(store), at=NOON)
    assert store.take_lease(run.id, owner="a", now=NOON, for_s=10)
    assert not store.take_lease(run.id, owner="b", now=NOON + timedelta(seconds=9), for_s=10)
    assert store.renew_lease(run.id, owner="a", now=NOON + timedelta(seconds=9), for_s=10)
    assert not store.take_lease(run.id, owner="b", now=NOON + timedelta(seconds=18), for_s=10)
    assert store.take_lease(run.id, owner="b", now=NOON + timedelta(seconds=19), for_s=10)
    assert not store.renew_lease(run.id, owner="a", now=NOON, for_s=10)
    store.release_lease(run.id, owner="a")
    assert store.load_run(run.id).lease_owner == "b"
    store.release_lease(run.id, owner="b")
    assert store.take_lease(run.id, owner="c", now=NOON, for_s=10)


def test_a_request_to_stop_reaches_the_owner_and_lapses_with_the_lease(store: Store) -> None:
    run = store.create_run(make_spec(store), at=NOON)
    store.take_lease(run.id, owner="a", now=NOON, for_s=10)
    assert store.requested_stop(run.id) is None
    store.request_stop(run.id, "pause")
    assert store.requested_stop(run.id) == "pause"
    store.request_stop(run.id, "cancel")
    store.release_lease(run.id, owner="a")
    store.take_lease(run.id, owner="b", now=NOON, for_s=10)
    assert store.requested_stop(run.id) is None


def test_threads_write_at_once_and_nothing_is_lost(store: Store) -> None:
    """Eight threads save overlapping replies: calls 0 to 99, ten at a time, each call by two threads."""

    def save(thread: int) -> None:
        for block in range(10):
            start = (thread // 2 * 250 + block * 10) % 100
            store.save_replies(make_reply(number) for number in range(start, start + 10))

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.replies_for("asked", 0)) == 100
