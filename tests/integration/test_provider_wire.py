"""Our one connection under httpx: it gives what httpx's own gives, whatever comes back and however it is cut."""

from __future__ import annotations

import asyncio
import gzip
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import pytest

from evalcore.providers import wire
from evalcore.providers.wire import WireClient, can_wire

PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
ZIPPED = gzip.compress(b'{"a": "b"}' * 50_000)

COMPLETE = {
    "a length": [PLAIN + b'{"a": 12}'],
    "byte by byte": [bytes([byte]) for byte in PLAIN + b'{"a": 12}'],
    "chunks": [CHUNKED + b"5\r\nhello\r\n", b"6;ext=1\r\n world\r\n", b"0\r\nTrailer: x\r\n\r\n"],
    "until it closes": [b"HTTP/1.1 200 OK\r\n\r\n", b"to the ", b"end"],
    "an old server": [b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"],
    "no reason": [b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"],
    "a hint before": [b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", PLAIN + b"123456789"],
    "no body": [b"HTTP/1.1 204 No Content\r\n\r\n"],
    "compressed": [b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(ZIPPED), ZIPPED],
    "long": [b"HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n", b"x" * 5_000_000],
    "an error": [b"HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nbusy"],
    "a redirect": [b"HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"],
    "a cookie": [b"HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\nok"],
}
BROKEN = {
    "nothing": [],
    "half a head": [b"HTTP/1.1 200 OK\r\nContent-"],
    "half a body": [PLAIN + b'{"a"'],
    "half a chunk": [CHUNKED + b"5\r\nhel"],
    "no size of a chunk": [CHUNKED + b"five\r\nhello\r\n"],
    "no HTTP": [b"220 mail.example.com ESMTP\r\n\r\n"],
    "two lengths": [b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok"],
    "an endless head": [b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 40_000],
    "not compressed": [b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok"],
}


@contextmanager
def serving(pieces: Sequence[bytes], *, keep_open: bool = False) -> Iterator[tuple[str, list[socket.socket]]]:
    """A server that sends these pieces to whoever asks, each by itself, and closes; its address and its connections."""
    accepted: list[socket.socket] = []
    answering: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            with suppress(OSError):  # the listener is shut down
                while True:
                    connection, _ = listener.accept()
                    accepted.append(connection)
                    answering.append(threading.Thread(target=answer, args=(connection, pieces, keep_open)))
                    answering[-1].start()

        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", accepted
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join()
            for thread in answering:
                thread.join()


def answer(connection: socket.socket, pieces: Sequence[bytes], keep_open: bool) -> None:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection, suppress(OSError):  # the client has heard enough
        while whole_request(connection):
            for piece in pieces:
                connection.sendall(piece)
            if not keep_open:
                return


def whole_request(connection: socket.socket) -> bytes:
    received = b""
    while not received.endswith(b"{}") and (data := connection.recv(65536)):
        received += data
    return received


def ours() -> httpx.AsyncClient:
    return WireClient(timeout=httpx.Timeout(5), trust_env=False)


def theirs() -> httpx.AsyncClient:
    return httpx.AsyncClient(timeout=httpx.Timeout(5), trust_env=False)


def outcome(client: httpx.AsyncClient, address: str, *, stream: bool) -> Any:
    """What a request comes to: status, headers and body, or the kind of the error."""

    async def ask() -> Any:
        async with client:
            if not stream:
                response = await client.post(f"{address}/chat", content=b"{}")
                return response.status_code, response.headers.multi_items(), response.content
            async with client.stream("POST", f"{address}/chat", content=b"{}") as response:
                return (
                    response.status_code,
                    response.headers.multi_items(),
                    b"".join([p async for p in response.aiter_bytes()]),
                )

    try:
        return asyncio.run(ask())
    except httpx.HTTPError as error:
        return type(error)


@pytest.mark.parametrize("stream", [False, True], ids=["at once", "streamed"])
@pytest.mark.parametrize("pieces", COMPLETE.values(), ids=COMPLETE)
def test_a_response_is_what_httpx_makes_of_it(pieces: Sequence[bytes], stream: bool) -> None:
    with serving(pieces) as (address, _):
        got = outcome(ours(), address, stream=stream)
        assert got == outcome(theirs(), address, stream=stream)
    assert isinstance(got, tuple)


@pytest.mark.parametrize("stream", [False, True], ids=["at once", "streamed"])
@pytest.mark.parametrize("pieces", BROKEN.values(), ids=BROKEN)
def test_a_broken_response_is_the_error_that_httpx_raises(pieces: Sequence[bytes], stream: bool) -> None:
    with serving(pieces) as (address, _):
        got = outcome(ours(), address, stream=stream)
        assert got == outcome(theirs(), address, stream=stream)
    assert isinstance(got, type)


@pytest.mark.parametrize("host", ["127.0.0.1:1", "localhost:1", "nowhere.invalid"])
def test_who_does_not_answer_is_the_same_error(host: str) -> None:
    assert outcome(ours(), f"http://{host}", stream=False) == outcome(theirs(), f"http://{host}", stream=False)


def test_a_connection_is_kept_and_one_that_was_closed_is_opened_again() -> None:
    async def ask() -> None:
        async with ours() as client:
            for _ in range(3):
                assert (await client.post(f"{address}/chat", content=b"{}")).content == b"123456789"
            accepted[0].shutdown(socket.SHUT_RDWR)
            await asyncio.sleep(0.05)
            assert (await client.post(f"{address}/chat", content=b"{}")).content == b"123456789"

    with serving([PLAIN + b"123456789"], keep_open=True) as (address, accepted):
        asyncio.run(ask())
    assert len(accepted) == 2


def test_an_idle_connection_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with ours() as client:
            for _ in range(3):
                await client.post(f"{address}/chat", content=b"{}")
                await asyncio.sleep(0.01)

    monkeypatch.setattr(wire, "_KEPT_IDLE_S", 0.0)
    with serving([PLAIN + b"123456789"], keep_open=True) as (address, accepted):
        asyncio.run(ask())
    assert len(accepted) == 3


def test_a_response_that_is_not_read_to_its_end_ends_the_connection() -> None:
    async def ask() -> None:
        async with ours() as client:
            for _ in range(2):
                async with client.stream("POST", f"{address}/chat", content=b"{}"):
                    pass

    with serving([PLAIN, b"1"], keep_open=True) as (address, accepted):
        asyncio.run(ask())
    assert len(accepted) == 2


def test_each_piece_of_a_body_has_its_time() -> None:
    async def ask() -> None:
        async with WireClient(timeout=httpx.Timeout(0.1), trust_env=False) as client:
            with pytest.raises(httpx.ReadTimeout):
                await client.post(f"{address}/chat", content=b"{}")

    with serving([PLAIN + b"1"], keep_open=True) as (address, _):
        asyncio.run(ask())


def test_tls_and_proxies_are_left_to_httpx(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert can_wire("http://models.example.com:11434")
    assert not can_wire("https://models.example.com/v1")
    monkeypatch.setenv("http_proxy", "http://proxy.example.com:3128")
    assert not can_wire("http://models.example.com:11434")
    assert can_wire("http://127.0.0.1:11434")
