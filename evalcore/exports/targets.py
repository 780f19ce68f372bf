"""What can be exported, by name; a new target is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from evalcore.errors import ExportError
from evalcore.exports import judge_file, report_files
from evalcore.exports.target import Files, Target

TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in chain(
        judge_file.TARGETS,
        report_files.TARGETS,
    )
}


def find_target(name: str) -> Target:
    """The target of this name.

    Raises
    ------
    ExportError
        When there is none; the message lists those there are.
    """
    if name not in TARGETS:
        raise ExportError(f"expected a target ({', '.join(TARGETS)}), found {name!r}")
    return TARGETS[name]


def write_files(files: Files, folder: Path) -> tuple[Path, ...]:
    """Write the files into a folder, which is made if need be; line ends stay as they are.

    Raises
    ------
    ExportError
        When the folder or a file cannot be written.
    """
    written = tuple(folder / name for name in files)
    try:
        for path, text in zip(written, files.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise ExportError(f"cannot write into {folder}: {error.strerror or error}") from error
    return written
