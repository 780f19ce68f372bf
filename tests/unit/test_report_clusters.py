"""Cases that share a source: every interval and test of a report rests on clusters then, and says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from evalcore.domain import CalibrationReport, Dataset, Estimate, Scale, Selection
from evalcore.judges import RuleSpec
from evalcore.report import build_report, read_calls, remarks, report_on, run_columns, to_document
from evalcore.report.counted import cluster_numbers, counted
from evalcore.stats import clustered_difference, clustered_mcnemar, clustered_proportion, kappa
from tests.support.reports import judged
from tests.support.things import make_case, make_dataset, make_judge

FIVES = [f"doc-{number // 5}" for number in range(20)]


def in_clusters(clusters: Sequence[str | None]) -> Dataset:
    """One case for each; even ones good, odd ones bad."""
    dataset = make_dataset(len(clusters))
    cases = tuple(replace(case, cluster=name) for case, name in zip(dataset.cases, clusters, strict=True))
    return replace(dataset, cases=cases)


def report_of(dataset: Dataset, *columns: str, **options: object) -> CalibrationReport:
    """A judge per column: one letter per case, y, n, or anything else for no verdict."""
    words = {"y": "YES", "n": "NO"}
    grids = [
        judged(make_judge(f"judge{number}"), dataset, [[words.get(letter, "Hm.")] for letter in letters])
        for number, letters in enumerate(columns)
    ]
    return build_report(dataset, grids, criterion="grounded", repeats=1, **options)  # type: ignore[arg-type]


def right_on(right: Sequence[bool]) -> str:
    """What a judge says that is right on these cases alone."""
    return "".join("y" if good == (number % 2 == 0) else "n" for number, good in enumerate(right))


HALF = [number < 10 for number in range(20)]
"""Right on two whole clusters of five and wrong on the two others."""


def test_agreement_rests_on_clusters_and_not_on_cases():
    """Four clusters of five, two all right and two all wrong: variance 4/3 · 4 · 2.5² / 20² = 1/12, so n is 3."""
    report = report_of(in_clusters(FIVES), right_on(HALF))
    agreement = report.judges[0].as_deployed.agreement
    assert (agreement.k, agreement.n) == (10, 20)
    assert agreement.note == "4 clusters; as sure as 3 independent cases"
    assert (agreement.low, agreement.high) == (
        pytest.approx(clustered_proportion(HALF, np.repeat(range(4), 5)).low),
        pytest.approx(clustered_proportion(HALF, np.repeat(range(4), 5)).high),
    )
    assert report.dataset.clusters == 4
    assert report.dataset.effective_n == pytest.approx(3)


def test_where_every_case_is_its_own_cluster_nothing_changes():
    """Named or not, clusters of one case are independent cases."""
    said = right_on([number % 3 > 0 for number in range(20)])
    plain, named = (
        to_document(report_of(in_clusters(names), said, "y" * 20))
        for names in ([None] * 20, [f"doc-{number}" for number in range(20)])
    )
    assert plain["judges"] == named["judges"]
    assert plain["comparisons"] == named["comparisons"]
    assert named["dataset"]["clusters"] is None


def test_every_interval_of_a_clustered_set_says_its_method():
    """20 cases, a judge right on all but six, with repeats that differ: no figure is left with a method for cases."""
    right = [number not in (0, 1, 5, 7, 12, 18) for number in range(20)]
    report = report_of(in_clusters(FIVES), right_on(right))
    judge = report.judges[0]
    for name in ("agreement", "tpr", "tnr", "tnr_said", "precision", "prevalence"):
        assert "effective n" in getattr(judge.as_deployed, name).method, name
    for name in ("balanced_accuracy", "kappa", "ac1", "mcc", "f1"):
        assert "by cluster" in getattr(judge.as_deployed, name).method, name
    assert "effective n" in judge.mean_over_repeats["as_deployed"].method
    assert "effective n" in judge.pass_rate["raw"].method
    assert "effective n" in judge.baseline.agreement.method
    assert "by cluster" in judge.baseline.difference.method


def test_kappa_gets_the_tables_of_the_clusters():
    right = [number not in (0, 1, 5, 7, 12, 18) for number in range(20)]
    found = report_of(in_clusters(FIVES), right_on(right)).judges[0].as_deployed.kappa
    human = np.arange(20) % 2
    said = np.where(right, human, 1 - human)
    by_hand = counted(human, said, np.repeat(range(4), 5), shape=(2, 2))
    assert found == kappa(by_hand.table, clusters=by_hand.parts)


def test_two_judges_and_the_constant_are_tested_by_reversing_whole_clusters():
    """Against always "pass" (right on the ten even cases), and against each other."""
    other = [number % 2 == 0 for number in range(20)]
    report = report_of(in_clusters(FIVES), right_on(HALF), right_on(other))
    (pair,) = report.comparisons
    clusters = np.repeat(range(4), 5)
    assert pair.p_value == clustered_mcnemar(HALF, other, clusters)
    assert pair.difference == clustered_difference(HALF, other, clusters)
    assert pair.method == "exact McNemar by cluster, Holm over 1 pair"
    assert report.judges[0].baseline.p_value == clustered_mcnemar(HALF, other, clusters)


def test_the_interval_among_all_judges_allows_for_clusters_too():
    report = report_of(in_clusters(FIVES), right_on(HALF), "y" * 20)
    plain, wider = report.judges[0].as_deployed.agreement, report.judges[0].agreement_among_all
    assert wider is not None
    assert wider.level == pytest.approx(0.95**0.5)
    assert wider.method == "Wilson with the effective n and Student's t, at Šidák's level"
    assert _width(wider) > _width(plain)


def test_slices_have_the_clusters_that_their_cases_lie_in():
    """The first ten cases are two clusters of five, the last ten are ten of their own."""
    dataset = in_clusters([*FIVES[:10], *(None,) * 10])
    cases = tuple(replace(case, slices={"half": "ab"[n // 10]}) for n, case in enumerate(dataset.cases))
    shared, alone = report_of(replace(dataset, cases=cases), right_on(HALF)).judges[0].slices
    assert shared.as_deployed.agreement.note.startswith("2 clusters")
    assert alone.as_deployed.agreement.method == "Wilson"


def test_with_one_cluster_figures_stand_without_intervals():
    report = report_of(in_clusters(["doc"] * 20), right_on(HALF))
    measures = report.judges[0].as_deployed
    for estimate in (measures.agreement, measures.kappa, measures.balanced_accuracy, measures.tpr):
        assert estimate.value is not None
        assert (estimate.low, estimate.high) == (None, None)
        assert "one cluster" in estimate.note
    (remark,) = remarks(report)
    assert remark.startswith("All cases share one source")
    assert (report.dataset.clusters, report.dataset.effective_n) == (1, None)


def test_one_remark_says_how_many_clusters_there_are_and_what_they_are_worth():
    (remark,) = remarks(report_of(in_clusters(FIVES), right_on(HALF)))
    assert remark == (
        "The cases fall into 4 clusters that share a source; every interval and test allows for that. On all"
        " cases agreement is as sure as with 3 independent ones, or surer."
    )


def test_a_case_without_a_cluster_is_one_of_its_own():
    cases = [make_case(number, cluster=name) for number, name in enumerate(("a", None, "a", None))]
    numbers = cluster_numbers(cases)
    assert numbers is not None
    assert len(set(numbers.tolist())) == 3
    assert cluster_numbers([]) is None


@pytest.mark.parametrize("letters", ["y" * 20, "?" * 20, right_on([True] * 20)])
def test_one_verdict_all_unread_and_perfect_agreement_are_stated_on_clusters(letters):
    """Nothing raises, nothing is nan, and what has no interval says why."""
    judge = report_of(in_clusters(FIVES), letters).judges[0]
    for estimate in (judge.as_deployed.agreement, judge.as_deployed.kappa, judge.lenient.agreement):
        assert estimate.value is None or estimate.low is not None
        assert estimate.value is not None or estimate.note


def test_perfect_agreement_counts_every_cluster_as_one_case():
    """20 of 20 in four clusters shows what 4 of 4 would, lessened by Student's t with 3 degrees of freedom."""
    agreement = report_of(in_clusters(FIVES), right_on([True] * 20)).judges[0].as_deployed.agreement
    assert agreement.low == pytest.approx(4 / (4 + 3.182446**2), abs=1e-5)


def test_18_1_1_of_20_in_clusters():
    """18 both pass, one each way: kappa is −1/19 whatever the clusters; its interval is by cluster."""
    dataset = in_clusters(FIVES)
    labels = tuple(replace(label, value="fail" if n == 7 else "pass") for n, label in enumerate(dataset.labels))
    judge = report_of(replace(dataset, labels=labels), "y" * 13 + "n" + "y" * 6).judges[0]
    assert judge.as_deployed.kappa.value == pytest.approx(-1 / 19)
    assert judge.as_deployed.agreement.k == 18
    assert judge.as_deployed.kappa.low is not None
    assert judge.as_deployed.kappa.low <= -1 / 19 <= (judge.as_deployed.kappa.high or 0)


def test_people_are_compared_by_cluster_too():
    dataset = in_clusters(FIVES)
    second = tuple(
        replace(label, annotator="omar", value="fail" if n % 3 == 0 else label.value)
        for n, label in enumerate(dataset.labels)
    )
    found = report_of(replace(dataset, labels=(*dataset.labels, *second)), "y" * 20).dataset.human_agreement
    for name in ("alpha", "fleiss", "kappa ines ~ omar"):
        assert "by cluster" in found[name].method, name
    assert "effective n" in found["pairs"].method


def test_the_corrected_pass_rate_counts_its_shares_by_effective_n():
    """60 labelled cases, 20 not, in pairs that are alike: as many cases, and a wider interval than if independent."""
    pairs = [f"doc-{number // 2}" for number in range(80)]
    # Wrong on both cases of every tenth pair, so that pairs are wholly alike.
    letters = right_on([number // 2 % 10 > 0 for number in range(80)])
    rates = []
    for names in ([None] * 80, pairs):
        dataset = in_clusters(names)
        dataset = replace(dataset, labels=dataset.labels[:60])
        rates.append(report_of(dataset, letters).judges[0].pass_rate["corrected"])
    alone, shared = rates
    assert (shared.value, shared.n) == (alone.value, alone.n)
    assert "effective n" in shared.note
    assert _width(shared) > _width(alone)


def test_ratings_are_measured_by_cluster_value_by_value():
    scale = Scale(values=("1", "2", "3"), level="ordinal", passing=("3",))
    dataset = replace(in_clusters(FIVES), criteria={"grounded": scale})
    labels = tuple(replace(label, value=str(1 + n % 3)) for n, label in enumerate(dataset.labels))
    judge = make_judge("rater", rule=RuleSpec(name="rating", params={"low": 1, "high": 3}), tokens={}, scale=scale)
    texts = [[str(1 + n % 3 if n % 4 else 1 + (n + 1) % 3)] for n in range(20)]
    dataset = replace(dataset, labels=labels)
    report = build_report(dataset, [judged(judge, dataset, texts)], criterion="grounded", repeats=1)
    values = report.judges[0].as_deployed.by_value
    assert values is not None
    assert "effective n" in values.agreement.method
    for name in ("kappa", "kappa_linear", "ac2_quadratic", "alpha", "spearman", "kendall", "mean_absolute_error"):
        assert "by cluster" in getattr(values, name).method, name
    assert "effective n" in values.recalls["1"].method


def test_the_report_says_what_a_reply_without_a_verdict_was():
    assert report_of(make_dataset(2), "y?", unread="wrong").judges[0].unread == "wrong"


def test_a_set_in_clusters_without_judges_or_cases_is_no_error():
    dataset = in_clusters(FIVES)
    run = run_columns(dataset, (), criterion="grounded", repeats=1)
    selection = Selection(candidates=0, split=None, looks=1)
    summary = report_on(run, [read_calls(calls) for calls in run.judges], selection=selection).dataset
    assert (summary.clusters, summary.effective_n) == (4, None)
    assert report_of(make_dataset(0), "").dataset.clusters is None


def _width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def test_the_effective_n_is_that_of_judges_that_answered_most_cases():
    """The second judge answered the first five cases only, which is one cluster and says nothing of the set."""
    dataset = in_clusters(FIVES)
    texts = right_on(HALF)
    first = judged(make_judge("all"), dataset, [["YES" if letter == "y" else "NO"] for letter in texts])
    second = judged(make_judge("few"), dataset, [["YES" if n < 5 else None] for n in range(20)])
    report = build_report(dataset, [first, second], criterion="grounded", repeats=1)
    assert report.dataset.effective_n == pytest.approx(3)
