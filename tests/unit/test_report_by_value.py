"""Judges on scales of more than two values: compared value by value, beside pass or fail where that is declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from evalcore.domain import CalibrationReport, Dataset, JudgeReport, Measures, Scale, ValueMeasures
from evalcore.exports import report_html, report_markdown
from evalcore.judges import RuleSpec
from evalcore.report import build_report, from_document, headline, to_document
from tests.support.reports import judged
from tests.support.things import make_dataset, make_judge

RATINGS = Scale(values=("1", "2", "3", "4"), level="ordinal", passing=("3", "4"))
UNDECLARED = replace(RATINGS, passing=())
KINDS = Scale(values=("entailed", "neutral", "refuted"), passing=("entailed",))
RULE = RuleSpec(name="rating", params={"low": 1, "high": 4})


def labelled(values: Sequence[str], scale: Scale) -> Dataset:
    dataset = make_dataset(len(values), criteria={"grounded": scale})
    labels = tuple(replace(label, value=value) for label, value in zip(dataset.labels, values, strict=True))
    return replace(dataset, labels=labels)


def report_on(
    gold: Sequence[str], replies: Sequence[str], *, scale: Scale = RATINGS, judge_scale: Scale | None = None
) -> CalibrationReport:
    """A rating judge that replies so to cases that people gave these ratings."""
    dataset = labelled(gold, scale)
    judge = make_judge("rater", rule=RULE, tokens={}, scale=judge_scale or scale)
    one = judged(judge, dataset, [[text] for text in replies])
    return build_report(dataset, [one], criterion="grounded", repeats=1)


def measured(*args: Sequence[str], **changes: Scale) -> Measures:
    return only(report_on(*args, **changes)).as_deployed


def only(report: CalibrationReport) -> JudgeReport:
    (judge,) = report.judges
    return judge


def values_of(measures: Measures) -> ValueMeasures:
    assert measures.by_value is not None
    return measures.by_value


GOLD, SAID = "1234", ["1", "3", "4", "4"]


def test_a_rating_judge_is_compared_at_pass_or_fail_and_on_its_full_scale():
    """3 and 4 pass: of the four, 2 is rated 3, which passes wrongly, and 3 is rated 4, which passes rightly."""
    measures = measured(GOLD, SAID)
    assert measures.confusion.labels == ("pass", "fail")
    assert measures.confusion.matrix == ((2, 0), (1, 1))
    assert (measures.agreement.k, values_of(measures).agreement.k) == (3, 2)
    assert values_of(measures).confusion.matrix == ((1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 0, 0, 1))


def test_near_misses_cost_less_where_the_order_counts():
    """Two of four are one off: linear, 1 − (2/3/4) / e with e = Σ row × column × distance; the mean error is 2 / 4."""
    values = values_of(measured(GOLD, SAID))
    # Distances of every gold to every said one: 0+2+3+3, 1+1+2+2, 2+0+1+1, 3+1+0+0 = 8+6+4+4 = 22 of 16 pairs.
    assert values.kappa_linear.value == pytest.approx(1 - (2 / 4) / (22 / 16))
    # Squared: 0+4+9+9, 1+1+4+4, 4+0+1+1, 9+1+0+0 = 22+10+6+10 = 48 of 16 pairs.
    assert values.kappa_quadratic.value == pytest.approx(1 - (2 / 4) / (48 / 16))
    assert values.mean_absolute_error.value == 0.5
    # Equal by chance: 4 said twice, 1 and 3 once: (1 + 0 + 1 + 2) / 16 = 1/4, so (2/4 − 1/4) / (3/4) = 1/3.
    assert values.kappa.value == pytest.approx(1 / 3)


def test_without_an_order_what_needs_one_is_undefined_with_the_reason():
    values = values_of(measured(GOLD, SAID, scale=replace(RATINGS, level="nominal")))
    for estimate in (values.kappa_linear, values.ac2_quadratic, values.spearman, values.kendall):
        assert (estimate.value, estimate.note) == (None, "the values have no order")
    assert values.mean_absolute_error.note == "the values are not numbers"
    assert values.kappa.value is not None


def test_a_reply_without_a_verdict_is_wrong_as_deployed_and_left_out_of_the_rest():
    """One of four says nothing: 2 of 4 agree as deployed, 2 of 3 lenient, and the coefficients rest on 3."""
    report = only(report_on(GOLD, ["1", "3", "Hm.", "4"]))
    deployed, lenient = values_of(report.as_deployed), values_of(report.lenient)
    assert (deployed.agreement.k, deployed.agreement.n) == (2, 4)
    assert (lenient.agreement.k, lenient.agreement.n) == (2, 3)
    assert (deployed.n, deployed.usable, deployed.kappa.n) == (4, 3, 3)
    assert deployed.confusion.no_verdict == (0, 0, 1, 0)
    assert deployed.agreement.note == "1 without a verdict count as wrong"


def test_scales_that_list_their_values_in_another_order_are_the_same_values():
    turned = replace(RATINGS, values=RATINGS.values[::-1])
    assert measured(GOLD, SAID, judge_scale=turned) == measured(GOLD, SAID)


def test_without_passing_values_the_headline_is_value_by_value_and_the_rest_says_why_not():
    report = report_on(GOLD, SAID, scale=UNDECLARED)
    judge = only(report)
    measures = judge.as_deployed
    assert measures.agreement == values_of(measures).agreement
    assert measures.confusion == values_of(measures).confusion
    for estimate in (measures.tpr, measures.tnr, measures.balanced_accuracy, judge.pass_rate["raw"]):
        assert (estimate.value, estimate.note) == (None, "the scale declares no passing values")
    assert (judge.baseline.value, judge.baseline.agreement.k) == ("1", 1)
    assert "another value is as common; 1 is taken" in judge.baseline.agreement.note
    assert headline(judge, report.dataset).startswith("rater agrees with people on 2 of 4 cases (50%")


def test_judges_without_passing_values_are_compared_by_what_they_have_right():
    """The first is right on the first two, the second on the last two: two cases each that only one has right."""
    dataset = labelled(GOLD, UNDECLARED)
    first, second = (
        judged(make_judge(name, rule=RULE, tokens={}, scale=UNDECLARED), dataset, [[text] for text in said])
        for name, said in (("first", "1211"), ("second", "4434"))
    )
    (comparison,) = build_report(dataset, [first, second], criterion="grounded", repeats=1).comparisons
    assert (comparison.only_a_right, comparison.only_b_right) == (2, 2)


def test_values_that_people_do_not_give_and_no_passing_ones_leave_nothing_to_compare():
    report = report_on(GOLD, SAID, scale=UNDECLARED, judge_scale=Scale(values=("1", "9"), passing=()))
    measures = only(report).as_deployed
    assert (measures.n, measures.by_value, measures.agreement.value) == (0, None, None)
    assert "different values" in measures.agreement.note
    assert only(report).baseline.value is None


def test_a_judge_on_another_scale_is_compared_at_pass_or_fail_only():
    """People rate 1 to 4 and 3 passes; the judge says one of three kinds, of which one passes."""
    dataset = labelled(GOLD, RATINGS)
    judge = make_judge("kinds", tokens={"yes": "entailed", "no": "refuted"}, scale=KINDS)
    one = judged(judge, dataset, [["NO"], ["NO"], ["YES"], ["NO"]])
    measures = only(build_report(dataset, [one], criterion="grounded", repeats=1)).as_deployed
    assert measures.by_value is None
    assert measures.confusion.matrix == ((1, 1), (0, 2))


def test_every_slice_is_measured_on_the_full_scale_too():
    dataset = labelled(GOLD, RATINGS)
    cases = tuple(replace(case, slices={"half": str(n // 2)}) for n, case in enumerate(dataset.cases))
    one = judged(make_judge("rater", rule=RULE, tokens={}, scale=RATINGS), dataset, [[text] for text in SAID])
    report = build_report(replace(dataset, cases=cases), [one], criterion="grounded", repeats=1)
    assert [values_of(part.as_deployed).agreement.k for part in only(report).slices] == [1, 1]


def test_a_binary_judge_has_no_figures_by_value_in_its_document():
    dataset = make_dataset(2)
    report = build_report(dataset, [judged(make_judge(), dataset, [["YES"], ["NO"]])], criterion="grounded", repeats=1)
    assert "by_value" not in to_document(report)["judges"][0]["as_deployed"]


@pytest.mark.parametrize("scale", [RATINGS, UNDECLARED])
def test_a_report_by_value_is_written_and_read_back(scale: Scale):
    report = report_on(GOLD, SAID, scale=scale)
    assert to_document(from_document(to_document(report))) == to_document(report)
    for text in (report_markdown(report), report_html(report)):
        assert "Value by value" in text
        assert "quadratic weights" in text
