"""Slices carry what gates on them need: the pass rate, and in which form the replies came."""

from __future__ import annotations

from dataclasses import replace

from evalcore.domain import FormCounts
from evalcore.domain.reply_columns import ReplyColumns
from evalcore.report import JudgeReplies, build_report
from tests.support.gating import Answers, answers, report_of
from tests.support.reports import replies_of
from tests.support.things import make_case, make_dataset, make_judge


def test_the_forms_of_a_slice_count_its_own_calls():
    """Three refunds of two repeats each: "Yes." is recovered, "" and "Hm." are unread."""
    refunds = Answers(n=3, human="pass", said=["Yes, so.", ""], topic="refunds")
    (judge,) = report_of(*answers(accepted=2), refunds, repeats=2).judges
    forms = {one.slice["topic"]: one.forms for one in judge.slices}
    assert forms == {
        "billing": FormCounts(answered=4, not_literal=0, unread=0, truncated=0),
        "refunds": FormCounts(answered=6, not_literal=6, unread=3, truncated=0),
    }


def test_the_forms_of_all_slices_add_up_to_the_whole():
    groups = (*answers(accepted=2, caught=3), Answers(n=4, human=None, said=["", "Yes!"], topic="refunds"))
    (judge,) = report_of(*groups, repeats=2).judges
    assert sum(one.forms.answered for one in judge.slices) == judge.calls.answered
    assert sum(one.forms.unread for one in judge.slices) == sum(judge.replies_as_deployed.unread.values())


def test_truncated_calls_are_counted_in_their_slice():
    cases = tuple(make_case(number, slices={"topic": "ab"[number]}) for number in range(2))
    dataset = replace(make_dataset(2), cases=cases)
    replies = replies_of(dataset, [["YES"], ["NO"]])
    cut = [replace(one, truncated=one.text == "NO") for one in replies.values()]
    judged = JudgeReplies(judge=make_judge(), replies=ReplyColumns.of(cut))
    (judge,) = build_report(dataset, [judged], criterion="grounded", repeats=1).judges
    assert judge.calls.truncated == 1
    assert [(one.slice["topic"], one.forms.truncated) for one in judge.slices] == [("a", 0), ("b", 1)]


def test_the_pass_rate_of_a_slice_is_over_its_answers():
    refunds = Answers(n=4, human=None, said="NO", topic="refunds")
    (judge,) = report_of(*answers(accepted=3, caught=1), refunds).judges
    raw = {one.slice["topic"]: (one.pass_rate["raw"].k, one.pass_rate["raw"].n) for one in judge.slices}
    assert raw == {"billing": (3, 4), "refunds": (0, 4)}
    corrected = {one.slice["topic"]: one.pass_rate["corrected"].note for one in judge.slices}
    assert corrected["billing"] == "every case has a human label: use that"
