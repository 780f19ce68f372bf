"""The label rule: named values and their synonyms, found as lenient finds yes and no."""

from __future__ import annotations

from typing import Any

import pytest

from evalcore.domain import How
from evalcore.judges import builtin_judges, judge_from_text, judge_to_text
from evalcore.judges.judge import RuleSpec
from evalcore.replies import read

SUPPORT = {
    "values": {
        "supported": ["entailed", "fully supported"],
        "contradicted": ["refuted", "not supported"],
        "not enough information": ["NEI", "neutral"],
    }
}
GRADES = {"values": {"A": [], "B": [], "C": []}}


@pytest.mark.parametrize("text", ["supported", " Supported\n", "SUPPORTED"])
def test_the_name_of_a_value_is_literal(text: str) -> None:
    reading = read("label", text, params=SUPPORT)
    assert (reading.token, reading.how) == ("supported", How.LITERAL)


@pytest.mark.parametrize(
    ("text", "token", "step"),
    [
        ("Supported.", "supported", "punctuation"),
        ("**supported**", "supported", "emphasis"),
        ("entailed", "supported", "synonym"),
        ("nei", "not enough information", "synonym"),
        ("Not enough  information!", "not enough information", "punctuation"),
        ("Verdict: not supported", "contradicted", "label"),
        ("Classification: NEI", "not enough information", "label"),
        ("Label: supported\nOn reflection. Label: refuted", "contradicted", "label"),
        ("Refuted, the document says 30 days and is supported by the next.", "contradicted", "leading word"),
        ("Supported because the page says so", "supported", "leading word"),
        ("The page says 30 days.\n\nrefuted", "contradicted", "last line"),
        ('{"category": "refuted"}', "contradicted", "JSON"),
        ("{'label': 'NEI', /* sure */}", "not enough information", "repaired JSON"),
        ("```\nsupported\n```", "supported", "code fence"),
        ("<think>refuted?</think>supported", "supported", "thinking removed"),
        ("ｓｕｐｐｏｒｔｅｄ", "supported", "full-width"),
    ],
)
def test_a_value_is_recovered_by_a_named_step(text: str, token: str, step: str) -> None:
    reading = read("label", text, params=SUPPORT)
    assert (reading.token, reading.how, reading.step) == (token, How.RECOVERED, step)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("supported or contradicted", "echo"),
        ("supported, contradicted or not enough information", "echo"),
        ("Answer with supported, contradicted, or neutral.", "echo"),
        ("supported\nrefuted", "ambiguous"),
        ("It is supported by the first and contradicted by the second.", "ambiguous"),
        ("Partially supported", "no-verdict"),
        ("Verdict: not refuted", "off-scale"),
        ("Yes", "off-scale"),
        ("3", "off-scale"),
        ('{"label": true}', "off-scale"),
        ("unsupported", "off-scale"),
        ("supportedcontradicted", "no-verdict"),
        ("<think>supported", "thinking-only"),
        ("", "empty"),
        ("I cannot judge this.", "refusal"),
        ('{"label": "supported"', "cut-off"),
    ],
)
def test_a_reply_that_gives_no_value_is_unread_for_a_reason(text: str, reason: str) -> None:
    reading = read("label", text, params=SUPPORT)
    assert (reading.token, reading.how, reading.reason) == (None, How.UNREAD, reason)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("B", "B"),
        ("[[b]]", "B"),
        ("A: it names the source", "A"),
        ("Grade: C", "C"),
        ("A good answer.", None),
        ("A, B or C", None),
        ("A/B", None),
        ("Answer: A or B", None),
        ("A+", None),
    ],
)
def test_single_letters_are_read_where_they_are_verdicts(text: str, token: str | None) -> None:
    assert read("label", text, params=GRADES).token == token


def test_a_value_may_have_the_name_of_a_reason() -> None:
    params: dict[str, Any] = {"values": {"clear": [], "ambiguous": [], "off-scale": []}}
    assert read("label", "Verdict: ambiguous", params=params).token == "ambiguous"
    assert read("label", "Verdict: off-scale", params=params).token == "off-scale"


def test_numbers_and_booleans_are_read_where_they_are_declared() -> None:
    params = {"values": {"good": ["1", "true"], "bad": ["0", "false"]}}
    assert read("label", '{"verdict": 1}', params=params).token == "good"
    assert read("label", '{"verdict": false}', params=params).token == "bad"


def test_a_judge_file_keeps_values_and_synonyms() -> None:
    judge = builtin_judges()["yes-no"]
    values = {"values": {"pass": ["yes", "ja"], "fail": ["no", "nein"]}}
    changed = judge_from_text(
        judge_to_text(judge).replace(
            'rule: "spring-2.0"', 'rule: "label"\n  params: {values: {pass: ["yes", "ja"], fail: ["no", "nein"]}}'
        ),
        file="j",
    )
    assert changed.rule == RuleSpec(name="label", params=values)
    assert judge_from_text(judge_to_text(changed), file="j") == changed
    assert changed.verdict(read("label", "Nein.", params=changed.rule.params)) == "fail"
