"""From replies to the report: what is counted, what is left out and said, what is undefined."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.domain import CalibrationReport, Dataset, Document, Estimate, JudgeReport, Label, case_fingerprint
from evalcore.domain.reply_columns import ReplyColumns
from evalcore.errors import InputError, JudgeError
from evalcore.judges import Judge, RuleSpec, config_sha256
from evalcore.report import JudgeReplies, build_report, case_outcomes, to_document
from tests.support.reports import FAILED, MISSING, judged, replies_of
from tests.support.things import make_case, make_dataset, make_judge

SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0")
LENIENT = make_judge("lenient")


def report_on(
    dataset: Dataset, texts: list[list[str | None]], judge: Judge = SPRING, **changes: object
) -> CalibrationReport:
    repeats = len(texts[0]) if texts else 1
    options = {"criterion": "grounded", "repeats": repeats, **changes}
    return build_report(dataset, [judged(judge, dataset, texts)], **options)  # type: ignore[arg-type]


def only(report: CalibrationReport) -> JudgeReport:
    (one,) = report.judges
    return one


def test_as_deployed_a_reply_without_a_verdict_fails_and_is_counted_apart():
    """Even cases are good, odd ones bad; "Hm." says nothing, and Spring fails it."""
    judge = only(report_on(make_dataset(4), [["YES"], ["NO"], ["Hm."], ["Hm."]]))
    assert judge.as_deployed.confusion.matrix == ((1, 1), (0, 2))
    assert judge.as_deployed.confusion.no_verdict == (1, 1)
    assert (judge.as_deployed.agreement.k, judge.as_deployed.agreement.n) == (3, 4)


def test_what_was_caught_by_default_is_not_caught_by_a_verdict_that_was_said():
    """A judge that returns nothing catches both bad answers by default and none by what it says."""
    measures = only(report_on(make_dataset(4), [[""]] * 4)).as_deployed
    assert (measures.tnr.k, measures.tnr.n) == (2, 2)
    assert (measures.tnr_said.k, measures.tnr_said.n) == (0, 2)


def test_lenient_leaves_unread_replies_out_of_the_matrix_and_counts_them():
    """ "**Yes**" and "No." are read, "Hm." is not: 2 of 2 agree, 2 of 4 stand beside."""
    measures = only(report_on(make_dataset(4), [["**Yes**"], ["No."], ["Hm."], ["Hm."]])).lenient
    assert measures.confusion.matrix == ((1, 0), (0, 1))
    assert measures.confusion.no_verdict == (1, 1)
    assert (measures.n, measures.agreement.k, measures.agreement.n) == (4, 2, 2)
    assert "2 without a verdict left out" in measures.agreement.note


@pytest.mark.parametrize(
    ("unread", "agreeing", "of", "matrix", "no_verdict"),
    [
        # Case by case: pass said pass, fail said fail, pass said nothing, fail said nothing.
        ("fail", 3, 4, ((1, 1), (0, 2)), (1, 1)),
        ("wrong", 2, 4, ((1, 0), (0, 1)), (1, 1)),
        ("exclude", 2, 2, ((1, 0), (0, 1)), (1, 1)),
        ("class", 2, 4, ((1, 0, 1), (0, 1, 1), (0, 0, 0)), (1, 1, 0)),
    ],
)
def test_each_treatment_puts_replies_without_a_verdict_where_it_says(unread, agreeing, of, matrix, no_verdict):
    measures = only(report_on(make_dataset(4), [["YES"], ["NO"], ["Hm."], ["Hm."]], unread=unread)).as_deployed
    assert (measures.agreement.k, measures.agreement.n, measures.n) == (agreeing, of, 4)
    assert measures.confusion.matrix == matrix
    assert measures.confusion.no_verdict == no_verdict


def test_the_ledger_accounts_for_every_planned_call():
    """Four cases × two repeats: one failed, two missing, two not asked, so three were answered."""
    dataset = make_dataset(4)
    bare = replace(make_case(3), evidence=())
    dataset = replace(dataset, cases=(*dataset.cases[:3], bare))
    calls = only(report_on(dataset, [["YES", FAILED], ["NO", MISSING], ["YES", MISSING], ["YES", "YES"]])).calls
    assert (calls.planned, calls.answered, calls.failed, calls.missing) == (8, 3, 1, 2)
    assert calls.not_asked == {"no evidence": 2}


def test_a_case_without_its_evidence_is_asked_only_where_the_switch_says_so():
    dataset = replace(make_dataset(1), cases=(make_case(0, evidence=()),))
    assert only(report_on(dataset, [["YES"]])).as_deployed.n == 0
    assert only(report_on(dataset, [["YES"]], ask_without_evidence=True)).as_deployed.n == 1


def test_blank_evidence_is_no_evidence():
    dataset = replace(make_dataset(1), cases=(make_case(0, evidence=(Document(id="d", text=" \n"),)),))
    assert only(report_on(dataset, [["YES"]])).calls.not_asked == {"no evidence": 1}


def test_identical_cases_share_calls_and_both_count_but_are_paid_for_once():
    dataset = make_dataset(2)
    twin = replace(dataset.cases[0], id="twin")
    dataset = replace(dataset, cases=(*dataset.cases, twin))
    replies = replies_of(dataset, [["YES"], ["NO"], ["YES"]]).values()
    columns = ReplyColumns.of(replace(reply, prompt_tokens=10) for reply in replies)
    one = JudgeReplies(judge=SPRING, replies=columns)
    judge = only(build_report(dataset, [one], criterion="grounded", repeats=1))
    assert judge.calls.answered == 3
    assert judge.usage.prompt_tokens == 20


def test_failed_missing_and_unlabelled_cases_leave_n_but_not_the_count():
    dataset = make_dataset(5)
    dataset = replace(dataset, labels=dataset.labels[:4])
    report = report_on(dataset, [["YES"], ["NO"], [FAILED], [MISSING], ["YES"]])
    assert only(report).as_deployed.n == 2
    assert (report.dataset.labelled, report.dataset.unlabelled) == (4, 1)


def test_people_who_disagree_leave_a_case_unresolved_and_give_an_alpha():
    """One case, one vote each way: no gold; both votes differ, so alpha is not above chance."""
    dataset = make_dataset(2)
    other = replace(dataset.labels[0], annotator="omar", value="fail")
    report = report_on(replace(dataset, labels=(*dataset.labels, other)), [["YES"], ["NO"]])
    assert (report.dataset.unresolved, report.dataset.annotators) == (1, 2)
    assert report.dataset.human_agreement["alpha"].n == 1


def test_human_agreement_is_undefined_when_no_case_has_two_votes():
    alpha = report_on(make_dataset(2), [["YES"], ["NO"]]).dataset.human_agreement["alpha"]
    assert alpha.value is None
    assert alpha.note


def test_another_rule_recomputes_everything_and_names_another_judge():
    """Spring fails "Yes."; leniently read it passes, and the calibration belongs to another hash."""
    dataset = make_dataset(2)
    own, again = (only(report_on(dataset, [["Yes."], ["No."]], rule=rule)) for rule in (None, "lenient"))
    assert (own.as_deployed.agreement.k, again.as_deployed.agreement.k) == (1, 2)
    assert own.config_sha256 == config_sha256(SPRING) != again.config_sha256
    assert (own.reader, again.reader) == ("Spring AI 2.0", "read again by lenient")


def test_a_judge_that_maps_only_its_own_tokens_can_still_be_read_leniently():
    """spring-2.0 says pass or fail, its lenient companion yes or no; the judge need not list both."""
    judge = replace(SPRING, tokens={})
    assert only(report_on(make_dataset(2), [["Yes."], ["No."]], judge)).lenient.agreement.k == 2


def test_an_unknown_rule_criterion_or_slice_is_an_error_that_lists_what_there_is():
    dataset = make_dataset(1)
    with pytest.raises(JudgeError, match=r"spring-2\.0"):
        report_on(dataset, [["YES"]], rule="spring-9")
    with pytest.raises(InputError, match="grounded"):
        report_on(dataset, [["YES"]], criterion="kind")
    with pytest.raises(InputError, match="topic"):
        report_on(dataset, [["YES"]], slice_keys=["topic"])


def test_a_rating_off_the_judges_scale_is_unread_and_not_a_verdict():
    """The judge knows 1 and 2; the rule reads a 4."""
    scale = replace(SPRING.scale, values=("1", "2"), passing=("2",))
    judge = replace(SPRING, rule=RuleSpec(name="rating"), scale=scale, tokens={})
    judge_report = only(report_on(make_dataset(2), [["2"], ["4"]], judge))
    assert judge_report.replies_as_deployed.unread == {"not a value of the scale": 1}
    assert judge_report.as_deployed.confusion.no_verdict == (0, 1)


def test_reply_forms_are_counted_under_both_rules():
    """Lenient recovers "**Yes**"; deployed, it is a fail by default, which counts as unread."""
    judge = only(report_on(make_dataset(2), [["YES", "**Yes**"], ["NO", "Hm."]]))
    assert (judge.replies_as_deployed.literal, sum(judge.replies_as_deployed.unread.values())) == (2, 2)
    assert sum(judge.replies.recovered.values()) == 1
    assert sum(judge.replies.unread.values()) == 1


def test_the_mean_over_repeats_is_a_mean_of_shares_per_case():
    """Case 0 is right in 2 of 2 repeats, case 1 in 1 of 2: (1 + 0.5) / 2 = 0.75."""
    mean = only(report_on(make_dataset(2), [["YES", "YES"], ["NO", "YES"]])).mean_over_repeats["as_deployed"]
    assert mean.value == pytest.approx(0.75)
    assert mean.n == 2


def test_slices_are_measured_like_the_whole_set():
    dataset = make_dataset(4)
    cases = tuple(replace(case, slices={"topic": "ab"[number // 2]}) for number, case in enumerate(dataset.cases))
    judge = only(report_on(replace(dataset, cases=cases), [["YES"], ["NO"], ["NO"], ["YES"]]))
    assert [(dict(part.slice), part.as_deployed.agreement.k) for part in judge.slices] == [
        ({"topic": "a"}, 2),
        ({"topic": "b"}, 0),
    ]


def test_no_slice_is_measured_when_none_is_asked_for():
    dataset = replace(make_dataset(1), cases=(make_case(0, slices={"topic": "a"}),))
    assert only(report_on(dataset, [["YES"]], slice_keys=[])).slices == ()


def test_the_pass_rate_is_corrected_only_over_cases_that_nobody_labelled():
    """40 labelled cases judged perfectly, 10 unlabelled the judge passes 4 of these: raw 24 of 50, corrected 0.4."""
    dataset = make_dataset(50)
    dataset = replace(dataset, labels=dataset.labels[:40])
    texts: list[list[str | None]] = [["YES" if number % 2 == 0 else "NO"] for number in range(40)]
    texts += [["YES"]] * 4 + [["NO"]] * 6
    rate = only(report_on(dataset, texts)).pass_rate
    assert (rate["raw"].k, rate["raw"].n) == (24, 50)
    assert rate["corrected"].value == pytest.approx(0.4)
    assert rate["corrected"].n == 10


def test_where_every_case_has_a_label_the_corrected_pass_rate_says_to_use_those():
    corrected = only(report_on(make_dataset(2), [["YES"], ["NO"]])).pass_rate["corrected"]
    assert (corrected.value, corrected.note) == (None, "every case has a human label: use that")


def test_usage_that_no_reply_reports_is_unknown_and_not_zero():
    usage = only(report_on(make_dataset(1), [["YES"]])).usage
    assert (usage.prompt_tokens, usage.completion_tokens) == (None, None)
    assert usage.latency_ms == {"p50": None, "p95": None}


def test_case_outcomes_hold_every_reply_with_its_readings():
    """ "Yes." fails by default and passes leniently; a failed call is kept, a missing one is not there."""
    dataset = make_dataset(2)
    replies = replies_of(dataset, [["Yes.", FAILED, MISSING], [MISSING, "NO", "NO"]])
    first, second = case_outcomes(dataset, SPRING, replies, criterion="grounded", repeats=3)
    assert (first.human, second.human) == ("pass", "fail")
    read, failed = first.repeats
    assert (read.deployed_verdict, read.lenient_verdict) == ("fail", "pass")
    assert (read.deployed_side, read.lenient_side) == (None, "pass")
    assert (failed.reply.answered, failed.deployed) == (False, None)
    assert first.first is read
    assert second.first is None


def test_case_outcomes_say_why_a_case_was_not_asked():
    dataset = replace(make_dataset(1), cases=(make_case(0, evidence=()),))
    (outcome,) = case_outcomes(dataset, SPRING, replies_of(dataset, [["YES"]]), criterion="grounded", repeats=1)
    assert (outcome.not_asked, outcome.repeats) == ("no evidence", ())


# Degenerate sets: defined behaviour, nothing raised, nothing nan, nothing zero that is unknown.

EVERYONE_PASSES = replace(
    make_dataset(3), labels=tuple(replace(label, value="pass") for label in make_dataset(3).labels)
)


def test_without_cases_every_figure_is_undefined():
    judge = only(report_on(replace(make_dataset(0)), []))
    measures = judge.as_deployed
    assert (measures.n, measures.agreement.value, measures.kappa.value) == (0, None, None)
    assert (judge.baseline.value, judge.baseline.beats) == (None, None)


def test_with_one_class_kappa_is_undefined_and_agreement_is_not():
    measures = only(report_on(EVERYONE_PASSES, [["YES"], ["YES"], ["NO"]])).as_deployed
    assert measures.agreement.k == 2
    assert measures.kappa.value is None
    assert measures.tnr.value is None


def test_with_every_reply_unread_the_lenient_figures_are_undefined():
    measures = only(report_on(make_dataset(2), [["Hm."], ["Hm."]])).lenient
    assert (measures.n, measures.agreement.value, measures.agreement.n) == (2, None, 0)


def test_with_every_call_failed_nothing_is_known():
    judge = only(report_on(make_dataset(2), [[FAILED, FAILED]] * 2))
    assert (judge.calls.failed, judge.as_deployed.n) == (4, 0)
    assert judge.as_deployed.flips.rate.value is None
    assert judge.pass_rate["raw"].value is None


def test_perfect_agreement_has_an_interval_with_a_width():
    agreement = only(report_on(make_dataset(4), [["YES"], ["NO"]] * 2)).as_deployed.agreement
    assert agreement.value == 1
    assert agreement.low is not None
    assert agreement.low < 1


texts = st.sampled_from(["YES", "NO", "Yes.", "**no**", "Hm.", "", FAILED, None])
grids = st.integers(1, 3).flatmap(
    lambda repeats: st.lists(st.lists(texts, min_size=repeats, max_size=repeats), min_size=1, max_size=6)
)


@settings(max_examples=40, deadline=None)
@given(grid=grids, unread=st.sampled_from(["fail", "wrong", "exclude", "class"]), labelled=st.integers(0, 6))
def test_whatever_comes_back_the_books_balance_and_no_number_is_nan(grid, unread, labelled):
    dataset = make_dataset(len(grid))
    dataset = replace(dataset, labels=dataset.labels[:labelled])
    report = report_on(dataset, grid, unread=unread)
    judge = only(report)
    calls = judge.calls
    assert calls.planned == calls.answered + calls.failed + sum(calls.not_asked.values()) + calls.missing
    for forms in (judge.replies, judge.replies_as_deployed):
        assert calls.answered == forms.literal + sum(forms.recovered.values()) + sum(forms.unread.values())
    for measures in (judge.as_deployed, judge.lenient):
        in_matrix = sum(map(sum, measures.confusion.matrix))
        unread_beside = (
            0 if unread in ("fail", "class") and measures is judge.as_deployed else sum(measures.confusion.no_verdict)
        )
        assert measures.n == in_matrix + unread_beside
    for number in _numbers(to_document(report)):
        assert math.isfinite(number)


def _numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for part in value for number in _numbers(part)]
    return [value] if isinstance(value, int | float) else []


def test_the_same_replies_give_the_same_report():
    dataset = make_dataset(6)
    grid: list[list[str | None]] = [
        ["YES", "NO"],
        ["NO", "NO"],
        ["NO", "Hm."],
        ["YES", "YES"],
        ["YES", "YES"],
        ["NO", "NO"],
    ]
    assert to_document(report_on(dataset, grid)) == to_document(report_on(dataset, grid))


def test_the_document_omits_k_only_where_an_estimate_is_no_proportion():
    document = to_document(report_on(make_dataset(2), [["YES"], ["NO"]]))
    assert document["schema"] == "evalcore-report/1"
    measures = document["judges"][0]["as_deployed"]
    assert measures["agreement"]["k"] == 2
    assert "k" not in measures["kappa"]
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_a_models_label_is_no_vote():
    dataset = make_dataset(1)
    label = Label(
        case_id="c0",
        case_fingerprint=case_fingerprint(dataset.cases[0]),
        criterion="grounded",
        annotator="gpt",
        value="fail",
        source="model",
    )
    report = report_on(replace(dataset, labels=(label,)), [["YES"]])
    assert (report.dataset.unlabelled, report.dataset.annotators) == (1, 0)
    assert isinstance(only(report).as_deployed.agreement, Estimate)
