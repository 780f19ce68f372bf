"""Certificates and proxies: what keeps a connection from being made is said in words, with what to do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from evalcore.errors import JudgeError, MissingPart, ProviderError, RequestRefused, Unreachable
from evalcore.providers.proxies import Proxy, proxy_for
from tests.support.asking import ask, judge_of, without_waiting
from tests.support.certificates import Certificate, write_certificate

SOMEWHERE = "http://models.example.test/v1"
PASSWORD = "pa55word"


@pytest.fixture(autouse=True)
def _environment_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


@contextmanager
def answering(reply: bytes, certificate: Certificate | None = None) -> Iterator[int]:
    """A server on loopback that answers every connection with the same bytes; its port."""
    tls = certificate.server_side() if certificate else None
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with suppress(OSError):  # the listener is shut down
                while True:
                    connection, _ = listener.accept()
                    with suppress(OSError):  # the client does not like the certificate
                        if tls is not None:
                            connection = tls.wrap_socket(connection, server_side=True)
                        connection.recv(65536)
                        connection.sendall(reply)
                    connection.close()

        serving = threading.Thread(target=serve)
        serving.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            serving.join()


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port of loopback on which nobody listens, kept from others meanwhile."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def refusal(address: str, *, tries: int = 4) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        ask(judge_of("openai", "m", base_url=address), "hi", retrying=without_waiting())
    assert caught.value.attempts == tries
    return caught.value


COMPLETION = b'{"choices": [{"message": {"content": "YES"}}]}'
ANSWER = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(COMPLETION) + COMPLETION


def test_a_certificate_of_an_authority_that_is_named_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = write_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
    with answering(ANSWER, certificate) as port:
        [answer] = ask(judge_of("openai", "m", base_url=f"https://127.0.0.1:{port}/v1"), "hi")
    assert answer.text == "YES"


@pytest.mark.parametrize(
    ("made", "trusted", "says"),
    [
        ({}, False, r"that this machine does not trust \(.*\): name the file of its authority.* in SSL_CERT_FILE"),
        ({"from_days": -9}, True, "has a certificate that has expired: have it renewed"),
        ({"from_days": 2}, True, "has a certificate that is not valid yet: is the clock of this machine right"),
        ({"address": "10.1.2.3"}, True, "has a certificate for another name: use the name that"),
    ],
    ids=["untrusted", "expired", "not yet valid", "wrong name"],
)
def test_a_certificate_that_is_not_taken_is_said_in_words_and_not_tried_again(
    made: dict[str, object], trusted: bool, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = write_certificate(tmp_path, **made)  # type: ignore[arg-type]
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
    with answering(ANSWER, certificate) as port, pytest.raises(RequestRefused, match=says):
        raise refusal(f"https://127.0.0.1:{port}/v1", tries=1)


def test_a_server_that_speaks_no_tls_is_told_apart_from_one_that_is_not_there() -> None:
    with answering(ANSWER) as port, pytest.raises(RequestRefused, match="http:// in place of https://"):
        raise refusal(f"https://127.0.0.1:{port}/v1", tries=1)


@pytest.mark.parametrize("content", [None, "", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_a_file_of_certificates_that_cannot_be_read_is_named(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "authorities.pem"
    if content is not None:
        file.write_text(content, encoding="ascii")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with pytest.raises(JudgeError, match=r"expected SSL_CERT_FILE to name a file.*authorities\.pem.*or unset it"):
        ask(judge_of("openai", "m", base_url="https://127.0.0.1:1/v1"), "hi")


@pytest.mark.parametrize("variable", ["http_proxy", "HTTP_PROXY", "all_proxy"])
def test_a_proxy_that_is_not_there_is_named_without_its_password(
    variable: str, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, f"http://someone:{PASSWORD}@127.0.0.1:{closed_port}")
    error = refusal(SOMEWHERE)
    assert isinstance(error, Unreachable)
    proxy = f"the proxy http://127.0.0.1:{closed_port} (named by {variable.upper()})"
    assert f"is asked through {proxy}, which is not answering: start it, set" in str(error)
    assert "NO_PROXY" in str(error)
    assert PASSWORD not in str(error)


def test_a_proxy_that_does_not_lead_to_an_https_server_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n") as port:
        monkeypatch.setenv("https_proxy", f"http://someone:{PASSWORD}@127.0.0.1:{port}")
        error = refusal("https://models.example.test/v1", tries=1)
    assert f"the proxy http://127.0.0.1:{port} (named by HTTPS_PROXY) asks for another user name" in str(error)
    assert PASSWORD not in str(error)


def test_a_proxy_that_wants_a_password_is_told_from_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n") as port:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{port}")
        assert "(named by HTTP_PROXY) asks for another user name or password" in str(refusal(SOMEWHERE, tries=1))


def test_a_tunnel_that_breaks_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(b"HTTP/1.1 200 OK\r\n\r\n") as port:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{port}")
        assert isinstance(refusal("https://models.example.test/v1", tries=4), Unreachable)


def test_a_tunnel_that_is_refused_for_now_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n") as port:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{port}")
        assert "does not lead to" in str(refusal("https://models.example.test/v1", tries=4))


@pytest.mark.parametrize(
    "proxy", [f"ftp://u:{PASSWORD}@proxy", f"http://u:pa/{PASSWORD}@proxy:3128", f"http://u:{PASSWORD}@proxy:port"]
)
def test_what_is_no_proxy_is_said_without_repeating_it(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", proxy)
    with pytest.raises(JudgeError, match="expected HTTP_PROXY to name a proxy such as") as refused:
        ask(judge_of("openai", "m", base_url=SOMEWHERE), "hi")
    assert PASSWORD not in str(refused.value)


def test_a_socks_proxy_names_the_package_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "socksio", None)
    monkeypatch.setenv("all_proxy", f"socks5://u:{PASSWORD}@127.0.0.1:1080")
    with pytest.raises(MissingPart, match="pip install socksio") as missing:
        ask(judge_of("openai", "m", base_url=SOMEWHERE), "hi")
    assert PASSWORD not in str(missing.value)


@pytest.mark.parametrize("excepted", ["models.example.test", ".example.test", "a, *", "*", "models.example.test:80"])
def test_a_server_that_the_environment_excepts_has_no_proxy(excepted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:3128")
    assert proxy_for("http://models.example.test:80/v1") is not None
    monkeypatch.setenv("no_proxy", excepted)
    assert proxy_for("http://models.example.test:80/v1") is None


def test_a_proxy_without_a_scheme_is_one_of_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "proxy.example.test:3128")
    assert proxy_for(SOMEWHERE) == Proxy(variable="HTTP_PROXY", url="http://proxy.example.test:3128")
