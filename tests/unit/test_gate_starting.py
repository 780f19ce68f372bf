from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.gate import Minimum, Outcome, Start, evaluate, gates_from_text, gates_to_text, starting_gates
from evalcore.report.gate_sentences import start_remarks
from tests.support.gating import Answers, answers, report_of
from tests.support.reports import MISSING


def thresholds(gates):
    return {(rule.figure, rule.slice_key): rule.threshold for rule in gates.rules}


def test_thresholds_are_the_ends_of_the_intervals_eased_to_whole_five_points():
    # 52 of 60 right: Wilson 0.758 to 0.931. Good 33 of 36: 0.782; bad 19 of 24: 0.595. None of 60 calls: up to 0.060.
    report = report_of(*answers(accepted=33, rejected=3, let_through=5, caught=19))
    gates = starting_gates(report, report.judges[0].name).gates
    assert thresholds(gates) | {("pass_rate", None): 0} == {
        ("agreement", None): 0.75,
        ("tpr", None): 0.75,
        ("tnr", None): 0.55,
        ("non_literal", None): 0.1,
        ("agreement", "topic"): 0.75,
        ("pass_rate", None): 0,
    }


def test_the_judge_is_pinned_and_the_minimum_is_what_the_smallest_part_has():
    report = report_of(*answers(accepted=30, caught=30), *answers(accepted=8, caught=12, topic="returns"))
    gates = starting_gates(report, report.judges[0].name).gates
    assert (gates.pins.judge, gates.pins.config_sha256) == (report.judges[0].name, report.judges[0].config_sha256)
    assert gates.minimum == Minimum(good=8, bad=12)


def test_a_slice_of_one_class_is_not_demanded():
    report = report_of(*answers(accepted=30, caught=30), *answers(accepted=8, topic="returns"))
    assert ("agreement", "topic") not in thresholds(starting_gates(report, report.judges[0].name).gates)


def test_where_no_case_is_labelled_only_what_needs_no_label_is_demanded():
    report = report_of(Answers(n=40, human=None, said="YES"))
    assert set(thresholds(starting_gates(report, report.judges[0].name).gates)) == {
        ("non_literal", None),
        ("pass_rate", None),
    }


def test_where_nothing_was_answered_agreement_is_demanded_until_there_is_more():
    report = report_of(Answers(n=3, human="pass", said=[MISSING]))
    gates = starting_gates(report, report.judges[0].name).gates
    assert thresholds(gates) == {("agreement", None): 0.75}
    assert evaluate(gates, report).outcome is Outcome.UNDECIDED


def decided_at_the_start(*groups: Answers) -> tuple[Outcome, Start]:
    report = report_of(*groups)
    start = starting_gates(report, report.judges[0].name)
    return evaluate(start.gates, report).outcome, start


@pytest.mark.parametrize(
    ("counts", "figure"),
    [
        ({"accepted": 30, "let_through": 20}, "tnr"),
        ({"accepted": 36, "let_through": 23, "caught": 1}, "tnr"),
        ({"rejected": 20, "caught": 30}, "tpr"),
    ],
    ids=["always yes", "nearly always yes", "always no"],
)
def test_a_judge_that_gives_one_verdict_fails_the_file_that_is_made_for_it(counts, figure):
    outcome, start = decided_at_the_start(*answers(**counts))
    assert outcome is Outcome.FAILED
    assert thresholds(start.gates)[figure, None] == 0.5
    assert any(f"{figure} at least 50%" in said and "stand-in" in said for said in start_remarks(start))


def test_a_judge_that_was_only_seen_on_good_answers_is_undecided_at_the_start():
    outcome, start = decided_at_the_start(*answers(accepted=30))
    assert outcome is Outcome.UNDECIDED
    assert {line.rule.figure for line in start.stood_in} == {"tpr", "tnr"}


def test_what_is_not_demanded_is_said_with_the_reason():
    _, start = decided_at_the_start(*answers(accepted=30, caught=30), *answers(accepted=8, topic="returns"))
    (said,) = start_remarks(start)
    assert said == (
        "Not demanded, because the judge could not pass it on these cases: verdict flips (undefined: no case has two"
        " answered repeats); agreement by topic (some slice shows too little)."
    )


@pytest.mark.parametrize("repeats", [1, 2])
@given(counts=st.lists(st.integers(0, 30), min_size=4, max_size=4).filter(any))
def test_a_judge_passes_all_in_its_file_but_what_stands_in_and_the_file_reads_back(counts, repeats):
    accepted, rejected, let_through, caught = counts
    report = report_of(
        *answers(accepted=accepted, rejected=rejected, let_through=let_through, caught=caught), repeats=repeats
    )
    start = starting_gates(report, report.judges[0].name)
    gates = start.gates
    assert gates_from_text(gates_to_text(gates), file="gates.yaml", folder=Path()) == gates
    not_passed = {line.rule for line in evaluate(gates, report).lines if line.outcome is not Outcome.PASSED}
    assert not_passed == {line.rule for line in start.stood_in}
