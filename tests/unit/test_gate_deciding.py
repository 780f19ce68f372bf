"""A gate is decided by the interval: pass, fail, or undecided with what would decide it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from evalcore.domain import Estimate, undefined
from evalcore.gate import Demand, Outcome, decide, needed_if_perfect, needed_to_decide
from evalcore.gate.deciding import MOST_CASES, chance_of_failing
from evalcore.stats import wilson

PROPORTION = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
THRESHOLD = st.floats(0.05, 0.95)


def at_least(threshold: float) -> Demand:
    return Demand(bound="at_least", threshold=threshold)


def at_most(threshold: float) -> Demand:
    return Demand(bound="at_most", threshold=threshold)


@pytest.mark.parametrize(
    ("demand", "outcome"),
    [
        (at_least(0.75), Outcome.PASSED),
        (at_least(0.85), Outcome.UNDECIDED),
        (at_least(0.94), Outcome.FAILED),
        (at_most(0.94), Outcome.PASSED),
        (at_most(0.85), Outcome.UNDECIDED),
        (at_most(0.75), Outcome.FAILED),
    ],
)
def test_52_of_60_is_76_to_93_percent_and_is_held_against_the_threshold_as_a_whole(demand, outcome):
    assert decide(wilson(52, 60), demand) is outcome


def test_a_limit_on_the_threshold_is_on_the_right_side():
    estimate = Estimate(value=0.85, low=0.75, high=0.95, n=60)
    assert decide(estimate, at_least(0.75)) is Outcome.PASSED
    assert decide(estimate, at_most(0.95)) is Outcome.PASSED
    assert decide(estimate, at_least(0.95)) is Outcome.UNDECIDED


def test_what_is_undefined_or_has_no_interval_decides_nothing():
    assert decide(undefined(0, "no cases"), at_least(0.1)) is Outcome.UNDECIDED
    assert decide(Estimate(value=0.9, n=9, note="interval withheld"), at_least(0.1)) is Outcome.UNDECIDED


@given(PROPORTION, THRESHOLD)
def test_at_most_is_at_least_seen_from_the_other_side(proportion, threshold):
    k, n = proportion
    assert decide(wilson(k, n), at_least(threshold)) is decide(wilson(n - k, n), at_most(1 - threshold)) or any(
        abs(limit - threshold) < 1e-9 for limit in (wilson(k, n).low, wilson(k, n).high)
    )


def test_the_cases_that_would_decide_a_proportion_are_exact():
    # 3.84146 · 0.1275 / (52/60 − 0.85)² = 1763.2
    needed = needed_to_decide(wilson(52, 60), at_least(0.85))
    assert (needed.n, needed.exact) == (1764, True)


def test_the_cases_that_would_decide_another_figure_shrink_its_interval_as_one_over_root_n():
    # the lower limit must come from 0.50 below to 0.25 below: (0.50 / 0.25)² · 40 = 160
    kappa = Estimate(value=0.75, low=0.25, high=0.875, n=40, method="bootstrap")
    needed = needed_to_decide(kappa, at_least(0.5))
    assert (needed.n, needed.exact) == (160, False)


def test_a_value_at_the_threshold_is_decided_by_no_number_of_cases():
    assert needed_to_decide(wilson(18, 20), at_least(0.9)) is None


def test_20_cases_cannot_pass_a_gate_of_90_percent_and_35_could():
    assert needed_if_perfect(lambda n: wilson(n, n), at_least(0.9), 20) == 35
    assert needed_if_perfect(lambda n: wilson(n, n), at_least(0.9), 35) is None


def test_none_of_n_shows_at_most_5_percent_from_73_on():
    # 3.8415 / (n + 3.8415) ≤ 0.05, so n ≥ 19 · 3.8415 = 72.99
    assert needed_if_perfect(lambda n: wilson(0, n), at_most(0.05), 60) == 73


def test_what_nobody_can_label_is_out_of_reach():
    assert needed_if_perfect(lambda n: wilson(n // 2, n), at_least(0.9), 20) == MOST_CASES


@given(PROPORTION, THRESHOLD)
def test_the_p_value_of_a_share_is_the_exact_binomial_chance(proportion, threshold):
    k, n = proportion
    p = chance_of_failing(wilson(k, n), at_least(threshold))
    assert p == pytest.approx(binom.cdf(k, n, threshold), rel=1e-9, abs=1e-12)
    mirrored = chance_of_failing(wilson(n - k, n), at_most(1 - threshold))
    assert mirrored == pytest.approx(p, rel=1e-6, abs=1e-12)


def test_the_p_value_of_a_figure_that_is_no_proportion_comes_from_its_interval():
    # standard error 0.196 / 1.96 = 0.1; the value is 2 of them below: P(Z < −2) = 0.0228
    estimate = Estimate(value=0.3, low=0.104, high=0.496, n=50, method="bootstrap")
    assert chance_of_failing(estimate, at_least(0.5)) == pytest.approx(0.0228, abs=1e-4)


def test_an_undefined_figure_has_no_p_value():
    assert chance_of_failing(undefined(0, "no cases"), at_least(0.5)) is None
