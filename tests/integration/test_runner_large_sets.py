"""A run on more cases than it keeps in memory reads them from the store as their turn comes, and asks the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from evalcore.domain import Case, Dataset
from evalcore.errors import StoreError
from evalcore.runner import coming, material, patience
from evalcore.store import Store
from evalcore.store.case_reading import CasesInStore
from tests.support.runs import executed, prepared
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_case, make_dataset, make_judge


@pytest.fixture(autouse=True)
def _hardly_anything_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cases are kept; the others come in blocks of four calls."""
    monkeypatch.setattr(material, "KEPT", 3)
    monkeypatch.setattr(coming, "BLOCK", 4)


def large_set() -> Dataset:
    """Eleven cases: 9 is about the document of 0, and 10 is 1 again under another name."""
    cases = [make_case(number) for number in range(9)]
    cases += [make_case(9, evidence=make_case(0).evidence), replace(make_case(1), id="c10")]
    return replace(make_dataset(0), cases=tuple(cases), labels=())


def test_each_case_is_asked_with_its_own_prompt_in_the_order_of_the_plan(store: Store) -> None:
    asked: list[tuple[str, str | None]] = []
    provider = ScriptedProvider(on_ask=lambda request: asked.append((request.case.id, request.prompt)))
    judge = make_judge(template="Judge {answer}")
    outcome = executed(
        prepared(store, provider, large_set(), judges=[judge], repeats=2), store, provider, concurrency=1
    )
    assert (outcome.state, outcome.asked) == ("done", 20)
    once = ["c0", "c9", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
    answers = {case.id: case.answer for case in large_set().cases}
    assert asked == [(case_id, f"Judge {answers[case_id]}") for case_id in once + once]


def test_several_workers_ask_every_call_once_and_no_more_at_once_than_allowed(store: Store) -> None:
    provider = ScriptedProvider(delay_s=0.002)
    outcome = executed(prepared(store, provider, large_set(), repeats=3), store, provider, concurrency=4)
    assert (outcome.state, outcome.asked, outcome.missing) == ("done", 30, 0)
    assert set(provider.times_asked.values()) == {3}
    assert provider.peak_in_flight == 4


def test_only_the_first_cases_of_a_limited_run_are_read_and_asked(store: Store) -> None:
    provider = ScriptedProvider()
    outcome = executed(prepared(store, provider, large_set(), limit=6), store, provider)
    assert (outcome.state, outcome.asked) == ("done", 6)
    assert {case_id for _, case_id in provider.asked} == {f"c{number}" for number in range(6)}


def failing_reads(monkeypatch: pytest.MonkeyPatch, *, times: int) -> None:
    """Have the next readings of cases fail, and look again at once, for no longer than a tenth of a second."""
    monkeypatch.setattr(patience, "AGAIN_S", 0.005)
    monkeypatch.setattr(patience, "PATIENCE_S", 0.1)
    read, left = CasesInStore.at, [StoreError("the server is gone")] * times

    def at(cases: CasesInStore, positions: Sequence[int]) -> list[Case]:
        if left:
            raise left.pop()
        return read(cases, positions)

    monkeypatch.setattr(CasesInStore, "at", at)


def test_a_store_that_cannot_be_read_for_a_moment_is_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    provider = ScriptedProvider()
    run = prepared(store, provider, large_set())
    failing_reads(monkeypatch, times=3)
    outcome = executed(run, store, provider)
    assert (outcome.state, outcome.asked, outcome.missing) == ("done", 10, 0)


def test_a_store_that_stays_away_ends_the_run_which_then_goes_on_where_it_stood(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one worker the reading fails at the second block of four: what the first one brought is stored."""
    provider = ScriptedProvider()
    monkeypatch.setattr(material, "KEPT", 4)
    run = prepared(store, provider, make_dataset(9))
    with monkeypatch.context() as broken:
        failing_reads(broken, times=10**6)
        with pytest.raises(StoreError, match="gone"):
            executed(run, store, provider, concurrency=1)
    assert (store.load_run(run.run_id).state, len(provider.asked)) == ("interrupted", 4)
    assert executed(prepared(store, provider, make_dataset(9)), store, provider).asked == 5
    assert set(provider.times_asked.values()) == {1}


def test_a_set_that_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="number 7, found none"):
        store.cases_of(7)


def test_cases_are_given_by_position_and_in_their_order(store: Store) -> None:
    """Texts with a zero byte and half a surrogate pair come back as they were written."""
    strange = make_case(2, answer="a\x00b\ud800")
    dataset = replace(make_dataset(0), cases=(make_case(0), make_case(1), strange, make_case(3)), labels=())
    cases = store.cases_of(store.save_dataset(dataset, at=NOON).id)
    assert tuple(cases) == dataset.cases
    assert cases.at([0, 2, 3]) == [make_case(0), strange, make_case(3)]
