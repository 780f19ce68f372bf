"""llama.cpp inside this process, made so that a repeat is comparable: one call at a time, no prompt cache."""

from __future__ import annotations

import asyncio
import atexit
import os
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.errors import BadAnswer, MissingPart

_SPINS = "1000"
"""How long llama.cpp's threads wait for each other awake. OpenMP's own choice is so long that one busy
neighbour on two cores costs nine tenths of the speed (0.06 against 0.5 calls/s); on an idle machine
this shorter wait costs nothing that can be measured, and the arithmetic is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What came back for one body, and how long it took."""

    body: dict[str, Any]
    latency_ms: float
    load_ms: float
    """0 once the model is loaded."""
    window_tokens: int
    """As llama.cpp made it, which may be more or less than was asked for."""


class LoadedModel:
    """One model in memory, with the one thread that may speak to it.

    Calls wait for each other in that thread: with several at once, or with a prompt cache, the
    probabilities depend on what else was asked, and repeats could not be told from noise.
    """

    def __init__(self, path: Path, window_tokens: int) -> None:
        self._path = path
        self._asked_window_tokens = window_tokens
        self._window_tokens = 0
        self._server: Any = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="llama")

    async def chat(self, body: dict[str, Any]) -> Spoken:
        """Answer an OpenAI-style body; an error comes back in the answer's "error".

        Raises
        ------
        MissingPart, BadAnswer
            When llama.cpp is not installed, or cannot load the file or read the body.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._chat, body)

    def close(self) -> None:
        """Wait for the call under way, then give the memory, the port and the thread back."""
        self._thread.shutdown(cancel_futures=True)
        self._server = None

    def _chat(self, body: dict[str, Any]) -> Spoken:
        started = time.perf_counter()
        if self._server is None:
            self._load()
        loaded = time.perf_counter()
        try:
            answer = self._server.handle_chat_completions({**body, "cache_prompt": False})
        except RuntimeError as error:
            raise BadAnswer(f"llama.cpp could not answer with {self._path.name}: {error}") from None
        return Spoken(
            body=answer,
            latency_ms=(time.perf_counter() - loaded) * 1000,
            load_ms=(loaded - started) * 1000,
            window_tokens=self._window_tokens,
        )

    def _load(self) -> None:
        xllamacpp = import_xllamacpp()
        # The server opens a port on loopback, which any page in a browser could reach: a key
        # that nobody knows keeps it shut.
        key = secrets.token_urlsafe(32)
        params = xllamacpp.CommonParams()
        params.model.path = str(self._path)
        params.n_ctx = self._asked_window_tokens
        params.n_parallel = 1
        params.cache_prompt = False
        params.cache_ram_mib = 0
        params.ui = False
        params.verbosity = 0
        params.api_keys = [key]
        try:
            self._server = xllamacpp.Server(params)
        except RuntimeError:
            raise BadAnswer(
                f"llama.cpp cannot load {self._path}: it is damaged, of a kind this version does not know, or too large"
            ) from None
        self._window_tokens = _window_tokens(self._server.listening_address, key)


def import_xllamacpp() -> Any:
    """The xllamacpp module.

    Raises
    ------
    MissingPart
        When it is not installed.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", _SPINS)
    try:
        import xllamacpp
    except ImportError:
        raise MissingPart(
            "the embedded provider needs xllamacpp, which is not installed: run `pip install '.[embedded]'` "
            "in a copy of this repository, or use a model of Ollama"
        ) from None
    return xllamacpp


def _window_tokens(address: str, key: str) -> int:
    """Ask the server for the window it made; its Python side does not tell."""
    from evalcore.providers.lean_httpx import httpx

    answer = httpx.get(f"{address}/props", headers={"Authorization": f"Bearer {key}"}, trust_env=False, timeout=30)
    return int(answer.raise_for_status().json()["default_generation_settings"]["n_ctx"])


_models: dict[tuple[Path, int], LoadedModel] = {}
_lock = threading.Lock()


def loaded_model(path: Path, window_tokens: int) -> LoadedModel:
    """The one copy of a model in this process, for a window; loaded at its first call."""
    with _lock:
        key = (path.resolve(), window_tokens)
        if key not in _models:
            _models[key] = LoadedModel(path, window_tokens)
        return _models[key]


def close_models() -> None:
    """Unload every model; the next call loads it again. Done at exit."""
    with _lock:
        models = list(_models.values())
        _models.clear()
    for model in models:
        model.close()


atexit.register(close_models)
