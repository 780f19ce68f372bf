"""What a store keeps a second time, so that a report over a million replies is quick, never says anything else."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from evalcore.domain import Call, Dataset, OutlinedSet, Reply, Split, dataset_fingerprint
from evalcore.domain.reply_columns import FAILED, ReplyColumns
from evalcore.errors import StoreError
from evalcore.judges import request_fingerprint
from evalcore.runner import run_report
from evalcore.store import Store, reply_packs
from tests.support.runs import run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_case, make_dataset, make_judge, make_reply

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=20)


@pytest.fixture(autouse=True)
def packed_however_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack is worth it from twenty thousand replies of few forms; here, always."""
    monkeypatch.setattr(reply_packs, "PACKED_FROM", 1)
    monkeypatch.setattr(reply_packs, "_MOST_FORMS", 1.0)
    monkeypatch.setattr(import_module("evalcore.runner.execute"), "PACKED_FROM", 1)


def change_behind_its_back(store_url: str, statement: str) -> None:
    """What no code of the workbench does; so it shows what is read."""
    engine = create_engine(store_url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def forget_the_rows(store_url: str) -> None:
    change_behind_its_back(store_url, "DELETE FROM replies")


def assert_equal(found: ReplyColumns, expected: ReplyColumns) -> None:
    assert (found.cases, found.forms) == (expected.cases, expected.forms)
    for name in ("case", "repeat", "form", "truncated", "prompt_tokens", "completion_tokens", "latency_ms"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
        assert getattr(found, name).dtype == getattr(expected, name).dtype


def a_few_replies(said: str = "YES") -> list[Reply]:
    again = Call(request_fingerprint="asked", case_fingerprint="case-0", repeat=1)
    return [
        make_reply(0, text=said, finish_reason="stop", prompt_tokens=7, completion_tokens=None, latency_ms=1.5),
        make_reply(1, failed=True),
        make_reply(call=again, text=said, thinking=said, truncated=True),
    ]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=ANY_TEXT)
def test_a_pack_gives_the_columns_that_were_packed_whatever_was_said(said: str) -> None:
    columns = ReplyColumns.of(a_few_replies(said))
    unpacked = reply_packs._unpacked(reply_packs._packed(columns))
    assert unpacked is not None
    assert_equal(unpacked, columns)


def test_packed_replies_are_read_without_their_rows(store: Store, store_url: str) -> None:
    store.save_replies(a_few_replies())
    expected = store.reply_columns("asked", 0, pack=True)
    forget_the_rows(store_url)
    assert_equal(store.reply_columns("asked", 0), expected)
    assert expected.form.tolist() == [0, FAILED, 1]


def test_without_being_told_nothing_is_packed(store: Store, store_url: str) -> None:
    store.save_replies(a_few_replies())
    assert len(store.reply_columns("asked", 0).form) == 3
    forget_the_rows(store_url)
    assert len(store.reply_columns("asked", 0).form) == 0


def test_few_replies_and_those_of_as_many_forms_are_left_as_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = ReplyColumns.of(make_reply(number, text=f"{number % 3}") for number in range(10))
    assert reply_packs.is_worth_it(columns)
    monkeypatch.setattr(reply_packs, "_MOST_FORMS", 0.2)
    assert not reply_packs.is_worth_it(columns)
    monkeypatch.setattr(reply_packs, "_MOST_FORMS", 0.3)
    assert reply_packs.is_worth_it(columns)
    monkeypatch.setattr(reply_packs, "PACKED_FROM", 11)
    assert not reply_packs.is_worth_it(columns)


def test_a_reply_stored_since_is_never_missed(store: Store) -> None:
    """Nor is one that takes the place of a failure, which leaves the number of rows as it was."""
    store.save_replies(a_few_replies())
    store.reply_columns("asked", 0, pack=True)
    store.save_replies([make_reply(1, text="NO")])
    assert FAILED not in store.reply_columns("asked", 0).form
    store.save_replies([make_reply(2)])
    assert len(store.reply_columns("asked", 0).form) == 4


def test_a_pack_of_before_a_reply_does_not_count_though_it_is_written_after_it(store: Store) -> None:
    store.save_replies([make_reply(0)])
    before = store.reply_columns("asked", 0)
    store.save_replies([make_reply(1)])
    with store._database.writing() as connection:
        reply_packs.save(connection, "asked", 0, before, of=1)
    assert len(store.reply_columns("asked", 0).form) == 2


def test_replies_to_another_request_or_in_another_epoch_leave_a_pack_as_it_is(store: Store, store_url: str) -> None:
    store.save_replies(a_few_replies())
    store.reply_columns("asked", 0, pack=True)
    other = Call(request_fingerprint="other", case_fingerprint="case-0", repeat=0)
    store.save_replies([make_reply(call=other), make_reply(call=replace(other, request_fingerprint="asked", epoch=1))])
    forget_the_rows(store_url)
    assert len(store.reply_columns("asked", 0).form) == 3
    assert len(store.reply_columns("other", 0).form) == 0


def test_a_pack_of_another_version_of_the_workbench_is_not_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save_replies(a_few_replies())
    with monkeypatch.context() as earlier:
        earlier.setattr(reply_packs, "_FORMAT", "forms-0")
        store.reply_columns("asked", 0, pack=True)
    assert len(store.reply_columns("asked", 0).form) == 3


def test_a_store_that_takes_no_pack_is_read_as_it_is(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StoreError("attempt to write a readonly database")

    monkeypatch.setattr(reply_packs, "save", refuse)
    store.save_replies(a_few_replies())
    assert len(store.reply_columns("asked", 0, pack=True).form) == 3


def test_a_run_that_is_done_leaves_its_replies_packed(store: Store, store_url: str) -> None:
    outcome = run(store, ScriptedProvider(), make_dataset(5), repeats=2)
    forget_the_rows(store_url)
    request = request_fingerprint(make_judge().pinned(digest="digest of small:1b"))
    assert len(store.reply_columns(request, 0).form) == 10
    assert run_report(store, outcome.run_id).judges[0].calls.answered == 10


def a_set_of_all_kinds() -> Dataset:
    """Cases that differ in whatever an outline holds."""
    plain = make_dataset(4)
    kinds = (
        make_case(4, slices={"topic": "billing", "language": "de\ud800"}, cluster="doc-1", made_by={"model": "m"}),
        make_case(5, slices={"topic": "a\x00b"}, must_mention=("30 days",), must_retrieve=("terms.md",)),
        make_case(6, evidence=(), expects_evidence=False),
        make_case(7, evidence=()),
    )
    return replace(plain, cases=(*plain.cases, *kinds))


def test_a_set_without_its_texts_says_what_the_set_says(store: Store) -> None:
    dataset = a_set_of_all_kinds()
    outlined = store.load_outlined(store.save_dataset(dataset, at=NOON).id)
    at_hand = OutlinedSet.of(dataset)
    assert replace(outlined, texts=(), known_fingerprint=None) == replace(at_hand, texts=())
    assert outlined.fingerprint == at_hand.fingerprint == dataset_fingerprint(dataset)
    assert [one.lacks_evidence for one in outlined.cases] == [case.lacks_evidence for case in dataset.cases]


def test_its_texts_are_read_one_by_one_or_all_in_order(store: Store) -> None:
    dataset = a_set_of_all_kinds()
    texts = store.load_outlined(store.save_dataset(dataset, at=NOON).id).texts
    assert tuple(texts) == dataset.cases
    assert (texts[3], texts[-1], tuple(texts[1:3])) == (dataset.cases[3], dataset.cases[-1], dataset.cases[1:3])
    assert len(texts) == 8
    with pytest.raises(IndexError):
        texts[8]


def test_a_part_of_it_is_the_part_of_the_set(store: Store) -> None:
    dataset = a_set_of_all_kinds()
    outlined = store.load_outlined(store.save_dataset(dataset, at=NOON).id)
    split = Split(confirm=frozenset({"c1", "c4", "c6"}), share=0.5, seed=0)
    for part in ("choose", "confirm"):
        found, expected = split.part(outlined, part), split.part(dataset, part)
        assert tuple(found.texts) == expected.cases
        assert [found.texts[at] for at in range(len(found.texts))] == list(expected.cases)
        assert tuple(found.texts[1:]) == expected.cases[1:]
        assert tuple(found.in_full([0, 2])) == (expected.cases[0], expected.cases[2])
        assert found.fingerprint == dataset_fingerprint(expected)
        assert (found.labels, found.slice_keys) == (expected.labels, expected.slice_keys)


def test_a_set_that_an_older_version_stored_gets_its_outlines_when_it_is_first_read(
    store: Store, store_url: str
) -> None:
    dataset = a_set_of_all_kinds()
    stored = store.save_dataset(dataset, at=NOON)
    kept = store.load_outlined(stored.id)
    change_behind_its_back(store_url, "DELETE FROM outlines")
    assert store.load_outlined(stored.id).cases == kept.cases
    change_behind_its_back(store_url, "DELETE FROM cases")
    assert store.load_outlined(stored.id).cases == kept.cases


def test_a_report_reads_no_text_of_a_case(store: Store, store_url: str) -> None:
    outcome = run(store, ScriptedProvider(), make_dataset(5))
    before = run_report(store, outcome.run_id)
    change_behind_its_back(store_url, "DELETE FROM cases")
    assert run_report(store, outcome.run_id) == before
