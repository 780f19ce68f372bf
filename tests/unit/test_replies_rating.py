"""The rating rule: one integer on the scale, or the reason why there is none."""

from __future__ import annotations

import pytest

from evalcore.domain import How
from evalcore.replies import read


@pytest.mark.parametrize("text", ["4", " 4\n", "\u30004"])
def test_a_bare_integer_is_literal(text: str) -> None:
    reading = read("rating", text)
    assert (reading.token, reading.how) == ("4", How.LITERAL)


@pytest.mark.parametrize(
    ("text", "token", "step"),
    [
        ("\u00a04", "4", "white space"),
        ("4.", "4", "punctuation"),
        ("**4**", "4", "emphasis"),
        ("４", "4", "full-width"),
        ("4/5", "4", "fraction"),
        ("4 out of 5", "4", "fraction"),
        ("4.0", "4", "number"),
        ("4 stars", "4", "number"),
        ("Rating: 3", "3", "label"),
        ("Rating (1-5): **2**", "2", "label"),
        ("Score: 4/5, because 3 of 4 claims hold", "4", "label"),
        ("The answer is fine.\n\n4", "4", "last line"),
        ("Rating: 4 because it fits", "4", "label"),
        ("4 - mostly right", "4", "leading number"),
        ('{"rating": 4}', "4", "JSON"),
        ('{"score": "4/5"}', "4", "JSON"),
        ("{'rating': 4}", "4", "repaired JSON"),
        ("<think>5?</think>3", "3", "thinking removed"),
    ],
)
def test_a_rating_is_recovered_by_a_named_step(text: str, token: str, step: str) -> None:
    reading = read("rating", text)
    assert (reading.token, reading.how, reading.step) == (token, How.RECOVERED, step)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("6", "off-scale"),
        ("0", "off-scale"),
        ("-1", "off-scale"),
        ("3.5", "off-scale"),
        ("3,5", "off-scale"),
        ("4/10", "off-scale"),
        ("5%", "off-scale"),
        ("Rating: 3.5/5", "off-scale"),
        ('{"rating": 3.5}', "off-scale"),
        ("9" * 5000, "off-scale"),  # longer than Python turns into an integer
        ("Rating: 3\nRating: 4", "ambiguous"),
        ("Rating: 3\n5", "ambiguous"),
        ("4\n5", "ambiguous"),
        ("Rating: 1-5", "echo"),
        ("1, 2, 3, 4 or 5", "echo"),
        ("<think>5", "thinking-only"),
        ('{"rating": 4', "cut-off"),
        ("", "empty"),
        ("I cannot judge this.", "refusal"),
        ("Answer: 5 days", "no-verdict"),
        ("2 of the 3 claims are supported", "no-verdict"),
        ("1. The answer\n2. The document", "no-verdict"),
        ("4½", "no-verdict"),
        ("yes", "no-verdict"),
    ],
)
def test_a_reply_without_one_rating_on_the_scale_is_unread(text: str, reason: str) -> None:
    reading = read("rating", text)
    assert (reading.token, reading.how, reading.reason) == (None, How.UNREAD, reason)


def test_the_ends_of_the_scale_are_parameters() -> None:
    assert read("rating", "7/10", params={"low": 1, "high": 10}).token == "7"
    assert read("rating", "-1", params={"low": -1, "high": 1}).token == "-1"
    assert read("rating", "Rating: 5", params={"low": 1, "high": 4}).reason == "off-scale"
