"""Ollama through its own interface, which alone takes a window and refuses to cut a prompt."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from evalcore.errors import BadAnswer, ModelMissing, PromptTooLong, ProviderError, RequestRefused, Unreachable
from evalcore.judges import Judge
from evalcore.providers.addresses import ollama_address
from evalcore.providers.base import Answer, Connection, Outlook, Request
from evalcore.providers.bodies import ollama_body
from evalcore.providers.fields import count_in, message_text, object_in, objects_in, text_in, tokens_in
from evalcore.providers.http import Endpoint, Line, Lines, Refusal
from evalcore.providers.look_ups import LookUps, SharedLookUps
from evalcore.providers.progress import Progress
from evalcore.providers.retrying import Retrying

LISTING_S = 30.0
"""How long to wait for the list of models, where nobody says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledModel:
    """A model that a server has."""

    name: str
    digest: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What the server says of the model that it has loaded; None where it does not say."""

    window_tokens: int | None = None
    digest: str | None = None
    server_version: str | None = None


class OllamaProvider:
    """Judges whose model runs in an Ollama server."""

    max_concurrency: int | None = None

    def __init__(self, retrying: Retrying) -> None:
        self._retrying = retrying
        self._look_ups: SharedLookUps[Loaded] = SharedLookUps()

    async def resolve(self, judge: Judge) -> Judge:
        """The judge with the digest of its model pinned; the address is no part of its identity."""
        async with Lines() as lines:
            line = await lines.to(_endpoint(judge.model.base_url))
            installed = await _installed(line)
        name = tagged(judge.model.name)
        found = next((model for model in installed if tagged(model.name) == name), None)
        if found is None:
            raise _missing(line.endpoint, judge.model.name, installed)
        if judge.model.digest and judge.model.digest.removeprefix("sha256:") != found.digest:
            raise ModelMissing(
                f"{line.endpoint} has {judge.model.name} with digest {found.digest}, but the judge {judge.name} is "
                f"pinned to {judge.model.digest}: bring that model, or remove the digest to measure this one",
                installed=tuple(model.name for model in installed),
            )
        return judge.pinned(digest=found.digest)

    async def digest_now(self, judge: Judge) -> str | None:
        """The digest that the server has under the model's name; None where it has none or does not say."""
        async with Lines() as lines:
            installed = await _installed(await lines.to(_endpoint(judge.model.base_url)))
        name = tagged(judge.model.name)
        return next((model.digest for model in installed if tagged(model.name) == name), None)

    async def outlook(self, judge: Judge) -> Outlook:
        """The window that the judge asks for; else the one that the model is loaded with, if it is loaded."""
        if judge.options.num_ctx is not None:
            return Outlook(window_tokens=judge.options.num_ctx)
        async with Lines() as lines:
            line = await lines.to(_endpoint(judge.model.base_url))
            return Outlook(window_tokens=(await loaded_model(line, judge.model.name)).window_tokens)

    def connect(self) -> AbstractAsyncContextManager[Connection]:
        """One worker's line to the server."""
        return self._connect()

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Connection]:
        async with Lines() as lines:
            yield _OllamaConnection(lines, self._retrying, self._look_ups.here())


class _OllamaConnection:
    def __init__(self, lines: Lines, retrying: Retrying, look_ups: LookUps[Loaded]) -> None:
        self._lines = lines
        self._retrying = retrying
        self._look_ups = look_ups

    async def ask(self, request: Request) -> Answer:
        judge = request.judge
        line = await self._lines.to(_endpoint(judge.model.base_url))
        body = ollama_body(judge, request.prompt or "")
        try:
            (answer, latency_ms), attempts = await self._retrying.call(
                lambda: line.timed_post("/api/chat", body), request.aside
            )
        except Refusal as refusal:
            explained = await _explained(refusal, line, judge)
            explained.attempts = refusal.attempts
            raise explained from None
        loaded = await self._look_at_loaded(line, judge, again=attempts > 1)
        return _answer(answer, loaded, latency_ms=latency_ms, attempts=attempts, endpoint=line.endpoint)

    async def _look_at_loaded(self, line: Line, judge: Judge, *, again: bool) -> Loaded:
        """What is loaded, asked once for all workers: only after an answer is it certain to be there.

        A server that failed meanwhile may have been started anew, and is asked again.
        """
        what = (line.endpoint.address, judge.model.name, judge.options.num_ctx)
        return await self._look_ups.found(what, lambda: _loaded(line, judge), again=again)


def list_models(base_url: str | None = None, *, within_s: float = LISTING_S) -> tuple[InstalledModel, ...]:
    """The models that the server has.

    Parameters
    ----------
    within_s
        How long to wait for the list.

    Raises
    ------
    ProviderError
        When it does not answer, or not in time.
    JudgeError
        When the address is none.
    """
    endpoint = _endpoint(base_url)

    async def ask() -> tuple[InstalledModel, ...]:
        async with asyncio.timeout(within_s), Lines() as lines:
            return await _installed(await lines.to(endpoint))

    try:
        return asyncio.run(ask())
    except TimeoutError:
        raise Unreachable(f"{endpoint} did not list its models within {within_s:g} s: {endpoint.advice}") from None


def pull_model(name: str, progress: Progress, base_url: str | None = None) -> None:
    """Have the server fetch a model, reporting how far each layer is.

    Raises
    ------
    ModelMissing
        When the server cannot find the model to fetch.
    ProviderError
        When it does not answer, or the download breaks off.
    """
    asyncio.run(_pull(name, progress, base_url))


async def _pull(name: str, progress: Progress, base_url: str | None) -> None:
    last: dict[str, Any] = {}

    def step(line: dict[str, Any]) -> None:
        last.clear()
        last.update(line)
        if "error" not in line:
            progress(f"{name} ({line.get('status', '')})", count_in(line, "completed") or 0, count_in(line, "total"))

    async with Lines() as lines:
        line = await lines.to(_endpoint(base_url))
        await line.stream("/api/pull", {"model": name}, step)
    if "error" in last:
        raise ModelMissing(f"{line.endpoint} could not fetch {name!r}: {line.endpoint.quote(str(last['error']))}")
    if last.get("status") != "success":
        raise BadAnswer(f"{line.endpoint} stopped fetching {name!r} before it was complete: try again, it continues")


def _endpoint(base_url: str | None) -> Endpoint:
    advice = "start it with `ollama serve`, or say in OLLAMA_HOST where it runs"
    return Endpoint(name="Ollama", address=ollama_address(base_url, os.environ), advice=advice)


async def _installed(line: Line) -> tuple[InstalledModel, ...]:
    listed = (await line.get("/api/tags")).get("models", "none")
    models = [_installed_model(one) for one in listed] if isinstance(listed, list) else [None]
    if listed is None:  # an empty list, as Go writes one that was never made
        return ()
    if None in models:
        raise BadAnswer(f"{line.endpoint} did not list its models as Ollama does: is this Ollama?")
    return tuple(model for model in models if model is not None)


def _installed_model(listed: Any) -> InstalledModel | None:
    """One of the list; None where it is not of the promised kind."""
    found = listed if isinstance(listed, dict) else {}
    name, digest = text_in(found, "name"), text_in(found, "digest")
    if name is None or digest is None:
        return None
    return InstalledModel(name=name, digest=digest, size_bytes=count_in(found, "size") or 0)


def tagged(name: str) -> str:
    """The full name: without a tag, :latest is meant; case does not matter."""
    return (name if ":" in name.rpartition("/")[2] else f"{name}:latest").lower()


def _missing(endpoint: Endpoint, name: str, installed: tuple[InstalledModel, ...]) -> ModelMissing:
    names = tuple(model.name for model in installed)
    return ModelMissing(
        f"{endpoint} has no model {name!r}. Installed: {', '.join(names) or 'none'}. "
        f"Fetch it with `evalcore models pull {name}`, or name one that is installed",
        installed=names,
    )


async def _loaded(line: Line, judge: Judge) -> Loaded:
    """The window and digest of the loaded model; a failed look-up must not cost the answer."""
    loaded, num_ctx = await loaded_model(line, judge.model.name), judge.options.num_ctx
    if loaded.window_tokens is None and num_ctx:
        with suppress(ProviderError):
            return replace(loaded, window_tokens=min(num_ctx, await _largest_window(line, judge) or num_ctx))
    return loaded


async def loaded_model(line: Line, name: str) -> Loaded:
    """What the server has loaded under a name; whatever it does not say is None."""
    loaded = Loaded()
    with suppress(ProviderError):
        loaded = replace(loaded, server_version=text_in(await line.get("/api/version"), "version"))
        models = objects_in(await line.get("/api/ps"), "models")
        found = next((model for model in models if tagged(str(model.get("name"))) == tagged(name)), {})
        loaded = replace(loaded, window_tokens=tokens_in(found, "context_length"), digest=text_in(found, "digest"))
    return loaded


async def _largest_window(line: Line, judge: Judge) -> int | None:
    """The longest window that the model was made for."""
    info = object_in(await line.post("/api/show", {"model": judge.model.name}), "model_info")
    return next((tokens_in(info, name) for name in info if name.endswith(".context_length")), None)


def _answer(body: dict[str, Any], loaded: Loaded, *, latency_ms: float, attempts: int, endpoint: Endpoint) -> Answer:
    message = object_in(body, "message")
    text = message_text(message)
    if not body.get("done"):
        raise BadAnswer(f"{endpoint} sent an unfinished answer: {endpoint.quote(str(body))}", attempts=attempts)
    if text is None:
        raise BadAnswer(f"{endpoint} sent a reply that is no text: {endpoint.quote(str(body))}", attempts=attempts)
    prompt_tokens, load_ns = tokens_in(body, "prompt_eval_count"), count_in(body, "load_duration")
    window_tokens = loaded.window_tokens
    return Answer(
        text=text,
        thinking=text_in(message, "thinking"),
        finish_reason=text_in(body, "done_reason"),
        prompt_tokens=prompt_tokens,
        completion_tokens=tokens_in(body, "eval_count"),
        window_tokens=window_tokens,
        truncated=window_tokens is not None and prompt_tokens is not None and prompt_tokens >= window_tokens,
        load_ms=None if load_ns is None else load_ns / 1e6,
        latency_ms=latency_ms,
        served_model=text_in(body, "model"),
        served_digest=loaded.digest,
        server_version=loaded.server_version,
        attempts=attempts,
    )


async def _explained(refusal: Refusal, line: Line, judge: Judge) -> ProviderError:
    """What a refusal means for this judge, and what to do."""
    name = judge.model.name
    if refusal.status == 404 and "not found" in refusal.detail:
        return await _not_found(line, name)
    if "exceeds the context length" in refusal.detail:
        window = f"{judge.options.num_ctx} tokens" if judge.options.num_ctx else "the server's default"
        return PromptTooLong(
            f"the prompt is longer than the window of {name} ({window}): "
            "give the judge a larger num_ctx, or the case less evidence"
        )
    if "does not support thinking" in refusal.detail:
        return RequestRefused(f"{name} cannot think: leave the option think out of the judge {judge.name}")
    return RequestRefused(f"{refusal} (model {name})")


async def _not_found(line: Line, name: str) -> ProviderError:
    try:
        return _missing(line.endpoint, name, await _installed(line))
    except ProviderError as error:
        return error
