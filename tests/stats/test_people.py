from __future__ import annotations

import csv
import json
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats import fleiss_kappa, krippendorff_alpha, nominal_alpha
from tests.stats.tables import assert_honest

FOUR_OBSERVERS = ["11.1", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", ".555", "..11", ".3.."]
"""Krippendorff (2011), section C: twelve units by four observers, a dot for no value."""

VOTES = st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=20)


def alpha(units):
    return nominal_alpha([unit.replace(".", "") for unit in units])


def test_krippendorffs_example_with_missing_votes():
    # 40 pairable votes (9, 13, 10, 5, 3 of each value): 40² − (81 + 169 + 100 + 25 + 9) = 1216.
    # Unequal pairs over (votes − 1): 6/3 in units 2 and 8, 12/3 in unit 6, together 8.
    # alpha = 1 − 39 × 8 / 1216 = 0.743, as published
    estimate = alpha(FOUR_OBSERVERS)
    assert estimate.value == pytest.approx(1 - 39 * 8 / 1216)
    assert round(estimate.value, 3) == 0.743
    assert estimate.n == 11  # the last unit has one vote only


def test_krippendorffs_example_of_two_observers():
    # Section A: 4 of 10 units differ, so 8; of 20 votes 14 are 0 and 6 are 1: 400 − 196 − 36 = 168;
    # alpha = 1 − 19 × 8 / 168 = 0.095, as published
    estimate = alpha(["01", "11", "01", "00", "00", "01", "00", "00", "10", "00"])
    assert estimate.value == pytest.approx(1 - 19 * 8 / 168)
    assert round(estimate.value, 3) == 0.095


def test_without_two_votes_on_any_case_it_is_undefined():
    estimate = nominal_alpha([["pass"], [], ["fail"]])
    assert (estimate.value, estimate.n, estimate.note) == (None, 0, "no case has votes of two or more people")


def test_with_one_value_only_it_is_undefined_and_not_1():
    estimate = nominal_alpha([["pass", "pass"]] * 9 + [["fail"]])
    assert (estimate.value, estimate.n, estimate.note) == (None, 9, "everybody gave every case the same value")


def test_unanimity_is_not_certainty():
    # Imagined: one case more of either value, and two split between them, of 24: agreed 22/24 instead of all
    estimate = nominal_alpha([["pass", "pass"], ["fail", "fail"]] * 10)
    assert (estimate.value, estimate.high) == (1.0, 1.0)
    # as kappa with 11 + 11 of 24: 2 × 22/24 − 1 = 0.83333, less 1.95996 × 2 √(22/24 × 2/24 / 24)
    assert estimate.low == pytest.approx(0.83333 - 1.95996 * 0.112835, abs=1e-5)


@pytest.mark.parametrize(("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorffs_example_at_every_level(level, published):
    """Krippendorff (2011), sections C and D."""
    votes = [unit.replace(".", "") for unit in FOUR_OBSERVERS]
    assert round(krippendorff_alpha(votes, level=level, order="12345").value, 3) == published


def test_a_far_miss_counts_for_more_where_values_have_an_order():
    near, far = (["11", "22", "33", odd] for odd in ("12", "13"))
    for level in ("ordinal", "interval"):
        assert krippendorff_alpha(far, level=level).value < krippendorff_alpha(near, level=level).value


def test_values_that_nobody_used_do_not_matter():
    votes = ["13", "11", "33", "35", "55"]
    one, other = (krippendorff_alpha(votes, level="ordinal", order=order) for order in ("135", "12345"))
    assert one.value == pytest.approx(other.value)


def test_a_vote_outside_the_order_is_an_error():
    with pytest.raises(ValueError, match="outside the order of values: x"):
        krippendorff_alpha(["ax", "aa"], level="ordinal", order="ab")


def test_votes_of_cases_that_share_a_source_show_less():
    votes, clusters = FOUR_OBSERVERS[:8] * 5, list(range(8)) * 5
    votes = [unit.replace(".", "") for unit in votes]
    one, other = nominal_alpha(votes), nominal_alpha(votes, clusters=clusters)
    assert other.value == one.value
    assert other.high - other.low > 1.5 * (one.high - one.low)


DIAGNOSES = """444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 224445
333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 222224 111155 224444 133333 555555"""
"""Fleiss (1971), Table 1: 30 patients by six psychiatrists each, one of five diagnoses."""


def test_fleiss_published_example():
    # shares of the diagnoses 26, 26, 30, 55, 43 of 180; P_e = 0.2199, P_o = 0.5556:
    # (0.5556 − 0.2199) / (1 − 0.2199) = 0.430, as published
    assert round(fleiss_kappa(DIAGNOSES.split()).value, 3) == 0.430


def test_fleiss_leaves_out_and_counts_cases_with_another_number_of_votes():
    estimate = fleiss_kappa([*DIAGNOSES.split(), "12", "1", ""])
    assert estimate.value == fleiss_kappa(DIAGNOSES.split()).value
    assert (estimate.n, estimate.note) == (30, "3 cases without exactly 6 votes left out")


@pytest.mark.parametrize(
    ("votes", "note"),
    [
        ([], "no case has votes of two or more people"),
        ([["a"], ["b"]], "no case has votes of two or more people"),
        ([["a", "a"]] * 3, "everybody gave every case the same value"),
    ],
)
def test_fleiss_is_undefined_where_nothing_can_differ(votes, note):
    estimate = fleiss_kappa(votes)
    assert (estimate.value, estimate.note) == (None, note)


@settings(max_examples=60, deadline=None)
@given(votes=VOTES)
def test_any_votes_are_answered_honestly(votes):
    estimate = nominal_alpha(votes)
    assert_honest(estimate, float("-inf"), 1)
    assert estimate.n == sum(len(case) >= 2 for case in votes)


@settings(max_examples=40, deadline=None)
@given(votes=VOTES, data=st.data())
def test_the_order_of_cases_and_votes_does_not_matter(votes, data):
    shuffled = [data.draw(st.permutations(case)) for case in data.draw(st.permutations(votes))]
    assert nominal_alpha(shuffled).value == pytest.approx(nominal_alpha(votes).value)


def test_xsum_factuality_with_its_missing_votes(shared):
    """EXPECTED.md: 5,564 votes on 1,858 summaries, ten of which have two votes."""
    votes = defaultdict(list)
    path = shared / "datasets/05_xsum_factuality/factuality_annotations_xsum_summaries.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["is_factual"] in ("yes", "no"):
                votes[row["bbcid"], row["system"]].append(row["is_factual"])
    estimate = nominal_alpha(list(votes.values()))
    assert estimate.n == 1858
    assert estimate.value == pytest.approx(0.773606, abs=5e-7)
    complete = fleiss_kappa(list(votes.values()))
    assert complete.n == 1848
    assert complete.value == pytest.approx(0.774363, abs=5e-7)


def test_pandalm_with_three_values(shared):
    rows = json.loads((shared / "datasets/01_pandalm/testset-v1.json").read_text(encoding="utf-8"))
    votes = [[str(row[f"annotator{who}"]) for who in (1, 2, 3)] for row in rows]
    assert nominal_alpha(votes).value == pytest.approx(0.864221, abs=5e-7)
    assert fleiss_kappa(votes).value == pytest.approx(0.864175, abs=5e-7)


@pytest.mark.parametrize(
    ("criterion", "ordinal", "interval"),
    [
        ("grammar", 0.41512699786609375, 0.409907),
        ("fluency", 0.43239839448968664, 0.455335),
        ("verbosity", 0.3991422935197101, 0.399269),
        ("structure", 0.3985577014111057, 0.397837),
        ("success", 0.3627155704454662, 0.372059),
        ("overall", 0.4351007794425691, 0.463744),
    ],
)
def test_recipe_ratings_to_the_last_digit(shared, criterion, ordinal, interval):
    """EXPECTED.md: 15 to 88 raters a recipe, nameless; the ordinal alphas are those that JUDGE-BENCH publishes."""
    path = shared / "datasets/06_recipe_ratings/meta_evaluation_recipes.json"
    recipes = json.loads(path.read_text(encoding="utf-8"))["instances"]
    votes = [[str(score) for score in one["annotations"][criterion]["individual_human_scores"]] for one in recipes]
    assert krippendorff_alpha(votes, level="ordinal", order="123456").value == ordinal
    assert krippendorff_alpha(votes, level="interval").value == pytest.approx(interval, abs=5e-7)
