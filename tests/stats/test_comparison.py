from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from evalcore.stats import exact_mcnemar, holm, paired_difference
from tests.stats.tables import CELL, assert_honest

NEWCOMBES_TABLE_III = [
    ((36, 12, 2, 0), 0.0569, 0.3404),
    ((20, 12, 2, 16), 0.0562, 0.3292),
    ((18, 12, 2, 18), 0.0562, 0.3290),
    ((36, 14, 0, 0), 0.1528, 0.4167),
    ((35, 14, 0, 1), 0.1461, 0.4175),
    ((18, 14, 0, 18), 0.1441, 0.3963),
    ((2, 97, 1, 0), 0.8721, 0.9854),
    ((1, 97, 1, 1), 0.8736, 0.9850),
    ((0, 29, 1, 0), 0.6666, 0.9882),
    ((2, 98, 0, 0), 0.9178, 0.9945),
    ((0, 30, 0, 0), 0.8395, 1.0000),
    ((54, 0, 0, 0), -0.0664, 0.0664),
    ((53, 0, 0, 1), -0.0729, 0.0729),
    ((27, 0, 0, 27), -0.0351, 0.0351),
]


@pytest.mark.parametrize(("counts", "low", "high"), NEWCOMBES_TABLE_III)
def test_newcombes_published_limits(counts, low, high):
    """Newcombe (1998), Statistics in Medicine 17, 2635–2650, Table III, method 10, to its four decimals."""
    estimate = paired_difference(*counts)
    # The paper rounds z to 1.96, which its last decimal can show.
    assert estimate.low == pytest.approx(low, abs=1e-4)
    assert estimate.high == pytest.approx(high, abs=1e-4)


def test_the_consolidation_therapy_example():
    """59, 6, 16 and 80 patients (Cavo 2012), as R's contingencytables prints it."""
    # (6 − 16) / 161 = −0.0621
    estimate = paired_difference(59, 6, 16, 80)
    assert (round(estimate.value, 4), round(estimate.low, 4), round(estimate.high, 4)) == (-0.0621, -0.1186, -0.0046)


def test_judges_that_share_no_case_cannot_be_compared():
    estimate = paired_difference(0, 0, 0, 0)
    assert (estimate.value, estimate.note) == (None, "no cases that both judges answered")


@given(CELL, CELL, CELL, CELL)
def test_swapping_the_judges_mirrors_the_difference(both, only_a, only_b, neither):
    one, other = paired_difference(both, only_a, only_b, neither), paired_difference(both, only_b, only_a, neither)
    assert_honest(one, -1, 1)
    if one.value is not None:
        assert (one.value, one.low) == pytest.approx((-other.value, -other.high))


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
