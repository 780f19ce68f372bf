from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from evalcore.stats import exact_mcnemar, holm, non_inferiority, paired_difference
from tests.stats.tables import CELL, assert_honest


def test_the_consolidation_therapy_example():
    """59, 6, 16 and 80 patients (Cavo 2012), as R's contingencytables prints Tango's interval."""
    # (6 − 16) / 161 = −0.0621
    estimate = paired_difference(59, 6, 16, 80)
    assert (round(estimate.value, 4), round(estimate.low, 4), round(estimate.high, 4)) == (-0.0621, -0.1240, -0.0054)


def test_judges_that_never_differ_may_differ_a_little():
    # With no telling case the score at δ is nδ / √(nδ(1 − δ)) or so; it reaches 1.96 where
    # nδ = z² (1 − δ): δ = z² / (n + z²) = 3.8415 / 57.8415 = 0.0664, as Wilson says of 0 of 54
    estimate = paired_difference(54, 0, 0, 0)
    assert estimate.low == pytest.approx(-0.0664, abs=5e-5)
    assert estimate.high == pytest.approx(0.0664, abs=5e-5)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 30), st.integers(1, 30), st.integers(1, 30), st.integers(0, 30))
def test_at_the_limits_the_likeliest_table_is_196_standard_errors_away(both, only_a, only_b, neither):
    """By a search for the likeliest share of ``only_b`` under the supposed difference, instead of its formula."""
    n, estimate = both + only_a + only_b + neither, paired_difference(both, only_a, only_b, neither)
    for limit in (estimate.low, estimate.high):
        shares = np.linspace(max(0, -limit), (1 - limit) / 2, 200_001)[1:-1]
        likelihood = only_a * np.log(shares + limit) + only_b * np.log(shares)
        likelihood = likelihood + (both + neither) * np.log(1 - 2 * shares - limit)
        share = shares[np.argmax(likelihood)]
        score = (only_a - only_b - n * limit) / np.sqrt(n * (2 * share + limit - limit**2))
        assert abs(score) == pytest.approx(1.959964, abs=2e-3)


def test_judges_that_share_no_case_cannot_be_compared():
    estimate = paired_difference(0, 0, 0, 0)
    assert (estimate.value, estimate.note) == (None, "no cases that both judges answered")


@given(CELL, CELL, CELL, CELL)
def test_swapping_the_judges_mirrors_the_difference(both, only_a, only_b, neither):
    one, other = paired_difference(both, only_a, only_b, neither), paired_difference(both, only_b, only_a, neither)
    assert_honest(one, -1, 1)
    if one.value is not None:
        assert (one.value, one.low) == pytest.approx((-other.value, -other.high))


def test_a_cheap_judge_is_good_enough_when_all_of_the_interval_is_above_the_margin():
    # as often better as worse, 5 and 5 of 100: the interval is about ± 1.96 √10 / 100 = ± 0.06
    assert non_inferiority(85, 5, 5, 5, margin=0.1).verdict == "proven"
    assert non_inferiority(85, 5, 5, 5, margin=0.05).verdict == "not proven"


def test_a_cheap_judge_is_inferior_when_all_of_the_interval_is_below_the_margin():
    # right on 30 of 100 fewer, never on one more: about −0.40 to −0.21
    outcome = non_inferiority(60, 0, 30, 10, margin=0.1)
    assert outcome.verdict == "inferior"
    assert outcome.difference == paired_difference(60, 0, 30, 10)


def test_without_cases_nothing_is_proven():
    assert non_inferiority(0, 0, 0, 0, margin=0.1).verdict == "not proven"


def test_a_margin_of_nothing_is_refused():
    with pytest.raises(ValueError, match="between 0 and 1, found 0"):
        non_inferiority(1, 1, 1, 1, margin=0)


def test_exact_mcnemar_counts_coin_tosses():
    # 1 of 6 or fewer, both sides: 2 × (1 + 6) / 2⁶ = 14/64
    assert exact_mcnemar(1, 5) == pytest.approx(14 / 64)


def test_as_many_on_either_side_is_no_evidence_at_all():
    assert exact_mcnemar(7, 7) == 1.0


def test_judges_that_are_never_right_alone_are_not_tested():
    assert exact_mcnemar(0, 0) is None


@given(CELL, CELL)
def test_statsmodels_gives_the_same_p_value(only_a, only_b):
    expected = mcnemar(np.array([[9, only_a], [only_b, 9]]), exact=True).pvalue
    assert (exact_mcnemar(only_a, only_b) or 1.0) == pytest.approx(expected)


def test_holm_by_hand():
    # in order 0.01, 0.03, 0.04: 3 × 0.01, 2 × 0.03, and 0.04 is lifted to what stands before it
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])


def test_what_was_not_tested_does_not_count_as_a_comparison():
    assert holm([None, 0.02, None, 0.5]) == [None, 0.04, None, 0.5]


def test_holm_stops_at_1():
    assert holm([0.6, 0.7]) == [1.0, 1.0]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_statsmodels_adjusts_the_same_way(p_values):
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1].tolist())
