"""What holds for every rule and every text, however nasty."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import How
from evalcore.replies import REASONS, RULES, read
from evalcore.replies.java_text import JAVA_WHITE_SPACE

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))  # lone surrogates too
PIECES = st.sampled_from(
    [
        "yes",
        "No",
        "pass",
        " ",
        "\n",
        ". ",
        ", ",
        "or",
        "Verdict: ",
        "answer is ",
        "*",
        '"',
        "'",
        "{",
        "}",
        ":",
        "[",
        "]",
        '{"verdict": "yes"}',
        '{"rating": 3}',
        "<think>",
        "</think>",
        "```\n",
        "4",
        "/5",
        "-",
        "\u200b",
        "\u00a0",
        "Ｎｏ",
    ]
)
REPLIES = st.lists(PIECES, max_size=8).map("".join) | ANY_TEXT
PARAMS: dict[str, dict[str, object]] = {
    "label": {"values": {"yes": ["pass"], "no": ["fail", "not yes"]}},
    "regex": {"patterns": {"yes": r"(?i)\byes\b", "no": r"(?im)^no\W*$"}},
}
"""Of the rules that have no tokens without parameters."""
WHITE_SPACE = st.text(sorted({*JAVA_WHITE_SPACE, "\u0085", "\u00a0", "\u2007", "\u202f"}), max_size=4)
FINISH = st.sampled_from([None, "stop", "length"])


@given(text=REPLIES, thinking=st.none() | ANY_TEXT, finish_reason=FINISH)
def test_every_rule_gives_every_text_a_token_or_a_reason(
    text: str, thinking: str | None, finish_reason: str | None
) -> None:
    for name, rule in RULES.items():
        reading = read(name, text, thinking=thinking, finish_reason=finish_reason, params=PARAMS.get(name))
        assert (reading.token is None) == (reading.how is How.UNREAD)
        assert reading.token is None or reading.token in (rule.tokens or ("yes", "no"))
        assert (reading.reason is None) == reading.said
        assert reading.reason is None or reading.reason in (*REASONS, "not literal")
        assert (reading.step is not None) == (reading.how is How.RECOVERED)


@given(text=REPLIES, before=WHITE_SPACE, after=WHITE_SPACE, finish_reason=FINISH)
def test_white_space_around_a_reply_never_changes_what_it_says(
    text: str, before: str, after: str, finish_reason: str | None
) -> None:
    for rule in ("lenient", "json", "rating", "label", "regex"):
        bare = read(rule, text, finish_reason=finish_reason, params=PARAMS.get(rule))
        wrapped = read(rule, before + text + after, finish_reason=finish_reason, params=PARAMS.get(rule))
        assert (wrapped.token, wrapped.reason) == (bare.token, bare.reason)


@given(text=REPLIES, finish_reason=FINISH)
def test_the_lenient_rule_never_contradicts_a_literal_reading(text: str, finish_reason: str | None) -> None:
    lenient = read("lenient", text, finish_reason=finish_reason)
    for rule, opposite in (("spring-2.0", {"pass": "no", "fail": "yes"}), ("json", {"yes": "no", "no": "yes"})):
        strict = read(rule, text, finish_reason=finish_reason)
        if strict.how is How.LITERAL:
            assert lenient.token != opposite[str(strict.token)]


@given(thought=ANY_TEXT.filter(lambda text: "think" not in text.lower()), finish_reason=FINISH)
def test_nothing_inside_an_unfinished_thinking_block_is_read(thought: str, finish_reason: str | None) -> None:
    for text in (f"<think>{thought}", f"<think>{thought} Verdict: yes"):
        assert read("lenient", text, finish_reason=finish_reason).reason in ("thinking-only", "cut-off")


@given(thought=ANY_TEXT.filter(lambda text: "think" not in text.lower()))
def test_thinking_that_came_apart_never_changes_a_verdict(thought: str) -> None:
    for rule in RULES:
        for text in ("", "yes", "3", '{"rating": 3}'):
            without = read(rule, text, params=PARAMS.get(rule))
            assert read(rule, text, thinking=thought, params=PARAMS.get(rule)).token == without.token


NASTY = (
    *("(", "yes ", "no ", "<think>", "</think>", "{", '{"', '{"a":', "{a}", "[", "'", '"', "/*", "//", "verdict: "),
    *("verdict is ", "verdict: yes or no\n", "yes or ", "1,", "1 or ", "rating: 1-", " ", "\n", "_", "*", "```\n"),
    *("ﷺ", "\u200b", "\ud800", "\\", "“", "{“", "answer (", "i cannot ", '(*"', "<|channel|>", "no."),
)
SIZE = 100_000
MEGABYTE = 1_000_000


def seconds_to_read(text: str) -> float:
    """Processor time that all rules take together."""
    start = time.process_time()
    for rule in RULES:
        read(rule, text, params=PARAMS.get(rule))
    return time.process_time() - start


@pytest.mark.parametrize("piece", NASTY)
def test_a_hundred_kilobytes_of_anything_are_read_quickly(piece: str) -> None:
    """About 0.3 s for all rules; what takes quadratic time takes minutes. The bound leaves room for a busy machine."""
    assert seconds_to_read(piece * (SIZE // len(piece))) < 30


@pytest.mark.parametrize(
    "piece",
    ["<think>", "```thinking", "<!-- thinking:", "verdict: yes or no\n", '{"a":', "yes, ", "*", "a"],
)
def test_a_megabyte_of_anything_is_read_in_seconds(piece: str) -> None:
    """Ten times the size takes ten times as long; measured, from 0.1 to 4 s for all rules."""
    assert seconds_to_read(piece * (MEGABYTE // len(piece))) < 60


@pytest.mark.parametrize(
    "text",
    [
        "\u0315" * (SIZE // 2) + "\u0300" * (SIZE // 2),  # out of canonical order: NFKC of the whole would sort it
        "{" * (SIZE // 2) + "}" * (SIZE // 2),
        '{"a":' * (SIZE // 6) + "1" + "}" * (SIZE // 6),  # deeper than any parser recurses
        "{'" + "' " * (SIZE // 2) + "}",
        "{" + "/*" * (SIZE // 2) + "}",
        "{" + ", " * (SIZE // 2) + "}",
        "verdict" + " " * SIZE + ": yes",
        '{"verdict": ' + "9" * SIZE + "}",
        "<!--" + " " * SIZE + "x",
        "```json\n" * (SIZE // 8) + "```",
    ],
    ids=range(10),
)
def test_long_and_deep_structures_are_read_quickly(text: str) -> None:
    assert seconds_to_read(text) < 30
