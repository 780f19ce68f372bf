"""Any server with an OpenAI-style /v1/chat/completions: OpenAI, vLLM, llama.cpp, LM Studio, gateways."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any

from evalcore.errors import BadAnswer, JudgeError, ModelMissing, PromptTooLong, ProviderError, RequestRefused
from evalcore.judges import Judge, ModelRef
from evalcore.providers import ollama_behind
from evalcore.providers.addresses import openai_address
from evalcore.providers.base import Answer, Connection, Outlook, Request
from evalcore.providers.bodies import is_openai, openai_body, output_limit
from evalcore.providers.fields import (
    OLLAMA_FINGERPRINT,
    completion_text,
    completion_thinking,
    object_in,
    objects_in,
    text_in,
    tokens_in,
)
from evalcore.providers.http import Endpoint, Line, Lines, Refusal
from evalcore.providers.keys import DEFAULT_KEY_ENV, key_for
from evalcore.providers.look_ups import LookUps, SharedLookUps
from evalcore.providers.retrying import Retrying

_KEY_REFUSED = (401, 403)
_WINDOW_WORDS = re.compile(r"context[ _](length|size|window)", re.IGNORECASE)
"""How OpenAI, vLLM, llama.cpp and Ollama say that a prompt is too long."""


class OpenAIProvider:
    """Judges whose model is behind an OpenAI-style interface."""

    max_concurrency: int | None = None

    def __init__(self, retrying: Retrying) -> None:
        self._retrying = retrying
        self._windows: SharedLookUps[int | None] = SharedLookUps()

    async def resolve(self, judge: Judge) -> Judge:
        """The judge with its address pinned, which is its identity; these servers report no digest."""
        if judge.options.num_ctx is not None:
            raise JudgeError(
                f"the judge {judge.name} sets num_ctx, which the OpenAI interface cannot carry: "
                "leave it out, or use the provider ollama"
            )
        pinned = judge.pinned(base_url=openai_address(judge.model.base_url, os.environ))
        async with Lines() as lines:
            await _check_model(await lines.to(_endpoint(pinned.model)), pinned)
        return pinned

    async def digest_now(self, judge: Judge) -> str | None:  # noqa: ARG002
        """These servers report no digest; what a reply says of its model is in the reply."""
        return None

    async def outlook(self, judge: Judge) -> Outlook:
        """The longest prompt and reply, where the server lists it as vLLM does; and whether it is Ollama."""
        endpoint = _endpoint(judge.model)
        async with Lines() as lines:
            if await ollama_behind.is_ollama(lines, endpoint, judge.model.name):
                window_tokens = await ollama_behind.window_behind(lines, endpoint, judge.model.name)
                remark = ollama_behind.advice(endpoint, judge.model.name, window_tokens)
                instead = ollama_behind.asked_natively(endpoint, judge)
                return Outlook(window_tokens=window_tokens, remark=remark, instead=instead)
            return Outlook(window_tokens=await _listed_window(await lines.to(endpoint), judge.model.name))

    def connect(self) -> AbstractAsyncContextManager[Connection]:
        """One worker's line to the server."""
        return self._connect()

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Connection]:
        async with Lines() as lines:
            yield _OpenAIConnection(lines, self._retrying, self._windows.here())


class _OpenAIConnection:
    def __init__(self, lines: Lines, retrying: Retrying, windows: LookUps[int | None]) -> None:
        self._lines = lines
        self._retrying = retrying
        self._windows = windows

    async def ask(self, request: Request) -> Answer:
        judge = request.judge
        endpoint = _endpoint(judge.model)
        line = await self._lines.to(endpoint)
        body = openai_body(judge, request.prompt or "")
        try:
            (answer, latency_ms), attempts = await self._retrying.call(
                lambda: line.timed_post("/chat/completions", body), request.aside
            )
        except Refusal as refusal:
            explained = _explained(refusal, endpoint, judge.model)
            explained.attempts = refusal.attempts
            raise explained from None
        answered = _answer(answer, latency_ms=latency_ms, attempts=attempts, endpoint=endpoint)
        if answered.server_version == OLLAMA_FINGERPRINT:
            return _with_window(answered, await self._window(endpoint, judge.model.name, again=attempts > 1))
        return answered

    async def _window(self, endpoint: Endpoint, model: str, *, again: bool) -> int | None:
        """The window that Ollama has loaded the model with, asked once for all workers and after a fault."""

        def look() -> Awaitable[int | None]:
            return ollama_behind.window_behind(self._lines, endpoint, model)

        return await self._windows.found((endpoint.address, model), look, again=again)


async def _check_model(line: Line, judge: Judge) -> None:
    """Fail before a run does: no server, no key, no such model.

    Lists of models are not always complete (gateways take aliases), and some servers have none:
    a model that is not listed is asked for one token.
    """
    listed: tuple[str, ...] = ()
    try:
        listed = await _listed(line)
        if judge.model.name not in listed:
            await line.post("/chat/completions", _probe(judge))
    except Refusal as refusal:
        explained = _explained(refusal, line.endpoint, judge.model, listed)
        if isinstance(explained, ModelMissing) or refusal.status in _KEY_REFUSED:
            raise explained from None


async def _listed_window(line: Line, model: str) -> int | None:
    """``max_model_len`` of the list of models, which vLLM gives; None where nobody says."""
    try:
        models = objects_in(await line.get("/models"), "data")
    except ProviderError:
        return None
    return next((tokens_in(one, "max_model_len") for one in models if one.get("id") == model), None)


async def _listed(line: Line) -> tuple[str, ...]:
    try:
        models = objects_in(await line.get("/models"), "data")
    except Refusal as refusal:
        if refusal.status in _KEY_REFUSED:
            raise
        return ()
    return tuple(str(model.get("id")) for model in models)


def _probe(judge: Judge) -> dict[str, Any]:
    return {"model": judge.model.name, "messages": [{"role": "user", "content": "Hi"}], output_limit(judge.model): 1}


def _endpoint(model: ModelRef) -> Endpoint:
    address = openai_address(model.base_url, os.environ)
    name = "OpenAI" if is_openai(address) else "The model server"
    advice = "start it, or say in OPENAI_BASE_URL (or the judge's base_url) where it runs"
    return Endpoint(name=name, address=address, advice=advice, key=key_for(model, address))


def _answer(body: dict[str, Any], *, latency_ms: float, attempts: int, endpoint: Endpoint) -> Answer:
    choice = next(iter(objects_in(body, "choices")), {})
    if not isinstance(choice.get("message"), dict):
        raise BadAnswer(f"{endpoint} sent no chat completion: {endpoint.quote(str(body))}", attempts=attempts)
    message, usage = object_in(choice, "message"), object_in(body, "usage")
    text = completion_text(choice)
    if text is None:
        raise BadAnswer(f"{endpoint} sent a reply that is no text: {endpoint.quote(str(message))}", attempts=attempts)
    return Answer(
        text=text,
        thinking=completion_thinking(message),
        finish_reason=text_in(choice, "finish_reason"),
        prompt_tokens=tokens_in(usage, "prompt_tokens"),
        completion_tokens=tokens_in(usage, "completion_tokens"),
        latency_ms=latency_ms,
        served_model=text_in(body, "model"),
        server_version=text_in(body, "system_fingerprint"),
        attempts=attempts,
    )


def _with_window(answer: Answer, window_tokens: int | None) -> Answer:
    """A prompt that fills the window was cut to fit it: by this interface nobody can forbid it."""
    cut = window_tokens is not None and answer.prompt_tokens is not None and answer.prompt_tokens >= window_tokens
    return replace(answer, window_tokens=window_tokens, truncated=cut)


def _explained(refusal: Refusal, endpoint: Endpoint, model: ModelRef, listed: tuple[str, ...] = ()) -> ProviderError:
    """What a refusal means for this judge, and what to do."""
    if refusal.status in _KEY_REFUSED:
        # the server's own words are left out: they may repeat a part of the key
        variable = model.api_key_env or DEFAULT_KEY_ENV
        given = f"the key in {variable}" if endpoint.key else "a request without a key"
        advice = f"set {variable}" + ("" if endpoint.key else ", and name it in the judge's api_key_env")
        return RequestRefused(f"{endpoint} did not accept {given} ({refusal.status}): {advice}")
    if _WINDOW_WORDS.search(f"{refusal.code} {refusal.detail}"):
        return PromptTooLong(f"the prompt is longer than the window of {model.name}: give the case less evidence")
    if refusal.status == 404:
        names = f" It lists: {', '.join(listed)}." if listed else ""
        return ModelMissing(f"{endpoint} has no model {model.name!r}: {refusal.detail}.{names}", installed=listed)
    return RequestRefused(f"{refusal} (model {model.name})")
