"""The built-in judges: files in the bundled data, judge files like any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from evalcore.judges.files import bundled_judge
from evalcore.judges.judge import Judge
from evalcore.places import bundled_data


@cache
def builtin_judges() -> Mapping[str, Judge]:
    """The built-in judges by name: those that ask a model first, then the rules; each by alphabet.

    A preset that asks a model names none: it is used as ``preset@provider:model``, or given one
    with :func:`evalcore.judges.with_model`.
    """
    return _Presets(bundled_data() / "judges")


class _Presets(Mapping[str, Judge]):
    """Judges by name, each read when somebody asks for it; a file is named after its judge."""

    def __init__(self, folder: Path) -> None:
        self._files = {path.stem: path for path in folder.glob("*.yaml")}
        self._read: dict[str, Judge] = {}

    def __getitem__(self, name: str) -> Judge:
        if name not in self._read:
            self._read[name] = bundled_judge(self._files[name])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._files)

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self._files, key=lambda name: (self[name].prompt is None, name))
