"""The regex rule: tokens by pattern, and which patterns are taken."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import How
from evalcore.errors import JudgeError
from evalcore.replies import check_rule, read
from evalcore.replies.patterns import LONGEST_TEXT, compiled

GRADES = {"A": r"\[\[A\]\]", "B": r"\[\[B\]\]"}


def test_the_token_of_the_pattern_that_matches_is_read() -> None:
    reading = read("regex", "Both are fine, but [[A]]", params={"patterns": GRADES})
    assert (reading.token, reading.how, reading.step) == ("A", How.RECOVERED, "pattern")
    assert read("regex", " [[B]]\n", params={"patterns": GRADES}).how is How.LITERAL
    assert read("regex", "<think>[[A]]</think>[[B]]", params={"patterns": GRADES}).step == "thinking removed"


@pytest.mark.parametrize(("which", "token"), [("only", None), ("first", "A"), ("last", "B")])
def test_of_several_tokens_that_match_which_says_what_counts(which: str, token: str | None) -> None:
    reading = read("regex", "[[A]] hm, [[A]] no: [[B]]", params={"patterns": GRADES, "which": which})
    assert (reading.token, reading.reason) == (token, None if token else "ambiguous")


@pytest.mark.parametrize("which", ["only", "first", "last"])
def test_two_tokens_that_match_at_one_place_are_ambiguous(which: str) -> None:
    params = {"patterns": {"yes": "yes", "yes, but": "yes, but"}, "which": which}
    assert read("regex", "yes, but late", params=params).reason == "ambiguous"
    assert read("regex", "yes", params=params).token == "yes"


@pytest.mark.parametrize(
    ("text", "finish_reason", "reason"),
    [
        ("", "stop", "empty"),
        ("<think>[[A]]", "stop", "thinking-only"),
        ("So far", "length", "cut-off"),
        ("I cannot judge this.", "stop", "refusal"),
        ("[A]", "stop", "no-verdict"),
        ("[[A]]" + " x" * (LONGEST_TEXT // 2), "stop", "no-verdict"),  # longer than any pattern is tried on
    ],
)
def test_a_reply_without_a_match_is_unread_for_a_reason(text: str, finish_reason: str, reason: str) -> None:
    assert read("regex", text, finish_reason=finish_reason, params={"patterns": GRADES}).reason == reason


def test_a_pattern_sees_one_space_for_each_run_of_white_space_and_lines_as_they_are() -> None:
    params = {"patterns": {"yes": "^Verdict: yes$", "no": "(?m)^no$"}}
    assert read("regex", "\u3000Verdict:\t yes \n", params=params).token == "yes"
    assert read("regex", "well\r\n no \r\nreally", params=params).token == "no"


@pytest.mark.parametrize(
    ("pattern", "advice"),
    [
        ("(a+)+b", "repeat one character or one"),
        ("(?:yes|no){2}", "repeat one character or one"),
        ("a*b*c", "keep at most one"),
        ("a?" * 30 + "a" * 30, "keep at most one"),
        ("(?=yes)y", "without look-around"),
        ("(?<!not )yes", "without look-around"),
        (r"(a)\1", "back-references"),
        ("a++b", "possessive"),
        ("[[:alpha:]]+x", "put a backslash"),
        ("yes{,3}", "write {0,9}"),
        ("yes{03}", "write {0,9}"),
        (r"yes\Z", r"write \$"),
        ("(?i)été", "write both cases"),
        ("yes|", "matches an empty text"),
        (r"\b", "matches an empty text"),
        ("\bno\b", "double the backslash"),  # what JSON makes of "\\bno\\b" with single backslashes
        ("(yes", "mend it"),
        (r"\u0041", "escapes"),
        ("a{2000}", "count to less"),
        ("", "write from 1 to 500"),
        ("a" * 501, "write from 1 to 500"),
        ("\ud800", "RE2 does not take it"),
    ],
)
def test_a_pattern_that_is_unsafe_or_means_two_things_is_refused_with_what_to_do(pattern: str, advice: str) -> None:
    with pytest.raises(JudgeError, match=advice):
        check_rule("regex", {"patterns": {"yes": pattern}})


PATTERN_PIECES = st.sampled_from(
    [
        *("a", "b", "k", "s", "A", "1", "_", " ", "é", "É", ".", ",", ":", "-", "&", "~", "|", "^", "$"),
        *("*", "+", "?", "*?", "??", "{2}", "{0,3}", "{1,}", "{", "}", "(", "(?:", ")", "(?P<n>", "[", "[^", "]"),
        *("(?i)", "(?m)", "(?s)", "(?i:", "(?-i:", r"\b", r"\B", r"\d", r"\w", r"\s", r"\W", r"\S", r"\D", r"\A"),
        *(r"\.", r"\-", r"\[", r"\]", r"\n", r"\t", r"\x41", r"\012", r"\0", r"\a", r"\_"),
    ]
)
TEXT_PIECES = st.sampled_from(["a", "b", "ab", "k", "s", "A", "K", " ", "\n", "1", "é", "É", "_", "-", ".", "\0", "٣"])


@given(
    pattern=st.lists(PATTERN_PIECES, min_size=1, max_size=6).map("".join),
    text=st.lists(TEXT_PIECES, min_size=1, max_size=12).map("".join).map(str.strip),
)
def test_an_accepted_pattern_matches_the_same_under_re2_and_python(pattern: str, text: str) -> None:
    try:
        by_re2 = compiled(pattern)
    except JudgeError:
        return
    by_python = re.compile(pattern, re.ASCII)
    assert [m.span() for m in by_re2.finditer(text)] == [m.span() for m in by_python.finditer(text)]


@pytest.mark.parametrize("pattern", [".*x", "a*a?a?a?b", r"\w*\s{0,9}:", "a{0,40}a{0,40}a{0,40}b"])
def test_what_is_accepted_is_quick_even_where_pythons_re_runs_it(pattern: str) -> None:
    """The bound allows for a few seconds on the longest text; measured, these take up to one."""
    text = "a" * LONGEST_TEXT
    compiled(pattern)
    start = time.process_time()
    assert re.search(pattern, text, re.ASCII) is None
    assert read("regex", text, params={"patterns": {"x": pattern}}).token is None
    assert time.process_time() - start < 10


def test_a_lone_surrogate_in_a_reply_hinders_nothing() -> None:
    assert read("regex", "\ud800 [[A]]", params={"patterns": GRADES}).token == "A"
