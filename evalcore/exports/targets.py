"""What can be exported, by name; a new target is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evalcore.domain import CalibrationReport
from evalcore.errors import ExportError
from evalcore.exports.calibration import judge_yaml
from evalcore.exports.documents import report_json
from evalcore.exports.markdown import report_markdown
from evalcore.exports.page import report_html
from evalcore.judges import Judge

Files = Mapping[str, str]
"""Texts by file name, relative to the folder they are written to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What an export may use."""

    report: CalibrationReport
    date: str
    """ISO 8601 date of the measurement."""
    judge: Judge | None = None
    """The chosen judge; a document needs none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A thing that a measured judge or its report can be written as."""

    name: str
    title: str
    exactness: Literal["exact", "document"]
    """``exact``: the same request and the same reading as measured, so the calibration holds."""
    write: Callable[[Material], Files]


def _judge_file(material: Material) -> Files:
    if material.judge is None:
        raise ExportError("expected a judge to export, found none; name one of the report's judges")
    return {"judge.yaml": judge_yaml(material.judge, material.report, date=material.date)}


TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in (
        Target(name="judge.yaml", title="Judge file with its calibration", exactness="exact", write=_judge_file),
        Target(
            name="report.json",
            title="Report as JSON (evalcore-report/1)",
            exactness="document",
            write=lambda material: {"report.json": report_json(material.report)},
        ),
        Target(
            name="report.md",
            title="Report as Markdown",
            exactness="document",
            write=lambda material: {"report.md": report_markdown(material.report)},
        ),
        Target(
            name="report.html",
            title="Report as one HTML file",
            exactness="document",
            write=lambda material: {"report.html": report_html(material.report)},
        ),
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
