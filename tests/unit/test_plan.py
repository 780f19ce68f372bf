"""A plan asks exactly what is missing, and counts the rest."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import Call, Case, Failure, Reply, case_fingerprint
from evalcore.judges import Judge, ModelRef, Options, RuleSpec, builtin_judges, request_fingerprint
from evalcore.providers import estimate_tokens
from evalcore.runner import JudgePlan, plan_run
from tests.support.things import make_case, make_dataset, make_judge

MUST_MENTION = make_judge("must-mention", model="x", prompt=None, rule=RuleSpec(name="lenient"))
MUST_MENTION = replace(MUST_MENTION, model=ModelRef(provider="rules", name="must-mention"))


def reply_to(judge: Judge, number: int, repeat: int = 0, *, failed: bool = False) -> dict[tuple[str, int], Reply]:
    """One stored reply or failure on case ``c<number>``, as ``replies_for`` would give it."""
    fingerprint = case_fingerprint(make_case(number))
    call = Call(request_fingerprint=request_fingerprint(judge), case_fingerprint=fingerprint, repeat=repeat)
    failure = Failure(kind="overloaded", message="503") if failed else None
    return {(fingerprint, repeat): Reply(call=call, failure=failure)}


def asked_with(plan: JudgePlan) -> list[tuple[Case, str | None]]:
    """Case and prompt of each call that the plan has left to ask."""
    return plan.material.of([planned.position for planned in plan.to_ask])


def ids(plan: JudgePlan) -> list[str]:
    """Id of the case of each call."""
    return [case.id for case, _ in asked_with(plan)]


def test_repeats_are_asked_one_whole_round_after_another() -> None:
    (plan,) = plan_run(make_dataset(2), [make_judge()], repeats=2, replies=[{}]).judges
    assert list(zip(ids(plan), (planned.call.repeat for planned in plan.to_ask), strict=True)) == [
        ("c0", 0),
        ("c1", 0),
        ("c0", 1),
        ("c1", 1),
    ]


def test_cases_that_share_their_evidence_are_asked_one_after_the_other() -> None:
    """Cases 0 and 3 are about one document, 1 and 4 about another; the whole round is so before the next begins."""
    one, other = make_case(0).evidence, make_case(1).evidence
    evidence = (one, other, make_case(2).evidence, one, other)
    cases = tuple(make_case(number, evidence=documents) for number, documents in enumerate(evidence))
    dataset = replace(make_dataset(0), cases=cases)
    (plan,) = plan_run(dataset, [make_judge()], repeats=2, replies=[{}]).judges
    order = ["c0", "c3", "c1", "c4", "c2"]
    assert ids(plan) == order + order


@pytest.mark.parametrize("judge", [judge for judge in builtin_judges().values() if judge.prompt], ids=lambda j: j.name)
def test_our_own_prompts_begin_alike_for_cases_that_share_their_evidence(judge: Judge) -> None:
    """So that a server's cache of prefixes has something to keep: all up to the evidence's end, but for one prompt.

    Spring's RelevancyEvaluator puts the question first, and so do we where we stand in for it.
    """
    case = make_case(0)
    dataset = replace(make_dataset(0), cases=(case, replace(case, id="c1", question="Another?", answer="Another.")))
    (plan,) = plan_run(dataset, [judge], repeats=1, replies=[{}]).judges
    first, second = (prompt or "" for _, prompt in asked_with(plan))
    shared = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    assert (case.evidence[0].text in shared) == (judge.name != "spring-relevancy")


def test_a_planned_call_carries_its_name_and_its_filled_prompt() -> None:
    judge = make_judge(template="Judge {answer}")
    (plan,) = plan_run(make_dataset(1), [judge], repeats=1, replies=[{}], epochs=[3]).judges
    (planned,) = plan.to_ask
    assert asked_with(plan) == [(make_case(0), "Judge Answer 0.")]
    assert planned.call == Call(
        request_fingerprint=request_fingerprint(judge),
        case_fingerprint=case_fingerprint(make_case(0)),
        repeat=0,
        epoch=3,
    )


def test_only_what_has_no_reply_is_asked() -> None:
    judge = make_judge()
    stored = reply_to(judge, 0) | reply_to(judge, 1, failed=True)
    (plan,) = plan_run(make_dataset(3), [judge], repeats=1, replies=[stored]).judges
    assert ids(plan) == ["c2"]
    assert (plan.planned, plan.answered, plan.failed, plan.missing) == (3, 1, 1, 1)


def test_failed_calls_are_asked_again_on_request() -> None:
    judge = make_judge()
    stored = reply_to(judge, 0) | reply_to(judge, 1, failed=True)
    (plan,) = plan_run(make_dataset(3), [judge], repeats=1, replies=[stored], retry_failed=True).judges
    assert ids(plan) == ["c1", "c2"]
    assert (plan.answered, plan.failed, plan.missing) == (1, 0, 2)


def test_a_case_without_its_evidence_is_not_asked_but_counted() -> None:
    dataset = make_dataset(1)
    dataset = replace(dataset, cases=(*dataset.cases, make_case(1, evidence=())))
    plan = plan_run(dataset, [make_judge()], repeats=3, replies=[{}])
    assert plan.judges[0].not_asked == {"no evidence": 3}
    assert plan.calls_to_ask == 3
    assert plan_run(dataset, [make_judge()], repeats=3, replies=[{}], ask_without_evidence=True).calls_to_ask == 6


def test_asking_without_evidence_lifts_no_other_reason() -> None:
    dataset = replace(make_dataset(0), cases=(make_case(0, evidence=()),))
    for switch, reason in ((False, "no evidence"), (True, "no required mention")):
        plan = plan_run(dataset, [MUST_MENTION], repeats=1, replies=[{}], ask_without_evidence=switch)
        assert plan.judges[0].not_asked == {reason: 1}


def test_must_retrieve_is_asked_where_nothing_was_retrieved_as_that_is_what_it_is_about() -> None:
    rule = replace(MUST_MENTION, model=ModelRef(provider="rules", name="must-retrieve"))
    cases = make_case(0, evidence=(), must_retrieve=("a.md",)), make_case(1, evidence=())
    (plan,) = plan_run(replace(make_dataset(0), cases=cases), [rule], repeats=1, replies=[{}]).judges
    assert ids(plan) == ["c0"]
    assert plan.not_asked == {"no required source": 1}


def test_identical_cases_share_a_call_and_are_both_counted() -> None:
    dataset = replace(make_dataset(0), cases=(make_case(0), make_case(0, id="again"), make_case(1)))
    (plan,) = plan_run(dataset, [make_judge()], repeats=1, replies=[{}]).judges
    assert ids(plan) == ["c0", "c1"]
    assert plan.missing == 3
    judge = make_judge()
    (plan,) = plan_run(dataset, [judge], repeats=1, replies=[reply_to(judge, 0)]).judges
    assert (plan.answered, plan.missing) == (2, 1)


def test_judges_that_ask_the_same_share_their_calls() -> None:
    """The second only reads the replies by another rule."""
    strict = make_judge("strict", rule=RuleSpec(name="spring-2.0"))
    plan = plan_run(make_dataset(2), [make_judge(), strict], repeats=1, replies=[{}, {}])
    assert [len(judge.to_ask) for judge in plan.judges] == [2, 0]
    assert [judge.missing for judge in plan.judges] == [2, 2]


def test_prompt_tokens_are_estimated_over_what_is_asked() -> None:
    judge = make_judge(template="Judge {answer}")
    plan = plan_run(make_dataset(3), [judge], repeats=2, replies=[reply_to(judge, 0)])
    # Of six calls one is answered; all prompts are of one length.
    assert plan.prompt_tokens == 5 * estimate_tokens("Judge Answer 0.")


def test_a_rule_judge_has_no_prompt_and_costs_no_tokens() -> None:
    dataset = replace(make_dataset(0), cases=(make_case(0, must_mention=("x",)),))
    (plan,) = plan_run(dataset, [MUST_MENTION], repeats=1, replies=[{}]).judges
    assert ([prompt for _, prompt in asked_with(plan)], plan.prompt_tokens) == ([None], 0)


def test_calls_that_do_not_fit_the_window_are_counted_beforehand() -> None:
    tokens = estimate_tokens("Answer 0.")
    for window, over in ((tokens + 8, 0), (tokens + 7, 1), (None, 0)):
        judge = make_judge(template="{answer}", options=Options(max_tokens=8, num_ctx=window))
        assert plan_run(make_dataset(1), [judge], repeats=1, replies=[{}]).over_window == over


@given(
    numbers=st.lists(st.integers(0, 5), max_size=8),
    blind=st.sets(st.integers(0, 7)),
    repeats=st.integers(1, 3),
    stored=st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 3)), st.booleans()),
    retry_failed=st.booleans(),
)
def test_every_planned_call_is_in_exactly_one_count(
    numbers: list[int], blind: set[int], repeats: int, stored: dict[tuple[int, int], bool], retry_failed: bool
) -> None:
    """Either answered, failed, not asked or to be asked; with identical cases and foreign repeats about."""
    cases = tuple(
        make_case(number, id=f"case {place}", **({"evidence": ()} if place in blind else {}))
        for place, number in enumerate(numbers)
    )
    judge = make_judge()
    replies = {}
    for (number, repeat), failed in stored.items():
        replies |= reply_to(judge, number, repeat, failed=failed)
    plan = plan_run(
        replace(make_dataset(0), cases=cases),
        [judge, judge],
        repeats=repeats,
        replies=[replies, replies],
        retry_failed=retry_failed,
    )
    for one in plan.judges:
        assert one.planned == len(cases) * repeats
        assert one.planned == one.answered + one.failed + sum(one.not_asked.values()) + one.missing
        assert not (retry_failed and one.failed)
    first, second = plan.judges
    calls = [planned.call for planned in first.to_ask]
    assert len(set(calls)) == len(calls) <= first.missing
    assert list(second.to_ask) == []
