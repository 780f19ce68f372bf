"""Cases by cell, by gold and slice, and one after the other: found by columns, the same as by looking at each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalcore.domain import Scale
from evalcore.judges import RuleSpec
from evalcore.report import (
    CaseIndex,
    CaseList,
    JudgeColumns,
    RunColumns,
    cases_in_cell,
    cases_whose_words_differ,
    column_of,
    human_label,
    labels_of,
    open_case,
    read_calls,
    run_columns,
    said_label,
)
from evalcore.report.case_list import LEAF, positions_of
from tests.support.reports import FAILED, MISSING, Texts, judged, replies_of
from tests.support.things import make_case, make_dataset, make_judge

SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0")
TEXTS: Texts = [["YES", "Yes."], ["Hm.", "Hm."], [FAILED, "YES"], [MISSING, MISSING], ["NO", "NO"]]
"""c0, c2 and c4 are good, c1 and c3 bad."""


def columns() -> tuple[RunColumns, JudgeColumns]:
    dataset = make_dataset(5)
    run = run_columns(dataset, [judged(SPRING, dataset, TEXTS)], criterion="grounded", repeats=2)
    return run, read_calls(run.judges[0])


def ids(found: CaseList) -> list[str]:
    return [found.id_at(place) for place in range(len(found))]


@pytest.mark.parametrize(
    ("human", "column", "lenient", "expected"),
    [
        (None, None, False, ["c0", "c1", "c2", "c3", "c4"]),
        ("pass", None, False, ["c0", "c2", "c4"]),
        ("pass", "pass", False, ["c0"]),
        # As deployed "Hm." fails by default: it stands under fail, and under no verdict as well.
        (None, "fail", False, ["c1", "c4"]),
        (None, "no verdict", False, ["c1"]),
        (None, "fail", True, ["c4"]),
        (None, "no verdict", True, ["c1"]),
        (None, "not answered", True, ["c2", "c3"]),
    ],
)
def test_a_cell_holds_the_cases_that_the_matrix_counts_there(human, column, lenient, expected) -> None:
    assert ids(cases_in_cell(*columns(), human=human, column=column, lenient=lenient)) == expected


def test_the_column_of_a_case_is_the_one_that_it_is_counted_in() -> None:
    judge = columns()[1]
    assert [column_of(judge, at, lenient=False) for at in range(4)] == ["pass", "fail", "not answered", "not answered"]
    assert column_of(judge, 1, lenient=True) == "no verdict"


def test_words_differ_where_two_answered_repeats_brought_different_texts() -> None:
    """c0 said "YES" and "Yes."; c2 was answered once only."""
    assert ids(cases_whose_words_differ(*columns())) == ["c0"]


def test_an_opened_case_has_its_replies_word_for_word_and_its_failed_call() -> None:
    run, judge = columns()
    outcome = open_case(run, judge, 2, replies_of(make_dataset(5), TEXTS))
    failed, answered = outcome.repeats
    assert (outcome.case.id, outcome.human) == ("c2", "pass")
    assert (failed.reply.answered, answered.reply.text, answered.deployed_side) == (False, "YES", "pass")


def some_of(total: int, listed: list[int]) -> CaseList:
    cases = tuple(make_case(number) for number in range(total))
    return CaseList(cases=cases, position=positions_of(cases), listed=np.array(listed))


def test_a_place_is_known_for_listed_cases_only() -> None:
    choice = some_of(5, [1, 3])
    assert [choice.place(case_id) for case_id in ("c1", "c3", "c2", "c4", "nobody", None)] == [0, 1, *[None] * 4]


def test_a_case_is_found_by_its_id_else_by_a_part_of_it_whatever_the_letters() -> None:
    choice = some_of(25, [2, 12, 21])
    assert (choice.find("c2"), choice.find("C1"), choice.find("21"), choice.find("7")) == ("c2", "c12", "c21", None)


def test_leaves_follow_each_other_without_a_gap_and_the_last_is_short() -> None:
    total = LEAF + 50
    choice = some_of(total, list(range(total)))
    assert (choice.leaf(0), choice.leaf(LEAF - 1)) == (range(LEAF), range(LEAF))
    assert choice.leaf(LEAF) == range(LEAF, total)


def test_an_index_finds_cases_by_gold_and_by_slice() -> None:
    dataset = make_dataset(4)
    sliced = tuple(replace(case, slices={"topic": "a" if n < 3 else "b"}) for n, case in enumerate(dataset.cases))
    index = CaseIndex.of(replace(dataset, cases=sliced, labels=dataset.labels[:3]), "grounded")
    assert (index.gold_values, index.slice_values("topic")) == (["fail", "pass"], ["a", "b"])
    assert ids(index.find(gold="pass", slices={"topic": "a"})) == ["c0", "c2"]
    assert ids(index.find(gold="unlabelled", slices={})) == ["c3"]


def test_without_passing_values_cells_are_those_of_the_values() -> None:
    """People say a, b, a; the judge says a, a and nothing."""
    scale = Scale(values=("a", "b"), passing=())
    dataset = make_dataset(3, criteria={"grounded": scale})
    labels = tuple(replace(label, value=value) for label, value in zip(dataset.labels, "aba", strict=True))
    dataset = replace(dataset, labels=labels)
    rule = RuleSpec(name="label", params={"values": {"a": [], "b": []}})
    judge = make_judge("sorter", rule=rule, tokens={}, scale=scale)
    run = run_columns(dataset, [judged(judge, dataset, [["a"], ["a"], ["Hm."]])], criterion="grounded", repeats=1)
    read = read_calls(run.judges[0])
    assert labels_of(run, read) == ("a", "b")
    assert ids(cases_in_cell(run, read, human="b", column="a", lenient=False)) == ["c1"]
    assert ids(cases_in_cell(run, read, column="no verdict", lenient=False)) == ["c2"]
    assert [human_label(run, read, at) for at in range(3)] == ["a", "b", "a"]
    assert [said_label(run, read, at, lenient=False) for at in range(3)] == ["a", "a", "no verdict"]


def test_cases_that_are_in_two_lists() -> None:
    assert some_of(5, [0, 1, 3]).also_in(some_of(5, [1, 2, 3])).listed.tolist() == [1, 3]
