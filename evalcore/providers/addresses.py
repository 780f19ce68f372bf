"""Where servers are: what people and environment variables write, made into one clean address."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit, urlunsplit

from evalcore.errors import JudgeError

OLLAMA_PORT = 11434
OPENAI_ADDRESS = "https://api.openai.com/v1"
_DEFAULT_PORTS = {"http": 80, "https": 443}


def ollama_address(base_url: str | None, environment: Mapping[str, str]) -> str:
    """The address of Ollama: ``base_url``, else ``OLLAMA_HOST``, else port 11434 on loopback.

    As Ollama's own client reads it: a host, host:port or URL. A name without a scheme gets port
    11434, a URL the port of its scheme. An address to bind to (0.0.0.0, ::) means loopback.

    Raises
    ------
    JudgeError
        When the value is not an address, or holds a password.
    """
    value = (base_url or environment.get("OLLAMA_HOST") or "127.0.0.1").strip().strip("\"'")
    if "://" in value:
        return _normalised(value, default_port=None)
    return _normalised(f"http://{_bracketed(value)}", default_port=OLLAMA_PORT)


def openai_address(base_url: str | None, environment: Mapping[str, str]) -> str:
    """The address of an OpenAI-style server: ``base_url``, else ``OPENAI_BASE_URL``, else OpenAI's own.

    An address without a path gets ``/v1``, where these servers answer.

    Raises
    ------
    JudgeError
        When the value is not an address, or holds a password.
    """
    value = (base_url or environment.get("OPENAI_BASE_URL") or OPENAI_ADDRESS).strip()
    address = _normalised(value if "://" in value else f"http://{value}", default_port=None)
    return address if urlsplit(address).path else f"{address}/v1"


@lru_cache(maxsize=64)
def is_loopback(address: str) -> bool:
    """Whether an address never leaves this machine, so that no proxy may be asked for it."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@lru_cache(maxsize=64)
def is_number(host: str) -> bool:
    """Whether a host is an address by itself, so that it has no others."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=64)  # worked out again for every call of a run
def _normalised(url: str, *, default_port: int | None) -> str:
    _refuse_credentials(url)
    try:
        parts = urlsplit(url)
        port = parts.port or default_port
    except ValueError:  # its words quote what may be a password
        raise JudgeError(f"{_expected(url)}; a port is a number up to 65535") from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise JudgeError(_expected(url))
    host = _reachable(parts.hostname)
    keep_port = port is not None and port != _DEFAULT_PORTS[parts.scheme]
    netloc = f"{_bracketed(host)}:{port}" if keep_port else _bracketed(host)
    return urlunsplit((parts.scheme, netloc, parts.path.rstrip("/"), "", ""))


def _refuse_credentials(url: str) -> None:
    """Refuse what may carry a key, wherever it stands: a password may hold any character, a slash too."""
    if "@" in url:
        raise JudgeError(
            "the address of a model server holds a user name or password (…@), which would be stored with every judge: "
            "leave it out and give the key in an environment variable (api_key_env)"
        )
    if "?" in url or "#" in url:
        raise JudgeError(
            "the address of a model server holds ?parameters or a #fragment, which would be stored with every judge: "
            "end it before them, and give a key in an environment variable (api_key_env)"
        )


def _expected(url: str) -> str:
    # What stands for a port and is none may be the password of an address that was cut off.
    shown = re.sub(r":(?!//)[^/:\]]*[^/:\]\d][^/:\]]*(?=/|$)", ":***", url)
    return f"expected an address such as http://127.0.0.1:11434, found {shown!r}"


def _reachable(host: str) -> str:
    """The loopback address for one that only a server can bind to."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.lower()
    if not address.is_unspecified:
        return host
    return "127.0.0.1" if address.version == 4 else "::1"


@lru_cache(maxsize=64)
def _bracketed(host: str) -> str:
    """A bare IPv6 address needs brackets to be part of a URL."""
    try:
        return f"[{host}]" if ipaddress.ip_address(host).version == 6 else host
    except ValueError:
        return host
