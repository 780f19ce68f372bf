"""The lenient rule: what it reads, what it refuses to read, and the name of the step or the reason."""

from __future__ import annotations

import pytest

from evalcore.domain import How
from evalcore.replies import read


@pytest.mark.parametrize(
    ("text", "token", "step"),
    [
        ("\u202fno", "no", "white space"),
        ("No!", "no", "punctuation"),
        ("- yes", "yes", "punctuation"),
        ("**Yes.**", "yes", "punctuation"),
        ("“Yes”", "yes", "quotes"),
        ("__no__", "no", "emphasis"),
        ("[yes]", "yes", "brackets"),
        ("✅ Yes", "yes", "emoji"),
        ("ＹＥＳ", "yes", "full-width"),
        ("\ufeffno\u200b", "no", "zero-width"),
        ("```\nyes\n```", "yes", "code fence"),
        ("<think>Maybe no?</think>\nyes", "yes", "thinking removed"),
        ("the prompt opened the block, so no</think> yes", "yes", "thinking removed"),
        ("<|channel|>analysis<|message|>no?<|end|><|channel|>final<|message|>yes", "yes", "thinking removed"),
        ("Pass", "yes", "pass/fail word"),
        ("Verdict: fail.", "no", "label"),
        ("**Judgement**: yes", "yes", "label"),
        ("Answer (yes/no): no", "no", "label"),
        ("<verdict>yes</verdict>", "yes", "label"),
        ("## Verdict:\n\nno", "no", "label"),
        ("It is in the text. The answer is yes.", "yes", "label"),
        ("Verdict: yes\nActually, on reflection. Verdict: no", "no", "label"),
        ("No problem! The verdict is: yes", "yes", "label"),
        ("Yes, the document says so and not no.", "yes", "leading word"),
        ("Yes it does", "yes", "leading word"),
        ("No the claim is not in it", "no", "leading word"),
        ("No, I would not say yes", "no", "leading word"),
        ("Yes, no doubt about it", "yes", "leading word"),
        ("It is in the first sentence.\n\n**Yes**", "yes", "last line"),
        ("I looked at it.\n\nYes\n\nThe document says so.", "yes", "line of its own"),
        ('{"verdict": "Yes."}', "yes", "JSON"),
        ('{"result": {"pass": false}}', "no", "JSON"),
        ("{'verdict': 'no', 'reason': 'it's wrong', /* sure */ 'sure': True,}", "no", "repaired JSON"),
        ('{"answer": "30 days", // from the page\n "pass": true}', "yes", "repaired JSON"),
        ('Verdict: no\n{"verdict": "no"}', "no", "JSON"),
    ],
)
def test_a_verdict_is_recovered_by_a_named_step(text: str, token: str, step: str) -> None:
    reading = read("lenient", text)
    assert (reading.token, reading.how, reading.step) == (token, How.RECOVERED, step)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" \n", "empty"),
        ("\u200b", "empty"),
        ("<think></think>", "thinking-only"),
        ("<think>… Verdict: pass but wait", "thinking-only"),
        ("yes <think>but wait", "thinking-only"),
        ("<think>tags like <think> nest</think> Verdict: yes, but", "thinking-only"),
        ("＜think＞Verdict: yes", "thinking-only"),
        ("<|channel|>analysis<|message|>Verdict: yes", "thinking-only"),
        ('{"verdict": "yes"', "cut-off"),
        ("Verdict: pass or fail", "echo"),
        ("Answer with YES or NO.", "echo"),
        ("Yes and no", "echo"),
        ("yes/no", "echo"),
        ("Yes\nNo", "ambiguous"),
        ("Yes. No.", "ambiguous"),
        ("Verdict: no\n\nYes", "ambiguous"),
        ('{"verdict": "no"}\n{"verdict": "yes"}', "ambiguous"),
        ('{"verdict": "no", "verdict": "yes"}', "ambiguous"),
        ('No. {"verdict": "yes"}', "ambiguous"),
        ("I cannot pass judgment", "refusal"),
        ("I’m sorry, I can’t help with that.", "refusal"),
        ("Verdict: not pass", "off-scale"),
        ("Yes, but the verdict is: not pass", "off-scale"),
        ("Not yes.", "off-scale"),
        ("Verdict: unclear", "off-scale"),
        ('{"verdict": "partially"}', "off-scale"),
        ('{"verdict": 1}', "off-scale"),
        ("42", "off-scale"),
        ("Correct", "off-scale"),
        ("yesno", "no-verdict"),
        ("faıl, because", "no-verdict"),  # a dotless i, which Python matches with i when it ignores case
        ("Nobody can tell.", "no-verdict"),
        ("No-one can tell.", "no-verdict"),
        ("No refunds are mentioned.", "no-verdict"),
        ("No. 1 in the list", "no-verdict"),
        ("Yes?", "no-verdict"),
        ("!yes", "no-verdict"),
        ('"Yes" is what the answer claims', "no-verdict"),
        ("The answer is no longer valid.", "no-verdict"),
        ("If the verdict is yes, then it passes.", "no-verdict"),
        ("The reference says Yes, the answer does not.", "no-verdict"),
        ('{"reason": "Verdict: yes"}', "no-verdict"),
    ],
)
def test_a_reply_that_gives_no_verdict_is_unread_for_a_reason(text: str, reason: str) -> None:
    reading = read("lenient", text)
    assert (reading.token, reading.how, reading.reason) == (None, How.UNREAD, reason)


@pytest.mark.parametrize("text", ["", "<think>so Verdict: yes", '{"verdict": "yes", "reason": "the', "The document"])
def test_a_reply_without_verdict_at_the_token_limit_is_cut_off(text: str) -> None:
    assert read("lenient", text, finish_reason="length").reason == "cut-off"


def test_a_verdict_before_the_cut_is_read() -> None:
    assert read("lenient", "No, the answer to this", finish_reason="length").token == "no"


def test_thinking_text_is_never_a_verdict() -> None:
    assert read("lenient", "", thinking="so the verdict is yes").reason == "thinking-only"
    assert read("lenient", "no", thinking="so the verdict is yes").token == "no"
