from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from evalcore.stats import wilson
from tests.stats.tables import assert_honest

PROPORTION = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_wilson_of_8_in_10():
    # z² = 3.8415; centre (0.8 + 3.8415/20) / 1.38415 = 0.7167;
    # half 1.96 √(0.16/10 + 3.8415/400) / 1.38415 = 0.2266
    estimate = wilson(8, 10)
    assert (estimate.value, estimate.k, estimate.n) == (0.8, 8, 10)
    assert estimate.low == pytest.approx(0.4902, abs=5e-5)
    assert estimate.high == pytest.approx(0.9433, abs=5e-5)


def test_36_of_60_is_somewhere_between_47_and_71_percent():
    estimate = wilson(36, 60)
    assert (round(100 * estimate.low), round(100 * estimate.high)) == (47, 71)


def test_20_of_20_is_no_proof_of_more_than_84_percent():
    # low = n / (n + z²) = 20 / 23.8415 = 0.8389
    estimate = wilson(20, 20)
    assert estimate.low == pytest.approx(0.8389, abs=5e-5)
    assert estimate.high == 1.0


def test_0_of_n_starts_at_exactly_0_and_keeps_a_width():
    # high = z² / (n + z²) = 3.8415 / 23.8415 = 0.1611
    estimate = wilson(0, 20)
    assert estimate.low == 0.0
    assert estimate.high == pytest.approx(0.1611, abs=5e-5)


def test_no_cases_is_undefined_and_not_zero():
    estimate = wilson(0, 0)
    assert (estimate.value, estimate.low, estimate.high, estimate.note) == (None, None, None, "no cases")


def test_a_higher_level_gives_a_wider_interval():
    assert wilson(8, 10, level=0.99).low < wilson(8, 10).low
    assert wilson(8, 10, level=0.99).level == 0.99


@given(PROPORTION)
def test_statsmodels_gives_the_same_limits(proportion):
    k, n = proportion
    low, high = proportion_confint(k, n, method="wilson")
    estimate = wilson(k, n)
    assert math.isclose(estimate.low, low, abs_tol=1e-12)
    assert math.isclose(estimate.high, high, abs_tol=1e-12)


@given(PROPORTION)
def test_the_interval_holds_the_share_and_mirrors_with_it(proportion):
    k, n = proportion
    assert_honest(wilson(k, n), 0, 1)
    assert wilson(k, n).low == pytest.approx(1 - wilson(n - k, n).high, abs=1e-12)
