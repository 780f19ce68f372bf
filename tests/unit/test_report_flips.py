"""Flips: what changed when a judge was asked again."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.domain import JudgeReport
from evalcore.judges import RuleSpec
from evalcore.report import build_report
from evalcore.stats import unequal_pair_share
from tests.support.reports import FAILED, judged
from tests.support.things import make_dataset, make_judge

SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"))


def judge_on(texts: list[list[str | None]], **changes: object) -> JudgeReport:
    dataset = make_dataset(len(texts))
    options = {"criterion": "grounded", "repeats": len(texts[0]), **changes}
    return build_report(dataset, [judged(SPRING, dataset, texts)], **options).judges[0]  # type: ignore[arg-type]


def test_the_flip_rate_is_the_mean_share_of_unequal_pairs():
    """Yes yes no: 2 of 3 pairs differ; no no no: none. Mean (2/3 + 0) / 2 = 1/3, one case flipped."""
    flips = judge_on([["YES", "YES", "NO"], ["NO", "NO", "NO"]]).as_deployed.flips
    assert (flips.cases, flips.n) == (1, 2)
    assert flips.rate.value == pytest.approx(1 / 3)


def test_other_words_for_the_same_verdict_are_a_wording_flip_and_no_verdict_flip():
    """Leniently both say yes; as deployed "Yes." fails, so there the verdict flips."""
    judge = judge_on([["YES", "Yes."]])
    assert judge.lenient.flips.cases == 0
    assert judge.flips["wording"].cases == 1
    assert judge.as_deployed.flips.cases == 1


def test_the_same_text_twice_is_no_flip_of_any_kind():
    judge = judge_on([["Hm.", "Hm."]])
    assert [judge.as_deployed.flips.cases, *(flips.cases for flips in judge.flips.values())] == [0, 0, 0]


def test_read_against_unread_is_a_third_kind():
    """ "NO" is read and "Hm." is not; as deployed both fail, so nothing flips there."""
    judge = judge_on([["NO", "Hm."]])
    assert judge.flips["read_unread"].cases == 1
    assert judge.lenient.flips.cases == 0
    assert judge.as_deployed.flips.cases == 0


def test_where_unread_replies_are_a_class_they_flip_against_a_fail():
    assert judge_on([["NO", "Hm."]], unread="class").as_deployed.flips.cases == 1


def test_a_case_needs_two_answered_repeats_to_flip():
    flips = judge_on([["YES", FAILED]]).as_deployed.flips
    assert (flips.cases, flips.n, flips.rate.value) == (0, 0, None)
    assert flips.rate.note == "no case has two answered repeats"


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["YES", "Yes.", "NO", "no", "Hm.", "Well."]), min_size=2, max_size=5))
def test_kinds_of_flips_exclude_each_other_and_equal_a_plain_count(row):
    """Verdict, wording and read against unread share the pairs; what is left is equal text, or both unread."""
    judge = judge_on([row])
    said = {"YES": "y", "Yes.": "y", "NO": "n", "no": "n"}
    assert judge.as_deployed.flips.rate.value == pytest.approx(unequal_pair_share([text == "YES" for text in row]))
    pairs = list(combinations(row, 2))
    left = sum(a == b or (a not in said and b not in said) for a, b in pairs) / len(pairs)
    kinds = (judge.lenient.flips, judge.flips["wording"], judge.flips["read_unread"])
    assert sum(kind.rate.value for kind in kinds) + left == pytest.approx(1)
