"""One thing is spoken of as one thing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from evalcore.domain import Estimate
from evalcore.gate import Rule
from evalcore.plurals import counted, verb
from evalcore.report import headline
from evalcore.report.formatting import difference
from evalcore.report.gate_sentences import demand_in_words, reason_in_words
from evalcore.report.plan_sentences import half_width_answer
from evalcore.report.release_sentences import _in_points
from evalcore.stats.people import fleiss_kappa
from tests.support.gating import answers, on_judge, only_line, report_of
from tests.support.reports import fixed_report


def test_a_noun_and_its_verb_go_with_the_number():
    assert [counted(n, "call") for n in (0, 1, 2, 1000)] == ["0 calls", "1 call", "2 calls", "1,000 calls"]
    assert [counted(n, "reply", "replies") for n in (1, 2)] == ["1 reply", "2 replies"]
    assert [verb(n, "rests", "rest") for n in (0, 1, 2)] == ["rest", "rests", "rest"]


def test_one_label_gives_and_one_point_is_a_point():
    assert half_width_answer(0.45, 0.5).text.startswith("1 labelled case gives a rate of 50% an interval")
    assert "about 1 point to either side" in half_width_answer(0.01, 0.5).text
    assert "about 2 points to either side" in half_width_answer(0.02, 0.5).text


@pytest.mark.parametrize(("share", "said"), [(0.01, "+1 point ("), (-0.01, "-1 point ("), (0.02, "+2 points (")])
def test_a_difference_of_one_point(share: float, said: str):
    found = Estimate(value=share, low=share - 0.03, high=share + 0.03, n=50, method="Newcombe")
    assert difference(found).startswith(said)
    assert _in_points(0.01, 50) == "1 point"


def test_a_gate_of_one_point_and_of_one_answer():
    rule = Rule(figure="pass_rate", bound="at_least", threshold=-0.01, against_baseline=True)
    assert demand_in_words(rule) == "pass rate not more than 1 point below the baseline"
    alone = only_line(report_of(*answers(accepted=1)), on_judge("tpr", "at_least: 0.1"))
    assert reason_in_words(alone).startswith("The only labelled answer is good: without bad ones")


def test_a_judge_on_one_case():
    report = report_of(*answers(accepted=1))
    assert " on 1 case, " in headline(report.judges[0], report.dataset)


def test_a_cut_prompt_among_one_reply():
    report = fixed_report()
    judge: Any = report.judges[0]
    calls = replace(judge.calls, planned=1, answered=1, failed=0, missing=0, not_asked={}, truncated=1)
    assert "1 of its 1 reply rests on a prompt that was cut" in headline(replace(judge, calls=calls), report.dataset)


def test_a_case_that_was_left_out():
    assert fleiss_kappa([["a", "b"], ["a", "a"], ["a"]]).note.startswith("1 case without exactly 2 votes")
