"""What can be exported, by name; a new target is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from evalcore.errors import ExportError
from evalcore.exports import adapters, card, curl, judge_file, ollama_modelfile, promptfoo, python, report_files, spring
from evalcore.exports.target import Files, Target

TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in chain(
        judge_file.TARGETS,
        card.TARGETS,
        report_files.TARGETS,
        python.TARGETS,
        spring.TARGETS,
        curl.TARGETS,
        promptfoo.TARGETS,
        ollama_modelfile.TARGETS,
        adapters.TARGETS,
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


def read_files(files: Files, folder: Path) -> Files:
    """Those of the named files that stand in the folder, as they stand; line ends stay as they are.

    Raises
    ------
    ExportError
        When a file is there and cannot be read as text.
    """
    try:
        return {name: (folder / name).read_bytes().decode("utf-8") for name in files if (folder / name).is_file()}
    except (OSError, UnicodeDecodeError) as error:
        raise ExportError(f"cannot read what stands in {folder}: {error}") from error


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
