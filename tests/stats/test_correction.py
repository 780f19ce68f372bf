from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.stats import corrected_pass_rate, rogan_gladen
from tests.stats.tables import assert_honest

SHARE = st.integers(0, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_judgys_example():
    # (0.625 + 0.75 − 1) / (0.75 + 0.75 − 1) = 0.375 / 0.5
    assert rogan_gladen(0.625, tpr=0.75, tnr=0.75) == 0.75


def test_judgys_eight_labels_are_too_few_to_correct_with():
    # 3 of 4 on either side: Wilson starts at 0.3006, so J = 0.5 reaches down to
    # 0.5 − √2 × (0.75 − 0.3006) = −0.14
    estimate = corrected_pass_rate(5, 8, tpr_k=3, tpr_n=4, tnr_k=3, tnr_n=4)
    assert (estimate.value, estimate.low, estimate.high, estimate.n) == (None, None, None, 8)
    assert "may be no better than guessing (tpr + tnr − 1 is 0.50, interval -0.14 to" in estimate.note


def test_lang_and_reiczigels_interval_by_hand():
    # 625 of 1000 passed; 300 of 400 right in either class. z² = 3.84146.
    # rate (625 + 1.92073) / 1003.84146 = 0.624522, variance 0.624522 × 0.375478 / 1003.84146 = 0.00023360
    # tpr = tnr = 301 / 402 = 0.748756, variance 0.748756 × 0.251244 / 402 = 0.00046796
    # centre (0.624522 + 0.748756 − 1) / 0.497512 = 0.750289
    # shift 2 × 3.84146 × 0.00046796 × (0.750289 − 0.249711) = 0.001800
    # half 1.959964 × √(0.00023360 + 0.00046796 × (0.562933 + 0.062356)) / 0.497512 = 0.090370
    estimate = corrected_pass_rate(625, 1000, tpr_k=300, tpr_n=400, tnr_k=300, tnr_n=400)
    assert estimate.value == pytest.approx(0.75)
    assert estimate.low == pytest.approx(0.750289 + 0.001800 - 0.090370, abs=2e-6)
    assert estimate.high == pytest.approx(0.750289 + 0.001800 + 0.090370, abs=2e-6)


def test_a_judge_without_errors_leaves_the_rate_as_it_is():
    estimate = corrected_pass_rate(30, 100, tpr_k=50, tpr_n=50, tnr_k=50, tnr_n=50)
    assert estimate.value == pytest.approx(0.3)


def test_a_rate_below_the_judges_false_passes_is_held_at_zero():
    # 5 of 100 passed, but bad answers alone should bring 20 %: (0.05 + 0.8 − 1) / 0.6 is negative
    estimate = corrected_pass_rate(5, 100, tpr_k=80, tpr_n=100, tnr_k=80, tnr_n=100)
    assert (estimate.value, estimate.low) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ({"tpr_k": 0, "tpr_n": 0, "tnr_k": 5, "tnr_n": 5}, "no labelled case that people passed"),
        ({"tpr_k": 5, "tpr_n": 5, "tnr_k": 0, "tnr_n": 0}, "no labelled case that people failed"),
        ({"tpr_k": 50, "tpr_n": 50, "tnr_k": 0, "tnr_n": 50}, "may be no better than guessing"),
    ],
)
def test_what_the_labels_cannot_tell_is_not_corrected(counts, reason):
    estimate = corrected_pass_rate(6, 10, **counts)
    assert estimate.value is None
    assert reason in estimate.note


def test_no_judged_cases_is_undefined():
    assert corrected_pass_rate(0, 0, tpr_k=9, tpr_n=9, tnr_k=9, tnr_n=9).note == "no cases"


@given(passed=SHARE, tpr=SHARE, tnr=SHARE)
def test_any_counts_are_answered_honestly(passed, tpr, tnr):
    estimate = corrected_pass_rate(*passed, tpr_k=tpr[0], tpr_n=tpr[1], tnr_k=tnr[0], tnr_n=tnr[1])
    assert_honest(estimate, 0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("theta", [0.2, 0.5, 0.9])
def test_the_interval_covers_the_truth_about_19_times_in_20(theta):
    """200 labelled and 100 judged answers, tpr 0.9 and tnr 0.8, 2,000 times."""
    rng = np.random.default_rng(7)
    rate = theta * 0.9 + 0.1 * 2 * (1 - theta)
    hits = 0
    for _ in range(2000):
        passed, tpr_k, tnr_k = rng.binomial(100, rate), rng.binomial(100, 0.9), rng.binomial(100, 0.8)
        counts = {"tpr_k": int(tpr_k), "tpr_n": 100, "tnr_k": int(tnr_k), "tnr_n": 100}
        estimate = corrected_pass_rate(int(passed), 100, **counts)
        hits += estimate.low <= theta <= estimate.high
    # the standard error of a coverage of 0.95 in 2,000 rounds is 0.005
    assert hits / 2000 >= 0.935
