"""Captured requests and answers of a real Ollama, from the shared test material."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Capture:
    """One request and the answer that a real server gave, word for word."""

    method: str
    path: str
    body: Any
    status: int
    content_type: str
    raw_body: str

    @property
    def json(self) -> Any:
        """The answer, parsed."""
        return json.loads(self.raw_body)


def load_capture(shared: Path, name: str) -> Capture:
    """Read ``ollama-captures/NAME.json`` of the shared test material."""
    stored = json.loads((shared / "ollama-captures" / f"{name}.json").read_text(encoding="utf-8"))
    return Capture(
        method=stored["request"]["method"],
        path=stored["request"]["path"],
        body=stored["request"]["body"],
        status=stored["status"],
        content_type=stored["headers"]["Content-Type"],
        raw_body=stored["raw_body"],
    )
