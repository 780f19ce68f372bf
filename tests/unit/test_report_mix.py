"""A judge's figures as production would see them, and how the mix is written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import CalibrationReport, Dataset, Mix, MixMeasures
from evalcore.errors import InputError
from evalcore.report import build_report, from_document, mix_of, read_mix, to_document
from evalcore.stats import reweighted
from tests.support.reports import judged
from tests.support.things import make_dataset, make_judge


def sliced(topics: str, *, clusters: bool = False) -> Dataset:
    """One case per letter, its topic; even cases are good, odd ones bad."""
    dataset = make_dataset(len(topics))
    cases = tuple(
        replace(case, slices={"topic": topic}, cluster=f"doc-{number // 2}" if clusters else None)
        for number, (case, topic) in enumerate(zip(dataset.cases, topics, strict=True))
    )
    return replace(dataset, cases=cases)


def report_of(dataset: Dataset, letters: str, mix: Mix | None, **options: object) -> CalibrationReport:
    texts = [[{"y": "YES", "n": "NO"}.get(letter, "Hm.")] for letter in letters]
    one = judged(make_judge(), dataset, texts)
    return build_report(dataset, [one], criterion="grounded", repeats=1, mix=mix, **options)  # type: ignore[arg-type]


def mixed(dataset: Dataset, letters: str, shares: dict[str, float], **options: object) -> MixMeasures:
    found = report_of(dataset, letters, mix_of("topic", shares), **options).judges[0].mix
    assert found is not None
    return found


# Ten cases of a, of which the judge has 9 right (it rejects one good answer), and ten of b with 3 right.
TWENTY = "a" * 10 + "b" * 10
SAID = "yn" * 4 + "nn" + "yyyynynynn"


def test_agreement_is_the_mean_of_the_slices_weighed_by_the_mix():
    """9 of 10 and 3 of 10, asked equally often, is 0.6, from 0.41 to 0.75, as docs/statistics.md says."""
    agreement = mixed(sliced(TWENTY), SAID, {"a": 1, "b": 1}).agreement
    by_slice = reweighted({"a": (9, 10), "b": (3, 10)}, {"a": 1, "b": 1})
    assert agreement.value == pytest.approx(0.6)
    assert (agreement.low, agreement.high) == (
        pytest.approx(by_slice.low, abs=1e-5),
        pytest.approx(by_slice.high, abs=1e-5),
    )


def test_figures_of_a_class_weigh_a_slice_by_its_answers_of_that_class():
    """Good answers: 4 of 5 accepted in a; of b's five, two. With 3 to 1: (3 · 4 + 1 · 2) / (3 · 5 + 1 · 5) = 0.7."""
    found = mixed(sliced(TWENTY), SAID, {"a": 75, "b": 25})
    assert found.tpr.value == pytest.approx(0.7)
    assert found.tpr.n == 10


def test_the_balanced_accuracy_is_the_mean_of_both_under_the_mix():
    found = mixed(sliced(TWENTY), SAID, {"a": 75, "b": 25})
    assert found.tpr.value is not None
    assert found.tnr.value is not None
    assert found.balanced_accuracy.value == pytest.approx((found.tpr.value + found.tnr.value) / 2)


def test_the_pass_rate_is_over_all_answered_cases():
    """a: 4 of 10 pass; b: the letters y among its ten."""
    found = mixed(sliced(TWENTY), SAID, {"a": 0.5, "b": 0.5})
    assert found.pass_rate.value == pytest.approx((SAID[:10].count("y") + SAID[10:].count("y")) / 20)
    assert found.pass_rate.n == 20


def test_a_share_for_a_slice_without_cases_leaves_the_figure_undefined_and_says_which():
    found = mixed(sliced(TWENTY), SAID, {"a": 0.5, "legal": 0.5})
    assert found.agreement.value is None
    assert "no case of legal" in found.agreement.note


def test_a_slice_whose_every_reply_is_left_out_has_no_figure_either():
    found = mixed(sliced("aabb"), "yn??", {"a": 1, "b": 1}, unread="exclude")
    assert found.agreement.value is None
    assert "no case of b" in found.tpr.note


def test_a_slice_without_a_share_is_named():
    assert "no share for b" in mixed(sliced(TWENTY), SAID, {"a": 1}).agreement.note


def test_the_mix_of_the_set_itself_changes_no_value():
    report = report_of(sliced(TWENTY), SAID, mix_of("topic", {"a": 10, "b": 10}))
    judge = report.judges[0]
    assert judge.mix is not None
    for name in ("agreement", "tpr", "tnr", "balanced_accuracy"):
        assert getattr(judge.mix, name).value == pytest.approx(getattr(judge.as_deployed, name).value), name


@pytest.mark.parametrize("unread", ["fail", "wrong", "exclude", "class"])
def test_replies_without_a_verdict_count_as_in_the_other_figures(unread):
    report = report_of(sliced("ab" * 6), "yn?yn?ynn?yn", mix_of("topic", {"a": 1, "b": 1}), unread=unread)
    judge = report.judges[0]
    assert judge.mix is not None
    # Every other case is of a and good, so that both slices are equally large and of one class each.
    for name in ("tpr", "tnr"):
        assert getattr(judge.mix, name).value == pytest.approx(getattr(judge.as_deployed, name).value), name


def test_clusters_widen_it():
    """Pairs of cases that are both right or both wrong."""
    letters = "".join("yn" if pair % 3 else "ny" for pair in range(20))
    alone, shared = (mixed(sliced("a" * 40, clusters=on), letters, {"a": 1}).agreement for on in (False, True))
    assert shared.value == alone.value
    assert "by cluster" in shared.method
    assert (shared.high or 0) - (shared.low or 0) > (alone.high or 0) - (alone.low or 0)


def test_an_unknown_slice_key_is_an_error_that_lists_what_there_is():
    with pytest.raises(InputError, match=r"topic.*found 'country'"):
        report_of(sliced(TWENTY), SAID, mix_of("country", {"de": 1}))


def test_the_document_has_a_mix_only_where_one_was_declared_and_reads_it_back():
    plain, declared = (report_of(sliced(TWENTY), SAID, mix) for mix in (None, mix_of("topic", {"a": 3, "b": 1})))
    assert "mix" not in to_document(plain)
    assert "mix" not in to_document(plain)["judges"][0]
    document = to_document(declared)
    assert document["mix"] == {"key": "topic", "shares": {"a": 0.75, "b": 0.25}}
    assert from_document(document) == declared


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("topic:billing=0.7,returns=0.3", {"billing": 0.7, "returns": 0.3}),
        ("topic:billing=70,returns=30", {"billing": 0.7, "returns": 0.3}),
        ("topic:a, b=1,x=y=3", {"a, b": 0.25, "x=y": 0.75}),
        ("topic:a=1,b=0", {"a": 1.0}),
    ],
)
def test_a_mix_is_written_as_key_and_shares_in_any_unit(text, shares):
    assert read_mix(text) == Mix(key="topic", shares=pytest.approx(shares))


@pytest.mark.parametrize(
    "text", ["", "topic", "topic:", "topic:billing", "topic:a=x", "topic:a=1,b", "topic:a=0", ":a=1"]
)
def test_what_is_no_mix_is_said_with_the_form_that_it_should_have(text):
    with pytest.raises(InputError, match="expected"):
        read_mix(text)


@given(shares=st.dictionaries(st.sampled_from("abc"), st.integers(0, 5), min_size=1).filter(lambda s: any(s.values())))
def test_shares_always_add_up_to_one(shares):
    assert sum(mix_of("topic", shares).shares.values()) == pytest.approx(1)
