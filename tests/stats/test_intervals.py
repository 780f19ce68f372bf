from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from evalcore.stats import clopper_pearson, simultaneous_level, wilson
from evalcore.stats.intervals import jeffreys
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


def test_clopper_pearson_of_13_in_16():
    # Ligaarden and others (2010), as R's contingencytables prints it
    estimate = clopper_pearson(13, 16)
    assert (round(estimate.value, 4), round(estimate.low, 4), round(estimate.high, 4)) == (0.8125, 0.5435, 0.9595)


def test_clopper_pearson_at_the_ends():
    # 10 of 10 is as rare as 2.5 % when the share is 0.025^(1/10) = 0.6915
    assert clopper_pearson(10, 10).low == pytest.approx(0.025**0.1)
    assert clopper_pearson(10, 10).high == 1.0
    assert clopper_pearson(0, 10).high == pytest.approx(1 - 0.025**0.1)
    assert clopper_pearson(0, 0).note == "no cases"


@given(PROPORTION)
def test_statsmodels_gives_the_same_exact_limits(proportion):
    k, n = proportion
    low, high = proportion_confint(k, n, method="beta")
    estimate = clopper_pearson(k, n)
    assert math.isclose(estimate.low, 0.0 if k == 0 else low, abs_tol=1e-9)
    assert math.isclose(estimate.high, 1.0 if k == n else high, abs_tol=1e-9)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_jeffreys_limits_are_those_of_statsmodels_but_go_on_to_the_ends(proportion):
    k, n = proportion
    low, high = proportion_confint(k, n, method="jeffreys")
    estimate = jeffreys(k, n)
    assert math.isclose(estimate.low, low if k else 0.0, abs_tol=1e-9)
    assert math.isclose(estimate.high, high if k < n else 1.0, abs_tol=1e-9)


def test_of_sixteen_judges_each_interval_is_drawn_at_a_level_of_nearly_one():
    # 0.95^(1/16) = 0.99680; sixteen independent intervals at it hold together with 0.9968^16 = 0.95
    assert simultaneous_level(0.95, 16) ** 16 == pytest.approx(0.95)
    assert simultaneous_level(0.95, 1) == 0.95
