"""OpenAI-style servers: a captured answer of Ollama's /v1, and a scripted server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import BadAnswer, JudgeError, ModelMissing, PromptTooLong, RequestRefused, Unreachable
from evalcore.judges import Options, request_fingerprint
from tests.support.asking import ask, judge_of, resolve
from tests.support.captures import Capture, load_capture
from tests.support.model_server import Fault, ModelServer, ScriptedReply, always

KEY = "sk-very-secret-0123456789"


def judge_at(server: ModelServer, name: str = "smollm2:135m", *, api_key_env: str | None = None, **options: Any) -> Any:
    return judge_of("openai", name, base_url=server.openai_url, api_key_env=api_key_env, options=Options(**options))


def test_a_real_answer_is_read_field_by_field(shared: Path) -> None:
    """It is Ollama's, as its fingerprint says; the window of the loaded model is looked up behind the interface."""
    with ModelServer(replay=[load_capture(shared, "v1_chat")]) as server:
        [answer] = ask(judge_at(server), "hi")
    assert (answer.text, answer.finish_reason) == ("No, the answer", "length")
    assert (answer.served_model, answer.server_version) == ("smollm2:135m", "fp_ollama")
    assert (answer.prompt_tokens, answer.completion_tokens, answer.window_tokens) == (42, 4, 4096)


def test_options_and_prompt_are_sent_as_the_interface_names_them() -> None:
    with ModelServer() as server:
        ask(judge_at(server, max_tokens=3), "hi")
        ask(judge_at(server, temperature=None, seed=None, max_tokens=None, think="low"), "ho")
        ask(judge_at(server, temperature=None, seed=None, max_tokens=None, think=False), "hm")
    message = {"model": "smollm2:135m", "messages": [{"role": "user", "content": "hi"}]}
    first, second, third = server.bodies("/v1/chat/completions")
    assert first == message | {"temperature": 0.0, "seed": 42, "max_tokens": 3}
    assert second["reasoning_effort"] == "low"
    assert third["chat_template_kwargs"] == {"enable_thinking": False}
    assert set(second) == {"model", "messages", "reasoning_effort"}


def test_the_address_is_pinned_and_names_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/")
        unpinned = judge_of("openai", "smollm2:135m")
        judge = resolve(unpinned)
        assert judge.model.base_url == server.openai_url
        assert request_fingerprint(judge) == request_fingerprint(resolve(judge)) != request_fingerprint(unpinned)
    assert server.prompts == []  # the list of models was enough


def test_thinking_is_kept_apart_from_the_text() -> None:
    with ModelServer(always(ScriptedReply("YES", thinking="Hm."))) as server:
        [answer] = ask(judge_at(server), "hi")
    assert (answer.text, answer.thinking) == ("YES", "Hm.")


def test_an_unknown_model_lists_those_there_are() -> None:
    with ModelServer() as server, pytest.raises(ModelMissing, match=r"no model 'nope'.*It lists: smollm2:135m"):
        resolve(judge_at(server, "nope"))


def test_a_model_that_is_not_listed_but_answers_is_taken() -> None:
    unlisted = Capture("GET", "/v1/models", None, 200, "application/json", '{"data": [{"id": "other"}]}')
    with ModelServer(models=["alias"], replay=[unlisted]) as server:
        assert resolve(judge_at(server, "alias")).model.name == "alias"
    assert server.bodies("/v1/chat/completions")[0]["max_tokens"] == 1


def test_a_server_without_a_list_of_models_is_taken() -> None:
    nothing = Capture("GET", "/v1/models", None, 404, "text/plain", "404 page not found")
    with ModelServer(replay=[nothing]) as server:
        assert resolve(judge_at(server)).model.base_url == server.openai_url


def test_a_prompt_beyond_the_window_is_too_long() -> None:
    too_long = ScriptedReply("YES", prompt_tokens=5000)
    with ModelServer(always(too_long), kind="openai") as server, pytest.raises(PromptTooLong):
        ask(judge_at(server), "hi")


def test_num_ctx_is_refused_because_the_interface_cannot_carry_it() -> None:
    with ModelServer() as server, pytest.raises(JudgeError, match="num_ctx"):
        resolve(judge_at(server, num_ctx=512))


def test_the_key_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(api_key=KEY) as server:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        assert ask(judge_at(server), "hi")[0].text == "YES"
        monkeypatch.setenv("OPENAI_API_KEY", "another")
        monkeypatch.setenv("TEAM_KEY", KEY)
        assert ask(judge_at(server, api_key_env="TEAM_KEY"), "hi")[0].text == "YES"


def test_a_named_key_that_is_not_set_is_said_before_anything_is_sent() -> None:
    with ModelServer() as server, pytest.raises(JudgeError, match="TEAM_KEY"):
        resolve(judge_at(server, api_key_env="TEAM_KEY"))
    assert server.requests == []


def test_the_usual_key_does_not_go_to_a_foreign_address_that_only_a_judge_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from evalcore.providers.openai import _endpoint

    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    foreign = judge_of("openai", "m", base_url="https://foreign.example/v1")
    named = judge_of("openai", "m", base_url="https://foreign.example/v1", api_key_env="OPENAI_API_KEY")
    assert _endpoint(foreign.model).key is None
    assert _endpoint(named.model).key == KEY
    assert _endpoint(judge_of("openai", "m").model).key == KEY
    assert KEY not in repr(_endpoint(named.model))


@pytest.mark.parametrize(
    "fault",
    [
        Fault.status(401, body='{"error": {"message": "Incorrect API key provided: sk-very-sec***6789"}}'),
        Fault.status(400, body=f'{{"error": {{"message": "bad header Bearer {KEY}"}}}}'),
        Fault.status(500, body=KEY),
        Fault.malformed(f"<html>{KEY}"),
        Fault.malformed(f'{{"echo": "{KEY}"}}'),
    ],
)
def test_no_error_repeats_the_key(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ModelServer(always(fault)) as server, pytest.raises(Exception, match="model server") as caught:
        ask(judge_at(server), "hi")
    assert "sk-very" not in str(caught.value)


def test_a_refused_key_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(api_key=KEY) as server:
        with pytest.raises(RequestRefused, match=r"without a key.*set OPENAI_API_KEY"):
            resolve(judge_at(server))
        monkeypatch.setenv("OPENAI_API_KEY", "wrong")
        with pytest.raises(RequestRefused, match="the key in OPENAI_API_KEY"):
            resolve(judge_at(server))


@pytest.mark.parametrize("key", ["sk-ключ", "sk-a\nb"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with ModelServer() as server, pytest.raises(JudgeError, match="OPENAI_API_KEY") as caught:
        ask(judge_at(server), "hi")
    assert "sk-" not in str(caught.value)


def test_something_else_than_a_completion_is_a_bad_answer() -> None:
    with ModelServer(always(Fault.malformed('{"choices": []}'))) as server, pytest.raises(BadAnswer):
        ask(judge_at(server), "hi")


def test_no_server_is_said_with_its_address() -> None:
    with pytest.raises(Unreachable, match=r"http://127.0.0.1:9/v1.*OPENAI_BASE_URL"):
        resolve(judge_of("openai", "m", base_url="http://127.0.0.1:9"))
