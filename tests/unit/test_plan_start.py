from __future__ import annotations

from evalcore.report.plan_start import CASES, TNR, PlanStart, plan_start
from tests.support.gating import Answers, answers, report_of
from tests.support.reports import fixed_report


def test_a_plan_starts_from_what_the_judge_has_shown():
    # 33 + 19 of 60 right: 0.87; 33 of 36: 0.92; 19 of 24: 0.79; it passes 33 + 5 of 60: 0.63.
    report = report_of(*answers(accepted=33, rejected=3, let_through=5, caught=19))
    start = plan_start(report, report.judges[0].name)
    assert (start.rate, start.tpr, start.tnr, start.pass_rate, start.cases) == (0.87, 0.92, 0.79, 0.63, 60)
    assert start.stood_in == ()


def test_without_a_second_judge_the_other_rate_is_five_points_lower():
    report = report_of(*answers(accepted=33, rejected=3, let_through=5, caught=19))
    start = plan_start(report, report.judges[0].name)
    assert (start.other, start.other_rate, start.discordant) == (None, 0.82, None)


def test_beside_another_judge_its_rate_and_how_often_exactly_one_is_right_are_taken():
    report = fixed_report()
    start, (pair,) = plan_start(report, "spring-fact-check"), report.comparisons
    assert start.other == "always-yes"
    assert start.other_rate == round(report.judges[1].as_deployed.agreement.value, 2)
    assert start.discordant == round((pair.only_a_right + pair.only_b_right) / pair.difference.n, 2)


def test_what_was_not_measured_stands_in_and_is_said():
    report = report_of(Answers(n=10, human="pass", said="YES"))
    start = plan_start(report, report.judges[0].name)
    assert (start.tnr, start.stood_in) == (TNR, ("tnr",))


def test_without_a_run_everything_stands_in():
    start = PlanStart()
    assert start.judge is None
    assert start.cases == CASES
    assert start.stood_in == ("agreement", "raw pass rate", "tpr", "tnr")
