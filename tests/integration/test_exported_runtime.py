"""The exported package against a real HTTP server: what is no verdict is an error, and the loop ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evalcore.exports.python.runtime import Case, Exhausted, JudgeCallError, LoadedJudge, load, refine
from evalcore.judges import Judge, ModelRef, Options, RuleSpec, judge_to_text
from tests.support.model_server import Fault, ModelServer, ScriptedReply, always
from tests.support.things import make_judge
from tests.targets.hostile import SCALES, at

CASE = Case(
    question="How long?", evidence=("24 months.", {"text": "Batteries 12 months.", "id": "b"}), answer="Two years."
)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(models=("small:1b", "other")) as running:
        yield running


def loaded(judge: Judge, folder: Path) -> LoadedJudge:
    path = folder / "judge.yaml"
    path.write_text(judge_to_text(judge), encoding="utf-8")
    return load(path)


def spring(server: ModelServer, provider: Any = "ollama", **model: Any) -> Judge:
    judge = make_judge("spring", rule=RuleSpec(name="spring-2.0"))
    return at(replace(judge, model=ModelRef(provider=provider, name="small:1b", **model)), server)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Fault.status(400), "refused"),
        (Fault.status(404), "model-missing"),
        (Fault.status(429), "overloaded"),
        (Fault.status(503, body="<html>busy</html>"), "overloaded"),
        (Fault.status(307, headers={"Location": "/api/version"}), "refused"),
        (Fault.status(400, body='{"error": "the input length exceeds the context length"}'), "prompt-too-long"),
        (Fault.malformed(), "bad-answer"),
        (Fault.malformed('{"message": {"content": "YES"}, "done": false}'), "bad-answer"),
        (Fault.malformed('{"done": true}'), "bad-answer"),
        (Fault.malformed('{"message": {"content": null}, "done": true}'), "bad-answer"),
        (Fault.malformed('{"message": {"content": [{"type": "image_url"}]}, "done": true}'), "bad-answer"),
        (Fault.drop(), "unreachable"),
    ],
)
def test_what_is_no_reply_is_an_error_and_no_verdict(server, tmp_path, answer, kind):
    server.script = always(answer)
    with pytest.raises(JudgeCallError) as caught:
        loaded(spring(server), tmp_path).ask(CASE)
    assert caught.value.kind == kind
    assert caught.value.worth_retrying == (kind in ("overloaded", "unreachable"))


@pytest.mark.parametrize(
    "message",
    ["null", "[]", "{}", '{"content": null}', '{"content": ["YES"]}', '{"content": [{"type": "image_url"}]}'],
)
def test_a_completion_that_is_no_text_is_no_verdict(server, tmp_path, message):
    server.script = always(Fault.malformed(f'{{"choices": [{{"message": {message}}}]}}'))
    with pytest.raises(JudgeCallError) as caught:
        loaded(spring(server, "openai"), tmp_path).ask(CASE)
    assert caught.value.kind == "bad-answer"


def test_a_completion_in_parts_of_text_is_their_text(server, tmp_path):
    parts = '[{"type": "text", "text": "Y"}, {"type": "text", "text": "ES"}]'
    server.script = always(Fault.malformed(f'{{"choices": [{{"message": {{"content": {parts}}}}}]}}'))
    assert loaded(spring(server, "openai"), tmp_path).ask(CASE).reply == "YES"


def test_a_server_that_is_not_there_is_unreachable(server, tmp_path):
    judge = loaded(spring(server).pinned(base_url="http://127.0.0.1:9"), tmp_path)
    with pytest.raises(JudgeCallError, match="is the server running there") as caught:
        judge.ask(CASE)
    assert caught.value.kind == "unreachable"


def test_an_openai_style_prompt_that_does_not_fit_is_an_error(server, tmp_path):
    server.kind = "openai"
    server.script = always(ScriptedReply("YES", prompt_tokens=5000))
    with pytest.raises(JudgeCallError, match="less evidence") as caught:
        loaded(spring(server, "openai"), tmp_path).ask(CASE)
    assert caught.value.kind == "prompt-too-long"


def test_a_prompt_that_fills_the_window_was_cut_and_is_an_error(server, tmp_path):
    """A server that does not know ``truncate`` answers all the same, with as many tokens as its window has: 4096."""
    server.script = always(ScriptedReply("YES", prompt_tokens=4096))
    with pytest.raises(JudgeCallError, match="4096") as caught:
        loaded(spring(server), tmp_path).ask(CASE)
    assert caught.value.kind == "prompt-too-long"
    server.script = always(ScriptedReply("YES", prompt_tokens=4095))
    assert loaded(spring(server), tmp_path).ask(CASE).passed


def test_a_prompt_that_ollama_cut_behind_its_openai_style_interface_is_an_error(server, tmp_path):
    """Its fingerprint tells it, and its own interface tells the window: 4096."""
    server.script = always(ScriptedReply("YES", prompt_tokens=9000))
    with pytest.raises(JudgeCallError, match=r"4096 tokens.*takes no num_ctx") as caught:
        loaded(spring(server, "openai"), tmp_path).ask(CASE)
    assert caught.value.kind == "prompt-too-long"
    server.script = always(ScriptedReply("YES", prompt_tokens=4095))
    assert loaded(spring(server, "openai"), tmp_path).ask(CASE).passed


def test_another_openai_style_server_is_not_asked_for_its_window(server, tmp_path):
    server.kind = "openai"
    server.script = always(ScriptedReply("YES", prompt_tokens=10))
    assert loaded(spring(server, "openai"), tmp_path).ask(CASE).passed
    assert [one.path for one in server.requests] == ["/v1/chat/completions"]


def test_the_window_is_looked_up_once_by_however_many_threads(server, tmp_path):
    judge = loaded(spring(server), tmp_path)
    with ThreadPoolExecutor(4) as pool:
        verdicts = list(pool.map(judge.ask, [CASE] * 12))
    assert [one.passed for one in verdicts] == [True] * 12
    assert [one.path for one in server.requests].count("/api/ps") == 1


def test_check_compares_the_digest_with_the_one_that_was_measured(server, tmp_path):
    judge = spring(server)
    assert "has the digest that was measured" in loaded(judge, tmp_path).check()
    with pytest.raises(JudgeCallError, match="another model under the same name") as caught:
        loaded(judge.pinned(digest="f" * 64), tmp_path).check()
    assert caught.value.kind == "other-model"
    missing = replace(judge, model=replace(judge.model, name="gone"))
    with pytest.raises(JudgeCallError, match="it has: small:1b, other"):
        loaded(missing, tmp_path).check()
    unpinned = replace(judge, model=replace(judge.model, digest=None))
    assert "names no digest" in loaded(unpinned, tmp_path).check()
    assert "reports no digests" in loaded(spring(server, "openai"), tmp_path).check()


def test_the_key_goes_into_the_header_and_into_no_message(tmp_path, monkeypatch):
    with ModelServer(api_key="sk-right", models=("small:1b",)) as server:
        judge = loaded(spring(server, "openai", api_key_env="JUDGE_KEY"), tmp_path)
        with pytest.raises(JudgeCallError, match="JUDGE_KEY, which should hold the key, is not set"):
            judge.ask(CASE)
        monkeypatch.setenv("JUDGE_KEY", "sk-wrong")
        with pytest.raises(JudgeCallError, match="did not accept the key") as caught:
            judge.ask(CASE)
        assert "sk-wrong" not in str(caught.value)
        monkeypatch.setenv("JUDGE_KEY", "sk-right")
        assert judge.ask(CASE).passed
        server.script = always(Fault.status(400, body=json.dumps({"error": {"message": "no sk-right here"}})))
        with pytest.raises(JudgeCallError, match="no <key> here"):
            judge.ask(CASE)


def test_a_judge_without_a_model_says_so(server, tmp_path):
    judge = spring(server)
    unnamed = replace(judge, model=ModelRef(provider="ollama", name="MODEL-NAME"))
    with pytest.raises(JudgeCallError, match=r"set model\.name"):
        loaded(unnamed, tmp_path).ask(CASE)


def test_thinking_explains_an_empty_reply_and_is_no_verdict(server, tmp_path):
    server.script = always(ScriptedReply("", thinking="It is supported: yes.", finish_reason="stop"))
    judge = replace(spring(server), rule=RuleSpec(name="lenient"), options=Options(think=True))
    verdict = loaded(judge, tmp_path).ask(CASE)
    assert (verdict.value, verdict.passed, verdict.how, verdict.reason) == (None, None, "unread", "thinking-only")


def test_a_rating_carries_its_score(server, tmp_path):
    """Rating 4 of 1 to 5 stands for a score of 0.75 on this judge's scale."""
    server.script = always("4")
    judge = replace(spring(server), rule=RuleSpec(name="rating"), **SCALES["rating"])
    verdict = loaded(judge, tmp_path).ask(CASE)
    assert (verdict.value, verdict.passed, verdict.score) == ("4", True, 0.75)


def test_one_text_as_evidence_is_a_slip_and_said_to_be_one(server, tmp_path):
    with pytest.raises(TypeError, match="sequence of documents"):
        loaded(spring(server), tmp_path).ask(Case(evidence="24 months."))
    with pytest.raises(TypeError, match="document 1"):
        loaded(spring(server), tmp_path).ask(Case(evidence=({"id": "a"},)))


def test_refining_stops_at_the_first_answer_that_passes(server, tmp_path):
    server.script = lambda prompt, _: ScriptedReply("YES" if "draft 2" in prompt else "No.")
    seen = []

    def generate(case, feedback):
        seen.append(feedback.reply if feedback else None)
        return f"draft {len(seen)}"

    refined = refine(loaded(spring(server), tmp_path), generate, CASE, attempts=5)
    assert (refined.answer, refined.verdict.passed, len(refined.attempts)) == ("draft 2", True, 2)
    assert seen == [None, "No."]


def test_refining_that_runs_out_hands_on_the_best_or_raises(server, tmp_path):
    """Ratings 3, 1, 3 and an unread reply: the second 3 had the most feedback, and none passes."""
    replies = {"draft 1": "3", "draft 2": "1", "draft 3": "3", "draft 4": "hm"}
    server.script = lambda prompt, _: ScriptedReply(next(replies[draft] for draft in replies if draft in prompt))
    judge = loaded(replace(spring(server), rule=RuleSpec(name="rating"), **SCALES["rating"]), tmp_path)
    drafts = iter(replies)
    refined = refine(judge, lambda *_: next(drafts), CASE, attempts=4)
    assert (refined.answer, refined.verdict.passed, len(refined.attempts)) == ("draft 3", False, 4)
    drafts = iter(replies)
    with pytest.raises(Exhausted, match="no answer passed in 4 attempts") as caught:
        refine(judge, lambda *_: next(drafts), CASE, attempts=4, on_exhausted="raise")
    assert caught.value.refined == refined


def test_refining_ends_where_the_judge_does_not_answer(server, tmp_path):
    server.script = always(Fault.status(503))
    with pytest.raises(JudgeCallError):
        refine(loaded(spring(server), tmp_path), lambda *_: "draft", CASE)


@pytest.mark.parametrize("arguments", [{"attempts": 0}, {"attempts": 21}, {"on_exhausted": "ignore"}])
def test_refining_is_bounded_before_anything_is_written(server, tmp_path, arguments):
    with pytest.raises(ValueError, match="expected"):
        refine(loaded(spring(server), tmp_path), lambda *_: pytest.fail("asked"), CASE, **arguments)
