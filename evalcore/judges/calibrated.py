"""What a judge file's calibration is worth to whoever reads it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.judges.files import file_text, judge_from_text
from evalcore.judges.judge import Judge, config_sha256
from evalcore.judges.yaml_reading import load_yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrated:
    """A judge with the calibration block of its file."""

    judge: Judge
    block: Mapping[str, Any]
    """As it stands in the file; empty where there is none."""

    @property
    def belongs_to(self) -> str | None:
        """The ``config_sha256`` that was measured; None for a judge that nobody measured."""
        named = self.block.get("config_sha256")
        return named if isinstance(named, str) else None

    @property
    def is_void(self) -> bool:
        """Whether the judge was changed since it was measured."""
        return self.belongs_to is not None and self.belongs_to != config_sha256(self.judge)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to know before relying on the figures of the block; sentences, none where there are no figures."""
        if self.belongs_to is None:
            return ()
        if self.is_void:
            return (
                f"The calibration is void: it was made for config_sha256 {self.belongs_to[:12]}…, and the judge in the"
                f" file is {config_sha256(self.judge)[:12]}…. Measure the judge as it is now, and export it again.",
            )
        selection = self.block.get("selection")
        if not isinstance(selection, Mapping) or not selection.get("on_the_same_cases"):
            return ()
        return (str(selection.get("note") or "The judge was chosen on the same cases that its figures rest on."),)


def read_calibrated(path: str | Path) -> Calibrated:
    """The judge in a file with its calibration.

    Raises
    ------
    JudgeError
        As :func:`evalcore.judges.read_judge_file` does.
    """
    return calibrated_from_text(file_text(path), file=str(path))


def calibrated_from_text(text: str, *, file: str) -> Calibrated:
    """The judge in the text of a file with its calibration; ``file`` is what errors call it.

    Raises
    ------
    JudgeError
        As :func:`evalcore.judges.judge_from_text` does.
    """
    judge = judge_from_text(text, file=file)
    return Calibrated(judge=judge, block=load_yaml(text, file=file).get("calibration") or {})
