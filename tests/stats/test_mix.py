from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.stats import reweighted
from tests.stats.tables import assert_honest

SLICES = st.dictionaries(
    st.sampled_from("abcd"), st.integers(0, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1
)
WEIGHTS = st.dictionaries(st.sampled_from("abcd"), st.floats(0.01, 10), min_size=1)


def test_two_slices_by_hand():
    # (0.9 + 0.3) / 2 = 0.6; with 1 + 1 imagined cases in either: 10/12 and 4/12, centre 0.58333;
    # variance (0.83333 × 0.16667 + 0.33333 × 0.66667) / 12 / 4 = 0.0075231; half 1.95996 × 0.086736 = 0.17000
    estimate = reweighted({"a": (9, 10), "b": (3, 10)}, {"a": 2, "b": 2})
    assert (estimate.value, estimate.n) == (pytest.approx(0.6), 20)
    assert estimate.low == pytest.approx(0.58333 - 0.17000, abs=1e-5)
    assert estimate.high == pytest.approx(0.58333 + 0.17000, abs=1e-5)


def test_a_slice_that_nobody_asks_is_left_out_and_named():
    estimate = reweighted({"a": (9, 10), "b": (3, 10)}, {"a": 1, "b": 0})
    assert (estimate.value, estimate.n, estimate.note) == (0.9, 10, "without b, which has no weight")


def test_a_slice_without_cases_leaves_the_mix_unknown():
    assert reweighted({"a": (9, 10), "b": (0, 0)}, {"a": 1, "b": 1}).note == "no case of b"
    assert reweighted({"a": (9, 10)}, {"a": 1, "c": 1}).value is None


@pytest.mark.parametrize("weights", [{}, {"a": 0.0}, {"a": -1.0, "b": 2.0}])
def test_weights_must_be_weights(weights):
    with pytest.raises(ValueError, match="weights of 0 or more"):
        reweighted({"a": (1, 2), "b": (1, 2)}, weights)


@given(SLICES, WEIGHTS)
def test_any_slices_are_answered_honestly(slices, weights):
    assert_honest(reweighted(slices, weights), 0, 1)


@given(WEIGHTS)
def test_only_the_proportions_of_the_weights_matter(weights):
    slices = dict.fromkeys("abcd", (3, 7))
    doubled = {name: 2 * weight for name, weight in weights.items()}
    assert reweighted(slices, weights).low == pytest.approx(reweighted(slices, doubled).low)
