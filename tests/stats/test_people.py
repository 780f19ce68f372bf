from __future__ import annotations

import csv
import json
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats import nominal_alpha
from tests.stats.tables import assert_honest

FOUR_OBSERVERS = ["11.1", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", ".555", "..11", ".3.."]
"""Krippendorff (2011), section C: twelve units by four observers, a dot for no value."""

VOTES = st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=20)


def alpha(units):
    return nominal_alpha([unit.replace(".", "") for unit in units], seed=0)


def test_krippendorffs_example_with_missing_votes():
    # 40 pairable votes (9, 13, 10, 5, 3 of each value): 40² − (81 + 169 + 100 + 25 + 9) = 1216.
    # Unequal pairs over (votes − 1): 6/3 in units 2 and 8, 12/3 in unit 6, together 8.
    # alpha = 1 − 39 × 8 / 1216 = 0.743, as published
    estimate = alpha(FOUR_OBSERVERS)
    assert estimate.value == pytest.approx(1 - 39 * 8 / 1216)
    assert round(estimate.value, 3) == 0.743
    assert estimate.n == 11  # the last unit has one vote only


def test_krippendorffs_example_of_two_observers():
    # Section A: 4 of 10 units differ, so 8; of 20 votes 14 are 0 and 6 are 1: 400 − 196 − 36 = 168;
    # alpha = 1 − 19 × 8 / 168 = 0.095, as published
    estimate = alpha(["01", "11", "01", "00", "00", "01", "00", "00", "10", "00"])
    assert estimate.value == pytest.approx(1 - 19 * 8 / 168)
    assert round(estimate.value, 3) == 0.095


def test_without_two_votes_on_any_case_it_is_undefined():
    estimate = nominal_alpha([["pass"], [], ["fail"]], seed=0)
    assert (estimate.value, estimate.n, estimate.note) == (None, 0, "no case has votes of two or more people")


def test_with_one_value_only_it_is_undefined_and_not_1():
    estimate = nominal_alpha([["pass", "pass"]] * 9 + [["fail"]], seed=0)
    assert (estimate.value, estimate.n, estimate.note) == (None, 9, "everybody gave every case the same value")


def test_unanimity_is_not_certainty():
    # 0 of 20 cases differ: at most 0.1611 do, by Wilson. Expected among 40 votes, half of each:
    # (1600 − 800) / (40 × 39) = 0.5128, so alpha is at least 1 − 0.1611 / 0.5128 = 0.6858
    estimate = nominal_alpha([["pass", "pass"], ["fail", "fail"]] * 10, seed=0)
    assert (estimate.value, estimate.high) == (1.0, 1.0)
    assert estimate.low == pytest.approx(0.6858, abs=5e-5)


@settings(max_examples=60, deadline=None)
@given(votes=VOTES)
def test_any_votes_are_answered_honestly(votes):
    estimate = nominal_alpha(votes, seed=0)
    assert_honest(estimate, float("-inf"), 1)
    assert estimate.n == sum(len(case) >= 2 for case in votes)


@settings(max_examples=40, deadline=None)
@given(votes=VOTES, data=st.data())
def test_the_order_of_cases_and_votes_does_not_matter(votes, data):
    shuffled = [data.draw(st.permutations(case)) for case in data.draw(st.permutations(votes))]
    assert nominal_alpha(shuffled, seed=0).value == pytest.approx(nominal_alpha(votes, seed=0).value)


def test_the_same_seed_gives_the_same_interval():
    assert alpha(FOUR_OBSERVERS) == alpha(FOUR_OBSERVERS)


def test_xsum_factuality_with_its_missing_votes(shared):
    """EXPECTED.md: 5,564 votes on 1,858 summaries, ten of which have two votes."""
    votes = defaultdict(list)
    path = shared / "datasets/05_xsum_factuality/factuality_annotations_xsum_summaries.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["is_factual"] in ("yes", "no"):
                votes[row["bbcid"], row["system"]].append(row["is_factual"])
    estimate = nominal_alpha(list(votes.values()), seed=0)
    assert estimate.n == 1858
    assert estimate.value == pytest.approx(0.773606, abs=5e-7)


def test_pandalm_with_three_values(shared):
    rows = json.loads((shared / "datasets/01_pandalm/testset-v1.json").read_text(encoding="utf-8"))
    votes = [[str(row[f"annotator{who}"]) for who in (1, 2, 3)] for row in rows]
    assert nominal_alpha(votes, seed=0).value == pytest.approx(0.864221, abs=5e-7)
