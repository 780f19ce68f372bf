"""Judges against one reference: better, worse, or good enough within a margin; and the cases that tell two apart."""

from __future__ import annotations

import pytest

from evalcore.domain import CalibrationReport, Comparison
from evalcore.errors import InputError
from evalcore.report import (
    build_report,
    discordant_cases,
    from_document,
    read_calls,
    run_columns,
    to_document,
)
from evalcore.report.comparison_sentences import comparison_in_words, margin_in_words, standing
from tests.support.reports import judged
from tests.support.things import make_dataset, make_judge


def right_on(right: list[bool]) -> list[list[str | None]]:
    return [["YES" if good == (number % 2 == 0) else "NO"] for number, good in enumerate(right)]


def report_of(judges: dict[str, list[bool]], **options: object) -> CalibrationReport:
    dataset = make_dataset(len(next(iter(judges.values()))))
    grids = [judged(make_judge(name), dataset, right_on(right)) for name, right in judges.items()]
    return build_report(dataset, grids, criterion="grounded", repeats=1, **options)  # type: ignore[arg-type]


def against(cheap: list[bool], big: list[bool], margin: float | None) -> Comparison:
    (pair,) = report_of({"cheap": cheap, "big": big}, reference="big", margin=margin).comparisons
    return pair


def counts(both: int, only_a: int, only_b: int, neither: int) -> tuple[list[bool], list[bool]]:
    cells = [(True, True)] * both + [(True, False)] * only_a + [(False, True)] * only_b + [(False, False)] * neither
    return [a for a, _ in cells], [b for _, b in cells]


def test_with_a_reference_holm_adjusts_for_one_comparison_less_than_judges():
    """Three judges: 2 comparisons instead of 3, every other judge minus the reference."""
    judges = {"first": [True] * 20, "big": [True] * 10 + [False] * 10, "third": [True] * 20}
    report = report_of(judges, reference="big")
    assert [(pair.a, pair.b) for pair in report.comparisons] == [("first", "big"), ("third", "big")]
    assert report.comparisons[0].p_value == pytest.approx(2 / 2**10)
    assert report.comparisons[0].p_adjusted == pytest.approx(2 * 2 / 2**10)
    assert report.comparisons[0].method == "exact McNemar, Holm over 2 pairs"
    assert report.reference == "big"


def test_the_cheap_judge_is_good_enough_within_a_margin_and_not_within_a_smaller_one():
    """As in docs/statistics.md: 5 cases for either judge of 100 prove a margin of 0.1 and not one of 0.05."""
    pair = counts(85, 5, 5, 5)
    assert against(*pair, 0.1).within_margin == "proven"
    assert against(*pair, 0.05).within_margin == "not proven"
    assert "good enough" in comparison_in_words(against(*pair, 0.1))
    assert comparison_in_words(against(*pair, 0.05)).startswith("Whether cheap is worse than big by more than")


def test_worse_and_good_enough_are_no_contradiction():
    """9 cases of 400 for the big one, none for the cheap one: p = 2 / 2^9 = 0.004, and less than 5 points."""
    pair = against(*counts(371, 0, 9, 20), 0.05)
    assert (standing(pair), pair.within_margin) == ("proven worse", "proven")
    assert margin_in_words(pair) == "not inferior within 5 points"
    assert comparison_in_words(pair) == (
        "cheap is proven worse than big (-2.2 points, -4.2 to -1.2, p = 0.004 adjusted), but by no more than the margin"
        " of 5 points: good enough."
    )


def test_a_judge_that_is_far_worse_is_not_good_enough():
    pair = against(*counts(40, 0, 40, 20), 0.05)
    assert (standing(pair), pair.within_margin) == ("proven worse", "inferior")
    assert comparison_in_words(pair).endswith("and by more than the margin of 5 points: not good enough.")


def test_a_better_judge_needs_no_margin():
    assert "proven better than big" in comparison_in_words(against(*counts(40, 40, 0, 20), 0.05))
    assert "proven better than big" in comparison_in_words(against(*counts(40, 40, 0, 20), None))


def test_without_a_margin_nobody_is_good_enough_or_not():
    pair = against(*counts(85, 5, 5, 5), None)
    assert (pair.margin, pair.within_margin, margin_in_words(pair)) == (None, None, "")
    assert comparison_in_words(pair).startswith("No difference between cheap and big is proven (")


def test_two_judges_that_are_never_right_alone_are_not_told_apart():
    """No p value; Tango's interval for 0 of 20 is ±16 points, which no margin of 5 holds."""
    pair = against([True] * 20, [True] * 20, 0.05)
    assert (pair.p_value, standing(pair), pair.within_margin) == (None, "not shown", "not proven")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"reference": "huge"}, r"expected a judge to compare with \(cheap, big\), found 'huge'"),
        ({"margin": 0.05}, "--reference"),
        ({"reference": "big", "margin": 5.0}, "between 0 and 1"),
        ({"reference": "big", "margin": 0.0}, "between 0 and 1"),
    ],
)
def test_a_reference_or_a_margin_that_makes_no_sense_is_an_error(options, said):
    with pytest.raises(InputError, match=said):
        report_of({"cheap": [True] * 4, "big": [True] * 4}, **options)


def test_without_cases_or_other_judges_nothing_is_proven():
    assert against([], [], 0.05).within_margin == "not proven"
    assert report_of({"only": [True] * 4}, reference="only").comparisons == ()


def test_the_document_names_reference_and_margin_only_where_there_are_any():
    plain, asked = (report_of({"a": [True] * 4, "b": [False] * 4}, **options) for options in ({}, {"reference": "b"}))
    assert "reference" not in to_document(plain)
    assert "margin" not in to_document(plain)["comparisons"][0]
    assert to_document(asked)["reference"] == "b"
    assert from_document(to_document(asked)) == asked


def test_the_cases_that_tell_two_judges_apart_are_listed():
    """Cases 0 and 1 right by both, 2 by the first alone, 3 by the second alone."""
    dataset = make_dataset(4)
    grids = [
        judged(make_judge(name), dataset, right_on(right))
        for name, right in (("first", [True, True, True, False]), ("second", [True, True, False, True]))
    ]
    run = run_columns(dataset, grids, criterion="grounded", repeats=1)
    first, second = (read_calls(calls) for calls in run.judges)
    assert discordant_cases(run, first, second).listed.tolist() == [2, 3]
    assert discordant_cases(run, first, second, only="first").listed.tolist() == [2]
    assert discordant_cases(run, first, second, only="second").listed.tolist() == [3]
