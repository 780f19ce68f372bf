"""Gates on reports: the acceptance cases, the guards, slices, baselines and what cannot be run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalcore.domain import Confusion, undefined
from evalcore.errors import InputError
from evalcore.gate import FIGURES, Demand, Outcome, Pins, Why, decide, evaluate
from evalcore.gate.deciding import chance_of_failing
from evalcore.report import Unread
from evalcore.report.gate_sentences import gate_remarks, outcome_in_words, reason_in_words
from evalcore.stats import holm, kappa, wilson
from tests.support.gating import (
    Answers,
    answers,
    gated,
    gates_of,
    on_application,
    on_judge,
    only_line,
    outcomes,
    report_of,
)
from tests.support.reports import fixed_report
from tests.support.things import make_judge

LITERAL = answers(accepted=31, rejected=5, let_through=3, caught=21)
"""The afternoon test: 60 cases, 36 pass, a literal judge right on 52."""


def test_a_literal_judge_right_on_52_of_60_passes_a_gate_of_75_percent():
    line = only_line(report_of(*LITERAL), on_judge("agreement", "at_least: 0.75"))
    assert (line.estimate.k, line.estimate.n, line.outcome) == (52, 60, Outcome.PASSED)
    assert (round(100 * line.estimate.low), round(100 * line.estimate.high)) == (76, 93)


def test_the_same_judge_leaves_a_gate_of_85_percent_undecided_and_says_what_would_decide_it():
    line = only_line(report_of(*LITERAL), on_judge("agreement", "at_least: 0.85"))
    assert (line.outcome, line.needed.n, line.needed_if_perfect) == (Outcome.UNDECIDED, 1764, None)
    assert reason_in_words(line) == (
        "The threshold lies in the interval. If the value stays as it is, 1,764 labelled cases in all would decide it:"
        " pass."
    )


def test_a_release_of_20_cases_cannot_reach_a_gate_of_90_percent():
    """19 of 20 pass: undecided; 20 of 20 would show 0.84; 35 of 35 are needed, and 139 at 19 of 20."""
    release = report_of(Answers(n=19, human=None, said="YES"), Answers(n=1, human=None, said="NO"))
    line = only_line(release, on_application("pass_rate", "at_least: 0.9"))
    assert (line.outcome, line.needed_if_perfect) == (Outcome.UNDECIDED, 35)
    # 3.84146 · 0.09 / 0.05² = 138.3
    assert line.needed.n == 139
    assert "Unreachable at this n (20 of 20 shows 84% or more): even a perfect result needs 35" in reason_in_words(line)


@pytest.mark.parametrize(("passed", "outcome"), [(20, "undecided"), (18, "undecided"), (15, "fail")])
def test_every_release_of_20_is_undecided_or_fails(passed: int, outcome: str):
    """15 of 20 has an upper limit of 0.888."""
    release = report_of(Answers(n=passed, human=None, said="YES"), Answers(n=20 - passed, human=None, said="NO"))
    assert only_line(release, on_application("pass_rate", "at_least: 0.9")).outcome.value == outcome


def test_a_release_at_the_threshold_is_decided_by_no_number_of_cases():
    release = report_of(Answers(n=18, human=None, said="YES"), Answers(n=2, human=None, said="NO"))
    line = only_line(release, on_application("pass_rate", "at_least: 0.9"))
    assert reason_in_words(line).endswith("no number of cases decides it.")


# ---- guards


@pytest.mark.parametrize("figure", [name for name, one in FIGURES.items() if one.of_gold])
def test_a_set_of_one_class_never_passes(figure: str):
    """100 good answers, all accepted: agreement is 96 % or more, and nothing shows that a bad one is caught."""
    line = only_line(report_of(*answers(accepted=100)), on_judge(figure, "at_least: 0.1"))
    assert (line.outcome, line.why) == (Outcome.UNDECIDED, Why.ONE_CLASS)
    assert "All 100 labelled answers are good" in reason_in_words(line)


def test_a_set_of_bad_answers_only_never_passes_either():
    line = only_line(report_of(*answers(caught=100)), on_judge("tnr", "at_least: 0.1"))
    assert "All 100 labelled answers are bad: without good ones" in reason_in_words(line)


def test_a_set_of_one_class_can_fail():
    line = only_line(report_of(*answers(accepted=10, rejected=90)), on_judge("agreement", "at_least: 0.5"))
    assert line.outcome is Outcome.FAILED


def test_a_set_with_one_of_many_values_never_passes_either():
    """Sixty cases that people all called "medium", on a scale without passing values."""
    report = report_of(*LITERAL)
    (judge,) = report.judges
    nothing = undefined(0, "the scale has no passing value")
    one_value = replace(
        judge.as_deployed,
        tpr=nothing,
        tnr=nothing,
        confusion=Confusion(
            labels=("low", "medium", "high"), matrix=((0, 0, 0), (4, 52, 4), (0, 0, 0)), no_verdict=(0, 0, 0)
        ),
    )
    line = only_line(
        replace(report, judges=(replace(judge, as_deployed=one_value),)), on_judge("agreement", "at_least: 0.75")
    )
    assert (line.outcome, line.why) == (Outcome.UNDECIDED, Why.ONE_CLASS)
    assert "All cases have the same label" in reason_in_words(line)


@pytest.mark.parametrize("figure", FIGURES)
def test_without_cases_every_gate_is_undecided(figure: str):
    demand = "at_most: 0.5" if FIGURES[figure].bound == "at_most" else "at_least: 0.5"
    file = (on_judge if FIGURES[figure].about == "judge" else on_application)(figure, demand)
    line = only_line(report_of(), file)
    assert (line.outcome, line.why) == (Outcome.UNDECIDED, Why.UNDEFINED)


def test_one_case_decides_nothing():
    """1 of 1 right is 0.21 or more, and a set of one case has one class."""
    line = only_line(report_of(*answers(accepted=1)), on_judge("agreement", "at_least: 0.5"))
    assert (line.outcome, line.why) == (Outcome.UNDECIDED, Why.ONE_CLASS)
    assert only_line(report_of(*answers(accepted=1)), on_application("pass_rate", "at_least: 0.5")).needed.n == 4


def test_all_unread_fails_the_gates_on_form_and_is_no_proof_of_catching():
    """30 good and 30 bad answers, every reply empty: all count as fail, none was said."""
    silent = report_of(Answers(n=30, human="pass", said=""), Answers(n=30, human="fail", said=""))
    result = gated(
        silent,
        "judge:\n  overall: {unread: {at_most: 0.1}, non_literal: {at_most: 0.1}, tnr: {at_least: 0.8},"
        " tnr_said: {at_least: 0.5}, kappa: {at_least: 0.1}}\n",
    )
    assert outcomes(result) == {
        "judge.overall.unread": "fail",
        "judge.overall.non_literal": "fail",
        "judge.overall.tnr": "pass",
        "judge.overall.tnr_said": "fail",
        "judge.overall.kappa": "undecided",
    }
    gates = gates_of(on_judge("tnr", "at_least: 0.8"))
    assert "30 of the 30 bad answers that count as caught were so only by default" in " ".join(
        gate_remarks(result, gates, silent)
    )


def test_perfect_agreement_is_not_certainty():
    """20 of 20, ten of either class: 0.84 or more, so 0.9 needs 35; kappa needs what its own interval asks for."""
    perfect = report_of(*answers(accepted=10, caught=10))
    assert only_line(perfect, on_judge("agreement", "at_least: 0.8")).outcome is Outcome.PASSED
    line = only_line(perfect, on_judge("agreement", "at_least: 0.9"))
    assert (line.outcome, line.needed_if_perfect) == (Outcome.UNDECIDED, 35)
    line = only_line(perfect, on_judge("kappa", "at_least: 0.9"))
    assert line.outcome is Outcome.UNDECIDED
    good, bad = divmod(line.needed_if_perfect + 1, 2)
    assert kappa([[good, 0], [0, good - 1 + bad]]).low >= 0.9
    assert kappa([[good - 1, 0], [0, good - 1]]).low < 0.9


def test_18_1_1_of_20_passes_on_agreement_and_not_on_kappa_or_on_bad_answers():
    """19 good answers, 18 accepted; one bad one, let through: agreement 18/20, and kappa is negative."""
    lopsided = report_of(*answers(accepted=18, rejected=1, let_through=1))
    result = gated(
        lopsided,
        "judge:\n  minimum: {good: 10, bad: 10}\n"
        "  overall: {agreement: {at_least: 0.6}, tnr: {at_least: 0.5}, kappa: {at_least: 0.2}}\n",
    )
    agreement, tnr, kappa = result.lines
    assert (agreement.outcome, agreement.why) == (Outcome.UNDECIDED, Why.TOO_FEW)
    assert "demands 10 good and 10 bad labelled answers, and there are 19 and 1" in reason_in_words(agreement)
    assert tnr.outcome is Outcome.UNDECIDED
    assert kappa.outcome is not Outcome.PASSED
    without = gated(lopsided, on_judge("agreement", "at_least: 0.6"))
    remarks = gate_remarks(without, gates_of(on_judge("agreement", "at_least: 0.6")), lopsided)
    assert any("not proven to beat always saying “pass”" in remark for remark in remarks)


def test_a_judge_that_is_proven_worse_than_a_constant_is_not_called_unproven():
    """80 good and 20 bad: right on 60, where always saying “pass” is right on 80."""
    worse = report_of(*answers(accepted=42, rejected=38, let_through=2, caught=18))
    file = on_judge("agreement", "at_least: 0.4")
    (said,) = [one for one in gate_remarks(gated(worse, file), gates_of(file), worse) if "always saying" in one]
    assert said.startswith("The judge is proven worse than always saying “pass” (-20.0 points, -")
    assert said.endswith("on 100 cases, p = 0.010), although it agrees often enough.")


def test_the_minimum_holds_no_failure_back():
    file = "judge: {minimum: {bad: 90}, overall: {agreement: {at_least: 0.99}}}\n"
    assert only_line(report_of(*LITERAL), file).outcome is Outcome.FAILED


# ---- the form of replies


def test_a_share_of_calls_rests_on_cases_not_on_calls():
    """20 cases × 3 repeats, none unread: 0 of 60 calls, but 20 cases, so at most 16 % and not 6 %."""
    report = report_of(*answers(accepted=10, caught=10), repeats=3)
    line = only_line(report, on_judge("unread", "at_most: 0.1"))
    assert (line.estimate.n, line.outcome) == (20, Outcome.UNDECIDED)
    assert line.estimate.high == pytest.approx(0.1611, abs=5e-5)
    # 3.8415 / (n + 3.8415) ≤ 0.1 from n = 9 · 3.8415 = 34.6 on
    assert line.needed_if_perfect == 35


def test_flips_are_gated_by_their_rate():
    steady = Answers(n=40, human="pass", said=["YES", "YES"])
    shaky = Answers(n=20, human="fail", said=["NO", "YES"])
    line = only_line(report_of(steady, shaky, repeats=2), on_judge("flips", "at_most: 0.2"))
    # 20 of 60 cases: 0.227 or more
    assert (line.estimate.k, line.estimate.n, line.outcome) == (20, 60, Outcome.FAILED)


def test_slices_know_the_form_of_their_own_replies():
    wordy = Answers(n=30, human="pass", said="Yes, it does.", topic="refunds")
    report = report_of(*answers(accepted=30, caught=20), wordy)
    result = gated(report, "judge: {slices: {topic: {non_literal: {at_most: 0.3}}}}\n")
    assert outcomes(result) == {
        "judge.slices.topic=billing.non_literal": "pass",
        "judge.slices.topic=refunds.non_literal": "fail",
    }


def test_a_report_from_before_slices_knew_their_form_says_so():
    report = report_of(*LITERAL)
    (judge,) = report.judges
    old = tuple(replace(one, forms=None, pass_rate={}) for one in judge.slices)
    line = only_line(
        replace(report, judges=(replace(judge, slices=old),)), "judge: {slices: {topic: {unread: {at_most: 0.3}}}}\n"
    )
    assert (line.outcome, line.needed_if_perfect) == (Outcome.UNDECIDED, None)
    assert "make it again" in reason_in_words(line)


# ---- slices


def test_all_slices_must_pass():
    report = report_of(
        *answers(accepted=48, rejected=2, caught=50, topic="billing"),
        *answers(accepted=6, rejected=4, caught=10, topic="refunds"),
    )
    result = gated(report, "judge: {slices: {topic: {agreement: {at_least: 0.7}}}}\n")
    assert outcomes(result) == {
        "judge.slices.topic=billing.agreement": "pass",
        "judge.slices.topic=refunds.agreement": "undecided",
    }
    assert result.outcome is Outcome.UNDECIDED


def test_one_bad_slice_among_many_does_not_fail_by_chance():
    """Ten slices of 20 at a gate of 0.8: 12 of 20 has 0.781 at most and fails alone, but not among ten."""
    good = [answers(accepted=9, rejected=1, caught=9, let_through=1, topic=f"t{n}") for n in range(9)]
    bad = answers(accepted=6, rejected=4, caught=6, let_through=4, topic="bad")
    rule = "judge: {slices: {topic: {agreement: {at_least: 0.8}}}}\n"
    alone = only_line(report_of(*bad), rule)
    assert (alone.outcome, alone.p_adjusted) == (Outcome.FAILED, None)
    # 12 or fewer of 20 at 0.8 have the binomial chance 0.0321
    assert alone.p_value == pytest.approx(0.0321, abs=5e-5)
    among = next(line for line in gated(report_of(*sum(good, ()), *bad), rule).lines if line.slice["topic"] == "bad")
    assert (among.outcome, among.why, among.p_adjusted) == (
        Outcome.UNDECIDED,
        Why.BY_CHANCE,
        pytest.approx(0.321, abs=5e-4),
    )
    assert "by chance" in reason_in_words(among)


def test_a_slice_that_is_far_too_bad_fails_among_many():
    good = [answers(accepted=9, rejected=1, caught=9, let_through=1, topic=f"t{n}") for n in range(9)]
    bad = answers(accepted=4, rejected=6, caught=4, let_through=6, topic="bad")
    result = gated(report_of(*sum(good, ()), *bad), "judge: {slices: {topic: {agreement: {at_least: 0.8}}}}\n")
    assert result.outcome is Outcome.FAILED


def test_twenty_slices_that_are_just_good_enough_fail_about_once_in_forty_and_not_every_third_time():
    """2,000 seeded sets of 20 slices of 50 cases at a true 0.8, held against 0.8.

    Without adjusting at least one slice of 20 fails by its interval in some 1 − 0.975²⁰ = 40 % of them.
    """
    right = np.random.default_rng(6).binomial(50, 0.8, size=(2000, 20))
    demand = Demand(bound="at_least", threshold=0.8)
    fails = [decide(wilson(k, 50), demand) is Outcome.FAILED for k in range(51)]
    p_of = [chance_of_failing(wilson(k, 50), demand) for k in range(51)]
    p_values = [[p_of[k] for k in row] for row in right.tolist()]
    assert np.mean([any(fails[k] for k in row) for row in right.tolist()]) > 0.3
    assert np.mean([min(holm(row)) <= 0.025 for row in p_values]) < 0.03


def test_slices_that_the_report_does_not_hold_cannot_be_gated():
    with pytest.raises(InputError, match=r"slices by 'language', which the report does not hold \(topic\)"):
        gated(report_of(*LITERAL), "judge: {slices: {language: {agreement: {at_least: 0.8}}}}\n")


# ---- the application


def test_the_corrected_pass_rate_is_gated_by_its_own_interval():
    labelled = answers(accepted=95, rejected=5, let_through=5, caught=95)
    rest = (Answers(n=180, human=None, said="YES"), Answers(n=20, human=None, said="NO"))
    report = report_of(*labelled, *rest)
    # (0.9 + 0.95 − 1) / (0.95 + 0.95 − 1) = 0.944
    line = only_line(report, on_application("corrected_pass_rate", "at_least: 0.85"))
    assert (round(line.estimate.value, 3), line.outcome) == (0.944, Outcome.PASSED)


def test_a_corrected_pass_rate_that_cannot_be_given_is_undecided_and_says_why():
    line = only_line(report_of(*LITERAL), on_application("corrected_pass_rate", "at_least: 0.5"))
    assert "every case has a human label: use that" in reason_in_words(line)


def release(passed: int, failed: int, topic: str = "billing") -> tuple[Answers, ...]:
    return (
        Answers(n=passed, human=None, said="YES", topic=topic),
        Answers(n=failed, human=None, said="NO", topic=topic),
    )


AGAINST = "application: {against_baseline: {overall: {pass_rate: {no_worse_by: 0.05}}}}\n"


@pytest.mark.parametrize(
    ("now", "before", "outcome"),
    [((380, 20), (380, 20), "pass"), ((19, 1), (19, 1), "undecided"), ((300, 100), (380, 20), "fail")],
)
def test_a_release_may_be_worse_than_its_baseline_by_the_margin_and_no_more(now, before, outcome):
    """380 of 400 twice: 0 ± 3.1 points; 19 of 20 twice: 0 ± 19; 75 % against 95 %: −20, at best −15.2."""
    assert only_line(report_of(*release(*now)), AGAINST, baseline=report_of(*release(*before))).outcome.value == outcome


def test_20_cases_cannot_be_shown_to_be_no_worse_than_a_perfect_baseline():
    """With n of n against 1 the limit is n / (n + z²) − 1, which is −0.05 or more from n = 19 z² = 73.0 on."""
    line = only_line(report_of(*release(18, 2)), AGAINST, baseline=report_of(*release(20, 0)))
    assert (line.outcome, line.needed_if_perfect) == (Outcome.UNDECIDED, 73)
    assert "Unreachable at this n: even a perfect result needs 73 answers." in reason_in_words(line)


def test_slices_are_compared_with_the_same_slice_of_the_baseline():
    now = report_of(*release(50, 50, "billing"), *release(95, 5, "refunds"))
    before = report_of(*release(95, 5, "billing"))
    result = gated(
        now, "application: {against_baseline: {slices: {topic: {pass_rate: {no_worse_by: 0.1}}}}}\n", baseline=before
    )
    assert [line.outcome.value for line in result.lines] == ["fail", "undecided"]
    assert "the baseline has no case in this slice" in reason_in_words(result.lines[1])


def test_that_a_baseline_is_compared_unpaired_is_said():
    report = report_of(*release(19, 1))
    remarks = gate_remarks(gated(report, AGAINST, baseline=report), gates_of(AGAINST), report)
    assert any("compared unpaired" in remark for remark in remarks)


def test_missing_calls_of_the_baseline_are_named():
    """The baseline run was broken off: of 20 calls 5 are missing, and none of the report's own."""
    report = report_of(*release(19, 1))
    (judge,) = report.judges
    broken = replace(judge, calls=replace(judge.calls, answered=judge.calls.answered - 5, missing=5))
    before = replace(report, judges=(broken,))
    gates = gates_of(AGAINST)
    said = "Of the baseline’s 20 calls: 5 missing; what they would have said is in no figure."
    assert said in gate_remarks(evaluate(gates, report, baseline=before), gates, report, before)
    assert not any("missing" in one for one in gate_remarks(evaluate(gates, report, baseline=report), gates, report))


# ---- what cannot be run


def test_a_baseline_by_another_judge_cannot_be_compared():
    other = report_of(*release(19, 1), judge=make_judge("other", template="Is {answer} right? YES or NO"))
    with pytest.raises(InputError, match="expected a baseline by the same judge, asker"):
        gated(report_of(*release(19, 1)), AGAINST, baseline=other)


def test_a_baseline_must_be_named():
    with pytest.raises(InputError, match="--baseline"):
        gated(report_of(*release(19, 1)), AGAINST)


@pytest.mark.parametrize(
    ("pins", "what"),
    [
        (Pins(config_sha256="0" * 64), "config_sha256 of asker"),
        (Pins(digest="d2"), "model digest of asker to be d2, as the gates pin it, found d1"),
        (Pins(dataset="0" * 64), "fingerprint of the set support"),
    ],
)
def test_a_judge_digest_or_set_other_than_the_calibrated_one_cannot_be_gated(pins: Pins, what: str):
    gates = replace(gates_of(on_judge("agreement", "at_least: 0.5")), pins=pins)
    with pytest.raises(InputError, match="the calibration is void") as raised:
        evaluate(gates, report_of(*LITERAL))
    assert what in str(raised.value)


def test_what_is_pinned_as_measured_runs():
    report = report_of(*LITERAL)
    (judge,) = report.judges
    pins = Pins(
        judge=judge.name,
        config_sha256=judge.config_sha256,
        digest=judge.digest,
        dataset=report.dataset.fingerprint,
    )
    gates = replace(gates_of(on_judge("agreement", "at_least: 0.5")), pins=pins)
    result = evaluate(gates, report)
    assert result.outcome is Outcome.PASSED
    assert not any("pins no config_sha256" in remark for remark in gate_remarks(result, gates, report))


def test_of_several_judges_one_must_be_named():
    gates = gates_of(on_judge("agreement", "at_least: 0.5"))
    with pytest.raises(InputError, match=r"one judge of the report \(spring-fact-check, always-yes\)"):
        evaluate(gates, fixed_report())
    assert evaluate(gates, fixed_report(), judge="always-yes").judge == "always-yes"


# ---- what is said


def test_looks_and_tried_judges_are_said():
    report = fixed_report()
    gates = gates_of(on_judge("agreement", "at_least: 0.5"))
    looked = replace(report, selection=replace(report.selection, looks=3))
    result = evaluate(gates, looked, judge="spring-fact-check")
    assert gate_remarks(result, gates, looked)[0] == (
        "Look 3 at these cases: each look is another chance to pass by luck (1 in 40 for a judge that is just too bad);"
        " 2 judges tried on them, and the best of several looks better here than on new cases."
    )


def test_calls_that_brought_nothing_are_said():
    gates = gates_of(on_judge("agreement", "at_least: 0.5"))
    result = evaluate(gates, fixed_report(), judge="spring-fact-check")
    assert (
        "Of 66 calls: 2 failed, 1 missing, 3 not asked (no evidence); what they would have said is in no figure."
    ) in gate_remarks(result, gates, fixed_report())


@pytest.mark.parametrize(("unread", "said"), [("fail", False), ("wrong", True), ("exclude", True), ("class", True)])
def test_a_report_that_does_not_count_unread_replies_as_deployed_is_said(unread: Unread, said: bool):
    report = report_of(Answers(n=5, human="pass", said="YES"), Answers(n=5, human="fail", said=""), unread=unread)
    gates = gates_of(on_judge("agreement", "at_least: 0.5"))
    remarks = gate_remarks(evaluate(gates, report), gates, report)
    assert any("5 cases without a verdict do not count" in remark for remark in remarks) is said


def test_that_shares_of_calls_pass_over_clusters_is_said():
    report = fixed_report()
    clustered = replace(report, dataset=replace(report.dataset, clusters=8))
    gates = gates_of(on_judge("unread", "at_most: 0.5"))
    for one, said in ((report, False), (clustered, True)):
        remarks = gate_remarks(evaluate(gates, one, judge="spring-fact-check"), gates, one)
        assert any("count cases as independent" in remark for remark in remarks) is said


def test_that_counts_of_cases_needed_hold_for_clusters_like_these_is_said():
    report = fixed_report()
    clustered = replace(report, dataset=replace(report.dataset, clusters=8))
    gates = gates_of(on_judge("agreement", "at_least: 0.75"))
    for one, said in ((report, False), (clustered, True)):
        remarks = gate_remarks(evaluate(gates, one, judge="spring-fact-check"), gates, one)
        assert any("fall into 8 clusters" in remark for remark in remarks) is said


def test_a_report_that_says_how_unread_replies_counted_is_believed():
    """Nothing in the matrix shows that all five count as fail because that is how it was made."""
    report = report_of(Answers(n=5, human="pass", said="YES"), Answers(n=5, human="fail", said=""))
    gates = gates_of(on_judge("agreement", "at_least: 0.5"))
    judge = replace(report.judges[0], unread="wrong")
    for one, said in ((report, False), (replace(report, judges=(judge,)), True)):
        remarks = gate_remarks(evaluate(gates, one), gates, one)
        assert any("another --unread than fail" in remark for remark in remarks) is said


def test_the_headline_counts_the_gates():
    result = gated(
        report_of(*LITERAL),
        "judge: {overall: {agreement: {at_least: 0.85}, tpr: {at_least: 0.99}, tnr: {at_least: 0.5}}}\n",
    )
    assert outcome_in_words(result) == "fail: of 3 gates 1 failed, 1 undecided, 1 passed"
