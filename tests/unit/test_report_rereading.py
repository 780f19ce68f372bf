"""The same replies looked at again: distinct forms, every rule, advice, and the next step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.domain import Baseline, CallLedger, How
from evalcore.judges import Judge, RuleSpec, builtin_judges
from evalcore.report import (
    JudgeColumns,
    RunColumns,
    advice,
    distinct_replies,
    read_calls,
    readings_by_rule,
    run_columns,
)
from evalcore.report.next_step import next_step
from evalcore.report.ranking import Costs, error_cost, ranked
from tests.support.reports import FAILED, MISSING, fixed_report, judged
from tests.support.things import make_dataset, make_judge

SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0")


def columns_of(texts: list[list[str | None]], judge: Judge = SPRING) -> tuple[RunColumns, JudgeColumns]:
    dataset = make_dataset(len(texts))
    run = run_columns(dataset, [judged(judge, dataset, texts)], criterion="grounded", repeats=len(texts[0]))
    return run, read_calls(run.judges[0])


def test_distinct_replies_are_counted_over_all_repeats_the_most_frequent_first() -> None:
    run, judge = columns_of([["Yes.", "Yes."], ["Hm.", "Yes."], ["YES", FAILED], ["no", MISSING]])
    first, second = distinct_replies(run, judge)
    assert (first.text, first.count, first.example_case, first.lenient.token) == ("Yes.", 3, "c0", "yes")
    assert (second.text, second.count, second.deployed.how) == ("Hm.", 1, How.BY_DEFAULT)


def test_literal_replies_are_listed_only_when_they_are_asked_for() -> None:
    run, judge = columns_of([["YES"], ["no"]])
    assert distinct_replies(run, judge) == ()
    assert {reply.text for reply in distinct_replies(run, judge, only_not_literal=False)} == {"YES", "no"}


def test_every_rule_of_the_family_reads_the_same_replies_without_a_new_call() -> None:
    """c0 and c2 are good, c1 and c3 bad. Spring 2.0 passes "yes" only: c0 right, c2 wrong, c1 and c3 right."""
    run, judge = columns_of([["yes"], ["no"], ["Yes."], ["Hm."]])
    rows = {row.rule: row for row in readings_by_rule(run, judge.calls)}
    assert "rating" not in rows
    assert (rows["spring-2.0"].agreement.k, rows["spring-2.0"].literal, rows["spring-2.0"].unread) == (3, 2, 2)
    # Lenient reads "Yes." as well; "Hm." fails for want of a verdict, and c3 is bad: 4 of 4.
    assert (rows["lenient"].agreement.k, rows["lenient"].recovered, rows["lenient"].unread) == (4, 1, 1)
    # A strict JSON reader finds no object at all: everything fails, and the two bad ones are right by default.
    assert (rows["json"].agreement.k, rows["json"].unread, rows["json"].caught.k) == (2, 4, 2)


def test_ratings_are_not_read_by_rules_that_say_pass_or_fail() -> None:
    run, judge = columns_of([['{"rating": 4}'], ["1"]], builtin_judges()["rating-1-4"])
    assert [row.rule for row in readings_by_rule(run, judge.calls)] == ["rating"]


def test_a_judge_that_is_read_as_springs_guide_does_is_also_read_as_a_rating() -> None:
    """c0 is good, c1 bad. "Rating: 4" is no record and fails; the rating rule reads 4, which passes."""
    run, judge = columns_of([["Rating: 4"], ['{"rating": 7}']], builtin_judges()["spring-score-1-4"])
    rows = {row.rule: row for row in readings_by_rule(run, judge.calls)}
    own = rows["spring-score-1-4"]
    assert (own.literal, own.recovered, own.unread, own.agreement.k) == (0, 1, 1, 0)  # 7 is off the scale, and passes
    assert (rows["rating"].recovered, rows["rating"].unread, rows["rating"].agreement.k) == (1, 1, 2)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ([["Yes, it is."], ["No, it is not."]], "2 of 2 replies start with the verdict and go on talking"),
        ([["**Yes**"], ["No."]], "2 of 2 replies say a verdict that the rule spring-2.0 does not accept"),
        ([[""], ["yes"]], "1 of 2 replies hold no verdict (empty)"),
    ],
)
def test_advice_says_what_to_change(texts: list[list[str | None]], words: str) -> None:
    assert words in (advice(columns_of(texts)[1]) or "")


def test_there_is_no_advice_where_every_reply_is_read() -> None:
    assert advice(columns_of([["yes"], ["no"]])[1]) is None


def test_the_next_step_is_to_ask_what_is_missing_before_anything_is_believed() -> None:
    step = next_step(fixed_report())
    assert (step.to, step.why) == ("run", "Missing in this run: 1 call.")


def test_the_next_step_is_another_judge_while_none_is_proven_and_an_export_once_one_is() -> None:
    whole = CallLedger(planned=60, answered=60, failed=0, not_asked={}, missing=0, truncated=0)
    report = fixed_report()
    report = replace(report, judges=tuple(replace(judge, calls=whole) for judge in report.judges))
    assert next_step(report).label == "Try another judge"

    def proven(baseline: Baseline) -> Baseline:
        return replace(baseline, beats=True)

    best = replace(report.judges[0], baseline=proven(report.judges[0].baseline), slices=())
    assert next_step(replace(report, judges=(best, report.judges[1]))).label == "Export spring-fact-check"


def test_a_small_slice_is_named_before_an_export_is_offered() -> None:
    whole = CallLedger(planned=60, answered=60, failed=0, not_asked={}, missing=0, truncated=0)
    report = fixed_report()
    small = replace(report.judges[0].slices[0], as_deployed=replace(report.judges[0].as_deployed, n=8))
    best = replace(
        report.judges[0], calls=whole, slices=(small,), baseline=replace(report.judges[0].baseline, beats=True)
    )
    step = next_step(replace(report, judges=(best,)))
    assert step.to == "compare"
    assert "topic = billing (8 cases) is too small" in step.why


def test_declared_costs_are_weighed_by_the_mix_of_good_and_bad_answers() -> None:
    """14 good and 6 bad; 3 good ones rejected at 1 each, 1 bad one missed at 10: 13 on 20 answers, 65 on 100."""
    judge = fixed_report().judges[0]
    cost = error_cost(judge, Costs(missed=10, rejected=1))
    assert cost is not None
    assert cost.expected == pytest.approx(65.0)
    # At worst 0.524 of the good ones are accepted and 0.436 of the bad ones caught: 70 × 0.476 + 300 × 0.564 = 202.52.
    assert cost.at_worst == pytest.approx(202.52)


def test_ranking_follows_what_a_person_says_that_errors_cost() -> None:
    """When only rejected good answers cost, always saying yes is the best there is; when missed ones do, it is not."""
    report = fixed_report()
    assert ranked(report, Costs(missed=0, rejected=1))[0].name == "always-yes"
    assert ranked(report, Costs(missed=1, rejected=0))[0].name == "spring-fact-check"
