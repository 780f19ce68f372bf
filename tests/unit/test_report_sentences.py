"""What the report says in words, and how its figures are written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import CalibrationReport, Dataset, undefined
from evalcore.judges import Judge, RuleSpec
from evalcore.report import build_report, complement, headline, ranked, remarks
from evalcore.report.formatting import (
    coefficient,
    counted_share,
    decimal,
    difference,
    p_value,
    percent,
    points,
    share,
    whole,
)
from evalcore.stats import wilson
from tests.support.reports import FAILED, estimate, judged
from tests.support.things import make_dataset, make_judge

SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"))
BLIND, SEEING, CONTRARY = make_judge("blind"), make_judge("seeing"), make_judge("contrary")


def sentence(dataset: Dataset, texts: list[str], judge: Judge = SPRING) -> str:
    report = report_of(dataset, [(judge, texts)])
    return headline(report.judges[0], report.dataset)


def report_of(dataset: Dataset, grids: list[tuple[Judge, list[str]]]) -> CalibrationReport:
    """Each judge asked once about every case."""
    replies = [judged(judge, dataset, [[text] for text in texts]) for judge, texts in grids]
    return build_report(dataset, replies, criterion="grounded", repeats=1)


def test_a_sentence_says_what_is_caught_and_what_is_rejected_with_n_and_interval():
    """Wilson for 1 of 2 is 9% to 91%, for 0 of 2 it is 0% to 66%."""
    said = sentence(make_dataset(4), ["YES", "NO", "YES", "YES"])
    assert "spring catches 1 of 2 bad answers (50%, 9% to 91%) and rejects 0 of 2 good ones (0%, 0% to 66%)" in said


def test_a_sentence_says_how_much_was_caught_only_by_default():
    assert "2 of 2 bad answers (100%, 34% to 100%), 2 of them only by default," in sentence(make_dataset(4), [""] * 4)


def test_better_is_proven_only_by_the_paired_test():
    """20 cases, half of them bad. Right everywhere against 10: McNemar of 10 to 0 has p = 2/2^10 = 0.002."""
    dataset = make_dataset(20)
    assert "proven better than always saying “pass” (+50 points" in sentence(dataset, ["YES", "NO"] * 10)
    assert "p = 0.002" in sentence(dataset, ["YES", "NO"] * 10)
    assert "not proven to beat always saying “pass”" in sentence(dataset, ["YES", "YES"] * 10)
    assert "nothing to test" in sentence(dataset, ["YES", "YES"] * 10)


def test_worse_than_a_constant_is_said_plainly():
    """18 good answers, 2 bad, and a judge that says the contrary every time: 0 to 18, p < 0.001."""
    dataset = make_dataset(20)
    labels = tuple(replace(label, value="fail" if n < 2 else "pass") for n, label in enumerate(dataset.labels))
    said = sentence(replace(dataset, labels=labels), ["YES"] * 2 + ["NO"] * 18)
    assert "proven worse than always saying “pass” (-90 points" in said
    assert "p < 0.001" in said


def test_without_an_answered_case_nothing_is_claimed():
    assert sentence(make_dataset(0), []) == ("spring is unknown, because no case with a gold label was answered.")


def test_without_a_bad_answer_what_it_catches_is_unknown_and_not_zero():
    dataset = make_dataset(2)
    labels = tuple(replace(label, value="pass") for label in dataset.labels)
    assert "catches an unknown share of bad answers" in sentence(replace(dataset, labels=labels), ["YES", "NO"])


def test_a_sentence_says_on_how_many_cases_it_rests_where_not_all_were_answered():
    """4 cases with gold, of which one failed and the other 3 were answered."""
    assert "on 3 of 4 cases" in sentence(make_dataset(4), ["YES", "NO", "YES", FAILED])
    assert "on 4 cases" in sentence(make_dataset(4), ["YES", "NO", "YES", "NO"])


def test_one_judge_on_independent_cases_needs_no_remark():
    assert remarks(report_of(make_dataset(2), [(SEEING, ["YES", "NO"])])) == ()


def test_judges_that_answered_different_numbers_of_cases_are_named_with_them():
    """Seeing answered 1 of 2 cases, the two others both; and 3 were tried."""
    grids = [(BLIND, ["YES", "YES"]), (SEEING, ["YES", FAILED]), (CONTRARY, ["NO", "YES"])]
    different, tried = remarks(report_of(make_dataset(2), grids))
    assert "not all measured on the same cases (1: seeing; 2: blind, contrary)" in different
    assert tried.startswith("3 judges were tried on the same cases")


def test_judges_are_ranked_by_the_lower_bound_of_balanced_accuracy():
    """Right everywhere, always yes (0.5), wrong everywhere."""
    dataset = make_dataset(20)
    grids = [(BLIND, ["YES"] * 20), (CONTRARY, ["NO", "YES"] * 10), (SEEING, ["YES", "NO"] * 10)]
    assert [judge.name for judge in ranked(report_of(dataset, grids))] == ["seeing", "blind", "contrary"]


def test_every_two_judges_are_compared_on_the_cases_both_answered_and_adjusted_by_holm():
    """Contrary against seeing, 0 to 20, comes first; seeing against blind, 10 to 0, then has 2 / 2^10 doubled."""
    dataset = make_dataset(20)
    texts = [["YES"] * 20, ["NO", "YES"] * 10, ["YES", "NO"] * 10]
    report = report_of(dataset, list(zip((BLIND, CONTRARY, SEEING), texts, strict=True)))
    assert len(report.comparisons) == 3  # 3 × 2 / 2
    pair = next(c for c in report.comparisons if (c.a, c.b) == ("blind", "seeing"))
    assert (pair.only_a_right, pair.only_b_right, pair.difference.value) == (0, 10, -0.5)
    assert pair.p_value == pytest.approx(2 / 2**10)
    assert pair.p_adjusted == pytest.approx(2 * 2 / 2**10)
    assert pair.method == "exact McNemar, Holm over 3 pairs"


def test_two_judges_without_a_common_case_cannot_be_compared():
    dataset = make_dataset(2)
    a, b = judged(BLIND, dataset, [["YES"], [None]]), judged(SEEING, dataset, [[None], ["NO"]])
    (pair,) = build_report(dataset, [a, b], criterion="grounded", repeats=1).comparisons
    assert (pair.difference.value, pair.p_value, pair.p_adjusted) == (None, None, None)


def test_a_percentage_has_a_decimal_only_from_a_hundred_cases_on():
    assert (percent(0.6, 99), percent(0.6, 100)) == ("60%", "60.0%")


def test_nothing_is_rounded_to_all_or_none():
    assert (percent(0.999, 50), percent(0.001, 50), percent(1.0, 50), percent(0.0, 50)) == (">99%", "<1%", "100%", "0%")


@given(value=st.floats(0, 1), n=st.integers(1, 10**6))
def test_a_percentage_says_all_or_none_exactly_when_it_is(value, n):
    assert (float(percent(value, n).strip("%<>")) == 100) <= (value == 1)
    assert (percent(value, n) in ("0%", "0.0%")) == (value == 0)


def test_figures_are_written_with_interval_and_count():
    """Wilson for 12 of 20: 38.7% to 78.1%."""
    assert counted_share(wilson(12, 20)) == "12 of 20: 60% (39% to 78%)"
    assert coefficient(estimate(0.613, -0.004, 0.9, 20)) == "0.61 (0.00 to 0.90)"
    assert difference(estimate(0.1, -0.08, 0.27, 20)) == "+10 points (-8 to +27)"
    assert (points(-0.001, 20), decimal(-0.001)) == ("0", "0.00")
    assert (p_value(None), p_value(0.0004), p_value(0.0123)) == ("nothing to test", "p < 0.001", "p = 0.012")
    assert (whole(None, " ms"), whole(12345.6, " ms")) == ("not reported", "12,346 ms")


def test_what_is_undefined_says_why():
    assert share(undefined(0, "no cases")) == "undefined: no cases"


def test_the_complement_of_a_share_turns_its_interval_round():
    """12 of 20 with 39% to 78% leaves 8 of 20 with 22% to 61%."""
    assert counted_share(complement(wilson(12, 20))) == "8 of 20: 40% (22% to 61%)"
