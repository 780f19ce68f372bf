from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from evalcore.stats import kendall, mean_absolute_error, spearman
from tests.stats.tables import assert_honest

A, B = [1, 2, 3, 4, 5], [1, 3, 2, 5, 4]
RATINGS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=40)


def paired(pairs):
    return [a for a, _ in pairs], [b for _, b in pairs]


def test_spearman_by_hand():
    # Σ d² = 4: 1 − 6 × 4 / (5 × 24) = 0.8
    assert spearman(A, B).value == pytest.approx(0.8)


def test_kendall_by_hand():
    # 8 of the 10 pairs are ordered alike, 2 against: (8 − 2) / 10
    assert kendall(A, B).value == pytest.approx(0.6)


def test_tau_b_allows_for_ties():
    # of 3 pairs 1 is tied on a, the other 2 are alike: 2 / √(2 × 3)
    assert kendall([1, 1, 2], [1, 2, 3]).value == pytest.approx(2 / np.sqrt(6))


def test_mean_absolute_error_by_hand():
    # distances 0, 1, 1, 1, 1: 4 / 5
    assert mean_absolute_error(A, B).value == pytest.approx(0.8)


@pytest.mark.parametrize("figure", [spearman, kendall, mean_absolute_error])
def test_with_very_many_cases_the_interval_closes_around_the_value(figure):
    """The table that the interval is made of has the figure that scipy computes."""
    rng = np.random.default_rng(3)
    a = rng.integers(1, 6, 200_000)
    b = np.clip(a + rng.integers(-1, 3, len(a)), 1, 5)
    estimate = figure(a, b)
    assert (estimate.low + estimate.high) / 2 == pytest.approx(estimate.value, abs=2e-4)
    assert estimate.high - estimate.low < 0.02


@pytest.mark.parametrize("figure", [spearman, kendall])
@pytest.mark.parametrize(
    ("a", "b", "note"),
    [
        ([], [], "no cases"),
        ([3], [4], "one case has no order"),
        ([2, 2, 2], [1, 2, 3], "the first side gave every case the same rating"),
        ([1, 2, 3], [2, 2, 2], "the second side gave every case the same rating"),
    ],
)
def test_where_nothing_can_be_ordered_it_is_undefined(figure, a, b, note):
    estimate = figure(a, b)
    assert (estimate.value, estimate.note) == (None, note)


def test_ratings_that_are_all_the_same_have_no_error_and_no_interval():
    estimate = mean_absolute_error([3, 3], [3, 3])
    assert (estimate.value, estimate.low) == (0.0, None)
    assert mean_absolute_error([], []).note == "no cases"


def test_measurements_without_ties_have_fishers_interval():
    # rho of 50 measurements; half-width on Fisher's scale 1.95996 √((1 + rho²/2) / 47)
    rng = np.random.default_rng(4)
    a = rng.normal(size=50)
    estimate = spearman(a, a + rng.normal(size=50))
    half = 1.959964 * np.sqrt((1 + estimate.value**2 / 2) / 47)
    assert estimate.low == pytest.approx(np.tanh(np.arctanh(estimate.value) - half), abs=1e-6)
    assert kendall(a, -a).note == "interval withheld: all cases are in one order"


def test_as_many_ratings_are_needed_on_either_side():
    with pytest.raises(ValueError, match="found 2 and 3"):
        spearman([1, 2], [1, 2, 3])


def test_cases_that_share_a_source_show_less():
    a, b, clusters = np.tile(A, 8), np.tile(B, 8), np.tile(np.arange(5), 8)
    for figure in (spearman, kendall, mean_absolute_error):
        one, other = figure(a, b), figure(a, b, clusters=clusters)
        assert other.value == one.value
        assert other.high - other.low > one.high - one.low


@settings(max_examples=60, deadline=None)
@given(RATINGS)
def test_scipy_gives_the_same_values(pairs):
    a, b = paired(pairs)
    for figure, theirs in ((spearman, spearmanr), (kendall, kendalltau)):
        value = figure(a, b).value
        assert value is None or value == pytest.approx(theirs(a, b).statistic)


@settings(max_examples=60, deadline=None)
@given(RATINGS)
def test_any_ratings_are_answered_honestly(pairs):
    for figure in (spearman, kendall):
        assert_honest(figure(*paired(pairs)), -1, 1)
    assert_honest(mean_absolute_error(*paired(pairs)), 0, 4)
