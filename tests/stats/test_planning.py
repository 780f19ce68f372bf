from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.stats.proportion import (
    proportion_confint,
    samplesize_confint_proportion,
    samplesize_proportions_2indep_onetail,
)

from evalcore.errors import InputError
from evalcore.stats import (
    best_bound,
    exact_mcnemar,
    independent_discordance,
    labels_for_half_width,
    labels_for_paired,
    labels_for_threshold,
    labels_for_unpaired,
    labels_if_perfect,
    labels_to_clear,
    paired_power,
    threshold_power,
    wilson,
)
from evalcore.stats.planning_differences import connor

RATE = st.floats(0.02, 0.98)
THRESHOLD = st.floats(0.05, 0.95)


def half_width(rate: float, n: int) -> float:
    low, high = proportion_confint(rate * n, n, method="wilson")
    return (high - low) / 2


# ---- an interval of a given width


def test_141_labels_bring_a_rate_of_90_percent_to_5_points():
    # half = 1.96 √(0.09/141 + 3.8415/(4 · 141²)) / (1 + 3.8415/141) = 1.96 √0.00068661 / 1.02724 = 0.0500
    assert labels_for_half_width(0.05, 0.9) == 141


def test_the_textbook_interval_asks_for_about_as_many():
    # z² · 0.09 / 0.05² = 3.8415 · 36 = 138.3
    assert samplesize_confint_proportion(0.9, 0.05) == pytest.approx(138.3, abs=0.05)
    assert abs(labels_for_half_width(0.05, 0.9) - 138.3) < 4


def test_without_a_rate_the_worst_one_is_planned_for():
    # at 0.5 half² = z²/4n / (1 + z²/n), so n = z² / (4 · 0.05²) − z² = 384.15 − 3.84 = 380.3
    assert labels_for_half_width(0.05) == 381


@given(RATE, st.floats(0.02, 0.3))
def test_statsmodels_finds_the_interval_narrow_enough_there_and_too_wide_one_case_before(rate, wanted):
    n = labels_for_half_width(wanted, rate)
    assert half_width(rate, n) <= wanted + 1e-12
    assert n == 1 or half_width(rate, n - 1) > wanted - 1e-12


# ---- clearing a threshold at an observed rate


def test_52_of_60_need_1764_labels_to_clear_85_percent():
    # z² t(1 − t) / (rate − t)² = 3.84146 · 0.1275 / (1/60)² = 1763.2
    assert labels_to_clear(52 / 60, 0.85) == 1764


def test_60_labels_are_enough_for_52_of_60_to_clear_75_percent():
    # 3.84146 · 0.1875 / (7/60)² = 52.9
    assert labels_to_clear(52 / 60, 0.75) == 53


def test_a_rate_at_the_threshold_is_never_decided():
    assert labels_to_clear(0.9, 0.9) is None
    assert labels_for_threshold(0.9, 0.9) is None


@given(RATE, THRESHOLD)
def test_the_interval_clears_the_threshold_there_and_not_one_case_before(rate, threshold):
    if abs(rate - threshold) < 0.01:
        return
    n = labels_to_clear(rate, threshold)

    def clears(cases: int) -> bool:
        low, high = proportion_confint(rate * cases, cases, method="wilson")
        return bool(low >= threshold - 1e-12 or high <= threshold + 1e-12)

    assert clears(n)
    assert n == 1 or not clears(n - 1) or math.isclose(n - 1, 3.8414588 * threshold * (1 - threshold))


# ---- gates that cannot be reached


def test_a_gate_at_90_percent_cannot_be_reached_with_20_cases_and_can_with_35():
    # 20 of 20 shows 20 / (20 + 3.8415) = 0.8389; 34 / 37.84 = 0.8985; 35 / 38.84 = 0.9011
    assert best_bound(20) == pytest.approx(0.8389, abs=5e-5)
    assert labels_if_perfect(0.9) == 35


@given(st.floats(0.01, 0.99))
def test_all_right_clears_the_threshold_at_that_n_and_not_one_case_before(threshold):
    n = labels_if_perfect(threshold)
    assert wilson(n, n).low >= threshold
    assert n == 1 or wilson(n - 1, n - 1).low < threshold


# ---- telling a judge from a threshold, with power


def test_the_power_counts_the_results_whose_interval_clears_the_threshold():
    # of 35 cases only 35 right clear 0.9 (34 of 35 has a lower limit of 0.855), so at a true 0.99: 0.99³⁵ = 0.7034
    assert threshold_power(35, 0.99, 0.9) == pytest.approx(0.99**35)
    assert threshold_power(20, 0.99, 0.9) == 0.0


@given(st.integers(5, 80), RATE, THRESHOLD)
def test_the_power_is_what_enumeration_finds(n, rate, threshold):
    if abs(rate - threshold) < 0.01:
        return
    limits = [proportion_confint(k, n, method="wilson") for k in range(n + 1)]
    chances = binom.pmf(range(n + 1), n, rate)
    clear = [low >= threshold if rate > threshold else high <= threshold for low, high in limits]
    assert threshold_power(n, rate, threshold) == pytest.approx(sum(chances[clear]), abs=1e-9)


def test_from_the_planned_n_on_the_power_never_falls_below_again():
    n = labels_for_threshold(0.95, 0.9, power=0.8)
    # for large n: ((1.96 · 0.3 + 0.8416 · 0.2179) / 0.05)² = 238; whole counts ask for a few more
    assert n == 254
    assert threshold_power(n - 1, 0.95, 0.9) < 0.8
    assert min(threshold_power(more, 0.95, 0.9) for more in range(n, n + 200)) >= 0.8


def test_showing_that_a_judge_is_below_is_as_hard_as_its_mirror_image():
    assert labels_for_threshold(0.4, 0.5) == labels_for_threshold(0.6, 0.5)


def test_a_very_small_difference_is_planned_by_the_formula_for_large_n():
    # ((1.959964 · 0.5 + 0.841621 · 0.5) / 0.0005)², but for the rate's own spread
    assert labels_for_threshold(0.5005, 0.5) == pytest.approx((1.400793 / 0.0005) ** 2, rel=1e-5)


# ---- two judges on the same cases


def test_connors_formula_gives_the_published_23_pairs():
    """The worked example that published calculators of Connor (1987), page 209, give: 0.45 against 0.05, power 0.8."""
    # ψ = 0.5, δ = 0.4: ((1.96 √0.5 + 0.8416 √0.34) / 0.4)² = (1.8766 / 0.4)² = 22.01
    assert connor(0.5, 0.4) == 23


def test_the_exact_test_needs_a_few_cases_more_than_connors_formula():
    assert labels_for_paired(0.5, 0.4) == 25
    assert (labels_for_paired(0.1, 0.05), connor(0.1, 0.05)) == (337, 312)


@settings(max_examples=25)
@given(st.integers(6, 20), st.floats(0.1, 1), st.floats(-1, 1))
def test_the_paired_power_is_what_enumeration_of_every_table_finds(n, discordant, part):
    difference = discordant * part
    if difference == 0:
        return
    only_a, only_b = (discordant + difference) / 2, (discordant - difference) / 2
    expected = 0.0
    for a in range(n + 1):
        for b in range(n + 1 - a):
            p = exact_mcnemar(a, b)
            if p is not None and p <= 0.05:
                ways = math.comb(n, a) * math.comb(n - a, b)
                expected += ways * only_a**a * max(0.0, only_b) ** b * max(0.0, 1 - discordant) ** (n - a - b)
    assert paired_power(n, discordant, difference) == pytest.approx(expected, abs=1e-9)


def test_from_the_planned_n_on_the_paired_power_stays():
    n = labels_for_paired(0.1, 0.05)
    assert paired_power(n - 1, 0.1, 0.05) < 0.8 <= min(paired_power(more, 0.1, 0.05) for more in range(n, n + 50))


def test_fewer_than_six_telling_cases_can_never_show_anything():
    # 2 × 0.5⁵ = 0.0625 even if all five are on one side
    assert paired_power(5, 1.0, 1.0) == 0.0
    assert labels_for_paired(1.0, 1.0) == 6


def test_a_hair_of_a_difference_is_planned_by_connors_formula():
    assert labels_for_paired(0.3, 0.001) == connor(0.3, 0.001)


def test_judges_that_err_independently_differ_on_this_share():
    # 0.85 · 0.20 + 0.80 · 0.15 = 0.29
    assert independent_discordance(0.85, 0.80) == pytest.approx(0.29)


def test_a_difference_larger_than_what_tells_apart_is_refused():
    with pytest.raises(InputError, match=r"differ by 0\.1"):
        labels_for_paired(0.05, 0.1)


@pytest.mark.parametrize("plan", [lambda: labels_for_paired(0.1, 0), lambda: labels_for_unpaired(0.8, 0.8)])
def test_equal_rates_are_told_apart_by_no_number_of_cases(plan):
    with pytest.raises(InputError, match="equal rates"):
        plan()


# ---- two rates on different cases


def test_906_cases_on_each_side_tell_85_from_80_percent():
    # p̄ = 0.825: (1.95996 √(2 · 0.825 · 0.175) + 0.84162 √(0.1275 + 0.16))² / 0.05²
    # = (1.05319 + 0.45127)² / 0.0025 = 905.4
    assert labels_for_unpaired(0.85, 0.80) == 906


@given(RATE, RATE, st.sampled_from([0.7, 0.8, 0.9]))
def test_statsmodels_asks_for_as_many(a, b, power):
    if abs(a - b) < 0.01:
        return
    expected = samplesize_proportions_2indep_onetail(a - b, b, power, alpha=0.05, alternative="two-sided")
    assert labels_for_unpaired(a, b, power=power) == math.ceil(expected - 1e-9)
