"""The bundled demo set is what ``data/README.md`` says it is."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from datetime import date, datetime
from typing import Any

import pytest

from evalcore.domain import PASS_FAIL, Case, Dataset, Document, Label, case_fingerprint, gold_labels
from evalcore.importing import demo_dataset, read_cases
from evalcore.places import bundled_data

SLICES = ("billing", "returns", "out of scope")


def _records() -> list[dict[str, Any]]:
    text = (bundled_data() / "demo" / "lanternworks.jsonl").read_bytes().decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def _case(record: dict[str, Any]) -> Case:
    fields = {key: value for key, value in record.items() if key != "labels"}
    fields["evidence"] = tuple(Document(**document) for document in record["evidence"])
    for key in ("must_mention", "must_retrieve"):
        fields[key] = tuple(record.get(key, ()))
    return Case(**fields)


def _dataset() -> Dataset:
    cases, labels = [], []
    for record in _records():
        case = _case(record)
        cases.append(case)
        fingerprint = case_fingerprint(case)
        labels += [Label(case_id=case.id, case_fingerprint=fingerprint, **label) for label in record["labels"]]
    return Dataset(name="lanternworks", criteria={"grounded": PASS_FAIL}, cases=tuple(cases), labels=tuple(labels))


@pytest.fixture(scope="module")
def demo() -> Dataset:
    return _dataset()


def _gold(demo: Dataset) -> dict[str, str | None]:
    return {case_id: gold.value for case_id, gold in gold_labels(demo, "grounded").items()}


def _votes(demo: Dataset) -> dict[str, dict[str, str]]:
    votes: dict[str, dict[str, str]] = defaultdict(dict)
    for label in demo.labels:
        if not label.adjudicated:
            votes[label.case_id][label.annotator] = label.value
    return votes


def _conflicts(demo: Dataset) -> set[str]:
    return {case_id for case_id, votes in _votes(demo).items() if len(set(votes.values())) > 1}


def _evidence_text(case: Case) -> str:
    return "\n".join(document.text for document in case.evidence)


def test_three_slices_of_twenty_cases_each(demo: Dataset) -> None:
    assert Counter(case.slices["topic"] for case in demo.cases) == dict.fromkeys(SLICES, 20)
    assert demo.slice_keys == ("topic",)


def test_case_ids_are_unique_and_so_is_what_a_judge_sees(demo: Dataset) -> None:
    assert len({case.id for case in demo.cases}) == 60
    assert len({case_fingerprint(case) for case in demo.cases}) == 60


def test_every_case_has_gold_and_about_sixty_per_cent_pass(demo: Dataset) -> None:
    gold = _gold(demo)
    assert set(gold.values()) == {"pass", "fail"}
    assert 34 <= list(gold.values()).count("pass") <= 38


def test_the_slices_have_different_base_rates(demo: Dataset) -> None:
    gold = _gold(demo)
    passes = Counter(case.slices["topic"] for case in demo.cases if gold[case.id] == "pass")
    assert passes == {"billing": 14, "returns": 12, "out of scope": 10}


def test_at_least_twenty_cases_have_two_annotators(demo: Dataset) -> None:
    assert sum(len(votes) == 2 for votes in _votes(demo).values()) >= 20


def test_annotators_disagree_in_every_slice_and_a_third_person_decides_with_a_reason(demo: Dataset) -> None:
    conflicts = _conflicts(demo)
    decisions = {label.case_id: label for label in demo.labels if label.adjudicated}
    assert len(conflicts) >= 4
    assert {case.slices["topic"] for case in demo.cases if case.id in conflicts} == set(SLICES)
    assert set(decisions) == conflicts
    votes = _votes(demo)
    assert all(label.annotator not in votes[case_id] and label.note for case_id, label in decisions.items())


def test_exactly_three_cases_lack_evidence_and_none_of_them_is_out_of_scope(demo: Dataset) -> None:
    lacking = [case for case in demo.cases if case.lacks_evidence]
    assert len(lacking) == 3
    assert {case.slices["topic"] for case in lacking} == {"billing", "returns"}
    assert {case.meta["fault"] for case in lacking} == {"evidence missing though expected"}


def test_honest_refusals_expect_no_evidence_and_pass(demo: Dataset) -> None:
    gold = _gold(demo)
    refusals = [case for case in demo.cases if case.meta.get("trait") == "honest refusal"]
    assert len(refusals) >= 5
    assert not any(case.expects_evidence for case in refusals)
    assert {gold[case.id] for case in refusals} == {"pass"}


def test_a_fault_is_named_exactly_where_the_gold_is_fail(demo: Dataset) -> None:
    gold = _gold(demo)
    assert {case.id for case in demo.cases if "fault" in case.meta} == {
        i for i, value in gold.items() if value == "fail"
    }


@pytest.mark.parametrize(
    "fault",
    [
        "invented detail",
        "one wrong number",
        "ignores the question",
        "general knowledge without evidence",
        "out-of-scope question answered anyway",
        "evidence missing though expected",
    ],
)
def test_the_faults_of_real_assistants_are_there_several_times(demo: Dataset, fault: str) -> None:
    assert sum(case.meta.get("fault") == fault for case in demo.cases) >= 3


def test_a_faithful_quotation_that_ignores_the_question_is_really_word_for_word(demo: Dataset) -> None:
    for case in demo.cases:
        if case.meta.get("fault") == "ignores the question":
            quotation = re.sub(r" \([\w/.-]+\)", "", case.answer)
            assert quotation in _evidence_text(case)


def test_a_verdict_inside_an_answer_stands_on_both_sides(demo: Dataset) -> None:
    gold = _gold(demo)
    assert {gold[case.id] for case in demo.cases if "Verdict: yes" in case.answer} == {"pass", "fail"}


def test_an_answer_that_speaks_to_the_judge_is_labelled_by_its_content(demo: Dataset) -> None:
    gold = _gold(demo)
    assert [gold[case.id] for case in demo.cases if "reply YES" in case.answer] == ["fail"]


@pytest.mark.parametrize(
    "awkward",
    ["{question}", '{"', "| --- |", "\n", "\r\n", "\\", '"', "🏮", "返品", "Kauf auf Rechnung"],
    ids=["placeholder", "json", "table", "lf", "crlf", "backslash", "quote", "emoji", "japanese", "german"],
)
def test_awkward_text_is_in_the_evidence(demo: Dataset, awkward: str) -> None:
    assert any(awkward in _evidence_text(case) for case in demo.cases)


def test_a_document_id_stands_for_one_text_and_one_source(demo: Dataset) -> None:
    seen = {(d.id, d.text, d.source, d.kind) for case in demo.cases for d in case.evidence}
    assert len({document_id for document_id, *_ in seen}) == len(seen)


def test_cases_share_a_cluster_exactly_where_they_share_a_document(demo: Dataset) -> None:
    holders = Counter(document.id for case in demo.cases for document in case.evidence)
    for case in demo.cases:
        shared = [document.id for document in case.evidence if holders[document.id] > 1]
        assert shared == ([case.cluster] if case.cluster else [])


def test_some_requirements_are_met_and_some_are_not(demo: Dataset) -> None:
    mentioned = [all(fact in case.answer for fact in case.must_mention) for case in demo.cases if case.must_mention]
    retrieved = [
        set(case.must_retrieve) <= {document.source for document in case.evidence}
        for case in demo.cases
        if case.must_retrieve
    ]
    for met in (mentioned, retrieved):
        assert len(met) >= 12
        assert 3 <= met.count(False) < met.count(True)


def test_naming_a_source_goes_with_grounded_answers_but_does_not_make_one(demo: Dataset) -> None:
    gold = _gold(demo)
    cites = {c.id: any(d.source and d.source in c.answer for d in c.evidence) for c in demo.cases}
    rates = {}
    for value in PASS_FAIL.values:
        of_value = [cites[case_id] for case_id, found in gold.items() if found == value]
        rates[value] = sum(of_value) / len(of_value)
    assert 0 < rates["fail"] < rates["pass"] < 1


def test_cases_are_short_enough_for_a_small_local_model(demo: Dataset) -> None:
    words = [len(f"{case.question} {_evidence_text(case)} {case.answer}".split()) for case in demo.cases]
    assert max(words) <= 200
    assert sum(words) / len(words) <= 140


def test_answers_are_dated_from_august_to_october_2026_and_labelled_later(demo: Dataset) -> None:
    dated = {case.id: date.fromisoformat(case.dated or "") for case in demo.cases}
    assert date(2026, 8, 1) <= min(dated.values()) <= max(dated.values()) <= date(2026, 10, 31)
    assert all(datetime.fromisoformat(label.at or "").date() > dated[label.case_id] for label in demo.labels)


def test_the_remarks_on_a_case_are_not_part_of_what_a_judge_sees(demo: Dataset) -> None:
    remarks = {remark for case in demo.cases for remark in case.meta.values()}
    for case in demo.cases:
        seen = f"{case.question} {_evidence_text(case)} {case.answer}"
        assert not any(remark in seen for remark in remarks)


def test_the_readme_counts_what_the_file_holds(demo: Dataset) -> None:
    readme = (bundled_data() / "README.md").read_text(encoding="utf-8")
    gold, votes, conflicts = _gold(demo), _votes(demo), _conflicts(demo)
    for topic in (*SLICES, "all"):
        ids = [case.id for case in demo.cases if topic in ("all", case.slices["topic"])]
        passed = sum(gold[i] == "pass" for i in ids)
        doubly = sum(len(votes[i]) == 2 for i in ids)
        row = [topic, len(ids), passed, len(ids) - passed, doubly, len(conflicts.intersection(ids))]
        assert f"| {' | '.join(map(str, row))} |" in readme
    for fault, count in Counter(case.meta["fault"] for case in demo.cases if "fault" in case.meta).items():
        assert f"| {fault} | {count} |" in readme


def test_the_workbench_reads_the_set_as_it_is_written(demo: Dataset) -> None:
    imported = demo_dataset()
    assert imported.cases == demo.cases
    assert imported.labels == demo.labels


def test_the_workbench_finds_nothing_to_complain_about_in_the_set() -> None:
    problems = read_cases(bundled_data() / "demo" / "lanternworks.jsonl", name="demo").problems
    assert list(problems) == []
