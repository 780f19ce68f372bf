"""Which scale the words of a file are on: found where there is no doubt, declared elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import PASS_FAIL
from evalcore.errors import InputError
from evalcore.report.scale_words import Declared, ScaleWords, form_of, scale_words

NOTHING = Declared()


def words_of(*people: str, judges: tuple[str, ...] = (), declared: Declared = NOTHING) -> ScaleWords:
    return scale_words(Counter(people), Counter(judges), declared)


@pytest.mark.parametrize("words", [("yes", "no"), ("TRUE", "False"), ("1", "0"), ("1.0", "0.0"), ("Pass", "FAIL")])
def test_words_that_leave_no_doubt_are_pass_and_fail(words: tuple[str, str]):
    found = words_of(*words)
    assert found.scale == PASS_FAIL
    assert [found.value(word) for word in words] == ["pass", "fail"]


def test_words_that_leave_a_doubt_are_listed_with_their_counts_and_what_to_do():
    with pytest.raises(InputError, match=r"found '2' \(2\), '1' \(1\).*--values a,b,c.*--passing"):
        words_of("1", "2", "2")


def test_blank_and_unsure_votes_are_no_vote():
    found = words_of("yes", "", "unsure", "n/a")
    assert [found.says_nothing(word) for word in ("yes", "", "unsure", "n/a")] == [False, True, True, True]


def test_a_declared_value_is_a_value_even_where_the_word_usually_means_nothing():
    found = words_of("yes", "none", declared=Declared(values=("yes", "none")))
    assert (found.value("None"), found.says_nothing("none")) == ("none", False)


def test_values_are_matched_without_case_spaces_and_dashes():
    found = words_of(declared=Declared(values=("not_supported", "supported"), passing=("Supported",), level="ordinal"))
    assert found.value("Not supported") == "not_supported"
    assert (found.scale.passing, found.scale.level) == (("supported",), "ordinal")


def test_a_rating_scale_goes_from_the_lowest_to_the_highest_rating_of_anybody():
    scale = words_of("2", "4.0", judges=("5", "hm"), declared=Declared(kind="rating")).scale
    assert (scale.values, scale.level, scale.passing) == (("2", "3", "4", "5"), "ordinal", ())


def test_negative_ratings_keep_their_sign():
    found = words_of("-1", "1", declared=Declared(kind="rating"))
    assert found.scale.values == ("-1", "0", "1")
    assert found.value("-1") == "-1"


def test_named_values_are_those_that_people_gave_in_their_commonest_spelling():
    scale = words_of("Good", "bad", "good", "good", declared=Declared(kind="named")).scale
    assert (scale.values, scale.level) == (("bad", "good"), "nominal")


def test_a_pair_is_a_b_or_tie_by_its_usual_words():
    found = words_of("1", "2", "0", "Tie", "B", declared=Declared(kind="pair"))
    assert [found.value(word) for word in ("1", "2", "0", "Tie", "response a", "garbage")] == [
        "A",
        "B",
        "tie",
        "tie",
        "A",
        None,
    ]


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (Declared(values=("a",)), "at least two values"),
        (Declared(values=("a", "A")), "differ in more than case"),
        (Declared(values=("a", "b"), passing=("c",)), "--passing names c, expected some of a, b"),
        (Declared(values=("a", "b")), r"hold 'x' \(1\), which stand for no value"),
        (Declared(kind="ordinal"), "--values low,middle,high"),
        (Declared(kind="rating"), r"integers, found 'x' \(1\)"),
        (Declared(kind="pair"), r"'x' \(1\)"),
        (Declared(kind="pair", values=("a", "b")), "has its values already"),
        (Declared(kind="yes-no", level="ordinal"), "has its values already"),
        (Declared(kind="yes-no"), r"'x' \(1\), which stand for no value"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(declared: Declared, message: str):
    with pytest.raises(InputError, match=message):
        words_of("x", declared=declared)


def test_passing_values_need_a_scale_to_pass_on():
    with pytest.raises(InputError, match="--passing and --level go with --values"):
        words_of("yes", declared=Declared(passing=("yes",)))


def test_a_rating_scale_of_more_than_a_hundred_values_has_to_be_declared():
    with pytest.raises(InputError, match="from 0 to 1000"):
        words_of("0", "1000", declared=Declared(kind="rating"))


@given(st.text())
def test_the_form_of_a_word_is_its_own_form(word: str):
    assert form_of(form_of(word)) == form_of(word)


@given(st.lists(st.text(), min_size=1), st.lists(st.text()))
def test_any_words_give_a_scale_or_a_reason_for_people(people: list[str], judges: list[str]):
    for kind in (None, "named", "rating", "pair", "yes-no"):
        try:
            found = scale_words(Counter(people), Counter(judges), Declared(kind=kind))
        except InputError:
            continue
        assert all(found.value(word) is not None or found.says_nothing(word) for word in people)
