"""Ollama: captured answers of a real server replayed over HTTP, and a scripted one."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import BadAnswer, ModelMissing, PromptTooLong, RequestRefused, Unreachable
from evalcore.judges import Options, Prompt
from evalcore.providers import Providers, Request, no_progress
from evalcore.providers.ollama import InstalledModel, list_models, pull_model
from tests.support.asking import ask, judge_of, resolve
from tests.support.captures import load_capture
from tests.support.model_server import Fault, ModelServer, ScriptedReply, always
from tests.support.things import make_case

PARIS = (
    "Answer only YES or NO. Context: Paris is the capital of France. Claim: Berlin is the capital of France. "
    "Is the claim supported by the context?"
)
REAL_DIGEST = "fd3b1639b8421f58da4ad14fd0282636f000a4c53d82c94057f6d34f596b68f7"

Replayed = Callable[..., ModelServer]


@pytest.fixture
def replayed(shared: Path) -> Replayed:
    """A server that answers with the named captures."""
    return lambda *names: ModelServer(replay=[load_capture(shared, name) for name in names])


def judge_at(server: ModelServer, name: str = "smollm2:135m", **options: Any) -> Any:
    return judge_of("ollama", name, base_url=server.url, options=Options(**options))


def test_a_real_answer_is_read_field_by_field(replayed: Replayed) -> None:
    with replayed("chat_seed_true", "version", "ps_loaded") as server:
        [answer] = ask(judge_at(server), PARIS)
    assert answer.text == "No, the answer to this question is"
    assert (answer.finish_reason, answer.prompt_tokens, answer.completion_tokens) == ("length", 42, 8)
    assert (answer.window_tokens, answer.truncated) == (4096, False)
    assert (answer.served_model, answer.served_digest, answer.server_version) == ("smollm2:135m", REAL_DIGEST, "0.24.0")
    assert answer.attempts == 1
    assert answer.thinking is None
    assert answer.load_ms is not None
    assert answer.latency_ms is not None


def test_the_request_is_the_captured_one_and_forbids_cutting(replayed: Replayed, shared: Path) -> None:
    captured = load_capture(shared, "chat_seed_false")
    with replayed("chat_seed_false") as server:
        ask(judge_at(server, max_tokens=8), PARIS)
    [body] = server.bodies("/api/chat")
    assert body == captured.body | {"truncate": False, "keep_alive": "10m"}


def test_options_that_are_none_are_left_to_the_server_and_the_others_sent() -> None:
    with ModelServer() as server:
        judge = judge_at(server, temperature=None, seed=None, max_tokens=None, num_ctx=512, think="low")
        ask(judge, "hi")
    [body] = server.bodies("/api/chat")
    assert (body["options"], body["think"]) == ({"num_ctx": 512}, "low")


def test_a_system_prompt_is_sent_as_one() -> None:
    with ModelServer() as server:
        ask(replace(judge_at(server), prompt=Prompt(template="{answer}", role="system")), "hi")
    assert server.bodies("/api/chat")[0]["messages"] == [{"role": "system", "content": "hi"}]


def test_thinking_is_kept_apart_from_the_text() -> None:
    with ModelServer(always(ScriptedReply("YES", thinking="Hm."))) as server:
        [answer] = ask(judge_at(server, think=True), "hi")
    assert (answer.text, answer.thinking) == ("YES", "Hm.")


def test_half_a_surrogate_pair_reaches_the_server() -> None:
    with ModelServer() as server:
        ask(judge_at(server), "broken \ud800 text")
    assert server.prompts == ["broken \ud800 text"]


def test_a_real_prompt_that_was_cut_marks_the_reply(replayed: Replayed) -> None:
    # the count equals num_ctx, the text is empty and done_reason is "stop", as if nothing had happened
    with replayed("overlong_num_ctx_512", "ps_num_ctx_512") as server:
        [answer] = ask(judge_at(server, num_ctx=512), PARIS)
    assert (answer.text, answer.prompt_tokens, answer.window_tokens, answer.truncated) == ("", 512, 512, True)


def test_a_real_refusal_to_cut_is_a_prompt_too_long(replayed: Replayed) -> None:
    with replayed("overlong_truncate_false") as server, pytest.raises(PromptTooLong, match=r"512 tokens.*num_ctx"):
        ask(judge_at(server, num_ctx=512), PARIS)
    assert len(server.bodies("/api/chat")) == 1  # not asked again


def test_the_window_of_an_unloaded_model_is_what_was_asked_up_to_what_it_was_made_for(replayed: Replayed) -> None:
    with replayed("chat_seed_true", "version", "ps_empty", "show") as server:
        [small] = ask(judge_at(server, num_ctx=512), PARIS)
        [large] = ask(judge_at(server, num_ctx=100_000), PARIS)
        [unasked] = ask(judge_at(server), PARIS)
    assert [small.window_tokens, large.window_tokens, unasked.window_tokens] == [512, 8192, None]


def test_the_window_and_version_are_looked_up_once_a_connection() -> None:
    with ModelServer() as server:
        ask(judge_at(server), "1", "2", "3")
    assert [len(server.requests), len(server.bodies("/api/ps")), server.connections_opened] == [5, 1, 1]


def test_workers_share_one_look_up_and_the_next_run_looks_again() -> None:
    """Eight workers with a connection each ask three prompts, twice over; the model may be loaded anew in between."""
    with ModelServer() as server:
        judge = judge_at(server)
        provider = Providers().get("ollama")

        async def worker() -> list[str | None]:
            async with provider.connect() as connection:
                requests = [Request(judge=judge, case=make_case(0), prompt=prompt) for prompt in "123"]
                return [(await connection.ask(request)).server_version for request in requests]

        async def run() -> list[list[str | None]]:
            return await asyncio.gather(*(worker() for _ in range(8)))

        versions = asyncio.run(run()) + asyncio.run(run())
    assert len(server.bodies("/api/ps")) == 2
    assert {len(of_one) for of_one in versions} == {3}
    assert len({version for of_one in versions for version in of_one}) == 1
    assert versions[0][0] is not None


def test_a_failed_look_up_does_not_cost_the_answer(shared: Path) -> None:
    broken = replace(load_capture(shared, "version"), raw_body="<html>")
    with ModelServer(replay=[broken]) as server:
        [answer] = ask(judge_at(server), "hi")
    assert (answer.text, answer.window_tokens, answer.server_version) == ("YES", None, None)


@pytest.mark.parametrize(
    ("capture", "error", "says"),
    [
        ("chat_think_unsupported", RequestRefused, "cannot think"),
        ("chat_logprobs_too_many", RequestRefused, "top_logprobs must be between 0 and 20"),
        ("chat_bad_name", RequestRefused, "invalid model name"),
    ],
)
def test_real_refusals_say_what_is_wrong(replayed: Replayed, capture: str, error: type[Exception], says: str) -> None:
    with replayed(capture) as server, pytest.raises(error, match=says):
        ask(judge_at(server), PARIS)
    assert len(server.bodies("/api/chat")) == 1


def test_a_real_500_for_a_bad_option_is_tried_four_times_and_then_told(replayed: Replayed) -> None:
    with (
        replayed("chat_bad_option_type") as server,
        pytest.raises(Exception, match='"temperature" must be of type float32') as caught,
    ):
        ask(judge_at(server), PARIS)
    assert (caught.value.attempts, len(server.bodies("/api/chat"))) == (4, 4)


def test_a_judge_is_pinned_to_the_real_digest(replayed: Replayed) -> None:
    with replayed("tags") as server:
        assert resolve(judge_at(server)).model.digest == REAL_DIGEST
        assert resolve(judge_at(server, "SmolLM2:135M")).model.digest == REAL_DIGEST


@pytest.mark.parametrize(
    ("asked", "installed"), [("judge", "judge:latest"), ("hub:5000/team/judge", "hub:5000/team/judge:latest")]
)
def test_a_name_without_a_tag_means_latest(asked: str, installed: str) -> None:
    with ModelServer(models=[installed, "judge:7b"]) as server:
        assert resolve(judge_at(server, asked)).model.digest == server.digest(installed)


def test_an_unknown_model_lists_the_installed_ones_and_offers_to_pull() -> None:
    with (
        ModelServer(models=["a:1", "b:2"]) as server,
        pytest.raises(
            ModelMissing, match=r"no model 'nope:1b'. Installed: a:1, b:2.*evalcore models pull nope:1b"
        ) as e,
    ):
        resolve(judge_at(server, "nope:1b"))
    assert e.value.installed == ("a:1", "b:2")
    assert server.url in str(e.value)


def test_a_model_that_goes_away_during_a_run_is_missing_too(replayed: Replayed) -> None:
    with replayed("chat_unknown_model", "tags") as server, pytest.raises(ModelMissing, match="Installed: smollm2:135m"):
        ask(judge_at(server, "nope:1b"), "hi")


def test_a_judge_pinned_to_the_installed_digest_is_taken() -> None:
    with ModelServer() as server:
        digest = server.digest("smollm2:135m")
        pinned = judge_of("ollama", "smollm2:135m", base_url=server.url, digest=f"sha256:{digest}")
        assert resolve(pinned).model.digest == digest


def test_a_judge_pinned_to_another_digest_is_not_measured() -> None:
    with ModelServer() as server, pytest.raises(ModelMissing, match="pinned to 0123"):
        resolve(judge_of("ollama", "smollm2:135m", base_url=server.url, digest="0123"))


def test_ollama_host_is_honoured_and_no_proxy_asked_for_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with ModelServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url.removeprefix("http://"))
        assert ask(judge_of("ollama", "smollm2:135m"), "hi")[0].text == "YES"
        assert list_models() == (
            InstalledModel(name="smollm2:135m", digest=server.digest("smollm2:135m"), size_bytes=98363007),
        )


def test_no_server_is_said_with_its_address_and_how_to_start_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    with pytest.raises(Unreachable, match=r"not answering at http://127.0.0.1:9: start it with `ollama serve`"):
        resolve(judge_of("ollama", "x"))


def test_a_server_that_does_not_list_its_models_in_time_is_given_up_with_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes the connection and says nothing
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Unreachable, match=r"did not list its models within 0\.1 s: start it with"):
            list_models(address, within_s=0.1)


def test_another_kind_of_server_is_told_apart(shared: Path) -> None:
    other = replace(load_capture(shared, "tags"), raw_body='{"models": [{"id": "x"}]}')
    with ModelServer(replay=[other]) as server, pytest.raises(BadAnswer, match="is this Ollama"):
        resolve(judge_at(server))


def test_pulling_reports_progress_and_brings_the_model() -> None:
    steps: list[tuple[str, int, int | None]] = []
    with ModelServer(models=[], pullable=["judge:1b"]) as server:
        pull_model("judge:1b", lambda *step: steps.append(step), server.url)
        assert [model.name for model in list_models(server.url)] == ["judge:1b"]
    assert ("judge:1b (pulling 0123)", 120, 200) in steps
    assert steps[-1][0] == "judge:1b (success)"


def test_pulling_an_unknown_model_says_so() -> None:
    with ModelServer() as server, pytest.raises(ModelMissing, match=r"'nope:1b'.*file does not exist"):
        pull_model("nope:1b", no_progress, server.url)


def test_an_unfinished_answer_is_no_answer() -> None:
    with (
        ModelServer(always(Fault.malformed('{"done": false}'))) as server,
        pytest.raises(BadAnswer, match="unfin"),
    ):
        ask(judge_at(server), "hi")
