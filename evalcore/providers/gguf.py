"""Model files: what they are, and their digest."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

from evalcore import places
from evalcore.errors import ModelMissing

_MAGIC = b"GGUF"


def gguf_digest(path: Path) -> str:
    """``sha256:…`` of a GGUF file, remembered by path, size and time of change.

    Raises
    ------
    ModelMissing
        When there is no such file, or it is not a GGUF.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise ModelMissing(f"{path} is not a GGUF model file: give the path of one, as llama.cpp loads it")
            state = os.fstat(file.fileno())
    except OSError as error:
        raise ModelMissing(f"there is no model file {path} ({error.strerror}): give the path of a GGUF file") from None
    key = f"{path.resolve()}|{state.st_size}|{state.st_mtime_ns}"
    known = _remembered()
    if key not in known:
        try:
            known[key] = f"sha256:{file_sha256(path)}"
        except OSError as error:
            raise ModelMissing(f"{path} cannot be read to its end ({error.strerror}): fetch it again") from None
        _remember(known)
    return known[key]


def file_sha256(path: Path) -> str:
    """Hexadecimal SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _memory() -> Path:
    return places.cache_folder() / "digests.json"


def _remembered() -> dict[str, str]:
    try:
        known = json.loads(_memory().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _remember(known: dict[str, str]) -> None:
    """Write the memory in one step; a folder that cannot be written only costs the next reading."""
    with contextlib.suppress(OSError):
        _memory().parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=_memory().parent, delete=False, encoding="utf-8") as file:
            json.dump(known, file)
        Path(file.name).replace(_memory())
