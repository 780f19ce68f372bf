"""Which way verdicts turned, and what chance says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from evalcore.doctor.report import Exchange
from evalcore.doctor.turns import Turn, turn_of
from evalcore.domain import PASS_FAIL, Scale
from tests.support.things import make_case

GRADES = Scale(values=("1", "2", "3", "4", "5"), level="ordinal", passing=())
TOPICS = Scale(values=("red", "green", "blue"), level="nominal", passing=())


def turned(*times: tuple[int, str | None, str | None], scale: Scale = PASS_FAIL, clusters: Sequence[str] = ()) -> Turn:
    """What (how many, verdict before, verdict after) come to."""
    read = [(said(before), said(after)) for count, before, after in times for _ in range(count)]
    cases = [make_case(number) for number in range(len(read))]
    if clusters:
        cases = [replace(case, cluster=cluster) for case, cluster in zip(cases, clusters, strict=True)]
    return turn_of(read, cases, scale, by_side=scale is PASS_FAIL)


def said(verdict: str | None) -> Exchange:
    return Exchange(
        probe="", case_id="", sent="", prompt=None, human=None, verdict=verdict, literal=True, text="", thinking=None,
        finish_reason=None, completion_tokens=None, failure=None,
    )  # fmt: skip


def test_of_two_values_the_turned_are_coins():
    """7 to pass and 1 to fail of 12: 2 · (1 + 8) / 2⁸, and +50 points of 12."""
    turn = turned((7, "fail", "pass"), (1, "pass", "fail"), (4, "pass", "pass"))
    assert (turn.there, turn.towards, turn.away) == ("to pass", 7, 1)
    assert turn.p == pytest.approx(18 / 256)
    assert turn.change.value == pytest.approx(6 / 12)


def test_of_more_values_each_is_a_question_of_its_own():
    """8 turn to blue from either of the others: 2 / 2⁸, three times."""
    turn = turned((4, "red", "blue"), (4, "green", "blue"), (4, "red", "red"), scale=TOPICS)
    assert (turn.there, turn.towards, turn.away) == ("to blue", 8, 0)
    assert turn.p == pytest.approx(3 * 2 / 256)


def test_verdicts_that_turn_into_none_turn_one_way():
    turn = turned((8, "fail", None), (4, "pass", "pass"))
    assert (turn.there, turn.towards) == ("to no verdict", 8)


@pytest.mark.parametrize(("by", "there"), [(1, "up"), (-1, "down")])
def test_on_a_scale_in_order_every_step_counts_one_way(by: int, there: str):
    """Each of 9 grades goes one up, or one down: no value gains more than one case, and all go the same way."""
    steps = [(3, str(grade), str(grade + by)) for grade in (2, 3, 4)]
    turn = turned(*steps, scale=GRADES)
    assert (turn.there, turn.towards, turn.away) == (there, 9, 0)
    assert turn.p == pytest.approx(2 * 0.5**9)


def test_nothing_that_turned_is_no_test():
    assert turned((6, "pass", "pass")).p is None


def test_cases_that_share_a_source_count_by_their_source():
    """16 of two sources turn: two sources alone show nothing."""
    turn = turned((16, "fail", "pass"), clusters=["one"] * 8 + ["two"] * 8)
    assert turn.p is None or turn.p > 0.05
