"""The proxy that the environment names for a server, and how to speak of it without its password."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from evalcore.errors import EvalcoreError, JudgeError, MissingPart
from evalcore.providers.addresses import is_loopback


@dataclass(frozen=True, slots=True, kw_only=True)
class Proxy:
    """What a server is asked through."""

    variable: str
    """The environment variable that names it."""
    url: str = field(repr=False)
    """May hold a password."""

    def __str__(self) -> str:
        scheme, _, rest = self.url.partition("://")
        # A password may hold any character, a slash too; what follows the host names nothing of use.
        host = rest.rpartition("@")[2].split("/")[0].split("?")[0].split("#")[0]
        return f"the proxy {scheme}://{host} (named by {self.variable})"

    @property
    def advice(self) -> str:
        """What to do when it does not answer."""
        return f"start it, set {self.variable} to one that answers, or name the model server in NO_PROXY"


def proxy_for(address: str) -> Proxy | None:
    """The proxy for an address; None for this machine, and where the environment names none or makes an exception."""
    if is_loopback(address):
        return None
    parts, named = urlsplit(address), getproxies()
    scheme = next((name for name in (parts.scheme, "all") if named.get(name)), None)
    if scheme is None or _is_excepted(parts.netloc, named.get("no", "")):
        return None
    url = named[scheme] if "://" in named[scheme] else f"http://{named[scheme]}"
    return Proxy(variable=f"{scheme.upper()}_PROXY", url=url)


def unusable(proxy: Proxy, error: Exception) -> EvalcoreError:
    """Why no connection can be made through a proxy; the error's own words may repeat its password."""
    if isinstance(error, ImportError):
        return MissingPart(
            f"{proxy} is a SOCKS proxy, which needs the package socksio: pip install socksio, or {proxy.advice}"
        )
    return JudgeError(
        f"expected {proxy.variable} to name a proxy such as http://user:password@host:3128 "
        f"(special characters of the password as %40 and so on), found one that cannot be read: set it again"
    )


def _is_excepted(netloc: str, exceptions: str) -> bool:
    return "*" in (name.strip() for name in exceptions.split(",")) or bool(proxy_bypass(netloc))
