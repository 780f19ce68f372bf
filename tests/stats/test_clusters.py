from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats import (
    clustered_difference,
    clustered_mcnemar,
    clustered_proportion,
    counts_by_cluster,
    effective_n,
    exact_mcnemar,
    wilson,
)
from tests.stats.tables import assert_honest

FOUR_FIVES = np.repeat(np.arange(4), 5)
TWO_RIGHT = np.repeat([True, True, False, False], 5)
"""Of four clusters of five, two are all right and two all wrong."""

CASES = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 6)), max_size=60)


def columns(cases):
    return tuple(np.array(column) for column in zip(*cases, strict=True)) if cases else (np.array([]),) * 3


def test_clusters_that_are_all_alike_count_as_a_case_each_less_one():
    # p = 0.5; v = 4/3 × 4 × 2.5² / 20² = 0.08333; 0.25 / 0.08333 = 3
    assert effective_n(TWO_RIGHT, FOUR_FIVES) == pytest.approx(3)


def test_cases_of_their_own_count_in_full():
    assert effective_n(TWO_RIGHT, np.arange(20)) == 20
    assert clustered_proportion(TWO_RIGHT, np.arange(20)) == wilson(10, 20)


def test_the_interval_by_hand():
    # n 3, t with 3 degrees of freedom 3.1824, its square 10.128: shrink 4.3760;
    # half 3.1824 √(0.25/3 + 10.128/36) / 4.3760 = 0.4392
    estimate = clustered_proportion(TWO_RIGHT, FOUR_FIVES)
    assert (estimate.value, estimate.k, estimate.n) == (0.5, 10, 20)
    assert (estimate.low, estimate.high) == (pytest.approx(0.0608, abs=5e-5), pytest.approx(0.9392, abs=5e-5))
    assert estimate.note == "4 clusters; as sure as 3 independent cases"


def test_all_right_in_every_cluster_is_one_case_per_cluster():
    assert effective_n(np.ones(20, dtype=bool), FOUR_FIVES) == 4
    assert clustered_proportion(np.ones(20, dtype=bool), FOUR_FIVES).low < wilson(4, 4).low


def test_clusters_that_balance_out_count_for_no_more_than_their_cases():
    assert effective_n([True, False] * 10, np.repeat(np.arange(10), 2)) == 20


def test_one_cluster_and_no_cases():
    estimate = clustered_proportion([True, False], [0, 0])
    assert (estimate.value, estimate.low) == (0.5, None)
    assert effective_n([True, False], [0, 0]) is None
    assert clustered_proportion([], []).note == "no cases"


def test_two_leads_of_three_are_two_coin_tosses():
    # a leads by 3 in both clusters; of the four ways round, two are as far from 0: 0.5, where six cases would give 2/64
    a, b, clusters = [True] * 6, [False] * 6, [0, 0, 0, 1, 1, 1]
    assert clustered_mcnemar(a, b, clusters) == pytest.approx(0.5)
    assert exact_mcnemar(6, 0) == pytest.approx(2 / 64)


def test_leads_that_cancel_within_every_cluster_test_nothing():
    assert clustered_mcnemar([True, False], [False, True], [0, 0]) is None
    assert clustered_mcnemar([True, True], [True, True], [0, 1]) is None


@settings(max_examples=60, deadline=None)
@given(CASES)
def test_with_a_cluster_per_case_it_is_mcnemars_test(cases):
    a, b, _ = columns(cases)
    expected = exact_mcnemar(int((a > b).sum()), int((a < b).sum()))
    assert clustered_mcnemar(a, b, np.arange(len(a))) == (None if expected is None else pytest.approx(expected))


@settings(max_examples=60, deadline=None)
@given(CASES)
def test_any_cases_are_answered_honestly(cases):
    a, b, clusters = columns(cases)
    one, other = clustered_difference(a, b, clusters), clustered_difference(b, a, clusters)
    assert_honest(one, -1, 1)
    assert_honest(clustered_proportion(a, clusters), 0, 1)
    p = clustered_mcnemar(a, b, clusters)
    assert p is None or 0 < p <= 1
    if one.low is not None:
        assert (one.value, one.low) == pytest.approx((-other.value, -other.high))


def test_cases_are_counted_by_cluster():
    assert counts_by_cluster(np.array([0, 1, 1, 0]), np.array([7, 7, 9, 9]), 3).tolist() == [[1, 1, 0], [1, 1, 0]]
