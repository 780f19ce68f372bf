from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats import clustered_proportion, mean_over_cases, unequal_pair_share, wilson
from tests.stats.tables import assert_honest


def test_one_odd_repeat_of_three_makes_two_of_three_pairs_unequal():
    assert unequal_pair_share(["pass", "pass", "fail"]) == pytest.approx(2 / 3)


def test_equal_repeats_never_flip():
    assert unequal_pair_share(["pass"] * 5) == 0.0


def test_one_repeat_makes_no_pair():
    with pytest.raises(ValueError, match="two repeats, this case has 1"):
        unequal_pair_share(["pass"])


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=8))
def test_the_share_is_that_of_all_pairs_listed(values):
    pairs = list(combinations(values, 2))
    assert unequal_pair_share(values) == pytest.approx(sum(a != b for a, b in pairs) / len(pairs))


def test_cases_and_not_calls_carry_the_uncertainty():
    # 100 cases with mean (0 + 1/3 + 2/3 + 1) / 4 = 0.5 and two imagined ones at either end: mean square
    # (25 × 14/9 + 2) / 104 = 0.39316, variance 0.14316; 0.5 ± 1.95996 √(0.14316 / 104), however many repeats there are
    estimate = mean_over_cases([0, 1 / 3, 2 / 3, 1] * 25)
    assert (estimate.value, estimate.n) == (pytest.approx(0.5), 100)
    assert estimate.high - estimate.value == pytest.approx(1.95996 * np.sqrt(0.14316 / 104), abs=1e-5)


def test_cases_that_share_a_source_show_less():
    values, clusters = np.repeat([0, 1 / 3, 2 / 3, 1] * 5, 5), np.repeat(np.arange(20), 5)
    one, other = mean_over_cases(values), mean_over_cases(values, clusters=clusters)
    assert other.value == one.value
    assert other.high - other.low > 1.8 * (one.high - one.low)
    assert mean_over_cases(values == 1, clusters=clusters) == clustered_proportion(values == 1, clusters)


def test_shares_of_0_and_1_are_a_proportion():
    assert mean_over_cases([1, 0, 1, 1, 1, 0, 1, 1, 1, 1]) == wilson(8, 10)


def test_no_flip_in_20_cases_is_not_a_rate_of_exactly_0():
    # Wilson 0 of 20 reaches 3.8415 / 23.8415 = 0.1611
    estimate = mean_over_cases(np.zeros(20))
    assert (estimate.value, estimate.low) == (0.0, 0.0)
    assert estimate.high == pytest.approx(0.1611, abs=5e-5)


def test_equal_shares_keep_a_width():
    estimate = mean_over_cases([0.5] * 20)
    assert estimate.low < 0.5 < estimate.high


def test_no_cases_is_undefined():
    assert mean_over_cases([]).note == "no cases"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([0, 1 / 3, 0.4, 2 / 3, 1]), max_size=60))
def test_any_shares_are_answered_honestly(values):
    estimate = mean_over_cases(values)
    assert_honest(estimate, 0, 1)
    assert estimate.value is None or estimate.value == pytest.approx(np.mean(values))
