"""What an import brings: the set, what was understood of the file, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from evalcore.domain import Dataset
from evalcore.importing.recipe import Meaning, Recipe

FileFormat = Literal["csv", "tsv", "json", "jsonl", "cases"]

_SHOWN_ROWS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One kind of thing that is wrong with a file, or was left out of it."""

    kind: str
    """A short stable name, such as ``label-not-understood``."""
    count: int
    where: tuple[int, ...] = ()
    """The first 100 rows it was seen in; rows count from 1 as an editor shows them, the header included."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWord:
    """A value as it stands in a label column, and what it was taken for."""

    word: str
    meaning: Meaning | None
    """None: it was not understood."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """How a file was read; what a person confirms before the set is stored."""

    format: FileFormat
    """``cases`` is the workbench's own JSON Lines."""
    encoding: str
    delimiter: str | None
    """None for JSON."""
    header_row: int | None
    """None for JSON."""
    rows: int
    """Rows of data, those left out included."""
    columns: tuple[str, ...]
    unused: tuple[str, ...]
    """Columns that nothing was made of."""
    recipe: Recipe | None
    """The mapping in use, given or guessed; None for the workbench's own case file."""
    label_words: tuple[LabelWord, ...]
    annotators: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A set, how it was read, and every problem met on the way."""

    dataset: Dataset
    understood: Understood
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class Problems:
    """Gathers problems while a file is read; the same kind and message is one problem, counted."""

    _rows: dict[tuple[str, str], list[int | None]] = field(default_factory=dict)

    def add(self, kind: str, message: str, *, row: int | None = None) -> None:
        """Count one more; ``row`` is None where the whole file is meant."""
        self._rows.setdefault((kind, message), []).append(row)

    def all(self) -> tuple[Problem, ...]:
        """Every problem, in order of first appearance."""
        return tuple(
            Problem(kind=kind, count=len(rows), where=_shown(rows), message=message)
            for (kind, message), rows in self._rows.items()
        )


def _shown(rows: list[int | None]) -> tuple[int, ...]:
    return tuple(row for row in rows if row is not None)[:_SHOWN_ROWS]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file by column name, before anything is made of it."""

    number: int
    cells: Mapping[str, object]
