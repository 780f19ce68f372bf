"""Figures of one class under another mix of slices, and a margin held against any difference."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import Estimate
from evalcore.stats import mixed_balanced_accuracy, mixed_share, non_inferiority, reweighted, within_margin
from evalcore.stats.intervals import critical_value


def test_with_every_case_in_the_class_it_is_the_reweighted_share():
    """9 of 10 and 3 of 10, asked equally often: 0.6; the derivative that the interval rests on is numerical."""
    plain, mixed = (
        reweighted({"a": (9, 10), "b": (3, 10)}, {"a": 1, "b": 1}),
        mixed_share([[9, 1, 0], [3, 7, 0]], [1, 1]),
    )
    assert mixed.value == plain.value == pytest.approx(0.6)
    assert (mixed.low, mixed.high) == (pytest.approx(plain.low, abs=1e-5), pytest.approx(plain.high, abs=1e-5))


def test_a_slice_weighs_by_its_cases_of_the_class():
    """Of a's ten cases eight are good and six accepted; of b's ten two and one.

    At 1 to 3: (0.25 · 6/10 + 0.75 · 1/10) / (0.25 · 8/10 + 0.75 · 2/10) = 0.225 / 0.35 = 9/14.
    """
    estimate = mixed_share([[6, 2, 2], [1, 1, 8]], [1, 3])
    assert estimate.value == pytest.approx(9 / 14)
    assert estimate.n == 10


def test_of_one_slice_and_one_class_it_is_agresti_and_coulls_interval():
    """8 of 10 of the class: (8 + 2) / 14 ± z √(p(1 − p) / 14)."""
    estimate = mixed_share([[8, 2, 0]], [1])
    centre = 10 / 14
    assert estimate.low == pytest.approx(centre - critical_value() * (centre * (1 - centre) / 14) ** 0.5, abs=1e-5)


def test_a_slice_without_the_class_has_no_say_and_a_mix_without_it_no_figure():
    assert mixed_share([[3, 1, 6], [0, 0, 10]], [1, 1]).value == pytest.approx(0.75)
    assert mixed_share([[0, 0, 10]], [1]).value is None


def test_balanced_accuracy_is_the_mean_of_both_classes_under_the_mix():
    """The tpr is 9/14 as above. Bad answers caught: (0.25 · 1/10 + 0.75 · 4/10) / (0.25 · 2/10 + 0.75 · 8/10) = 0.5."""
    tables = [[[6, 2], [1, 1]], [[1, 1], [4, 4]]]
    estimate = mixed_balanced_accuracy(tables, [1, 3])
    assert estimate.value == pytest.approx((9 / 14 + 0.5) / 2)
    assert mixed_balanced_accuracy([[[6, 2], [0, 0]]], [1]).value is None


def test_clusters_that_are_alike_widen_it_and_one_withholds_it():
    counts, parts = [[10, 10, 0]], np.array([[[5, 0, 0]], [[5, 0, 0]], [[0, 5, 0]], [[0, 5, 0]]])
    alone, shared = mixed_share(counts, [1]), mixed_share(counts, [1], clusters=parts)
    assert shared.value == alone.value
    assert (shared.high or 0) - (shared.low or 0) > (alone.high or 0) - (alone.low or 0)
    assert mixed_share(counts, [1], clusters=[counts]).low is None


tables = st.lists(st.tuples(*[st.integers(0, 12)] * 4).filter(any), min_size=1, max_size=3)


@given(tables=tables, weights=st.lists(st.integers(1, 9), min_size=3, max_size=3))
def test_whatever_the_slices_the_value_lies_in_its_interval_and_both_in_0_to_1(tables, weights):
    found = np.array(tables).reshape(-1, 2, 2)
    mix = weights[: len(found)]
    good = np.column_stack([found[:, 0, 0], found[:, 0, 1], found[:, 1].sum(axis=1)])
    for estimate in (mixed_share(good, mix), mixed_balanced_accuracy(found, mix)):
        if estimate.value is not None:
            assert estimate.low is not None
            assert estimate.high is not None
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(-0.04, 0.1, "proven"), (-0.06, 0.1, "not proven"), (-0.3, -0.06, "inferior"), (-0.05, 0.1, "not proven")],
)
def test_a_margin_is_held_against_the_whole_interval(low, high, verdict):
    difference = Estimate(value=(low + high) / 2, low=low, high=high, n=100)
    assert within_margin(difference, margin=0.05).verdict == verdict


def test_a_difference_without_an_interval_proves_nothing_and_a_margin_of_1_is_none():
    assert within_margin(Estimate(value=0.0, n=5), margin=0.05).verdict == "not proven"
    assert non_inferiority(85, 5, 5, 5, margin=0.1) == within_margin(
        non_inferiority(85, 5, 5, 5, margin=0.05).difference, margin=0.1
    )
    with pytest.raises(ValueError, match="between 0 and 1"):
        within_margin(Estimate(value=0.0, n=5), margin=1.0)
