"""Editing a judge: its fields, and what is made of changed ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.domain import PASS_FAIL, Reading
from evalcore.errors import JudgeError, TemplateError
from evalcore.judges import (
    ModelRef,
    Options,
    builtin_judges,
    edited,
    fields_of,
    find_judge,
    name_for_copy,
    reader_of,
    refuse_misleading_name,
    with_model,
)
from evalcore.replies import read

YES_NO = find_judge("yes-no@ollama:small:1b").pinned(digest="d1")
RATING = with_model(builtin_judges()["rating-1-4"], ModelRef(provider="ollama", name="small:1b"))
ASK_A_MODEL = [judge for judge in builtin_judges().values() if judge.prompt]


@pytest.mark.parametrize("judge", [*ASK_A_MODEL, YES_NO, RATING], ids=lambda judge: judge.name)
def test_a_judge_whose_fields_were_not_changed_is_the_same_judge(judge) -> None:
    assert edited(judge, fields_of(judge)) == judge


def test_a_changed_prompt_and_options_are_all_that_changes() -> None:
    options = Options(temperature=0.5, max_tokens=100, think=True)
    made = edited(YES_NO, replace(fields_of(YES_NO), name=" mine ", template="Is {answer} right?", options=options))
    assert made.prompt is not None
    assert (made.name, made.prompt.template, made.options) == ("mine", "Is {answer} right?", options)
    assert (made.model, made.rule, made.scale, made.tokens) == (YES_NO.model, YES_NO.rule, YES_NO.scale, YES_NO.tokens)


def test_a_template_without_a_placeholder_is_refused_in_words() -> None:
    with pytest.raises(TemplateError, match="expected at least one placeholder, found none"):
        edited(YES_NO, replace(fields_of(YES_NO), template="Say yes."))


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(JudgeError, match="name"):
        edited(YES_NO, replace(fields_of(YES_NO), name="  "))


def test_another_model_starts_without_the_digest_of_the_old_one() -> None:
    assert edited(YES_NO, replace(fields_of(YES_NO), model="ollama:other")).model == ModelRef(
        provider="ollama", name="other"
    )
    assert edited(YES_NO, replace(fields_of(YES_NO), keep_digest=False)).model.digest is None
    assert edited(YES_NO, fields_of(YES_NO)).model.digest == "d1"


def test_another_model_of_the_same_server_keeps_the_address_and_one_elsewhere_does_not() -> None:
    there = replace(YES_NO, model=replace(YES_NO.model, base_url="http://box:11434"))
    assert edited(there, replace(fields_of(there), model="ollama:other")).model.base_url == "http://box:11434"
    assert edited(there, replace(fields_of(there), model="openai:other")).model.base_url is None


def test_a_model_without_a_provider_is_refused_with_the_providers() -> None:
    with pytest.raises(JudgeError, match="ollama, openai, embedded"):
        edited(YES_NO, replace(fields_of(YES_NO), model="smollm:1"))


def test_ratings_from_another_range_pass_from_the_mark_on() -> None:
    made = edited(RATING, replace(fields_of(RATING), params={"low": 0, "high": 3}, pass_mark=2))
    assert made.scale.values == ("0", "1", "2", "3")
    assert made.scale.passing == ("2", "3")
    assert made.scores == {}  # the preset's scores belong to the ratings 1 to 4


def test_another_pass_mark_keeps_the_scores_of_the_same_ratings() -> None:
    made = edited(RATING, replace(fields_of(RATING), pass_mark=4))
    assert made.scale.passing == ("4",)
    assert made.scores == RATING.scores


@pytest.mark.parametrize("mark", [1, 5, None])
def test_a_pass_mark_that_leaves_nothing_to_fail_or_to_pass_is_refused(mark: int | None) -> None:
    with pytest.raises(JudgeError, match="pass mark above 1 and up to 4"):
        edited(RATING, replace(fields_of(RATING), pass_mark=mark))


def test_a_rating_judge_that_is_to_be_read_as_yes_or_no_says_pass_and_fail() -> None:
    made = edited(RATING, replace(fields_of(RATING), rule="lenient", params={}, pass_mark=None))
    assert made.scale == PASS_FAIL
    assert made.verdict(read("lenient", "Yes.")) == "pass"


def test_a_spring_judge_that_is_to_be_read_leniently_still_gives_verdicts_and_names_another_reader() -> None:
    spring = with_model(builtin_judges()["spring-fact-check"], YES_NO.model)
    bare = replace(spring, tokens={})
    made = edited(bare, replace(fields_of(bare), rule="lenient"))
    assert made.verdict(read("lenient", "no")) == "fail"
    assert (spring.reader, made.reader) == ("Spring AI 2.0", "evalcore")


def test_a_yes_no_judge_can_become_a_rating() -> None:
    made = edited(YES_NO, replace(fields_of(YES_NO), rule="rating", params={"low": 1, "high": 5}, pass_mark=4))
    reading: Reading = read("rating", "4", params=made.rule.params)
    assert made.verdict(reading) == "4"
    assert made.passes("4")
    assert not made.passes("3")


def test_the_pass_mark_of_named_ratings_is_the_first_that_passes() -> None:
    named = replace(
        RATING,
        scale=replace(PASS_FAIL, values=("bad", "good"), passing=("good",)),
        tokens={"1": "bad", "2": "bad", "3": "good", "4": "good"},
        scores={},
    )
    assert fields_of(named).pass_mark == 3
    assert edited(named, fields_of(named)) == named


def test_a_rule_judge_has_nothing_to_edit() -> None:
    with pytest.raises(JudgeError, match="always-yes is a rule"):
        fields_of(builtin_judges()["always-yes"])


@pytest.mark.parametrize("name", ["yes-no", "always-yes", "yes-no@ollama:small:1b", "ollama:small:1b"])
def test_a_changed_judge_may_not_carry_a_name_that_means_another_one(name: str) -> None:
    changed = edited(YES_NO, replace(fields_of(YES_NO), name=name, template="{answer}?"))
    with pytest.raises(JudgeError, match="already means a built-in judge"):
        refuse_misleading_name(changed)


def test_a_judge_may_carry_its_own_name_whether_pinned_or_not_and_any_new_one() -> None:
    refused = []
    for judge in (YES_NO, replace(YES_NO, name="mine")):
        try:
            refuse_misleading_name(judge)
        except JudgeError as error:
            refused.append(error)
    assert refused == []


def test_a_name_like_a_file_is_refused() -> None:
    with pytest.raises(JudgeError, match="name of a file"):
        refuse_misleading_name(replace(YES_NO, name="mine.yaml"))


@pytest.mark.parametrize(
    ("name", "proposed"),
    [
        ("yes-no", "yes-no-2"),
        ("rating-1-4@ollama:small:1b", "rating-1-4-2"),
        ("ollama:small:1b", "yes-no-2"),
        ("mine", "mine"),
    ],
)
def test_a_copy_is_named_so_that_its_name_means_nothing_else(name: str, proposed: str) -> None:
    assert name_for_copy(name) == proposed


def test_the_reader_of_a_rule_is_the_product_that_reads_so() -> None:
    assert reader_of("spring-2.0") == "Spring AI 2.0"
    assert reader_of("rating") == "evalcore"
