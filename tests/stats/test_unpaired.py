from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep

import evalcore.stats.planning
import evalcore.stats.unpaired
from evalcore.domain import undefined
from evalcore.stats import implied_p_value, unpaired_difference, wilson
from tests.stats.tables import assert_honest

PROPORTION = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))

NEWCOMBES_TABLE_II = [
    ((56, 70), (48, 80), 0.0524, 0.3339),
    ((9, 10), (3, 10), 0.1705, 0.8090),
    ((6, 7), (2, 7), 0.0582, 0.8062),
    ((5, 56), (0, 29), -0.0381, 0.1926),
    ((0, 10), (0, 20), -0.1611, 0.2775),
    ((0, 10), (0, 10), -0.2775, 0.2775),
    ((10, 10), (0, 20), 0.6791, 1.0000),
    ((10, 10), (0, 10), 0.6075, 1.0000),
]


@pytest.mark.parametrize(("a", "b", "low", "high"), NEWCOMBES_TABLE_II)
def test_newcombes_published_limits(a, b, low, high):
    """Newcombe (1998), Statistics in Medicine 17, 873–890, Table II, method 10."""
    estimate = unpaired_difference(wilson(*a), wilson(*b))
    assert estimate.low == pytest.approx(low, abs=1e-4)
    assert estimate.high == pytest.approx(high, abs=1e-4)


@given(PROPORTION, PROPORTION)
def test_statsmodels_gives_the_same_limits(a, b):
    estimate = unpaired_difference(wilson(*a), wilson(*b))
    low, high = confint_proportions_2indep(a[0], a[1], b[0], b[1], method="newcomb", compare="diff")
    assert_honest(estimate, -1, 1)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1e-9)


def test_a_side_without_cases_leaves_the_difference_undefined():
    estimate = unpaired_difference(wilson(8, 10), undefined(0, "no cases"))
    assert (estimate.value, estimate.n, estimate.note) == (None, 10, "no cases")
    assert unpaired_difference(undefined(0, "no cases"), wilson(8, 10)).note == "no cases"


@pytest.mark.parametrize("module", [evalcore.stats.unpaired, evalcore.stats.planning])
def test_the_examples_in_the_docstrings_hold(module):
    results = doctest.testmod(module)
    assert (results.attempted > 0, results.failed) == (True, 0)


@given(PROPORTION, PROPORTION)
def test_the_implied_p_value_is_below_5_percent_exactly_where_the_interval_leaves_out_0(a, b):
    difference = unpaired_difference(wilson(*a), wilson(*b))
    p = implied_p_value(difference)
    if p is None:
        assert difference.value == 0
    elif abs(p - 0.05) > 1e-9:
        assert (p < 0.05) == (difference.low > 0 or difference.high < 0)
        assert implied_p_value(unpaired_difference(wilson(*b), wilson(*a))) == pytest.approx(p)


def test_nothing_is_implied_without_an_interval_or_without_a_difference():
    assert implied_p_value(undefined(0, "no cases")) is None
    assert implied_p_value(unpaired_difference(wilson(5, 10), wilson(5, 10))) is None
