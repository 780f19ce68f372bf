"""The two evaluators of Spring AI's guides that ask for a record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import How
from evalcore.judges import builtin_judges
from evalcore.replies import read, score

SCORE, RUBRIC = "spring-score-1-4", "spring-rubric-1-5"


@pytest.mark.parametrize(
    ("text", "token", "how", "reason", "points"),
    [
        ('{"rating": 4, "evaluation": "x", "feedback": "y"}', "pass", How.LITERAL, None, 1.0),
        ('{"rating": 3}', "pass", How.LITERAL, None, 0.75),
        ('{"rating": 2}', "fail", How.LITERAL, None, 0.5),
        ('{"rating": 7}', "pass", How.RECOVERED, None, 1.75),  # never offered, and 7 >= 3 all the same
        ('{"rating": 0}', "fail", How.BY_DEFAULT, "off-scale", 0.0),
        ('{"rating": -2}', "fail", How.BY_DEFAULT, "off-scale", -0.5),
        ("", "fail", How.BY_DEFAULT, "empty", 0.25),  # no record counts as rating 1, and 1 / 4 = 0.25
        ("4", "fail", How.BY_DEFAULT, "schema-ignored", 0.25),
        ("Total rating: 4", "fail", How.BY_DEFAULT, "schema-ignored", 0.25),
        ("null", "fail", How.BY_DEFAULT, "schema-ignored", 0.25),
        ("{'rating': 4}", "fail", How.BY_DEFAULT, "schema-ignored", 0.25),
        ('{"score": 4}', "fail", How.BY_DEFAULT, "schema-ignored", 0.25),
        ('{"rating": "good"}', "fail", How.BY_DEFAULT, "off-scale", 0.25),
        ('{"rating": null}', "fail", How.BY_DEFAULT, "off-scale", 0.25),
        ('{"rating": true}', "fail", How.BY_DEFAULT, "off-scale", 0.25),
        ('{"rating": 99999999999}', "fail", How.BY_DEFAULT, "off-scale", 0.25),  # no Java int
        ('{"rating": 4, "rating": 1}', "fail", How.BY_DEFAULT, "ambiguous", 0.25),
        ('{"rating": 4} I hope this helps', "fail", How.BY_DEFAULT, "schema-ignored", 0.25),
        ("I'm sorry, I can't help with that.", "fail", How.BY_DEFAULT, "refusal", 0.25),
    ],
)
def test_the_rating_evaluator(text: str, token: str, how: How, reason: str | None, points: float) -> None:
    reading = read(SCORE, text)
    assert (reading.token, reading.how, reading.reason) == (token, how, reason)
    assert score(SCORE, text) == points


@pytest.mark.parametrize(
    ("text", "token", "how", "reason", "points"),
    [
        ('{"score": 5, "reasoning": "x"}', "pass", How.LITERAL, None, 1.0),
        ('{"score": 4}', "pass", How.LITERAL, None, 0.8),
        ('{"score": 3}', "fail", How.LITERAL, None, 0.6),
        ('{"score": 1}', "fail", How.LITERAL, None, 0.2),
        ('{"score": 6}', "fail", How.BY_DEFAULT, "off-scale", 0.0),
        ('{"score": 0}', "fail", How.BY_DEFAULT, "off-scale", 0.0),
        ("5", "fail", How.BY_DEFAULT, "schema-ignored", 0.0),
        ("", "fail", How.BY_DEFAULT, "empty", 0.0),
        ('{"rating": 5}', "fail", How.BY_DEFAULT, "schema-ignored", 0.0),
    ],
)
def test_the_rubric_evaluator(text: str, token: str, how: How, reason: str | None, points: float) -> None:
    reading = read(RUBRIC, text)
    assert (reading.token, reading.how, reading.reason) == (token, how, reason)
    assert score(RUBRIC, text) == points


@pytest.mark.parametrize(
    "text",
    [
        ' \n{"rating": 3}\n',
        '```json\n{"rating": 3}\n```',
        '```\n{"rating": 3}\n```',
        '```{"rating": 3}\n```',
        '<think>{"rating": 1}</think>{"rating": 3}',
        '<THINKING>no</THINKING>\n <reasoning>x</reasoning>{"rating": 3}',
        '```thinking 1 ``` <!-- thinking: 2 --> {"rating": 3}',
        '{"rating": "3"}',
        '{"rating": 3.9}',  # Jackson cuts the fraction off
        '{"more": [1, {"rating": 1}], "rating": 3}',
    ],
)
def test_what_springs_converter_takes_off_or_turns_into_an_integer_is_literal(text: str) -> None:
    if text.startswith("```{"):
        # The first line counts as the name of a language and is lost with it.
        assert read(SCORE, text).reason == "schema-ignored"
        return
    assert (read(SCORE, text).token, read(SCORE, text).how) == ("pass", How.LITERAL)


@pytest.mark.parametrize(
    "text", ['<think>{"rating": 4}', '<think>x</think><think>{"rating": 4}', '\u00a0{"rating": 4}']
)
def test_what_it_does_not_take_off_is_no_record(text: str) -> None:
    assert read(SCORE, text).how is How.BY_DEFAULT


def test_thinking_that_came_apart_is_no_record() -> None:
    assert read(SCORE, "", thinking='{"rating": 4}').reason == "thinking-only"
    assert read(SCORE, '{"rating": 4, "evaluation": "the', finish_reason="length").reason == "cut-off"


def test_the_mark_and_the_field_are_parameters() -> None:
    assert read(SCORE, '{"rating": 3}', params={"passes_from": 4}).token == "fail"
    assert read(SCORE, '{"points": 3}', params={"field": "points"}).token == "pass"
    assert score(RUBRIC, '{"points": 3}', params={"field": "points"}) == 0.6
    assert score("rating", "3") is None


@pytest.mark.parametrize(("name", "field"), [(SCORE, "rating"), (RUBRIC, "score")])
def test_the_prompt_of_the_preset_asks_for_the_record_that_its_rule_reads(name: str, field: str) -> None:
    preset = builtin_judges()[name]
    assert preset.prompt is not None
    assert f'"{field}": {{"type": "integer"}}' in preset.prompt.template
    assert preset.rule.params["field"] == field
    assert preset.options.max_tokens == 512


@given(number=st.integers(-3, 9), wrap=st.sampled_from(['{{"rating": {}}}', "{}", "```json\n{{'rating': {}}}\n```"]))
def test_the_rating_rule_never_contradicts_a_record_that_was_read(number: int, wrap: str) -> None:
    text = wrap.format(number)
    deployed, lenient = read(SCORE, text), read("rating", text, params={"low": 1, "high": 4})
    if deployed.how is How.LITERAL and lenient.token is not None:
        assert (int(lenient.token) >= 3) == (deployed.token == "pass")
