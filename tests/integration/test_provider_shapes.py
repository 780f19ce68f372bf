"""Answers that are JSON, but not of the promised shape: each is a reply or is said in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evalcore.errors import BadAnswer, ModelMissing
from tests.support.asking import ask, judge_of, resolve
from tests.support.captures import Capture
from tests.support.model_server import Fault, ModelServer, always


def judge_at(server: ModelServer, provider: str) -> Any:
    return judge_of(provider, "smollm2:135m", base_url=server.url)


def listing(models: str) -> Capture:
    return Capture("GET", "/api/tags", None, 200, "application/json", f'{{"models": {models}}}')


@pytest.fixture(params=["ollama", "openai"])
def provider(request: pytest.FixtureRequest) -> str:
    return str(request.param)


COUNTS = ["1" + "0" * 30, "-1", "12.0", "true", "null", "[3]", str(2**63), str(2**31)]


@pytest.mark.parametrize("count", COUNTS)
def test_a_count_that_no_count_can_be_counts_as_not_reported(provider: str, count: str) -> None:
    load = count if count != str(2**31) else 10**20  # nanoseconds may be more than tokens
    choices = '[{"message": {"content": "YES"}}]'
    body = (
        f'{{"message": {{"content": "YES"}}, "done": true, "prompt_eval_count": {count}, "eval_count": {count}, '
        f'"load_duration": {load}, "choices": {choices}, '
        f'"usage": {{"prompt_tokens": {count}, "completion_tokens": {count}}}}}'
    )
    with ModelServer(always(Fault.malformed(body))) as server:
        [answer] = ask(judge_at(server, provider), "hi")
    assert (answer.text, answer.prompt_tokens, answer.completion_tokens, answer.load_ms) == ("YES", None, None, None)


def message_body(message: str) -> str:
    """The same message as either kind of server sends it."""
    return f'{{"message": {message}, "done": true, "choices": [{{"message": {message}}}]}}'


def test_a_reply_in_parts_of_text_is_their_text(provider: str) -> None:
    parts = '{"content": [{"type": "text", "text": "YE"}, {"type": "text", "text": "S"}]}'
    with ModelServer(always(Fault.malformed(message_body(parts)))) as server:
        [answer] = ask(judge_at(server, provider), "hi")
    assert answer.text == "YES"


NO_TEXT = {
    "nothing": "{}",
    "null": '{"content": null}',
    "a number": '{"content": 1}',
    "an object": '{"content": {"text": "YES"}}',
    "no parts": '{"content": []}',
    "a picture": '{"content": [{"type": "text", "text": "YES"}, {"type": "image_url", "image_url": {"url": "x"}}]}',
    "a part of another kind": '{"content": [{"type": "thinking", "text": "YES"}]}',
    "a part without text": '{"content": [{"type": "text", "text": null}]}',
    "bare text": '{"content": ["YES"]}',
    "a tool": '{"content": null, "tool_calls": [{"function": {"name": "f"}}]}',
}


@pytest.mark.parametrize("message", NO_TEXT.values(), ids=NO_TEXT)
def test_a_reply_that_is_no_text_is_no_empty_reply(provider: str, message: str) -> None:
    with (
        ModelServer(always(Fault.malformed(message_body(message)))) as server,
        pytest.raises(BadAnswer, match="sent a reply that is no text"),
    ):
        ask(judge_at(server, provider), "hi")


@pytest.mark.parametrize(
    "body",
    [
        '{"done": true, "message": null, "choices": null}',
        '{"done": true, "message": [], "choices": []}',
        '{"done": true, "message": "YES", "choices": {}}',
        '{"done": true, "choices": [null]}',
        '{"done": true, "choices": [{"message": null}]}',
        '{"done": true, "choices": [{"message": []}]}',
    ],
)
def test_an_answer_without_a_message_is_no_empty_reply(provider: str, body: str) -> None:
    with (
        ModelServer(always(Fault.malformed(body))) as server,
        pytest.raises(BadAnswer, match=r"is no text|no chat completion"),
    ):
        ask(judge_at(server, provider), "hi")


EMPTY = {
    "null": ('{"content": null}', "stop", None),
    "left out": ('{"role": "assistant"}', "length", None),
    "withheld": ('{"content": null, "tool_calls": []}', "content_filter", None),
    "thought": ('{"content": null, "reasoning": "Hm"}', "length", "Hm"),
    "thought, nobody says how it ended": ('{"content": null, "reasoning": "Hm"}', None, "Hm"),
    "thought in parts": (
        '{"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}]}',
        None,
        "Hm",
    ),
}


@pytest.mark.parametrize(("message", "finish_reason", "thinking"), EMPTY.values(), ids=EMPTY)
def test_nothing_is_an_empty_reply_where_the_model_thought_or_came_to_its_end(
    message: str, finish_reason: str | None, thinking: str | None
) -> None:
    body = f'{{"choices": [{{"message": {message}, "finish_reason": {json.dumps(finish_reason)}}}]}}'
    with ModelServer(always(Fault.malformed(body))) as server:
        [answer] = ask(judge_at(server, "openai"), "hi")
    assert (answer.text, answer.thinking, answer.finish_reason) == ("", thinking, finish_reason)


@pytest.mark.parametrize("finish_reason", ["tool_calls", "stop"])
def test_a_tool_is_no_empty_reply_however_it_ended(finish_reason: str) -> None:
    message = '{"content": null, "reasoning": "Hm", "tool_calls": [{"function": {"name": "f"}}]}'
    body = f'{{"choices": [{{"message": {message}, "finish_reason": "{finish_reason}"}}]}}'
    with (
        ModelServer(always(Fault.malformed(body))) as server,
        pytest.raises(BadAnswer, match="sent a reply that is no text"),
    ):
        ask(judge_at(server, "openai"), "hi")


@pytest.mark.parametrize("thought", ['"Hm"', '[{"type": "text", "text": "H"}, {"type": "text", "text": "m"}]'])
def test_a_part_of_what_the_model_thought_is_no_part_of_its_reply(thought: str) -> None:
    parts = f'[{{"type": "thinking", "thinking": {thought}}}, {{"type": "text", "text": "YES"}}]'
    body = f'{{"choices": [{{"message": {{"content": {parts}}}, "finish_reason": "stop"}}]}}'
    with ModelServer(always(Fault.malformed(body))) as server:
        [answer] = ask(judge_at(server, "openai"), "hi")
    assert (answer.text, answer.thinking) == ("YES", "Hm")


@pytest.mark.parametrize(
    "models",
    [
        "0",
        '{"a": 1}',
        '"llama"',
        "[null]",
        '["llama"]',
        '[{"name": "smollm2:135m"}]',
        '[{"name": "smollm2:135m", "digest": 7}]',
        '[{"name": "smollm2:135m", "digest": null}]',
        '[{"name": ["smollm2:135m"], "digest": "a"}]',
    ],
)
def test_a_list_of_models_of_another_shape_is_not_ollamas(models: str) -> None:
    with ModelServer(replay=[listing(models)]) as server, pytest.raises(BadAnswer, match="is this Ollama"):
        resolve(judge_at(server, "ollama"))


def test_no_list_of_models_is_an_empty_one() -> None:
    with ModelServer(replay=[listing("null")]) as server, pytest.raises(ModelMissing, match="Installed: none"):
        resolve(judge_at(server, "ollama"))


@pytest.mark.parametrize("models", ["null", "[]", "[null]", "{}", '[{"id": null}]', "7"])
def test_a_list_without_models_of_an_openai_server_asks_the_model_itself(models: str) -> None:
    listed = Capture("GET", "/v1/models", None, 200, "application/json", f'{{"data": {models}}}')
    with ModelServer(replay=[listed], kind="openai") as server:
        assert resolve(judge_at(server, "openai")).model.name == "smollm2:135m"
