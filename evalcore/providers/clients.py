"""One connection to one server, by our own client where it can and by httpx's where a proxy is between."""

from __future__ import annotations

from ssl import SSLContext

from evalcore.providers.certificates import certificate_checks
from evalcore.providers.lean_httpx import httpx
from evalcore.providers.proxies import Proxy, unusable
from evalcore.providers.wire import WireClient


def make_client(address: str, proxy: Proxy | None, **options: object) -> httpx.AsyncClient:
    """A client for an address.

    Raises
    ------
    JudgeError, MissingPart
        When the environment names certificates or a proxy that cannot be used.
    """
    tls = certificate_checks() if address.startswith("https:") else None
    if proxy is None:
        return WireClient(tls=tls, trust_env=False, **options)
    return _client_through(proxy, tls, **options)


def _client_through(proxy: Proxy, tls: SSLContext | None, **options: object) -> httpx.AsyncClient:
    checks = certificate_checks() if proxy.url.lower().startswith("https:") else None
    try:
        return httpx.AsyncClient(
            proxy=httpx.Proxy(proxy.url, ssl_context=checks),
            # httpx takes what came after the end of a response for the answer to the next request: none is kept.
            # Nor are they counted: it goes on counting one whose TLS failed, and the next call would wait for its end.
            limits=httpx.Limits(max_keepalive_connections=0),
            verify=tls or False,  # reading certificates takes 20 ms a client
            trust_env=False,
            **options,  # type: ignore[arg-type]
        )
    except (ValueError, httpx.InvalidURL, ImportError) as error:
        raise unusable(proxy, error) from None
