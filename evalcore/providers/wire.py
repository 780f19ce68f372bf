"""One kept connection over HTTP/1.1, under httpx's interface.

httpx's own client and transport spend more on a call than everything else here together: they are made for any event
loop, any number of connections, proxies, redirects, cookies and TLS. These are for asyncio and for one request at a
time; h11 speaks the protocol in both. Requests, responses, decompression, errors and timeouts are httpx's
(docs/decisions/0014). The reuse of a connection is stricter: nothing that came before a request was sent is its answer.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import AsyncIterator, Awaitable, Callable
from ssl import SSLContext
from typing import Any

import h11

from evalcore.providers.addresses import is_number
from evalcore.providers.lean_httpx import httpx

_KEPT_IDLE_S = 5.0
"""An idle connection is not used after so long, as by httpx: whatever stands between may have dropped it."""
_LONGEST_HEAD = 100 * 1024
_PIECE = 64 * 1024
"""Most bytes of a body at once: a small piece of compressed data can be a thousand times as long unpacked."""
_READ_AHEAD = 1024 * 1024
"""The server is stopped while so many bytes wait to be read."""
_NEXT_ADDRESS_S = 0.25
"""A name with several addresses: after so long the next one is tried as well."""


class WireClient(httpx.AsyncClient):
    """A client with one connection to one server; it follows no redirect and keeps no cookie.

    Parameters
    ----------
    tls
        How certificates are checked where the address is one of https.
    """

    def __init__(self, *, tls: SSLContext | None = None, **options: Any) -> None:
        self._wire = WireTransport(tls)
        super().__init__(transport=self._wire, **options)

    async def send(self, request: httpx.Request, *, stream: bool = False, **_options: Any) -> httpx.Response:
        """Send a request; without ``stream`` the response is read to its end."""
        response = await self._wire.handle_async_request(request)
        response.request = request
        if isinstance(response.stream, httpx.ByteStream):
            response.read()  # nothing is awaited for what is here already
        elif not stream:
            try:
                await response.aread()
            finally:
                await response.aclose()
        return response


class WireTransport(httpx.AsyncBaseTransport):
    """One connection to one server, opened when it is needed and kept; one request at a time."""

    def __init__(self, tls: SSLContext | None = None) -> None:
        self._tls = tls
        self._socket: _Socket | None = None
        self._http = h11.Connection(h11.CLIENT)
        self._idle_since = 0.0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and return its response, whose body may still be to come."""
        timeout = request.extensions.get("timeout", {})
        body = await request.aread()
        try:
            socket = await self._connected(request.url, timeout.get("connect"))
            encoded = self._encoded(request, body)
            if not await socket.is_quiet():
                raise httpx.RemoteProtocolError("Server sent something before it was asked.")
            socket.write(encoded)
            answers = _Answers(self._http, socket, timeout.get("read"))
            head = await answers.head()
            whole = None if b"content-encoding" in dict(head.headers) else answers.whole_body()
        except h11.LocalProtocolError as error:
            await self.aclose()
            raise httpx.LocalProtocolError(str(error)) from error
        except BaseException:
            # What comes later on this connection would belong to this request.
            await self.aclose()
            raise
        stream: httpx.AsyncByteStream = _Body(answers, self._finish)
        if whole is not None:
            stream = httpx.ByteStream(whole)
            await self._finish()
        return httpx.Response(head.status_code, headers=head.headers.raw_items(), stream=stream)

    async def aclose(self) -> None:
        """Close the connection, if there is one."""
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()

    async def _connected(self, url: httpx.URL, within_s: float | None) -> _Socket:
        if self._socket is not None:
            idle_s = asyncio.get_running_loop().time() - self._idle_since
            if idle_s > _KEPT_IDLE_S or not await self._socket.is_quiet():
                await self.aclose()
        if self._socket is None:
            self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LONGEST_HEAD)
            self._socket = await _connect(url, within_s, self._tls if url.scheme == "https" else None)
        return self._socket

    def _encoded(self, request: httpx.Request, body: bytes) -> bytes:
        asked = h11.Request(method=request.method, target=request.url.raw_path, headers=request.headers.raw)
        return b"".join(self._http.send(event) or b"" for event in (asked, h11.Data(body), h11.EndOfMessage()))

    async def _finish(self) -> None:
        """The response was read to its end, or is not wanted any more."""
        answered = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        # What came after the end of a response would be taken for the answer to the next request.
        if answered and not self._http.trailing_data[0]:
            self._http.start_next_cycle()
            self._idle_since = asyncio.get_running_loop().time()
        else:
            await self.aclose()


class _Answers:
    """The events of one response."""

    def __init__(self, http: h11.Connection, socket: _Socket, within_s: float | None) -> None:
        self._http = http
        self._socket = socket
        self._within_s = within_s
        self._read: list[bytes] = []

    async def head(self) -> h11.Response:
        """The status and the headers; interim responses are passed over."""
        while not isinstance(event := await self._next(), h11.Response):
            pass
        return event

    def whole_body(self) -> bytes | None:
        """The body where all of it has come already, as that of a short answer has."""
        while isinstance(event := self._at_hand(), h11.Data):
            self._read.append(bytes(event.data))
        return b"".join(self._read) if isinstance(event, h11.EndOfMessage) else None

    async def body(self) -> AsyncIterator[bytes]:
        """The pieces of the body as they come."""
        for data in self._read:
            yield data
        while isinstance(event := await self._next(), h11.Data):
            yield bytes(event.data)

    async def _next(self) -> Any:
        while (event := self._at_hand()) is h11.NEED_DATA:
            data = await self._socket.read(self._within_s)
            if not data and self._http.their_state is h11.SEND_RESPONSE:
                raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
            self._http.receive_data(data)
        return event

    def _at_hand(self) -> Any:
        try:
            return self._http.next_event()
        except h11.RemoteProtocolError as error:
            raise httpx.RemoteProtocolError(str(error)) from error


class _Body(httpx.AsyncByteStream):
    def __init__(self, answers: _Answers, finish: Callable[[], Awaitable[None]]) -> None:
        self._answers = answers
        self._finish = finish

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._answers.body()

    async def aclose(self) -> None:
        await self._finish()


class _Socket(asyncio.Protocol):
    """Bytes to and from a server."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._received = bytearray()
        self._news: asyncio.Future[None] | None = None
        self._error: Exception | None = None
        self._lost = self._loop.create_future()
        self.ended = False
        """The server sends nothing more."""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        if len(self._received) > _READ_AHEAD:
            self._transport.pause_reading()
        self._tell()

    def eof_received(self) -> None:
        self.ended = True
        self._tell()

    def connection_lost(self, error: Exception | None) -> None:
        self.ended, self._error = True, error
        self._tell()
        self._lost.set_result(None)

    async def is_quiet(self) -> bool:
        """Whether nothing came that was not read yet, the server's end included; asked where nothing is due."""
        socket = self._transport.get_extra_info("socket")
        while not (self.ended or self._received):
            if not _is_readable(socket):
                return True
            await asyncio.sleep(0)  # the event loop fetches it; of TLS it may be for TLS itself
        return False

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    async def read(self, within_s: float | None) -> bytes:
        """What has come, at least one byte; empty at the end."""
        if not self._received and not self.ended:
            await self._wait(within_s)
        if not self._received and self._error is not None:
            raise httpx.ReadError(str(self._error)) from self._error
        data = bytes(self._received[:_PIECE])
        del self._received[:_PIECE]
        if len(self._received) <= _READ_AHEAD < len(self._received) + len(data) and not self.ended:
            self._transport.resume_reading()
        return data

    async def close(self) -> None:
        self._transport.abort()
        await asyncio.shield(self._lost)

    async def _wait(self, within_s: float | None) -> None:
        """Until something comes. A timer of its own: asyncio's timeout takes as long as the rest of the reading."""
        news = self._news = self._loop.create_future()
        timer = None if within_s is None else self._loop.call_later(within_s, _give_up, news)
        try:
            await news
        finally:
            self._news = None
            if timer is not None:
                timer.cancel()

    def _tell(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)


def _is_readable(socket: Any) -> bool:
    """Whether something came that the event loop has not fetched, or told."""
    if socket.fileno() < 0:  # closed, and the protocol is about to hear of it
        return True
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([socket], [], [], 0)[0])
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))


def _give_up(news: asyncio.Future[None]) -> None:
    if not news.done():
        news.set_exception(httpx.ReadTimeout(""))


async def _connect(url: httpx.URL, within_s: float | None, tls: SSLContext | None) -> _Socket:
    loop = asyncio.get_running_loop()
    host, port = url.raw_host.decode("ascii"), url.port or (443 if tls else 80)
    next_after_s = None if is_number(host) else _NEXT_ADDRESS_S
    try:
        async with asyncio.timeout(within_s):
            _, socket = await loop.create_connection(_Socket, host, port, ssl=tls, happy_eyeballs_delay=next_after_s)
    except TimeoutError as error:
        raise httpx.ConnectTimeout("") from error
    except (OSError, UnicodeError) as error:
        raise httpx.ConnectError(str(error)) from error
    return socket
