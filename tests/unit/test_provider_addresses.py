"""Where servers are: the forms that people write."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping

import pytest

from evalcore.errors import JudgeError
from evalcore.providers.addresses import is_loopback, ollama_address, openai_address


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("", "http://127.0.0.1:11434"),
        ("127.0.0.1", "http://127.0.0.1:11434"),
        ("example.org:8080", "http://example.org:8080"),
        ("http://example.org", "http://example.org"),  # as Ollama's client: the port of the scheme
        ("https://example.org/ollama/", "https://example.org/ollama"),
        ("http://Example.org:80", "http://example.org"),
        ("0.0.0.0", "http://127.0.0.1:11434"),  # to bind to, not to speak to
        ("0.0.0.0:1234", "http://127.0.0.1:1234"),
        ("[::]:1234", "http://[::1]:1234"),
        ("::1", "http://[::1]:11434"),
        (" 'localhost' ", "http://localhost:11434"),
    ],
)
def test_ollama_host_may_be_a_host_a_host_with_port_or_a_url(host: str, address: str) -> None:
    assert ollama_address(None, {"OLLAMA_HOST": host}) == address


def test_a_judges_own_address_comes_before_the_environment() -> None:
    assert ollama_address("http://a:1", {"OLLAMA_HOST": "b"}) == "http://a:1"
    assert openai_address("http://a:1/v1", {"OPENAI_BASE_URL": "http://b/v1"}) == "http://a:1/v1"


@pytest.mark.parametrize(
    ("base_url", "address"),
    [
        (None, "https://api.openai.com/v1"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ("HTTP://LocalHost:8080/v1/", "http://localhost:8080/v1"),
        ("https://gateway.example/openai/v2", "https://gateway.example/openai/v2"),
        ("localhost:8080", "http://localhost:8080/v1"),
    ],
)
def test_an_openai_address_without_a_path_gets_v1(base_url: str | None, address: str) -> None:
    assert openai_address(base_url, {}) == address


@pytest.mark.parametrize("bad", ["ftp://example.org", "http://", "http://host:notaport", "http://[::1"])
def test_something_else_than_an_address_is_refused(bad: str) -> None:
    with pytest.raises(JudgeError, match="expected an address"):
        ollama_address(bad, {})


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(JudgeError, match="user name or password") as caught:
        openai_address("https://me:s3cret@example.org/v1", {})
    assert "s3cret" not in str(caught.value)


CARRYING_A_KEY = [
    "http://user:s3cret@host",
    "http://user:s3cret/x@host",
    "http://user:12/s3cret@host",
    "http://user:s3cret?x@host",
    "http://user:s3cret#x@host",
    "http://user:pa@s3cret@host",
    "http://s3cret@host:port",
    "http:/user:s3cret@host",
    "//user:s3cret@host",
    "user:s3cret@host",
    "http://host/v1?api_key=s3cret",
    "http://host?s3cret",
    "http://host:port?api_key=s3cret",
    "http://[::1?api_key=s3cret",
    "http://host/v1#s3cret",
    "http://user:s3cret",
    "http://user:s3cret/v1",
    "user:s3cret",
]


@pytest.mark.parametrize("find", [ollama_address, openai_address])
@pytest.mark.parametrize("address", CARRYING_A_KEY)
def test_an_address_that_may_carry_a_key_is_refused_and_the_key_not_repeated(
    address: str, find: Callable[[str | None, Mapping[str, str]], str]
) -> None:
    with pytest.raises(JudgeError) as refused:
        find(address, {})
    assert "s3cret" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize("address", ["http://host/v1?a=b", "http://host/v1?", "http://host/v1#a"])
def test_parameters_and_fragments_are_refused_in_words(address: str) -> None:
    with pytest.raises(JudgeError, match=r"\?parameters or a #fragment.*end it before them"):
        openai_address(address, {})


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://127.0.0.1:1", True),
        ("http://127.8.9.1", True),
        ("http://[::1]:1", True),
        ("http://localhost", True),
        ("http://192.168.1.5", False),
        ("https://localhost.example.org", False),
    ],
)
def test_loopback_is_told_apart_from_the_network(address: str, local: bool) -> None:
    assert is_loopback(address) is local
