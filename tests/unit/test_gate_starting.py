from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.gate import Minimum, Outcome, evaluate, gates_from_text, gates_to_text, starting_gates
from tests.support.gating import Answers, answers, report_of
from tests.support.reports import MISSING


def thresholds(gates):
    return {(rule.figure, rule.slice_key): rule.threshold for rule in gates.rules}


def test_thresholds_are_the_ends_of_the_intervals_eased_to_whole_five_points():
    # 52 of 60 right: Wilson 0.758 to 0.931. Good 33 of 36: 0.782; bad 19 of 24: 0.595. None of 60 calls: up to 0.060.
    report = report_of(*answers(accepted=33, rejected=3, let_through=5, caught=19))
    gates = starting_gates(report, report.judges[0].name)
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
    gates = starting_gates(report, report.judges[0].name)
    assert (gates.pins.judge, gates.pins.config_sha256) == (report.judges[0].name, report.judges[0].config_sha256)
    assert gates.minimum == Minimum(good=8, bad=12)


def test_a_slice_of_one_class_is_not_demanded():
    report = report_of(*answers(accepted=30, caught=30), *answers(accepted=8, topic="returns"))
    assert ("agreement", "topic") not in thresholds(starting_gates(report, report.judges[0].name))


def test_where_no_case_is_labelled_only_what_needs_no_label_is_demanded():
    report = report_of(Answers(n=40, human=None, said="YES"))
    assert set(thresholds(starting_gates(report, report.judges[0].name))) == {
        ("non_literal", None),
        ("pass_rate", None),
    }


def test_where_nothing_was_answered_agreement_is_demanded_until_there_is_more():
    report = report_of(Answers(n=3, human="pass", said=[MISSING]))
    gates = starting_gates(report, report.judges[0].name)
    assert thresholds(gates) == {("agreement", None): 0.75}
    assert evaluate(gates, report).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("repeats", [1, 2])
@given(counts=st.lists(st.integers(0, 30), min_size=4, max_size=4).filter(any))
def test_a_judge_passes_the_file_that_is_made_for_it_and_the_file_reads_back(counts, repeats):
    accepted, rejected, let_through, caught = counts
    report = report_of(
        *answers(accepted=accepted, rejected=rejected, let_through=let_through, caught=caught), repeats=repeats
    )
    gates = starting_gates(report, report.judges[0].name)
    assert gates_from_text(gates_to_text(gates), file="gates.yaml", folder=Path()) == gates
    only_until_measured = thresholds(gates) == {("agreement", None): 0.75}
    assert only_until_measured or evaluate(gates, report).outcome is Outcome.PASSED
