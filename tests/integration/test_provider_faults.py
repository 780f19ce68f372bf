"""Transport faults over a real connection: which are asked again, and what is said in the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from evalcore.domain import Case
from evalcore.errors import BadAnswer, Overloaded, ProviderError, RequestRefused, Unreachable
from evalcore.providers import Providers, Request
from evalcore.providers import http as provider_http
from tests.support.asking import Waits, ask, judge_of, without_waiting
from tests.support.model_server import Fault, ModelServer, Script, ScriptedReply, always

BUSY = Fault.status(429, headers={"Retry-After": "7"})


def failing_first(*faults: Fault) -> Script:
    """Each prompt meets the faults in turn before it is answered."""

    def script(prompt: str, nth: int) -> ScriptedReply | Fault:
        return faults[nth] if nth < len(faults) else ScriptedReply("YES")

    return script


def judge_at(server: ModelServer, provider: str) -> Any:
    return judge_of(provider, "smollm2:135m", base_url=server.url)


@pytest.fixture(params=["ollama", "openai"])
def provider(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(
    "faults",
    [
        [Fault.drop()],
        [Fault.status(503)],
        [BUSY],
        [Fault.drop(), Fault.status(500), BUSY],
    ],
)
def test_a_passing_fault_is_asked_again_and_counted(provider: str, faults: Sequence[Fault]) -> None:
    with ModelServer(failing_first(*faults)) as server:
        [answer] = ask(judge_at(server, provider), "hi")
    assert (answer.text, answer.attempts, len(server.prompts)) == ("YES", len(faults) + 1, len(faults) + 1)


def test_retry_after_is_waited_for(provider: str) -> None:
    waits = Waits()
    with ModelServer(failing_first(BUSY)) as server:
        ask(judge_at(server, provider), "hi", retrying=without_waiting(waits))
    assert waits.seconds == [7.0]


@pytest.mark.parametrize(
    ("fault", "error", "tries"),
    [
        (Fault.drop(), Unreachable, 4),
        (Fault.status(502, body="<html>bad gateway"), Overloaded, 4),
        (BUSY, Overloaded, 4),
        (Fault.status(400), RequestRefused, 1),
        (Fault.status(422), RequestRefused, 1),
        (Fault.status(302, headers={"Location": "/elsewhere"}), RequestRefused, 1),
        (Fault.malformed(), BadAnswer, 1),
        (Fault.malformed("[]"), BadAnswer, 1),
        (Fault.malformed("[" * 100_000), BadAnswer, 1),  # too deep to parse
    ],
)
def test_a_lasting_fault_ends_after_so_many_tries(
    provider: str, fault: Fault, error: type[ProviderError], tries: int
) -> None:
    with ModelServer(always(fault)) as server, pytest.raises(error) as caught:
        ask(judge_at(server, provider), "hi")
    assert (caught.value.attempts, len(server.prompts)) == (tries, tries)
    assert server.url in str(caught.value)


def test_a_stalled_answer_times_out_and_is_asked_again(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider_http, "READ_TIMEOUT_S", 0.2)
    with ModelServer(failing_first(Fault.stall())) as server:
        [answer] = ask(judge_at(server, provider), "hi")
    assert answer.attempts == 2


def test_a_timeout_says_how_long_it_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider_http, "READ_TIMEOUT_S", 0.2)
    with (
        ModelServer(always(Fault.stall())) as server,
        pytest.raises(Unreachable, match=r"no answer within 0.2 s"),
    ):
        ask(judge_at(server, "ollama"), "hi", retrying=replace(without_waiting(), tries=1))


def test_what_a_server_says_is_quoted_short_and_on_one_line() -> None:
    body = '{"error": "line one\\nline two \\u001b[31m ' + "x" * 5000 + '"}'
    with ModelServer(always(Fault.status(400, body=body))) as server, pytest.raises(RequestRefused) as caught:
        ask(judge_at(server, "ollama"), "hi")
    message = str(caught.value)
    assert "line one line two [31m" in message
    assert message.isprintable()
    assert len(message) < 500


def test_a_cancelled_call_ends_at_once_and_is_not_asked_again(provider: str) -> None:
    async def work(server: ModelServer) -> None:
        judge = judge_at(server, provider)
        async with Providers().get(provider).connect() as connection:
            case = Case(id="c", question="q", answer="a")
            asking = asyncio.create_task(connection.ask(Request(judge=judge, case=case, prompt="hi")))
            while not server.prompts:
                await asyncio.sleep(0.005)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

    started = time.monotonic()
    with ModelServer(always(Fault.stall())) as server:
        asyncio.run(work(server))
    assert time.monotonic() - started < 5
    assert len(server.prompts) == 1


def test_each_worker_has_one_connection_of_its_own(provider: Any) -> None:
    async def worker(judge: Any, number: int) -> None:
        async with providers.get(provider).connect() as connection:
            for i in range(5):
                case = Case(id="c", question="q", answer="a")
                await connection.ask(Request(judge=judge, case=case, prompt=f"{number} {i}"))

    async def work(server: ModelServer) -> None:
        await asyncio.gather(*(worker(judge_at(server, provider), number) for number in range(4)))

    providers = Providers()
    with ModelServer(latency_s=0.01, kind=provider) as server:
        asyncio.run(work(server))
    assert (len(server.prompts), server.connections_opened) == (20, 4)
    assert 2 <= server.peak_in_flight <= 4


@pytest.mark.parametrize("host", ["exa mple", "xn--\u00e4", "a..b"])
def test_an_impossible_host_is_an_error_for_people(provider: str, host: str) -> None:
    with pytest.raises((RequestRefused, Unreachable)):
        ask(judge_of(provider, "m", base_url=f"http://{host}:1"), "hi")


def test_figures_of_the_wrong_kind_count_as_not_reported() -> None:
    ollama = '{"message": {"content": "YES", "thinking": 3}, "done": 1, "prompt_eval_count": "many", "eval_count": []}'
    openai = '{"choices": [{"message": {"content": "YES"}, "finish_reason": []}], "usage": []}'
    for provider, body in (("ollama", ollama), ("openai", openai)):
        with ModelServer(always(Fault.malformed(body))) as server:
            [answer] = ask(judge_at(server, provider), "hi")
        assert (answer.text, answer.thinking, answer.finish_reason) == ("YES", None, None)
        assert (answer.prompt_tokens, answer.completion_tokens, answer.truncated) == (None, None, False)


@pytest.mark.parametrize("provider", ["ollama", "openai", "openai-of-ollama"])
def test_a_second_response_is_never_the_reply_to_the_next_call(provider: str) -> None:
    def said(prompt: str, nth: int) -> ScriptedReply:
        return ScriptedReply(f"reply to {prompt}")

    both = b'{"done": true, "message": {"content": "stray"}, "choices": [{"message": {"content": "stray"}}]}'
    stray = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(both) + both
    kind: Any = "openai" if provider == "openai" else "ollama"
    with ModelServer(said, kind=kind, afterwards=stray) as server:
        answers = ask(judge_at(server, provider.partition("-")[0]), "a", "b", "c")
    assert [answer.text for answer in answers] == ["reply to a", "reply to b", "reply to c"]
