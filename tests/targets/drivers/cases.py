"""What a driver is given, and what it prints; nothing but the standard library, for it runs in a tool's environment."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CASES: list[dict[str, Any]] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
"""Each with ``id``, ``question``, ``evidence`` and ``answer``."""


def outcome(passed: Any, value: str | None = None, *, said: Any = None) -> dict[str, Any]:
    """What the tool made of a case."""
    return {"passed": bool(passed), "value": value, "said": said}


def error(problem: object) -> dict[str, Any]:
    """The tool's word on a case that got no score."""
    return {"error": str(problem) or type(problem).__name__}


def finish(outcomes: Mapping[str, Mapping[str, Any]], **more: Any) -> None:
    """Write what came of every case, as the last thing."""
    Path(sys.argv[2]).write_text(json.dumps({"outcomes": outcomes, **more}), encoding="utf-8")
