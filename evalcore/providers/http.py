"""One worker's HTTP connection, with every fault turned into an error for people.

::

    no connection, timeout, broken connection   Unreachable      asked again
    429, 5xx                                    Overloaded       asked again
    200 with something else than a JSON object  BadAnswer
    more than MOST_BYTES                        BadAnswer    and no more of it is read
    any other status                            Refusal          the provider says what it means
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from evalcore.errors import BadAnswer, Overloaded, ProviderError, RequestRefused, TooSlow, Unreachable
from evalcore.providers.certificates import tls_failure, tls_words
from evalcore.providers.clients import make_client
from evalcore.providers.lean_httpx import httpx
from evalcore.providers.proxies import Proxy, proxy_for
from evalcore.providers.retrying import parse_retry_after

CONNECT_TIMEOUT_S = 5.0
READ_TIMEOUT_S = 300.0
"""A small machine may need minutes for a long prompt."""
MOST_BYTES = 16 * 1024 * 1024
"""Longest body that is read, some hundred times the longest reply: a server must not fill the memory."""
_QUOTED_LENGTH = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A server, and how to speak of it to people."""

    name: str
    """Such as "Ollama"."""
    address: str
    advice: str
    """What to do when it does not answer."""
    key: str | None = field(default=None, repr=False)
    """Sent as a bearer token; never part of a message."""
    read_timeout_s: float = field(default_factory=lambda: READ_TIMEOUT_S)

    def __str__(self) -> str:
        return f"{self.name} at {self.address}"

    def quote(self, text: str) -> str:
        """What the server sent, as one printable line of limited length without the key."""
        if self.key:
            text = text.replace(self.key, "<key>")
        text = text[: 10 * _QUOTED_LENGTH]  # so that a very long one costs no time; white space may still go
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return line if len(line) <= _QUOTED_LENGTH else line[: _QUOTED_LENGTH - 1] + "…"


class Refusal(RequestRefused):
    """A status that asking again will not change; a provider catches it and says what to do."""

    def __init__(self, message: str, *, status: int, detail: str, code: str) -> None:
        super().__init__(message)
        self.status = status
        self.detail = detail
        """What the server says, shortened."""
        self.code = code
        """The error's own code or type, where the server gives one; else empty."""


class Line:
    """An open line to one server, holding one connection at a time."""

    def __init__(
        self, endpoint: Endpoint, client: httpx.AsyncClient, clock: Callable[[], datetime], proxy: Proxy | None = None
    ) -> None:
        self.endpoint = endpoint
        self._proxy = proxy
        self._client = client
        self._clock = clock
        self._urls: dict[str, httpx.URL] = {}

    async def get(self, path: str) -> dict[str, Any]:
        """The JSON object at a path; raises a ProviderError."""
        return await self._send("GET", path, None)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The JSON object that answers a body; raises a ProviderError."""
        return await self._send("POST", path, body)

    async def timed_post(self, path: str, body: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """The same, and how long it took in milliseconds."""
        started = time.perf_counter()
        answer = await self.post(path, body)
        return answer, (time.perf_counter() - started) * 1000

    async def stream(self, path: str, body: dict[str, Any], each: Callable[[dict[str, Any]], None]) -> None:
        """Hand every JSON line of a streamed answer to ``each``; raises a ProviderError."""
        try:
            async with self._client.stream("POST", self._url(path), content=_encoded(body)) as response:
                if response.status_code != 200:
                    raise self._refused(response, await self._read(response))
                async for line in self._lines(response):
                    if line.strip():
                        each(_object(line, self.endpoint))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._broken(error) from None

    async def _send(self, method: str, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        content = None if body is None else _encoded(body)
        try:
            async with self._client.stream(method, self._url(path), content=content) as response:
                data = await self._read(response)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._broken(error) from None
        if response.status_code != 200:
            raise self._refused(response, data)
        return _object(data, self.endpoint)

    async def _read(self, response: httpx.Response) -> bytes:
        """The whole body, as long as it is not longer than any answer."""
        pieces, length = [], 0
        async for piece in response.aiter_bytes():
            length += len(piece)
            self._check_length(length)
            pieces.append(piece)
        return b"".join(pieces)

    async def _lines(self, response: httpx.Response) -> AsyncIterator[bytes]:
        """The lines of a body that may be of any length, each no longer than any answer."""
        rest = b""
        async for piece in response.aiter_bytes():
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                yield line
            self._check_length(len(rest))
        yield rest

    def _check_length(self, length: int) -> None:
        if length > MOST_BYTES:
            raise BadAnswer(
                f"{self.endpoint} sent more than {MOST_BYTES // 1024**2} MB in one answer, and the rest was not read: "
                "is this a model server?"
            )

    def _url(self, path: str) -> httpx.URL:
        """The URL of a path, parsed once; InvalidURL where the address is none."""
        if path not in self._urls:
            self._urls[path] = httpx.URL(self.endpoint.address + path)
        return self._urls[path]

    def _broken(self, error: httpx.HTTPError | httpx.InvalidURL) -> ProviderError:
        if isinstance(error, httpx.InvalidURL):
            return RequestRefused(f"{self.endpoint.address} is not an address that {self.endpoint.name} can have")
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
            return self._not_connected(error)
        if isinstance(error, httpx.TimeoutException):
            return TooSlow(f"{self.endpoint} gave no answer within {self.endpoint.read_timeout_s:g} s")
        if isinstance(error, httpx.TransportError):
            return Unreachable(f"{self.endpoint} broke the connection before its answer was complete")
        return BadAnswer(f"{self.endpoint} sent an answer that cannot be decoded ({type(error).__name__})")

    def _not_connected(self, error: httpx.TransportError) -> ProviderError:
        """Why there is no connection: certificates, the proxy, or nobody there."""
        tls, proxy = tls_failure(error), self._proxy
        if tls is not None:
            through = f", asked through {proxy}," if proxy else ""
            return RequestRefused(f"{self.endpoint}{through} {tls_words(tls)}")
        if isinstance(error, httpx.ProxyError):
            if str(error).startswith("407"):
                return self._unknown_to_proxy()
            return Unreachable(
                f"{proxy} does not lead to {self.endpoint}: it answered {self.endpoint.quote(str(error))!r}"
            )
        if proxy is not None:
            return Unreachable(f"{self.endpoint} is asked through {proxy}, which is not answering: {proxy.advice}")
        return Unreachable(f"{self.endpoint.name} is not answering at {self.endpoint.address}: {self.endpoint.advice}")

    def _unknown_to_proxy(self) -> RequestRefused:
        variable = self._proxy.variable if self._proxy else ""
        return RequestRefused(f"{self._proxy} asks for another user name or password (407): give them in {variable}")

    def _refused(self, response: httpx.Response, data: bytes) -> ProviderError:
        status = response.status_code
        detail, code = _explanation(data.decode("utf-8", "replace"))
        detail = self.endpoint.quote(detail)
        message = f"{self.endpoint} answered {status}: {detail}" if detail else f"{self.endpoint} answered {status}"
        if status == 407 and self._proxy is not None:
            return self._unknown_to_proxy()
        if status == 429 or status >= 500:
            wait_s = parse_retry_after(response.headers.get("Retry-After"), now=self._clock())
            return Overloaded(message, retry_after_s=wait_s)
        return Refusal(message, status=status, detail=detail, code=code)


class Lines:
    """One worker's lines, opened as they are needed and closed together."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._open: dict[Endpoint, Line] = {}
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._stack.__aexit__(kind, error, at)

    async def to(self, endpoint: Endpoint) -> Line:
        """The line to a server."""
        line = self._open.get(endpoint)
        if line is None:
            proxy = proxy_for(endpoint.address)
            client = await self._stack.enter_async_context(_client(endpoint, proxy))
            line = self._open[endpoint] = Line(endpoint, client, self._clock, proxy)
        return line


def _client(endpoint: Endpoint, proxy: Proxy | None) -> httpx.AsyncClient:
    headers = {"Content-Type": "application/json"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    timeout = httpx.Timeout(endpoint.read_timeout_s, connect=CONNECT_TIMEOUT_S)
    return make_client(endpoint.address, proxy, headers=headers, timeout=timeout)


def _encoded(body: dict[str, Any]) -> bytes:
    """ASCII JSON: half a surrogate pair in a text cannot be sent as UTF-8, but as an escape it can."""
    return json.dumps(body).encode("ascii")


def _object(data: bytes, endpoint: Endpoint) -> dict[str, Any]:
    """The JSON object that a body is; JSON is UTF-8 (RFC 8259, 8.1), whatever the header says of it."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadAnswer(_what_is_wrong(data, endpoint))
    return value


def _what_is_wrong(data: bytes, endpoint: Endpoint) -> str:
    """Why a body is not the answer that was asked for, and what it is."""
    quoted = repr(endpoint.quote(data.decode("utf-8", "replace")))
    if not data.strip():
        return f"{endpoint} sent an empty answer"
    if not _is_utf8(data):
        return f"{endpoint} sent an answer that is not valid UTF-8, so that its text is not known: {quoted}"
    if data.lstrip()[:1] == b"<":
        return f"{endpoint} sent a web page in place of an answer: is something else at this address? {quoted}"
    if _is_stream(data):
        return f"{endpoint} sent a stream of JSON objects, although one object was asked for: {quoted}"
    return f"{endpoint} answered with something that is not a JSON object: {quoted}"


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_stream(data: bytes) -> bool:
    """Whether every line is an object of its own, as NDJSON has it, or an event of one."""
    lines = data.splitlines()[:2]
    return len(lines) == 2 and all(line.startswith((b"{", b"data:")) for line in lines if line.strip())


def _explanation(text: str) -> tuple[str, str]:
    """What an error body says, and its code; ``{"error": "…"}``, ``{"error": {"message", "code"}}`` or plain text."""
    detail, code = text, ""
    try:
        error = json.loads(text)["error"]
        if isinstance(error, dict):
            detail, code = str(error.get("message", "")), str(error.get("code") or error.get("type") or "")
        else:
            detail = str(error)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return detail, code
