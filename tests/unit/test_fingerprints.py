"""The fingerprint of a case or a set is the SHA-256 of its canonical JSON, whatever stands in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import (
    Case,
    Document,
    OutlinedSet,
    canonical_json,
    case_fingerprint,
    dataset_fingerprint,
    sha256_of,
)
from tests.support.things import make_case, make_dataset

TEXT = st.text(max_size=8) | st.sampled_from(['"', "\\", "\n", "\x7f", "\ud800", "é漢", "a\u2028b"])


@given(
    st.builds(
        Case,
        id=TEXT,
        question=TEXT,
        answer=TEXT,
        evidence=st.lists(st.builds(Document, id=TEXT, text=TEXT, source=TEXT), max_size=2).map(tuple),
        must_mention=st.lists(TEXT, max_size=2).map(tuple),
        must_retrieve=st.lists(TEXT, max_size=2).map(tuple),
    )
)
def test_the_fingerprint_is_that_of_the_canonical_json(case: Case) -> None:
    written = {
        "question": case.question,
        "evidence": [[one.id, one.text, one.source, one.kind] for one in case.evidence],
        "answer": case.answer,
        "must_mention": list(case.must_mention),
        "must_retrieve": list(case.must_retrieve),
    }
    assert case_fingerprint(case) == sha256_of(canonical_json(written))


@pytest.mark.parametrize("count", [0, 1, 200, 201, 401])
def test_the_fingerprint_of_a_set_is_that_of_its_canonical_json_however_long_it_is(count: int) -> None:
    """It is worked out two hundred cases or labels at a time; half of the cases here have none."""
    strange = make_case(count, slices={"b": 'say "x"', "a": "\ud800"}, cluster="k")
    dataset = make_dataset(count)
    dataset = replace(dataset, cases=(*dataset.cases, strange), labels=dataset.labels[::-2])
    written = {
        "criteria": {"grounded": [["pass", "fail"], "nominal", ["pass"]]},
        "cases": [[case.id, case_fingerprint(case), True, dict(case.slices), case.cluster] for case in dataset.cases],
        "labels": [
            [one.case_id, "grounded", "ines", one.value, "human", False]
            for one in sorted(dataset.labels, key=lambda label: label.case_id)
        ],
        "gold_rule": dataset.gold_rule,
    }
    assert dataset_fingerprint(dataset) == sha256_of(canonical_json(written))


def test_a_set_of_which_somebody_now_knows_what_made_the_answers_is_another_set() -> None:
    """So that it is stored, and the report says it; where nobody knows, the name is what it was before that counted."""
    plain = make_dataset(3)
    told = replace(plain, cases=tuple(replace(case, made_by={"model": "m"}) for case in plain.cases))
    assert dataset_fingerprint(told) != dataset_fingerprint(plain)
    assert OutlinedSet.of(told).fingerprint == dataset_fingerprint(told)
    assert [case_fingerprint(case) for case in told.cases] == [case_fingerprint(case) for case in plain.cases]
