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

import contextlib
import hashlib
import json
import socket
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self, cast

from tests.support.captures import Capture


@dataclass(frozen=True)
class ScriptedReply:
    """What the model says; token counts are made up from the length where not given."""

    text: str
    thinking: str | None = field(default=None, kw_only=True)
    finish_reason: str = field(default="stop", kw_only=True)
    prompt_tokens: int | None = field(default=None, kw_only=True)
    """More than the server's window: 400 if the request says ``truncate: false``, else cut as Ollama cuts."""
    completion_tokens: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Fault:
    """Something other than a proper answer; made by one of the four methods below."""

    kind: Literal["status", "drop", "stall", "malformed"]
    code: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    stall_s: float = 0.0

    @classmethod
    def status(
        cls, code: int, *, headers: Mapping[str, str] | None = None, body: str = '{"error":"scripted"}'
    ) -> Fault:
        """An HTTP error status."""
        return cls("status", code, headers or {}, body)

    @classmethod
    def drop(cls) -> Fault:
        """The connection is closed without an answer."""
        return cls("drop")

    @classmethod
    def stall(cls, seconds: float = 60.0) -> Fault:
        """No answer for so long (or until the server closes), then the connection is closed."""
        return cls("stall", stall_s=seconds)

    @classmethod
    def malformed(cls, body: str = '{"message": {"content": "Y') -> Fault:
        """Status 200 with a body that is not the promised JSON."""
        return cls("malformed", body=body)


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
    api_key
        Required by the OpenAI-style paths when given.
    replay
        Captured answers served word for word instead of the script, by method and path; several
        for one path follow each other, and the last one stays.
    """

    def __init__(
        self,
        script: Script | None = None,
        *,
        latency_s: float = 0.0,
        models: Sequence[str] = ("smollm2:135m",),
        pullable: Sequence[str] = (),
        window_tokens: int = 4096,
        api_key: str | None = None,
        replay: Sequence[Capture] = (),
    ) -> None:
        self.script = script or always("YES")
        self.latency_s = latency_s
        self.models = list(models)
        self.pullable = tuple(pullable)
        self.window_tokens = window_tokens
        self.api_key = api_key
        self.requests: list[Recorded] = []
        self.prompts: list[str] = []
        """Every prompt put to a chat path, in order of arrival."""
        self.peak_in_flight = 0
        """The most chat requests that were under way at once."""
        self.connections_opened = 0
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self._replay = list(replay)
        self._asked: Counter[str] = Counter()
        self._in_flight = 0
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="model-server")

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
        self._server.shutdown()
        self._server.drop_all()
        self._server.server_close()
        self._thread.join()

    def digest(self, model: str) -> str:
        """The made-up digest of a model, as ``/api/tags`` gives it."""
        return hashlib.sha256(model.encode()).hexdigest()

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
        self.closing.wait(self.latency_s)
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


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # server_close waits for every handler, so that nothing is left behind
    request_queue_size = 256

    def __init__(self, model_server: ModelServer) -> None:
        self.model_server = model_server
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.model_server.lock:
            self._open.add(request)
            self.model_server.connections_opened += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self.model_server.lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def drop_all(self) -> None:
        """Wake every handler that waits for a next request on a kept connection."""
        with self.model_server.lock:
            for connection in self._open:
                with contextlib.suppress(OSError):  # the client may have gone already
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news; anything else is a fault in this file."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body leave in one piece
    disable_nagle_algorithm = True

    @property
    def scripted(self) -> ModelServer:
        return cast(_Server, self.server).model_server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._handle("GET")

    def do_POST(self) -> None:
        self._handle("POST")

    def _handle(self, method: str) -> None:
        from tests.support import model_routes

        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.loads(raw) if raw else None
        with self.scripted.lock:
            self.scripted.requests.append(Recorded(method, self.path, body, dict(self.headers)))
        captured = self.scripted.captured(method, self.path)
        if captured:
            self.send_body(captured.status, captured.raw_body, {"Content-Type": captured.content_type})
            return
        route = model_routes.ROUTES.get((method, self.path))
        if route is None:
            self.send_body(404, "404 page not found", {"Content-Type": "text/plain"})
        elif self.path.startswith("/v1/") and not self._has_key():
            self.send_json({"error": {"message": "Incorrect API key provided", "type": "invalid_request_error"}}, 401)
        else:
            route(self, body)

    def _has_key(self) -> bool:
        return self.scripted.api_key in (None, (self.headers.get("Authorization") or "").removeprefix("Bearer "))

    def send_json(self, value: Any, status: int = 200) -> None:
        """Send a JSON document."""
        self.send_body(status, json.dumps(value), {"Content-Type": "application/json; charset=utf-8"})

    def send_body(self, status: int, text: str, headers: Mapping[str, str]) -> None:
        """Send a whole answer."""
        data = text.encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def send_fault(self, fault: Fault) -> None:
        """Do what the fault says."""
        if fault.kind in ("drop", "stall"):
            self.scripted.closing.wait(fault.stall_s)
            self.close_connection = True
        else:
            self.send_body(fault.code, fault.body, {"Content-Type": "application/json", **fault.headers})
