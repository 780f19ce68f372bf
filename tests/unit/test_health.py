"""Every finding on a set's health: on the case that has it, and not on the one beside it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from evalcore.domain import PASS_FAIL, Case, Dataset, Document, Label, Split, case_fingerprint
from evalcore.errors import InputError
from evalcore.health import Finding, check_health, fixed, health_document
from evalcore.importing import demo_dataset
from tests.support.things import make_case, make_dataset

PASSAGE = "Returns are free for thirty days from the day on which the parcel arrives."


def label(case: Case, value: str = "pass", annotator: str = "ines", **changes: object) -> Label:
    values: dict[str, object] = {"criterion": "grounded", "annotator": annotator, "value": value}
    return Label(case_id=case.id, case_fingerprint=case_fingerprint(case), **values | changes)  # type: ignore[arg-type]


def of_cases(*cases: Case, labels: Sequence[Label] = ()) -> Dataset:
    return Dataset(name="set", criteria={"grounded": PASS_FAIL}, cases=cases, labels=tuple(labels))


def found(dataset: Dataset, **options: object) -> dict[str, Finding]:
    return {one.kind: one for one in check_health(dataset, "grounded", **options)}  # type: ignore[arg-type]


def with_evidence(*documents: Document) -> dict[str, object]:
    return {"evidence": documents}


def document(text: str, kind: str = "retrieved") -> Document:
    return Document(id="d", text=text, kind=kind)  # type: ignore[arg-type]


def test_a_set_without_a_fault_has_no_finding():
    assert found(make_dataset(40)) == {}


def test_cases_without_a_label_are_named_and_a_models_label_is_none():
    cases = [make_case(number) for number in range(3)]
    dataset = of_cases(*cases, labels=[label(cases[0]), label(cases[1], annotator="gpt", source="model")])
    finding = found(dataset)["no-label"]
    assert finding.cases == ("c1", "c2")
    assert "2 cases of 3 have no label" in finding.found
    assert "1 of them has a label by a model, which never counts" in finding.found


def test_labels_that_differ_are_a_conflict_until_somebody_decides():
    cases = [make_case(number) for number in range(3)]
    torn = [label(case, value, who) for case in cases for value, who in (("pass", "ines"), ("fail", "bo"))]
    dataset = of_cases(
        *cases, labels=[*torn, label(cases[0], "fail", "ruth", adjudicated=True), label(cases[1], "fail", "cy")]
    )
    finding = found(dataset)["conflicting-labels"]
    # c0 is decided; c1 has two of three for fail; c2 has one of two each.
    assert finding.cases == ("c1", "c2")
    assert finding.rows == (("c1", "ines: pass; bo: fail; cy: fail", "fail"), ("c2", "ines: pass; bo: fail", "none"))
    assert "on 1 of them no value" in finding.found


def test_somebody_who_changed_their_mind_does_not_contradict_themselves():
    case = make_case(0)
    assert "conflicting-labels" not in found(of_cases(case, labels=[label(case, "fail"), label(case, "pass")]))


def test_labels_on_a_case_that_was_changed_since_are_stale_unless_they_name_no_text():
    case = make_case(0)
    dataset = of_cases(replace(case, answer="Other."), labels=[label(case)])
    assert found(dataset)["stale-labels"].cases == ("c0",)
    only_looked_at = replace(dataset, labels=(replace(label(case), case_fingerprint=""),))
    assert "stale-labels" not in found(only_looked_at)
    assert "stale-labels" not in found(of_cases(case, labels=[label(case)]))


def test_the_same_content_under_two_ids_is_found_whatever_its_case_and_spaces():
    twin = make_case(0, id="twin", question="question  0?", answer="ANSWER 0. ")
    other = make_case(0, id="other", evidence=(document("Another fact."),))
    dataset = of_cases(make_case(0), twin, other)
    assert found(dataset)["same-content"].rows == (("c0, twin",),)
    assert "same-content-other-label" not in found(dataset)


def test_the_same_content_with_another_label_is_a_finding_of_its_own():
    first, twin = make_case(0), make_case(0, id="twin")
    dataset = of_cases(first, twin, labels=[label(first, "pass"), label(twin, "fail")])
    assert found(dataset)["same-content-other-label"].rows == (("c0: pass, twin: fail",),)


def test_evidence_that_is_blank_counts_as_missing_where_some_is_expected():
    blank = make_case(0, evidence=(document(" \n"),))
    refusal = make_case(1, evidence=(), expects_evidence=False)
    assert found(of_cases(blank, refusal, make_case(2)))["no-evidence"].cases == ("c0",)


@pytest.mark.parametrize(
    "question",
    [
        f"Context: {PASSAGE} {PASSAGE}\nHow long?",
        f"How long?\n\nDocument 1: {PASSAGE} {PASSAGE}",
        f"<context>{PASSAGE}</context> How long?",
    ],
)
def test_a_question_that_holds_marked_context_and_has_no_other_evidence_is_found(question: str):
    assert found(of_cases(make_case(0, question=question, evidence=())))["evidence-in-question"].cases == ("c0",)
    assert "evidence-in-question" not in found(of_cases(make_case(0, question=question)))


def test_a_document_that_stands_in_the_question_word_for_word_is_found():
    twice = make_case(0, question=f"{PASSAGE} How long?", evidence=(document(PASSAGE),))
    plain = make_case(1, question="How long is the context: a page?", evidence=())
    assert found(of_cases(twice, plain))["evidence-in-question"].cases == ("c0",)


def test_a_tool_that_answered_nothing_is_found_and_one_that_answered_is_not():
    cases = [make_case(n, evidence=(document(text, "tool"),)) for n, text in enumerate(["null", " ", "[]", '{"a": 1}'])]
    retrieved = make_case(9, evidence=(document("null"),))
    assert found(of_cases(*cases, retrieved))["no-tool-result"].cases == ("c0", "c1", "c2")


def test_an_answer_of_eight_words_that_stands_in_the_evidence_is_copied_and_a_shorter_one_is_not():
    copied = make_case(0, answer="Returns are free  for thirty days from the day.", evidence=(document(PASSAGE),))
    short = make_case(1, answer="free for thirty days", evidence=(document(PASSAGE),))
    own = make_case(
        2, answer="You may send it back for thirty days, which costs nothing.", evidence=(document(PASSAGE),)
    )
    assert found(of_cases(copied, short, own))["copied-answer"].cases == ("c0",)


def test_an_answer_is_copied_wherever_the_lines_of_the_evidence_break():
    broken = document("\n".join(PASSAGE.split()))
    copied = make_case(0, answer="Returns are free for thirty days from the day.", evidence=(broken,))
    assert found(of_cases(copied))["copied-answer"].cases == ("c0",)


def sliced(*sizes: tuple[str, int, int]) -> Dataset:
    """A slice for each name, with so many passing and failing cases."""
    cases, labels = [], []
    for topic, passing, failing in sizes:
        for value in ["pass"] * passing + ["fail"] * failing:
            case = make_case(len(cases), slices={"topic": topic})
            cases.append(case)
            labels.append(label(case, value))
    return of_cases(*cases, labels=labels)


def test_slices_in_which_no_judge_could_be_shown_to_be_good_are_named_smallest_first():
    """Right on all of n, Wilson's lower bound is n / (n + 1.96²): 16 of 19.84, 15 of 18.84 and 4 of 7.84."""
    finding = found(sliced(("large", 8, 8), ("small", 8, 7), ("tiny", 2, 2)))["too-few"]
    assert finding.rows == (("topic = tiny", "4", "4", "51.0%"), ("topic = small", "15", "15", "79.6%"))
    assert len(finding.cases) == 19


def test_clusters_make_a_slice_too_small_that_has_enough_cases():
    dataset = sliced(("all", 10, 10))
    cases = tuple(replace(case, cluster=f"k{number // 5}") for number, case in enumerate(dataset.cases))
    assert "too-few" not in found(dataset)
    assert [row[0] for row in found(replace(dataset, cases=cases))["too-few"].rows] == ["the whole set", "topic = all"]


def test_parts_with_nearly_all_gold_on_one_side_are_named_with_their_counts():
    """2 of 40 are under a tenth; 4 of 40 are a tenth and not under it; 6 of 80 in all are under it."""
    finding = found(sliced(("lopsided", 38, 2), ("fair", 36, 4)))["one-sided"]
    assert finding.columns == ("where", "with gold", "pass", "fail")
    assert finding.rows == (("the whole set", "80", "74", "6"), ("topic = lopsided", "40", "38", "2"))


def test_clusters_are_counted_with_the_effective_n():
    """Two clusters of two, each on one side: p(1 − p) / v with p = 1/2 and v = 2/1 · (1 + 1) / 4² = 1/4, which is 1."""
    dataset = make_dataset(4)
    cases = tuple(replace(case, cluster="ab"[number % 2]) for number, case in enumerate(dataset.cases))
    finding = found(replace(dataset, cases=cases))["clusters"]
    assert "the set has 2 clusters, the largest of 2 cases" in finding.found
    assert "The 4 with gold say as much of the share that passes as 1 independent case." in finding.found
    assert len(finding.cases) == 4


def test_a_document_or_a_question_that_several_share_without_a_cluster_is_a_finding():
    by_document = [make_case(n, evidence=(document(PASSAGE),)) for n in range(2)]
    by_question = [make_case(n, question="The same?") for n in (2, 3)]
    told = [make_case(n, question="Another?", cluster="k") for n in (4, 5)]
    finding = found(of_cases(*by_document, *by_question, *told))["shared-source"]
    assert sorted(finding.cases) == ["c0", "c1", "c2", "c3"]


def test_cases_from_before_a_day_are_stale_and_those_without_a_date_are_counted():
    dates = ["2026-01-31T23:59:00Z", "2026-02-01", None, "last week"]
    dataset = of_cases(*(make_case(number, dated=dated) for number, dated in enumerate(dates)))
    finding = found(dataset, older_than=date(2026, 2, 1))["old-case"]
    assert finding.rows == (("c0", "2026-01-31"),)
    assert "2 cases have no date that can be read" in finding.found
    assert "old-case" not in found(dataset)


def test_cases_that_do_not_fit_a_window_are_named_longest_first():
    """A token is about four bytes: 40 + 1 + 1 of them against a window of 41."""
    cases = [
        make_case(n, question="q" * 4, answer="a" * 4, **with_evidence(document("e" * size)))
        for n, size in enumerate((156, 160, 400))
    ]
    finding = found(of_cases(*cases), window_tokens=41)["too-long"]
    assert finding.rows == (("c2", "102"), ("c1", "42"))


LONG = "The parcel can be sent back free of charge within thirty days of its arrival at your own door"


def test_nearly_the_same_answers_are_found_only_when_asked_for():
    near = [make_case(0, question="How long?", answer=LONG), make_case(1, question="How long?", answer=f"{LONG}!")]
    far = make_case(
        2, question="How long?", answer="It takes about three working days until the refund is on your account."
    )
    dataset = of_cases(*near, far)
    assert "near-duplicates" not in found(dataset)
    assert found(dataset, deep=True)["near-duplicates"].rows == (("c0, c1",),)


def test_of_a_split_set_only_what_lies_on_both_sides_is_nearly_the_same():
    cases = [
        make_case(n, question=f"Number {n // 2} of {n // 2 * 7}?", answer=f"{LONG} {n // 2} {n % 2}") for n in range(4)
    ]
    torn, whole = (
        Split(confirm=frozenset({"c0"}), share=0.25, seed=0),
        Split(confirm=frozenset({"c0", "c1"}), share=0.5, seed=0),
    )
    assert found(of_cases(*cases[:2]), deep=True, split=torn)["near-duplicates"].cases == ("c0", "c1")
    assert "near-duplicates" not in found(of_cases(*cases[:2]), deep=True, split=whole)


def test_the_demo_set_has_the_findings_that_it_was_made_with():
    findings = found(demo_dataset(), deep=True)
    assert findings["no-evidence"].cases == ("bill-14", "ret-06", "ret-07")
    assert findings["no-tool-result"].cases == ("ret-06",)


def test_the_document_names_a_hundred_cases_and_counts_all():
    dataset = replace(make_dataset(150), labels=())
    document_ = next(one for one in health_document(check_health(dataset, "grounded")) if one["kind"] == "no-label")
    assert (document_["count"], len(document_["cases"])) == (150, 100)


def test_ten_thousand_cases_are_looked_through_in_seconds():
    """Under one second of processor time on an idle machine; the bound leaves room for a busy one."""
    words = [f"word{number}" for number in range(500)]
    evidence = [" ".join(words[n : n + 150]) for n in range(300)]
    dataset = make_dataset(10_000)
    cases = tuple(
        replace(case, evidence=(document(evidence[n % 300]),), slices={"topic": str(n % 12)}, cluster=str(n % 300))
        for n, case in enumerate(dataset.cases)
    )
    before = time.process_time()
    check_health(replace(dataset, cases=cases), "grounded")
    assert time.process_time() - before < 6


def test_a_fix_says_on_each_case_what_was_done_and_leaves_the_given_set_alone():
    dataset = of_cases(
        make_case(0, evidence=()), make_case(1), make_case(2, evidence=(), meta={"fixed": "2026-01-01: x"})
    )
    mended = fixed(dataset, found(dataset)["no-evidence"], on="2026-11-30")
    assert "no-evidence" not in found(mended)
    assert [case.meta.get("fixed") for case in mended.cases] == [
        "2026-11-30: no evidence is expected",
        None,
        "2026-01-01: x; 2026-11-30: no evidence is expected",
    ]
    assert "no-evidence" in found(dataset)


def test_of_cases_that_are_there_twice_the_first_is_kept_with_the_labels_of_all():
    first, twin = make_case(0), make_case(0, id="twin", question="question 0?")
    labels = [
        label(first, "pass"),
        label(twin, "fail", "bo"),
        replace(label(twin, "fail", "cy"), case_fingerprint="old"),
    ]
    dataset = of_cases(first, twin, make_case(1), labels=labels)
    mended = fixed(dataset, found(dataset)["same-content"], on="2026-11-30")
    assert [case.id for case in mended.cases] == ["c0", "c1"]
    assert mended.cases[0].meta["fixed"] == "2026-11-30: kept for twin"
    assert [(one.case_id, one.annotator, one.case_fingerprint) for one in mended.labels] == [
        ("c0", "ines", case_fingerprint(first)),
        ("c0", "bo", case_fingerprint(first)),
        ("c0", "cy", "old"),
    ]


def test_cases_that_share_a_source_come_into_one_cluster_with_those_that_share_another_with_them():
    chained = [
        make_case(0, question="A?", cluster="k"),
        make_case(1, question="A?", evidence=(document(PASSAGE),)),
        make_case(2, question="B?", evidence=(document(PASSAGE),)),
    ]
    dataset = of_cases(*chained, make_case(3), make_case(4, cluster="k"), make_case(5, cluster="other"))
    mended = fixed(dataset, found(dataset)["shared-source"], on="2026-11-30")
    assert [case.cluster for case in mended.cases] == ["k", "k", "k", None, "k", "other"]
    assert mended.cases[1].meta["fixed"] == "2026-11-30: cluster k by shared-source"
    assert "shared-source" not in found(mended)


def test_what_a_person_has_to_look_at_is_not_mended_at_once():
    dataset = of_cases(make_case(0))
    with pytest.raises(InputError, match="expected a finding that can be mended at once"):
        fixed(dataset, found(dataset)["no-label"], on="2026-11-30")
