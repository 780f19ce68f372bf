"""A disk that really fills, small enough to fill at once.

As root on Linux it is a file system of its own in memory (tmpfs) that other data fills to the last byte. Where nothing
may be mounted, it is the operating system's limit on the size of a file (RLIMIT_FSIZE), set to what the database has.
"""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol


class SmallDisk(Protocol):
    """A folder whose disk can be filled and emptied."""

    folder: Path
    how: str

    def fill(self) -> None:
        """Leave no room."""

    def make_room(self) -> None:
        """Have room again."""


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """A small disk at a folder."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        yield _LimitedFiles(folder)
        return
    try:
        yield _Mounted(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


class _Mounted:
    how = "a tmpfs of 2 MB"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        with (self.folder / "filler").open("wb", buffering=0) as filler:
            for size in (4096, 1):
                with suppress(OSError):  # there is no room for more
                    while filler.write(b"x" * size):
                        pass

    def make_room(self) -> None:
        (self.folder / "filler").unlink(missing_ok=True)


class _LimitedFiles:
    how = "RLIMIT_FSIZE"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(self) -> None:
        largest = max(file.stat().st_size for file in self.folder.iterdir())
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, self._before[1]))

    def make_room(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, self._before)
