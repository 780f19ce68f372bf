"""The json rule: strict, one object, one field."""

from __future__ import annotations

import pytest

from evalcore.domain import How
from evalcore.replies import read


@pytest.mark.parametrize(
    ("value", "token"),
    [('"yes"', "yes"), ("true", "yes"), ('"PASS"', "yes"), ('"no"', "no"), ("false", "no"), ('"fail"', "no")],
)
def test_yes_no_pass_fail_and_booleans_are_read_literally(value: str, token: str) -> None:
    reading = read("json", f' {{"reason": "x", "verdict": {value}}}\n')
    assert (reading.token, reading.how) == (token, How.LITERAL)


@pytest.mark.parametrize(
    ("text", "finish_reason", "reason"),
    [
        ("yes", "stop", "schema-ignored"),
        ('```json\n{"verdict": "yes"}\n```', "stop", "schema-ignored"),
        ('Sure! {"verdict": "yes"}', "stop", "schema-ignored"),
        ("{'verdict': 'yes'}", "stop", "schema-ignored"),
        ('["yes"]', "stop", "schema-ignored"),
        ('[["verdict", "yes"]]', "stop", "schema-ignored"),
        ('{"answer": "yes"}', "stop", "schema-ignored"),
        ('{"verdict": "yes", "score": NaN}', "stop", "schema-ignored"),
        ('{"verdict": "yes", "reason": "th', "length", "cut-off"),
        ("", "stop", "empty"),
        ('<think>{"verdict": "yes"}', "stop", "thinking-only"),
        ('{"verdict": "maybe"}', "stop", "off-scale"),
        ('{"verdict": null}', "stop", "off-scale"),
        ('{"verdict": 1}', "stop", "off-scale"),
        ('{"verdict": "yes", "verdict": "no"}', "stop", "ambiguous"),
    ],
)
def test_anything_else_is_unread_for_a_reason(text: str, finish_reason: str, reason: str) -> None:
    reading = read("json", text, finish_reason=finish_reason)
    assert (reading.token, reading.reason) == (None, reason)


def test_the_field_is_a_parameter() -> None:
    text = '{"grounded": true, "verdict": "no"}'
    assert read("json", text).token == "no"
    assert read("json", text, params={"field": "grounded"}).token == "yes"
