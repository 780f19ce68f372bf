"""A scripted model server on loopback, speaking Ollama's and OpenAI's interfaces over real HTTP.

::

    def script(prompt: str, nth: int) -> ScriptedReply | Fault:
        if nth == 0 and "France" in prompt:
            return Fault.status(503)
        return ScriptedReply("YES" if "Paris" in prompt else "NO")

    with ModelServer(script, latency_s=0.02) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)           # ollama:smollm2:135m
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)  # openai:smollm2:135m
        ...
        assert server.prompts == [...]
        assert server.peak_in_flight <= 4

``nth`` counts how often this very prompt was asked before, from 0 and faults included, so that
repeats can differ and a fault can pass. The script is called in one thread at a time.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, Self

from tests.support.captures import Capture
from tests.support.model_faults import Fault
from tests.support.model_http import HttpServer

__all__ = ["Fault", "ModelServer", "Recorded", "Script", "ScriptedReply", "always"]


@dataclass(frozen=True)
class ScriptedReply:
    """What the model says; token counts are made up from the length where not given."""

    text: str
    thinking: str | None = field(default=None, kw_only=True)
    finish_reason: str = field(default="stop", kw_only=True)
    prompt_tokens: int | None = field(default=None, kw_only=True)
    """More than the server's window: 400 if the request says ``truncate: false``, else cut as Ollama cuts."""
    completion_tokens: int | None = field(default=None, kw_only=True)
    first_byte_s: float = field(default=0.0, kw_only=True)
    """Wait before the first byte of this answer."""
    content_type: str = field(default="application/json", kw_only=True)
    served_model: str | None = field(default=None, kw_only=True)
    """What the server says that it was; None: what was asked for."""


Script = Callable[[str, int], ScriptedReply | Fault]


@dataclass(frozen=True)
class Recorded:
    """One request as it arrived."""

    method: str
    path: str
    body: Any
    """The parsed JSON; None without a body."""
    headers: Mapping[str, str]


def always(answer: str | ScriptedReply | Fault) -> Script:
    """A script that answers everything the same way."""
    same = ScriptedReply(answer) if isinstance(answer, str) else answer

    def script(prompt: str, nth: int) -> ScriptedReply | Fault:
        return same

    return script


class ModelServer:
    """A real HTTP server in a thread; use as a context manager.

    Parameters
    ----------
    script
        What the model answers; "YES" to everything by default.
    latency_s
        Wait before each chat answer.
    models, pullable
        Installed models, and those that a pull can bring. Digests are made from the names.
    window_tokens
        Window where a request names no ``num_ctx``.
    kind
        Of the server: ``ollama`` has both interfaces and cuts a prompt that is too long for it on ``/v1``; any other
        has ``/v1`` alone and refuses such a prompt.
    api_key
        Required by the OpenAI-style paths when given.
    replay
        Captured answers served word for word instead of the script, by method and path; several
        for one path follow each other, and the last one stays.
    afterwards
        Sent behind every answer to a POST, on the same connection and in the same piece.
    """

    def __init__(
        self,
        script: Script | None = None,
        *,
        latency_s: float = 0.0,
        models: Sequence[str] = ("smollm2:135m",),
        pullable: Sequence[str] = (),
        window_tokens: int = 4096,
        kind: Literal["ollama", "openai"] = "ollama",
        api_key: str | None = None,
        replay: Sequence[Capture] = (),
        afterwards: bytes = b"",
    ) -> None:
        self.script = script or always("YES")
        self.latency_s = latency_s
        self.models = list(models)
        self.pullable = tuple(pullable)
        self.window_tokens = window_tokens
        self.kind = kind
        self.api_key = api_key
        self.afterwards = afterwards
        self.requests: list[Recorded] = []
        self.prompts: list[str] = []
        """Every prompt put to a chat path, in order of arrival."""
        self.peak_in_flight = 0
        """The most chat requests that were under way at once."""
        self.connections_opened = 0
        self.sent_bytes = 0
        """Of bodies that have no end."""
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self._replay = list(replay)
        self._asked: Counter[str] = Counter()
        self._in_flight = 0
        self._builds: Counter[str] = Counter()
        self._back = threading.Event()
        self._restarting = threading.Lock()
        self.is_down = False
        """Whether it is restarting; until its last connection is dropped it may still be asked."""
        self._restarts: list[threading.Thread] = []
        self._server = HttpServer(self)
        self._thread = self._serving_thread()

    @property
    def url(self) -> str:
        """Address as ``OLLAMA_HOST`` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def openai_url(self) -> str:
        """Address as ``OPENAI_BASE_URL`` takes it."""
        return f"{self.url}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.closing.set()
        self.bring_back()
        self.stop()

    def stop(self) -> None:
        """Close every connection and take no more: who asks now is refused."""
        self._server.shutdown()
        self._server.drop_all()
        self._server.server_close()
        self._thread.join()

    def bring_back(self) -> None:
        """End a restart now, however long it was to last."""
        self._back.set()
        for restart in self._restarts:
            restart.join()

    def restart(self, *, down_s: float) -> None:
        """Go down, and be back at the same address after so long; one restart at a time."""
        with self._restarting:
            if any(restart.is_alive() for restart in self._restarts):
                return
            self._back.clear()
            self.is_down = True
            restart = threading.Thread(target=self._down_and_up, args=(down_s,), name="model-server restart")
            self._restarts.append(restart)
            restart.start()

    def _down_and_up(self, down_s: float) -> None:
        self.stop()
        self._back.wait(down_s)
        self.is_down = False
        self._server = HttpServer(self, port=self._server.server_address[1])
        self._thread = self._serving_thread()
        self._thread.start()

    def _serving_thread(self) -> threading.Thread:
        return threading.Thread(target=self._server.serve_forever, args=(0.02,), name="model-server")

    def digest(self, model: str) -> str:
        """The made-up digest of a model, as ``/api/tags`` gives it."""
        build = self._builds[model]
        return hashlib.sha256(f"{model}{build or ''}".encode()).hexdigest()

    def replace_model(self, model: str) -> None:
        """Have another build under the same name, as a pull brings it."""
        self._builds[model] += 1

    def restore_model(self, model: str) -> None:
        """Have the first build again."""
        del self._builds[model]

    def bodies(self, path: str) -> list[Any]:
        """The bodies of all requests to a path."""
        return [request.body for request in self.requests if request.path == path]

    def answer_to(self, prompt: str) -> ScriptedReply | Fault:
        """Record the prompt, wait, and ask the script."""
        with self.lock:
            self.prompts.append(prompt)
            nth = self._asked[prompt]
            self._asked[prompt] += 1
            self._in_flight += 1
            self.peak_in_flight = max(self.peak_in_flight, self._in_flight)
            answer = self.script(prompt, nth)
        self.closing.wait(self.latency_s + (answer.first_byte_s if isinstance(answer, ScriptedReply) else 0.0))
        with self.lock:
            self._in_flight -= 1
        return answer

    def captured(self, method: str, path: str) -> Capture | None:
        """The next captured answer for a path, if the server replays it."""
        with self.lock:
            fitting = [capture for capture in self._replay if (capture.method, capture.path) == (method, path)]
            if len(fitting) > 1:
                self._replay.remove(fitting[0])
            return fitting[0] if fitting else None
