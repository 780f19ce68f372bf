"""One HTTP request to a model server, with every fault turned into an error for people."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from evalcore.providers.addresses import is_loopback

TIMEOUT_S = 300.0
"""A small machine may need minutes for a long prompt."""
_QUOTED_LENGTH = 300


class JudgeCallError(RuntimeError):
    """No verdict, because no reply came; ``kind`` says why in one word.

    ``unreachable`` and ``overloaded`` may pass, so that asking again helps; ``refused``, ``model-missing``,
    ``other-model``, ``prompt-too-long``, ``bad-answer`` and ``not-set-up`` will not.
    """

    def __init__(self, message: str, *, kind: str, status: int | None = None, detail: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.detail = detail
        """What the server said, shortened."""

    @property
    def worth_retrying(self) -> bool:
        """Whether the same request may be answered later."""
        return self.kind in ("unreachable", "overloaded")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A model server that sends a request elsewhere would send the key elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


def call(url: str, headers: Mapping[str, str], body: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The JSON object that answers a body (POST), or that stands at an address (GET).

    Raises
    ------
    JudgeCallError
        When none came.
    """
    # ASCII: half a surrogate pair in a text cannot be sent as UTF-8, but as an escape it can.
    data = None if body is None else json.dumps(body).encode("ascii")
    try:
        request = urllib.request.Request(url, data=data, headers=dict(headers))
        with _opener(url).open(request, timeout=TIMEOUT_S) as response:
            answer = response.read()
    except urllib.error.HTTPError as error:
        with error:
            raise _refused(url, error, headers) from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise JudgeCallError(
            f"no answer from {url} ({reason or type(error).__name__}): is the server running there?",
            kind="unreachable",
        ) from None
    return _object(url, answer)


def _opener(url: str) -> urllib.request.OpenerDirector:
    """Proxies from the environment, but never one for this machine itself."""
    proxies = (urllib.request.ProxyHandler({}),) if is_loopback(url) else ()
    return urllib.request.build_opener(_NoRedirects, *proxies)


def _object(url: str, answer: bytes) -> dict[str, Any]:
    try:
        value = json.loads(answer)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise JudgeCallError(f"{url} answered with something that is not a JSON object", kind="bad-answer")
    return value


def _refused(url: str, error: urllib.error.HTTPError, headers: Mapping[str, str]) -> JudgeCallError:
    status = error.code
    if status in (401, 403):
        # The server's own words are left out: they may repeat a part of the key.
        return JudgeCallError(f"{url} did not accept the key ({status})", kind="refused", status=status)
    key = headers.get("Authorization", "").removeprefix("Bearer ")
    detail = _explanation(error)
    detail = detail.replace(key, "<key>") if key else detail
    detail = detail if len(detail) <= _QUOTED_LENGTH else detail[: _QUOTED_LENGTH - 1] + "…"
    kind = "overloaded" if status == 429 or status >= 500 else "refused"
    return JudgeCallError(f"{url} answered {status}: {detail}", kind=kind, status=status, detail=detail)


def _explanation(error: urllib.error.HTTPError) -> str:
    """What an error body says, on one line: ``{"error": "…"}``, ``{"error": {"message": …}}`` or plain text."""
    try:
        text = error.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException):
        return "and broke off"
    try:
        said = json.loads(text)["error"]
        text = f"{said.get('message')} {said.get('code') or ''}" if isinstance(said, dict) else str(said)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
