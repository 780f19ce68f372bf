"""Rule judges: what each says yes to."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from evalcore.domain import Case, Document
from evalcore.errors import JudgeError
from evalcore.providers.rules import find_check, word_overlap
from tests.support.asking import ask, judge_of, resolve


def case_of(answer: str, *evidence: Document, **fields: Any) -> Case:
    return Case(id="c", question="q", answer=answer, evidence=evidence, **fields)


BILLING = Document(id="kb-7", text="Invoices are due in 30 days.", source="Billing.md")


@pytest.mark.parametrize(
    ("rule", "case", "says"),
    [
        ("always-yes", case_of(""), "yes"),
        ("always-no", case_of("Yes."), "no"),
        ("cites-source", case_of("In 30 days (see billing.md).", BILLING), "yes"),
        ("cites-source", case_of("In 30 days [KB-7].", BILLING), "yes"),
        ("cites-source", case_of("In 30 days [kb-71].", BILLING), "no"),  # another document's id
        ("cites-source", case_of("In 30 days.", BILLING), "no"),
        ("cites-source", case_of("In 30 days.", Document(id="", text="x")), "no"),  # a blank id is no name
        ("must-mention", case_of("Due in 30\n days, STRASSE 5", must_mention=("30 days", "straße")), "yes"),
        ("must-mention", case_of("Due in 30 days", must_mention=("30 days", "invoice")), "no"),
        ("must-retrieve", case_of("x", BILLING, must_retrieve=("Billing.md",)), "yes"),
        ("must-retrieve", case_of("x", BILLING, must_retrieve=("kb-7", "Billing.md")), "yes"),
        ("must-retrieve", case_of("x", BILLING, must_retrieve=("kb-7", "terms.md")), "no"),
        # {invoices, are, late} against the evidence: 2 of 3
        ("word-overlap", case_of("Invoices are late", BILLING), "no"),
        ("word-overlap:0.5", case_of("Invoices are late", BILLING), "yes"),
        ("word-overlap:0", case_of("", BILLING), "no"),  # no words: nothing is supported
    ],
)
def test_a_rule_says(rule: str, case: Case, says: str) -> None:
    [answer] = ask(judge_of("rules", rule), "", case=case)
    assert answer.text == says


def test_an_answer_without_words_has_no_overlap() -> None:
    assert word_overlap(case_of("  ", BILLING)) is None


@pytest.mark.parametrize("name", ["nope", "word-overlap:2", "word-overlap:x", "word-overlap:nan", "always-yes:1"])
def test_an_unknown_rule_or_threshold_is_refused_before_anything_is_asked(name: str) -> None:
    with pytest.raises(JudgeError, match=r"there is no rule|from 0 to 1"):
        resolve(judge_of("rules", name))


@pytest.mark.parametrize(
    ("rule", "confusion"),
    [  # rows: not attributable, attributable; columns: no, yes (EXPECTED.md of the shared sets, 07)
        ("word-overlap:0.5", [[188, 62], [17, 163]]),
        ("word-overlap", [[236, 14], [60, 120]]),
    ],
)
def test_word_overlap_gives_the_published_counts_on_begin(shared: Path, rule: str, confusion: list[list[int]]) -> None:
    found = [[0, 0], [0, 0]]
    overlaps = find_check(rule)
    with (shared / "datasets/07_begin_wow/begin_dev_wow.tsv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t"):
            case = case_of(line["response"], Document(id="k", text=line["knowledge"]))
            found[line["begin_label"] == "Fully attributable"][overlaps(case)] += 1
    assert found == confusion
