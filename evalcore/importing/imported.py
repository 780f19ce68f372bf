"""What an import brings: the set, what was understood of the file, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from evalcore.domain import Dataset
from evalcore.importing.recipe import CombineRecorded, Meaning, Recipe

FileFormat = Literal["csv", "tsv", "excel", "parquet", "json", "jsonl", "cases"]

LEFT_OUT = frozenset(
    {
        "bad-row",
        "bad-json",
        "not-an-object",
        "key-twice",
        "bad-case",
        "nested-answer",
        "same-id-other-content",
        "orphan",
    }
)
"""Kinds of problems for which rows that hold something were left out."""
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

    criterion: str
    word: str
    meaning: Meaning | None
    """None: it was not understood."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherFile:
    """How a file was read that was joined to the first."""

    name: str | None
    format: FileFormat
    encoding: str
    delimiter: str | None
    header_row: int | None
    sheet: str | None
    rows: int
    """Rows of data, those left out included."""


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
    """The mapping in use, given or guessed, with how the files were read and joined as far as that was said; None for
    the workbench's own case file."""
    label_words: tuple[LabelWord, ...]
    annotators: tuple[str, ...]
    sheet: str | None = None
    """Of a workbook."""
    tool: str | None = None
    """Whose export the file was taken for."""
    further: tuple[FurtherFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What a judge said elsewhere, word for word."""

    judge: str
    column: str
    criterion: str | None = None
    """What the verdicts are about; None: whatever is measured."""
    rule: str | None
    """The texts are raw replies, to be read by this rule; None: they are verdicts."""
    params: Mapping[str, Any] = field(default_factory=dict)
    combine: CombineRecorded | None = None
    """What the texts of several rows of a case become; None: the first one counts."""
    said: Mapping[str, tuple[str, ...]]
    """Case id → its texts, one per row that has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A set, how it was read, and every problem met on the way."""

    dataset: Dataset
    understood: Understood
    problems: tuple[Problem, ...]
    recorded: tuple[Recorded, ...] = ()

    @property
    def left_out(self) -> tuple[Problem, ...]:
        """Those of the problems for which rows of cases or labels were left out."""
        return tuple(problem for problem in self.problems if problem.kind in LEFT_OUT)


@dataclass(slots=True)
class Problems:
    """Gathers problems while a file is read; the same kind and message is one problem, counted."""

    _rows: dict[tuple[str, str], _Seen] = field(default_factory=dict)

    def add(self, kind: str, message: str, *, row: int | None = None) -> None:
        """Count one more; ``row`` is None where the whole file is meant."""
        seen = self._rows.setdefault((kind, message), _Seen())
        seen.count += 1
        if row is not None and len(seen.rows) < _SHOWN_ROWS:
            seen.rows.append(row)

    def add_all_of(self, file: str, problems: Iterable[Problem]) -> None:
        """Count those of another file, which its messages name: their rows are counted there."""
        for problem in problems:
            seen = self._rows.setdefault((problem.kind, f"In {file}: {problem.message}"), _Seen())
            seen.count += problem.count
            seen.rows += problem.where[: _SHOWN_ROWS - len(seen.rows)]

    def all(self) -> tuple[Problem, ...]:
        """Every problem, in order of first appearance."""
        return tuple(
            Problem(kind=kind, count=seen.count, where=tuple(seen.rows), message=message)
            for (kind, message), seen in self._rows.items()
        )


@dataclass(slots=True)
class _Seen:
    count: int = 0
    rows: list[int] = field(default_factory=list)
    """The first of them."""


class Row(NamedTuple):
    """One row of a file by column name, before anything is made of it."""

    number: int
    cells: Mapping[str, object]
