"""Names, seeds and sides; and shared cases spread so that every two people share some."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import Scale
from evalcore.domain.labelling import name_key
from evalcore.domain.labelling_plan import (
    ANYBODY,
    REPEAT_GAP,
    drawn,
    in_canonical_sides,
    pairs_without_shared,
    repeat_due,
    sides_swapped,
    spread_over_people,
)

PAIRS = Scale(values=("A", "B", "tie"), passing=())


@pytest.mark.parametrize(
    "name", ["Anna Weiß", "anna weiss", "  ANNA\u00a0WEISS ", "Ａnna Weiß", "A\u200aNNA WEISS".replace("\u200a", "")]
)
def test_ways_of_writing_one_name_have_one_key(name: str) -> None:
    assert name_key(name) == "anna weiss"


@given(st.text())
def test_the_key_of_a_key_is_the_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


def test_a_draw_depends_on_the_seed_and_its_parts_alone_and_is_even() -> None:
    assert drawn(1, "a", 2) == drawn(1, "a", 2)
    assert drawn(1, "ab", "c") != drawn(1, "a", "bc")
    draws = [drawn(0, number) for number in range(2000)]
    assert all(0 <= one < 1 for one in draws)
    assert mean(draws) == pytest.approx(0.5, abs=0.02)  # standard error sqrt(1/12/2000) = 0.0065


@given(st.sampled_from(PAIRS.values), st.booleans())
def test_turning_sides_twice_gives_the_value_back(value: str, swapped: bool) -> None:
    once = in_canonical_sides(value, PAIRS, swapped=swapped)
    assert in_canonical_sides(once, PAIRS, swapped=swapped) == value
    assert (once != value) == (swapped and value != "tie")


def test_half_of_the_sides_are_swapped_and_a_repeat_is_the_other_way_round() -> None:
    swapped = [sides_swapped(0, "ann", str(number), again=False) for number in range(400)]
    assert 160 <= sum(swapped) <= 240  # 200 ± 4 standard deviations of 10
    assert [not one for one in swapped] == [sides_swapped(0, "ann", str(number), again=True) for number in range(400)]


def test_a_repeat_is_due_after_some_other_cases() -> None:
    due = [repeat_due(0, 1.0, "ann", str(number), 5) for number in range(50)]
    assert all(one is not None and 5 + REPEAT_GAP < one <= 5 + 2 * REPEAT_GAP + 1 for one in due)
    assert repeat_due(0, 0.0, "ann", "c", 5) is None


@given(st.integers(2, 7), st.integers(2, 4), st.integers(0, 40))
def test_every_two_people_share_a_case_where_there_are_enough(people: int, per_case: int, more: int) -> None:
    """p(p − 1)/2 shared cases are enough, and loads differ little."""
    everybody = list(range(1, people + 1))
    cases = people * (people - 1) // 2 + more
    planned = spread_over_people(dict.fromkeys(range(cases), per_case), {}, everybody)
    members = [[one for one in who if one != ANYBODY] for who in planned.values()]
    assert all(len(who) == per_case for who in planned.values())
    assert all(len(set(one)) == len(one) == min(per_case, people) for one in members)
    shares = Counter(pair for one in members for pair in combinations(sorted(one), 2))
    assert pairs_without_shared(shares, everybody) == ()
    loads = Counter(one for who in members for one in who)
    assert max(loads.values()) - min(loads.values()) <= per_case


def test_what_somebody_has_counts_and_what_they_passed_on_is_not_planned_for_them_again() -> None:
    """Case 0 is 1's already: 2 joins. Case 1 was passed on by 1 and 2. Case 2 is for one person, case 3 is taken."""
    planned = spread_over_people({0: 2, 1: 2, 2: 1, 3: 1}, {0: [1], 3: [1]}, [1, 2, 3], passed={1: {1, 2}})
    assert planned[0] in ((2,), (3,))
    assert planned[1] == (3, ANYBODY)
    assert (planned[2], planned[3]) == ((ANYBODY,), ())


def test_without_people_everything_is_anybodys() -> None:
    assert spread_over_people({0: 3}, {}, []) == {0: (ANYBODY,) * 3}
