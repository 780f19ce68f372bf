from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.report import plan_curves as curves
from evalcore.report.plan_sentences import (
    gate_answer,
    half_width_answer,
    retry_answer,
    threshold_answer,
    unpaired_answer,
)

shares = st.integers(1, 99).map(lambda points: points / 100)


def at(points, x, series):
    return next(point.y for point in points if point.x == pytest.approx(x) and point.series == series)


def test_a_curve_goes_through_the_answer_of_the_sentence():
    assert at(curves.labels_by_half_width(0.5), 0.05, "at 50%") == half_width_answer(0.05, 0.5).figures["labels"]
    by_rate = curves.labels_by_rate(0.8, 0.8)
    assert at(by_rate, 0.9, curves.AT_LEAST) == threshold_answer(0.9, 0.8, 0.8).figures["labels"]
    apart = curves.labels_by_difference(0.9, None, 0.8)
    assert at(apart, 0.05, curves.DIFFERENT) == unpaired_answer(0.9, 0.85, 0.8).figures["labels_each"]
    delivered = curves.delivered_by_attempts(0.7, tpr=0.9, tnr=0.8, most=5)
    expected = retry_answer(0.7, tpr=0.9, tnr=0.8, attempts=3).figures
    assert at(delivered, 3, curves.BAD) == expected["bad_delivered"]
    chance = next(point.y for point in curves.chance_by_cases(0.95, 0.9, 200) if point.x == 200)
    assert chance == gate_answer(200, 0.9, 0.95).figures["chance"]


def test_the_threshold_itself_has_no_point_because_no_number_of_cases_decides_it():
    assert 0.8 not in {point.x for point in curves.labels_by_rate(0.8, 0.8)}


def test_rates_that_differ_more_than_the_two_judges_do_are_left_out():
    # Exactly one of the two is right on 10% of the cases, so their rates differ by 10 points at most.
    same = [point.x for point in curves.labels_by_difference(0.9, 0.1, 0.8) if point.series == curves.SAME]
    assert max(same) == 0.1


@given(rate=st.integers(0, 100).map(lambda points: points / 100), threshold=shares)
def test_every_curve_can_be_drawn_whatever_is_put_in(rate, threshold):
    assert all(point.y >= 1 for point in curves.labels_by_half_width(rate))
    assert all(0 <= band.low <= band.high <= 1 for band in curves.interval_by_cases(rate, 500))
    assert all(point.y >= 1 for point in curves.labels_by_difference(rate, None, 0.8))
    assert all(0 <= point.y <= 1 for point in curves.chance_by_cases(rate, threshold, 300))


@given(shares, shares, shares)
def test_good_bad_and_given_up_add_up_to_all_questions(pass_rate, tpr, tnr):
    points = curves.delivered_by_attempts(pass_rate, tpr=tpr, tnr=tnr, most=4)
    for attempts in range(1, 5):
        assert sum(point.y for point in points if point.x == attempts) == pytest.approx(1)


def test_numbers_of_cases_rise_to_the_most_that_is_asked_for():
    counts = curves.case_counts(1000)
    assert counts[0] == 5
    assert counts[-1] == 1000
    assert list(counts) == sorted(set(counts))
