"""Judges whose model runs inside this process: no server, no network after the first use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from evalcore.errors import BadAnswer, ModelMissing, PromptTooLong, RequestRefused
from evalcore.judges import Judge
from evalcore.providers.base import Answer, Connection, Outlook, Request
from evalcore.providers.bodies import embedded_body
from evalcore.providers.gguf import gguf_digest
from evalcore.providers.llama import Spoken, close_models, import_xllamacpp, loaded_model
from evalcore.providers.progress import Progress
from evalcore.providers.weights import KNOWN_WEIGHTS, fetch_weights, weights_present

__all__ = ["EmbeddedProvider", "close_models", "fetch_weights", "weights_present"]

DEFAULT_WINDOW_TOKENS = 4096
"""As Ollama's on a small machine; a judge's num_ctx sets another."""


class EmbeddedProvider:
    """Judges that llama.cpp runs in process, one call at a time."""

    max_concurrency: int | None = 1

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    async def resolve(self, judge: Judge) -> Judge:
        """The judge with the digest of its model file pinned; known weights are fetched if need be."""
        import_xllamacpp()
        path = await asyncio.to_thread(self._path, judge.model.name)
        digest = await asyncio.to_thread(gguf_digest, path)
        if judge.model.digest not in (None, digest):
            raise ModelMissing(
                f"{path} has digest {digest}, but the judge {judge.name} is pinned to {judge.model.digest}: "
                "name that file, or remove the digest to measure this one"
            )
        return judge.pinned(digest=digest)

    async def digest_now(self, judge: Judge) -> str | None:  # noqa: ARG002
        """What is loaded stays the model that it was, whatever becomes of its file."""
        return None

    async def outlook(self, judge: Judge) -> Outlook:
        """The window with which the model will be loaded."""
        return Outlook(window_tokens=judge.options.num_ctx or DEFAULT_WINDOW_TOKENS)

    def connect(self) -> AbstractAsyncContextManager[Connection]:
        """A line to the models of this process."""
        return self._connect()

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Connection]:
        yield _EmbeddedConnection()

    def _path(self, name: str) -> Path:
        weights = KNOWN_WEIGHTS.get(name)
        return fetch_weights(self._progress, weights) if weights else model_path(name)


class _EmbeddedConnection:
    async def ask(self, request: Request) -> Answer:
        judge = request.judge
        model = loaded_model(model_path(judge.model.name), judge.options.num_ctx or DEFAULT_WINDOW_TOKENS)
        return _answer(await model.chat(embedded_body(judge, request.prompt or "")), judge)


def model_path(name: str) -> Path:
    """Where the file of a model is: a known name, or else a path.

    Raises
    ------
    ModelMissing
        When it is neither.
    """
    if name in KNOWN_WEIGHTS:
        return KNOWN_WEIGHTS[name].path
    path = Path(name).expanduser()
    if not path.is_file():
        known = ", ".join(KNOWN_WEIGHTS)
        raise ModelMissing(f"there is no embedded model {name!r}: name {known}, or the path of a GGUF file")
    return path


def _answer(spoken: Spoken, judge: Judge) -> Answer:
    if "error" in spoken.body:
        raise _error(spoken.body["error"], judge)
    choice = spoken.body["choices"][0]
    usage = spoken.body["usage"]
    return Answer(
        text=choice["message"].get("content") or "",
        thinking=choice["message"].get("reasoning_content"),
        finish_reason=choice["finish_reason"],
        prompt_tokens=usage["prompt_tokens"],
        completion_tokens=usage["completion_tokens"],
        window_tokens=spoken.window_tokens,
        load_ms=spoken.load_ms,
        latency_ms=spoken.latency_ms,
        served_model=judge.model.name,
        served_digest=judge.model.digest,
        server_version=f"xllamacpp {import_xllamacpp().__version__}",
    )


def _error(error: dict[str, Any], judge: Judge) -> BadAnswer | RequestRefused:
    if error.get("type") == "exceed_context_size_error":
        return PromptTooLong(
            f"the prompt has {error['n_prompt_tokens']} tokens, the window of {judge.model.name} {error['n_ctx']}: "
            "give the judge a larger num_ctx, or the case less evidence"
        )
    message = f"llama.cpp refused the request for {judge.model.name}: {error.get('message')}"
    return RequestRefused(message) if error.get("code") == 400 else BadAnswer(message)
