from __future__ import annotations

import csv
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, cohen_kappa_score, f1_score, matthews_corrcoef
from statsmodels.stats.inter_rater import cohens_kappa

from evalcore.stats import ac1, balanced_accuracy, f1, kappa, mcc
from tests.stats.tables import TWO_BY_TWO, assert_honest, listed, table_of

MEASURES = {kappa: (-1, 1), ac1: (-1, 1), mcc: (-1, 1), f1: (0, 1), balanced_accuracy: (0, 1)}

ABSTRACTORS = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]
"""Two abstractors, three kinds of pregnancy: Gwet's example in the irrCAC package."""

ONE_CLASS_PEOPLE = [[12, 8], [0, 0]]
ONE_CLASS_JUDGE = [[12, 0], [8, 0]]


def value(measure, table):
    return measure(table).value


def test_18_1_1_agrees_a_lot_yet_not_beyond_chance():
    # p_o = 18/20 = 0.90, both pass shares 19/20: p_e = 0.95² + 0.05² = 0.905,
    # kappa = (0.90 − 0.905) / (1 − 0.905) = −0.0526
    assert value(kappa, [[18, 1], [1, 0]]) == pytest.approx(-0.0526, abs=5e-5)


def test_18_1_1_has_a_high_ac1():
    # p_e = 2 × 0.95 × 0.05 = 0.095, AC1 = (0.90 − 0.095) / (1 − 0.095) = 0.8895
    assert value(ac1, [[18, 1], [1, 0]]) == pytest.approx(0.8895, abs=5e-5)


def test_gwets_three_class_example_gives_his_published_values():
    assert value(kappa, ABSTRACTORS) == pytest.approx(0.7964094, abs=5e-8)
    assert value(ac1, ABSTRACTORS) == pytest.approx(0.8493305, abs=5e-8)


def test_mcc_from_its_four_cells():
    # tp 6, fn 2, fp 1, tn 3: (6·3 − 1·2) / √(8·4·7·5) = 16 / 33.466 = 0.4781
    assert value(mcc, [[6, 2], [1, 3]]) == pytest.approx(16 / math.sqrt(1120))


def test_f1_and_its_limits_come_from_the_share_of_cases_that_both_sides_pass():
    # tp 8, fn 1, fp 1: F1 = 16/18. Of the 10 cases that either side passes both pass 8;
    # Wilson 8 of 10 is 0.4902 to 0.9433, and 2x / (1 + x) takes that to 0.6579 and 0.9708
    estimate = f1([[8, 1], [1, 30]])
    assert estimate.value == pytest.approx(16 / 18)
    assert estimate.low == pytest.approx(0.6579, abs=1e-4)
    assert estimate.high == pytest.approx(0.9708, abs=1e-4)


def test_balanced_accuracy_weighs_both_classes_alike():
    # tpr 90/100, tnr 2/10: (0.9 + 0.2) / 2 = 0.55, though 92 of 110 agree
    assert value(balanced_accuracy, [[90, 10], [8, 2]]) == pytest.approx(0.55)


def test_balanced_accuracy_keeps_a_width_when_nothing_went_wrong():
    # Jeffreys' interval of 10 of 10 starts at 0.7828; two distances of 0.2172 combine to
    # √2 × 0.2172 / 2 = 0.1536 below 1
    estimate = balanced_accuracy([[10, 0], [0, 10]])
    assert (estimate.value, estimate.high) == (1.0, 1.0)
    assert estimate.low == pytest.approx(1 - 0.1536, abs=5e-5)


@pytest.mark.parametrize("measure", [kappa, ac1, mcc])
def test_full_agreement_is_not_certainty(measure):
    # Four imagined cases make it 6 + 6 agreed of 14: centre 2 × 12/14 − 1 = 0.71429; the margins are equal and pull at
    # nothing, so the standard error is 2 √(12/14 × 2/14 / 14) = 0.18704: 0.71429 − 1.95996 × 0.18704 = 0.34769
    estimate = measure([[5, 0], [0, 5]])
    assert (estimate.value, estimate.high) == (1.0, 1.0)
    assert estimate.low == pytest.approx(0.34769, abs=5e-6)
    assert estimate.method == "delta method with four imagined cases"


@pytest.mark.parametrize("measure", [kappa, ac1, mcc])
def test_full_disagreement_mirrors_full_agreement(measure):
    estimate = measure([[0, 5], [5, 0]])
    assert (estimate.value, estimate.low) == (-1.0, -1.0)
    assert estimate.high == pytest.approx(-0.34769, abs=5e-6)


def test_18_1_1_has_an_interval_that_says_how_little_it_shows():
    # people fail 1 of 20 and the judge another one: kappa is −0.05, and may be anything from −0.3 to 0.8
    estimate = kappa([[18, 1], [1, 0]])
    assert estimate.low < -0.2
    assert estimate.high > 0.7


def test_one_case_is_measured_by_what_it_can_show():
    assert kappa([[1, 0], [0, 0]]).note == "people gave every case the same label"
    assert ac1([[1, 0], [0, 0]]).low < 0.1


@pytest.mark.parametrize("measure", MEASURES)
def test_no_cases_is_undefined(measure):
    estimate = measure([[0, 0], [0, 0]])
    assert (estimate.value, estimate.n, estimate.note) == (None, 0, "no cases")


@pytest.mark.parametrize("measure", [kappa, mcc, balanced_accuracy])
def test_one_class_of_labels_leaves_nothing_to_measure(measure):
    estimate = measure(ONE_CLASS_PEOPLE)
    assert (estimate.value, estimate.n, estimate.note) == (None, 20, "people gave every case the same label")


@pytest.mark.parametrize("measure", [kappa, mcc])
def test_a_judge_of_one_verdict_has_no_chance_corrected_agreement(measure):
    assert measure(ONE_CLASS_JUDGE).note == "the judge gave every case the same verdict"


def test_ac1_is_defined_with_one_class():
    # all 20 agree, p_e = 0: AC1 = 1. With the imagined cases [[21, 1], [1, 1]] the centre is
    # (22/24 − 2 × 22/24 × 2/24) / (1 − 0.15278) = 0.90164
    estimate = ac1([[20, 0], [0, 0]])
    assert (estimate.value, estimate.high) == (1.0, 1.0)
    assert 0.7 < estimate.low < 0.90164


def test_a_judge_that_always_passes_has_balanced_accuracy_one_half():
    assert value(balanced_accuracy, ONE_CLASS_JUDGE) == 0.5


def test_f1_is_undefined_only_when_people_pass_nothing():
    assert f1([[0, 0], [3, 5]]).note == "people passed no case"
    assert value(f1, [[0, 4], [0, 5]]) == 0.0


def test_with_many_cases_kappas_interval_is_the_asymptotic_one_of_statsmodels():
    table = [[163, 17], [62, 188]]
    ours, theirs = kappa(table), cohens_kappa(np.array(table))
    assert ours.low == pytest.approx(theirs.kappa_low, abs=0.01)
    assert ours.high == pytest.approx(theirs.kappa_upp, abs=0.01)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=4, max_size=4))
def test_scikit_learn_gives_the_same_values(cells):
    table = [cells[:2], cells[2:]]
    people, judge = listed(table)
    assert value(kappa, table) == pytest.approx(cohen_kappa_score(people, judge))
    assert value(mcc, table) == pytest.approx(matthews_corrcoef(people, judge))
    assert value(f1, table) == pytest.approx(f1_score(people, judge))
    assert value(balanced_accuracy, table) == pytest.approx(balanced_accuracy_score(people, judge))


@settings(max_examples=100, deadline=None)
@given(table=TWO_BY_TWO)
def test_every_table_is_answered_honestly(table):
    for measure, (lowest, highest) in MEASURES.items():
        assert_honest(measure(table), lowest, highest)


@settings(max_examples=60, deadline=None)
@given(table=TWO_BY_TWO)
def test_renaming_the_classes_changes_no_chance_corrected_value(table):
    (tp, fn), (fp, tn) = table
    for measure in (kappa, ac1, mcc, balanced_accuracy):
        assert value(measure, table) == pytest.approx(value(measure, [[tn, fp], [fn, tp]]))


@settings(max_examples=60, deadline=None)
@given(table=TWO_BY_TWO)
def test_chance_corrected_agreement_does_not_care_who_is_the_judge(table):
    for measure in (kappa, ac1, mcc, f1):
        one, other = value(measure, table), value(measure, np.transpose(table))
        assert one is None or other is None or one == pytest.approx(other)


@pytest.mark.parametrize("measure", MEASURES)
def test_cases_that_are_clusters_of_their_own_have_nearly_the_interval_of_independent_ones(measure):
    table = np.array([[30, 5], [6, 20]])
    alone = np.repeat(np.eye(4, dtype=int), table.ravel(), axis=0).reshape(-1, 2, 2)
    one, other = measure(table), measure(table, clusters=alone)
    # Student's t with 60 degrees of freedom for the normal quantile: 2.0003 / 1.9600, and 61/60 in the variance;
    # F1 and balanced accuracy have other intervals where cases are independent
    assert other.value == one.value
    assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.15)


@pytest.mark.parametrize("measure", MEASURES)
def test_cases_that_come_in_fives_show_less(measure):
    table = np.array([[30, 5], [5, 20]])
    fives = np.repeat(np.eye(4, dtype=int) * 5, table.ravel() // 5, axis=0).reshape(-1, 2, 2)
    clustered, plain = measure(table, clusters=fives), measure(table)
    assert "by cluster" in clustered.method
    # five alike count as one: about √5 = 2.24 times as wide, unless the range cuts it
    assert clustered.high - clustered.low > 1.7 * (plain.high - plain.low)


def test_one_cluster_shows_nothing_of_others():
    table = [[30, 5], [5, 20]]
    estimate = kappa(table, clusters=[table])
    assert estimate.value is not None
    assert (estimate.low, estimate.note) == (None, "interval withheld: all cases share one cluster")


def test_pandalms_three_pairs_of_annotators(shared):
    """The figures of EXPECTED.md; upstream publishes them as 0.85, 0.88 and 0.86."""
    rows = json.loads((shared / "datasets/01_pandalm/testset-v1.json").read_text(encoding="utf-8"))
    for first, second, expected in ((1, 2, 0.852023), (1, 3, 0.878944), (2, 3, 0.861661)):
        columns = ([row[f"annotator{who}"] for row in rows] for who in (first, second))
        assert value(kappa, table_of(*columns, (0, 1, 2))) == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(
    ("threshold", "table", "expected"),
    [(0.5, [[163, 17], [62, 188]], 0.635319), (0.7, [[120, 60], [14, 236]], 0.633326)],
)
def test_word_overlap_as_a_judge_on_begin(shared, threshold, table, expected):
    """The judge passes a response when that share of its distinct words is in the knowledge."""
    with (shared / "datasets/07_begin_wow/begin_dev_wow.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    people = [row["begin_label"] == "Fully attributable" for row in rows]
    words = [(set(row["response"].lower().split()), set(row["knowledge"].lower().split())) for row in rows]
    judge = [len(said & known) >= threshold * len(said) for said, known in words]
    assert table_of(people, judge, (True, False)) == table
    assert value(kappa, table) == pytest.approx(expected, abs=5e-7)


def test_the_ragas_export_has_a_judge_worse_than_chance():
    # EXPECTED.md: sample_annotated_summary, 19 cases: 10 both pass, 7 passed by the judge alone, 2 by people alone
    # p_o = 10/19, p_e = (12·17 + 7·2) / 361 = 218/361: kappa = (190 − 218) / (361 − 218) = −28/143
    assert value(kappa, [[10, 2], [7, 0]]) == pytest.approx(-28 / 143)
