from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp
from statsmodels.stats.multitest import multipletests

from evalcore.stats import alternative_annotator_test, benjamini_yekutieli

CASES = [f"case-{number}" for number in range(40)]
PEOPLE = {name: dict.fromkeys(CASES, "pass") for name in ("ana", "ben", "cy")}
JUDGE = dict.fromkeys(CASES, "pass") | dict.fromkeys(CASES[5:10], "fail")
"""Wrong, by everybody's votes, on five cases."""


def votes():
    """Ana differs from the others on the first five cases."""
    return PEOPLE | {"ana": PEOPLE["ana"] | dict.fromkeys(CASES[:5], "fail")}


def test_the_test_by_hand():
    # Against ana: h − f is −1 on 5 cases, +1 on 5, else 0: mean 0, deviation √(10/39) = 0.50637,
    # t = −0.2 / (0.50637 / √40) = −2.498. Against ben and cy: +1 on 5 cases: mean 0.125, deviation
    # √((5 − 40 × 0.125²) / 39) = 0.33493, t = −0.075 / 0.05296 = −1.416
    outcome = alternative_annotator_test(votes(), JUDGE, epsilon=0.2)
    ana, ben, cy = outcome.annotators
    assert ana.p_value == pytest.approx(ttest_1samp([0] * 30 + [-1] * 5 + [1] * 5, 0.2, alternative="less").pvalue)
    assert ben.p_value == pytest.approx(ttest_1samp([0] * 35 + [1] * 5, 0.2, alternative="less").pvalue)
    assert (round(ana.p_value, 4), round(ben.p_value, 4)) == (0.0084, 0.0823)
    # adjusted: 0.00840 × 3 × (1 + 1/2 + 1/3) = 0.0462; 0.0823 × 5.5 / 3 = 0.151
    assert (round(ana.p_adjusted, 4), round(cy.p_adjusted, 3)) == (0.0462, 0.151)
    assert [one.won for one in outcome.annotators] == [True, False, False]
    assert (outcome.winning_rate, outcome.passes) == (pytest.approx(1 / 3), False)
    # the judge is at least as close on 35 of 40 cases, whoever is left out
    assert outcome.advantage_probability == pytest.approx(0.875)


def test_a_larger_allowance_lets_it_pass():
    # at 0.3 ben's t is −0.175 / 0.05296 = −3.30, p 0.001
    assert alternative_annotator_test(votes(), JUDGE, epsilon=0.3).passes is True


def test_a_judge_that_says_what_everybody_says_wins():
    outcome = alternative_annotator_test(PEOPLE, PEOPLE["ana"])
    assert (outcome.winning_rate, outcome.advantage_probability) == (1.0, 1.0)
    assert [one.p_value for one in outcome.annotators] == [0.0, 0.0, 0.0]


def test_two_annotators_are_too_few():
    outcome = alternative_annotator_test({"ana": PEOPLE["ana"], "ben": PEOPLE["ben"]}, JUDGE)
    assert (outcome.winning_rate, outcome.advantage_probability, outcome.passes) == (None, None, None)
    assert outcome.note.startswith("2 annotators share 30 or more cases")


def test_an_annotator_with_few_cases_is_not_tested_but_listed():
    few = {"dee": dict.fromkeys(CASES[:29], "pass")}
    outcome = alternative_annotator_test(votes() | few, JUDGE)
    dee = outcome.annotators[-1]
    assert (dee.annotator, dee.n, dee.p_value, dee.won) == ("dee", 29, None, None)
    assert outcome.winning_rate == pytest.approx(sum(one.won is True for one in outcome.annotators) / 3)


def test_cases_that_the_judge_or_all_others_left_open_do_not_count():
    alone = {"ana": votes()["ana"] | {"alone": "pass"}}
    judge = {case: value for case, value in JUDGE.items() if case != CASES[-1]} | {"alone": "fail"}
    assert [one.n for one in alternative_annotator_test(votes() | alone, judge).annotators] == [39, 39, 39]


def test_numbers_are_compared_by_their_distance():
    people = {name: dict.fromkeys(CASES, "3") for name in ("ana", "ben", "cy")}
    near = dict.fromkeys(CASES, "4")
    far_from_the_others = people | {"ana": dict.fromkeys(CASES, "5")}
    ana, *_ = alternative_annotator_test(far_from_the_others, near, score="negative rmse").annotators
    assert (ana.advantage, ana.won) == (1.0, True)
    assert alternative_annotator_test(people, near, score="negative rmse").winning_rate == 0.0


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_statsmodels_adjusts_the_same_way(p_values):
    assert benjamini_yekutieli(p_values) == pytest.approx(multipletests(p_values, method="fdr_by")[1].tolist())


def test_nothing_to_adjust():
    assert benjamini_yekutieli([]) == []
    assert np.isclose(benjamini_yekutieli([0.03])[0], 0.03)
