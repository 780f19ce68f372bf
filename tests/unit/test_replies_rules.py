"""The rules by name, and the readers of Spring AI to the character."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.domain import How
from evalcore.errors import JudgeError
from evalcore.replies import REASONS, RULES, check_rule, lenient_companion, params_from_texts, read
from evalcore.replies.java_text import JAVA_WHITE_SPACE, equals_ignore_case, java_strip

SPRING = ("spring-2.0", "spring-1.0.2", "spring-1.0.0-relevancy")
RECORDS = ("spring-score-1-4", "spring-rubric-1-5")


def test_every_row_of_the_shared_replies_reads_as_stated(shared: Path) -> None:
    lines = (shared / "fixtures" / "replies.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert rows
    wrong = []
    for row in rows:
        said = {"thinking": row["thinking"], "finish_reason": row["finish_reason"]}
        reading = read("lenient", row["reply"], **said)
        how = reading.reason if reading.how is How.UNREAD else reading.how.value
        spring = {rule: read(rule, row["reply"], **said).token for rule in SPRING}
        if (reading.token or "unread") != row["lenient"] or how not in row["how"]:
            wrong.append((row["id"], reading))
        wrong += [(row["id"], rule) for rule in SPRING if spring[rule] != row[rule]]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "v2_0", "v1_0_2", "v1_0_0"),
    [
        ("yes", "pass", "pass", "pass"),
        ("ye\u017f", "pass", "pass", "fail"),  # ſ upper-cases to S; in lower case it stays ſ
        ("\u2003YES\x1f", "pass", "fail", "pass"),  # both are white space to Java
        ("\u00a0yes", "fail", "fail", "pass"),  # a no-break space is not, nor are the next three
        ("\u2007yes", "fail", "fail", "pass"),
        ("\u202fyes", "fail", "fail", "pass"),
        ("\u0085yes", "fail", "fail", "pass"),
        ("yes.", "fail", "fail", "pass"),
        ("my own eyes", "fail", "fail", "pass"),
        ("No, I would not say yes", "fail", "fail", "pass"),
        ("", "fail", "fail", "fail"),
    ],
)
def test_each_spring_version_passes_exactly_its_own_yes(text: str, v2_0: str, v1_0_2: str, v1_0_0: str) -> None:
    assert tuple(read(rule, text).token for rule in SPRING) == (v2_0, v1_0_2, v1_0_0)


def test_a_spring_rule_tells_a_no_that_was_said_from_a_fail_by_default() -> None:
    assert read("spring-2.0", " NO\n").how is How.LITERAL
    assert read("spring-1.0.2", " NO\n").how is How.BY_DEFAULT
    assert read("spring-1.0.0-relevancy", " NO\n").how is How.LITERAL
    assert read("spring-1.0.0-relevancy", "Nobody").how is How.BY_DEFAULT


def test_a_fail_by_default_carries_the_reason_of_the_lenient_rule() -> None:
    assert read("spring-2.0", "").reason == "empty"
    assert read("spring-2.0", "", thinking="so yes").reason == "thinking-only"
    assert read("spring-2.0", "Yes or no").reason == "echo"
    assert read("spring-2.0", "Yes.").reason == "not literal"


def test_java_white_space_is_the_set_of_character_is_whitespace() -> None:
    """Space, line and paragraph separators without the three no-break ones, and nine controls: 17 - 3 + 2 + 9 = 25."""
    assert len(set(JAVA_WHITE_SPACE)) == 25
    assert java_strip("\u00a0 x \u0085") == "\u00a0 x \u0085"
    assert java_strip("\u2028\u3000x\x1c") == "x"


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("K", "\u212a", True),  # Kelvin sign: same lower case
        ("i", "\u0130", True),  # dotted capital I lower-cases to one i in Java
        ("\u00df", "ss", False),  # no one-to-one upper case
        ("\u1f80", "\u1f88", True),  # Greek with iota below has one
        ("yes", "yes ", False),
    ],
)
def test_equals_ignore_case_compares_character_by_character(one: str, other: str, equal: bool) -> None:
    assert equals_ignore_case(one, other) is equal
    assert equals_ignore_case(other, one) is equal


def test_an_unknown_rule_is_refused_with_the_list_of_rules() -> None:
    with pytest.raises(JudgeError, match=r"'strict' is unknown.*spring-2\.0.*rating"):
        read("strict", "yes")


@pytest.mark.parametrize(
    ("rule", "params"),
    [
        ("lenient", {"field": "verdict"}),
        ("json", {"field": ""}),
        ("json", {"key": "verdict"}),
        ("rating", {"low": 5, "high": 1}),
        ("rating", {"low": True, "high": 5}),
        ("rating", {"low": 1, "high": "5"}),
        ("spring-score-1-4", {"passes_from": 5}),
        ("spring-score-1-4", {"passes_from": "3"}),
        ("spring-rubric-1-5", {"passes_from": 0}),
        ("spring-rubric-1-5", {"field": ""}),
        ("label", None),
        ("label", {"values": {"only": []}}),
        ("label", {"values": {"a": "b", "c": []}}),
        ("label", {"values": {"A": [], "B": ["**a**"]}}),
        ("label", {"values": {"A": [], "...": []}}),
        ("label", {"values": ["a", "b"]}),
        ("regex", None),
        ("regex", {"patterns": {"": "a"}}),
        ("regex", {"patterns": {"yes": 1}}),
        ("regex", {"patterns": {"yes": "a"}, "which": "any"}),
    ],
)
def test_parameters_that_a_rule_cannot_use_are_refused(rule: str, params: dict[str, object] | None) -> None:
    with pytest.raises(JudgeError):
        check_rule(rule, params)


def test_every_rule_names_itself_and_a_companion() -> None:
    assert list(RULES) == [*SPRING, *RECORDS, "lenient", "json", "rating", "label", "regex"]
    assert all(rule.name == name and rule.summary for name, rule in RULES.items())
    assert [name for name, rule in RULES.items() if not rule.tokens] == ["label", "regex"]
    assert {name: lenient_companion(name) for name in RULES} == {
        **dict.fromkeys([*SPRING, "lenient", "json"], "lenient"),
        **dict.fromkeys([*RECORDS, "rating"], "rating"),
        "label": "label",
        "regex": "regex",
    }


LABEL = {"values": {"yes": ["pass"], "no": ["fail"]}}
REGEX = {"patterns": {"yes": r"(?i)^yes\b", "no": r"(?i)^no\b"}}


@pytest.mark.parametrize(
    ("reason", "rule", "text", "finish_reason", "params"),
    [
        ("empty", "lenient", " \u200b\n", "stop", None),
        ("thinking-only", "rating", "<think>5", "stop", None),
        ("cut-off", "json", '{"verdict": "ye', "length", None),
        ("ambiguous", "label", "Yes. No.", "stop", LABEL),
        ("ambiguous", "regex", "yes or no", "stop", {"patterns": {"yes": "yes", "no": "no"}}),
        ("echo", "lenient", "yes or no", "stop", None),
        ("refusal", "json", "I'm sorry, I can't judge that.", "stop", None),
        ("refusal", "regex", "I cannot judge this.", "stop", REGEX),
        ("off-scale", "label", "Partially", "stop", LABEL),
        ("no-verdict", "regex", "Nobody can tell.", "stop", REGEX),
        ("schema-ignored", "json", "yes", "stop", None),
    ],
)
def test_every_reason_is_given_by_some_reply(
    reason: str, rule: str, text: str, finish_reason: str, params: dict[str, object] | None
) -> None:
    reading = read(rule, text, finish_reason=finish_reason, params=params)
    assert (reading.token, reading.how, reading.reason) == (None, How.UNREAD, reason)
    assert reason in REASONS


FAULTS = (
    ("<think>… Verdict: pass but wait", "thinking-only"),
    ("Verdict: pass or fail", "echo"),
    ("Verdict: not pass", "off-scale"),
    ("I cannot pass judgment", "refusal"),
)
"""Replies that other tools read as a pass."""


@pytest.mark.parametrize(("text", "reason"), FAULTS)
@pytest.mark.parametrize(("rule", "params"), [("lenient", None), ("label", LABEL)])
def test_what_other_tools_take_for_a_pass_is_unread(
    rule: str, params: dict[str, object] | None, text: str, reason: str
) -> None:
    assert read(rule, text, params=params).reason == reason
    assert read("spring-2.0", text).token == "fail"


def test_a_leading_no_wins_over_a_yes_in_the_words_behind_it() -> None:
    assert read("lenient", "No, I would not say yes").token == "no"
    assert read("label", "No, I would not say yes", params=LABEL).token == "no"


def test_parameters_are_read_from_text() -> None:
    assert params_from_texts(RULES["rating"], {"low": "1", "high": "10"}) == {"low": 1, "high": 10}
    assert params_from_texts(RULES["json"], {"field": "3"}) == {"field": "3"}
    assert params_from_texts(RULES["label"], {"values": '{"a": [], "b": ["c"]}'}) == {"values": {"a": [], "b": ["c"]}}
    assert params_from_texts(RULES["json"], {"other": "{"}) == {"other": "{"}  # for the rule to refuse


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"a": [], "a": []}'], ids=range(4))
def test_a_text_that_is_no_parameter_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(JudgeError, match="parameter values of reading rule 'label': expected a JSON object"):
        params_from_texts(RULES["label"], {"values": text})
