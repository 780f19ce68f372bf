"""Our one connection under httpx: it gives what httpx's own gives, whatever comes back and however it is cut."""

from __future__ import annotations

import asyncio
import gzip
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from evalcore.providers import wire
from evalcore.providers.clients import make_client
from evalcore.providers.proxies import proxy_for
from evalcore.providers.wire import WireClient
from tests.support.certificates import Certificate, write_certificate

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
def serving(
    pieces: Sequence[bytes],
    *,
    keep_open: bool = False,
    certificate: Certificate | None = None,
    sent: threading.Semaphore | None = None,
) -> Iterator[tuple[str, list[socket.socket]]]:
    """A server that sends these pieces to whoever asks, each by itself, and closes; its address and its connections."""
    tls = certificate.server_side() if certificate else None
    accepted: list[socket.socket] = []
    answering: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            with suppress(OSError):  # the listener is shut down
                while True:
                    connection, _ = listener.accept()
                    accepted.append(connection)
                    if tls is not None:
                        connection = tls.wrap_socket(connection, server_side=True)
                    answering.append(threading.Thread(target=answer, args=(connection, pieces, keep_open, sent)))
                    answering[-1].start()

        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield f"{'https' if tls else 'http'}://127.0.0.1:{listener.getsockname()[1]}", accepted
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join()
            for thread in answering:
                thread.join()


def answer(
    connection: socket.socket, pieces: Sequence[bytes], keep_open: bool, sent: threading.Semaphore | None
) -> None:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection, suppress(OSError):  # the client has heard enough
        while whole_request(connection):
            for piece in pieces:
                connection.sendall(piece)
            if sent is not None:
                sent.release()
            if not keep_open:
                return


def whole_request(connection: socket.socket) -> bytes:
    received = b""
    while not received.endswith(b"{}") and (data := connection.recv(65536)):
        received += data
    return received


@pytest.fixture
def without_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


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


@pytest.mark.parametrize("stream", [False, True], ids=["at once", "streamed"])
@pytest.mark.parametrize("pieces", [*COMPLETE.values(), *BROKEN.values()], ids=[*COMPLETE, *BROKEN])
def test_over_tls_it_is_what_httpx_makes_of_it_too(pieces: Sequence[bytes], stream: bool, tmp_path: Path) -> None:
    certificate = write_certificate(tmp_path)
    trust = ssl.create_default_context(cafile=certificate.file)
    with serving(pieces, certificate=certificate) as (address, _):
        got = outcome(WireClient(timeout=httpx.Timeout(5), trust_env=False, tls=trust), address, stream=stream)
        assert got == outcome(httpx.AsyncClient(timeout=5, trust_env=False, verify=trust), address, stream=stream)


def test_a_proxy_that_may_apply_is_left_to_httpx(monkeypatch: pytest.MonkeyPatch, without_proxies: None) -> None:
    def is_ours(address: str) -> bool:
        return isinstance(make_client(address, proxy_for(address)), WireClient)

    assert is_ours("http://models.example.com:11434")
    assert is_ours("https://models.example.com/v1")
    monkeypatch.setenv("http_proxy", "http://proxy.example.com:3128")
    assert not is_ours("http://models.example.com:11434")
    assert is_ours("https://models.example.com/v1")
    assert is_ours("http://127.0.0.1:11434")
    monkeypatch.setenv("no_proxy", "models.example.com")
    assert is_ours("http://models.example.com:11434")


SECOND = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnot asked"
LEFTOVERS = {
    "a second response": SECOND,
    "half a second response": SECOND[:-3],
    "a line end": b"\r\n",
    "an interim response": b"HTTP/1.1 100 Continue\r\n\r\n",
    "more body than was announced": b"!",
}


def asked_thrice(client: httpx.AsyncClient, address: str, *, each: Callable[[], object] | None = None) -> list[bytes]:
    """The bodies of three answers, one after the other over one client.

    What is done after each holds the event loop up, so that it knows nothing of what comes meanwhile.
    """

    async def ask() -> list[bytes]:
        bodies = []
        async with client:
            for _ in range(3):
                async with client.stream("POST", f"{address}/chat", content=b"{}") as response:
                    bodies.append(b"".join([p async for p in response.aiter_bytes()]))
                if each is not None:
                    each()
        return bodies

    return asyncio.run(ask())


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
@pytest.mark.parametrize("together", [True, False], ids=["in one piece", "in a piece of its own"])
@pytest.mark.parametrize("leftover", LEFTOVERS.values(), ids=LEFTOVERS)
def test_what_comes_after_a_response_is_never_the_answer_to_the_next_request(
    leftover: bytes, together: bool, tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    response, sent = PLAIN + b"123456789", threading.Semaphore(0)
    certificate = write_certificate(tmp_path) if tls else None
    if certificate:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
    pieces = [response + leftover] if together else [response, leftover]
    with serving(pieces, keep_open=True, certificate=certificate, sent=sent) as (address, accepted):
        bodies = asked_thrice(make_client(address, None, timeout=5), address, each=sent.acquire)
    assert bodies == [b"123456789"] * 3
    assert len(accepted) == 3


def test_a_server_that_speaks_first_is_not_taken_for_an_answer() -> None:
    async def ask(address: str) -> None:
        async with ours() as client:
            client._wire._socket = await wire._connect(httpx.URL(address), 5, None)  # type: ignore[attr-defined]
            client._wire._idle_since = asyncio.get_running_loop().time()  # type: ignore[attr-defined]
            greeted.wait()
            assert (await client.post(f"{address}/chat", content=b"{}")).content == b"123456789"

    greeted = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def greet() -> None:
            connections = [listener.accept()[0]]
            connections[0].sendall(SECOND)
            greeted.set()
            connections.append(listener.accept()[0])
            whole_request(connections[1])
            connections[1].sendall(PLAIN + b"123456789")
            for connection in connections:
                connection.close()

        greeting = threading.Thread(target=greet)
        greeting.start()
        asyncio.run(ask(f"http://127.0.0.1:{listener.getsockname()[1]}"))
        greeting.join()


def test_through_a_proxy_a_second_response_is_not_the_next_answer(
    monkeypatch: pytest.MonkeyPatch, without_proxies: None
) -> None:
    with serving([PLAIN + b"123456789" + SECOND], keep_open=True) as (address, _):
        monkeypatch.setenv("http_proxy", address)
        models = "http://models.example.com"
        assert asked_thrice(make_client(models, proxy_for(models), timeout=5), models) == [b"123456789"] * 3
