"""Everything that a scripted model server may do in place of a proper answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

NDJSON = "".join(
    json.dumps({"model": "smollm2:135m", "message": {"role": "assistant", "content": piece}, "done": done}) + "\n"
    for piece, done in (("Y", False), ("ES", False), ("", True))
)
"""An answer in pieces, as Ollama streams it to whoever does not say ``"stream": false``."""
ERROR_PAGE = "<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"


@dataclass(frozen=True)
class Fault:
    """Something other than a proper answer; made by one of the methods below."""

    kind: Literal["status", "drop", "stall", "malformed", "reset", "huge", "restart"]
    code: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | bytes = ""
    seconds: float = 0.0
    size: int = 0

    @classmethod
    def status(
        cls, code: int, *, headers: Mapping[str, str] | None = None, body: str = '{"error":"scripted"}'
    ) -> Fault:
        """An HTTP error status."""
        return cls("status", code, headers or {}, body)

    @classmethod
    def drop(cls) -> Fault:
        """The connection is closed without an answer."""
        return cls("drop")

    @classmethod
    def reset(cls) -> Fault:
        """The connection is reset (RST, not an orderly end) when half of the answer has left."""
        return cls("reset", body='{"message": {"content": "YES"}')

    @classmethod
    def stall(cls, seconds: float = 60.0) -> Fault:
        """No answer for so long (or until the server closes), then the connection is closed."""
        return cls("stall", seconds=seconds)

    @classmethod
    def malformed(
        cls, body: str | bytes = '{"message": {"content": "Y', *, content_type: str = "application/json"
    ) -> Fault:
        """Status 200 with a body that is not the promised JSON; bytes are sent as they are."""
        return cls("malformed", headers={"Content-Type": content_type}, body=body)

    @classmethod
    def stream(cls) -> Fault:
        """JSON lines although a single object was asked for."""
        return cls.malformed(NDJSON, content_type="application/x-ndjson")

    @classmethod
    def page(cls) -> Fault:
        """Status 200 with the error page of something that stands before the server."""
        return cls.malformed(ERROR_PAGE, content_type="text/html")

    @classmethod
    def not_utf8(cls) -> Fault:
        """Proper answers of both interfaces, but for one byte that no UTF-8 text holds."""
        said = b'{"content": "YES \xff"}'
        body = b'{"done": true, "message": ' + said + b', "choices": [{"message": ' + said + b"}]}"
        return cls.malformed(body)

    @classmethod
    def huge(cls, size: int) -> Fault:
        """Status 200 with a body of so many bytes, which says neither its length nor its end beforehand."""
        return cls("huge", size=size)

    @classmethod
    def restart(cls, seconds: float) -> Fault:
        """The server goes down without an answer, dropping every connection, and is back after so long."""
        return cls("restart", seconds=seconds)
