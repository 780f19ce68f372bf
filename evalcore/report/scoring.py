"""Verdicts that a file already holds, against its human labels: the same report, without a call."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from evalcore.domain import (
    PASS_FAIL,
    UNNAMED,
    CalibrationReport,
    Case,
    Dataset,
    Label,
    Mix,
    canonical_json,
    case_fingerprint,
)
from evalcore.importing.cells import short_text_of, text_of
from evalcore.importing.imported import Row
from evalcore.importing.polarity import doubtful_words, names_a_fault
from evalcore.importing.vote_remarks import doubtful_recording
from evalcore.report.build import report_on
from evalcore.report.columns import run_columns
from evalcore.report.recorded import recorded_judge
from evalcore.report.scale_words import Declared, ScaleWords, scale_words

_Votes = Sequence[tuple[str, str]]
"""Annotator and word of every vote on one case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which columns of a file are what."""

    human: tuple[str, ...]
    """Each is one annotator; a cell that is a list holds the votes of people without names."""
    judges: tuple[str, ...] = ()
    slices: tuple[str, ...] = ()
    cluster: str | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """Every column that is something."""
        return (*self.human, *self.judges, *self.slices, *(() if self.cluster is None else (self.cluster,)))

    @property
    def criterion(self) -> str:
        """What the report calls that which is judged."""
        return self.human[0] if len(self.human) == 1 else "human"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenFor:
    """What the words of one column were taken for, for a person to look over."""

    column: str
    of: Literal["person", "judge"]
    values: Mapping[str, Mapping[str, int]]
    """Value → word → cells or votes."""
    nothing: int
    """Blank cells: missing votes, or calls that were never made. Of people, words such as ``unsure`` too."""
    unusable: Mapping[str, int]
    """Words of a judge that are no value of the scale; a human label that is none is an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A report, and how the words of the file were understood."""

    report: CalibrationReport
    words: ScaleWords
    taken: tuple[TakenFor, ...]


def score_rows(
    rows: Sequence[Row],
    columns: Columns,
    *,
    name: str,
    declared: Declared,
    rule: str | None = None,
    reference: str | None = None,
    margin: float | None = None,
    mix: Mix | None = None,
) -> Scored:
    """Measure the judges whose verdicts stand in the columns of a file.

    Parameters
    ----------
    rows
        One case each; a case is named by all cells that are neither labels nor verdicts.
    name
        What the report calls the set.
    rule
        The judges' columns hold raw replies, to be read by this rule. None: they hold verdicts.
    reference, margin, mix
        As in :func:`evalcore.report.report_on`.

    Raises
    ------
    InputError
        A human label is no value of the scale, a column holds no verdict at all, or the scale has to be declared.
    JudgeError
        There is no such rule, or it needs more than a scale.
    """
    votes = [list(_votes(row, columns.human)) for row in rows]
    cells = {judge: [_cell(row.cells.get(judge)) for row in rows] for judge in columns.judges}
    verdicts = {} if rule else cells
    words = scale_words(
        Counter(word for one in votes for _, word in one),
        Counter(word for column in verdicts.values() for word in column if word),
        declared,
    )
    run = run_columns(_dataset(rows, votes, columns, words, name), (), criterion=columns.criterion, repeats=1)
    judged = [recorded_judge(judge, column, words, rule=rule) for judge, column in cells.items()]
    return Scored(
        report=report_on(run, judged, reference=reference, margin=margin, mix=mix),
        words=words,
        taken=(
            *_taken_of_people(columns.human, votes, words),
            *(_taken(judge, column, words, of="judge") for judge, column in verdicts.items()),
        ),
    )


def doubts_of(scored: Scored) -> Iterator[str]:
    """Columns that are called for what is wrong with an answer although their yes passes, or their no fails."""
    if scored.words.scale != PASS_FAIL:
        return
    people_are_asked_of_a_fault = any(one.of == "person" and names_a_fault(one.column) for one in scored.taken)
    for one in scored.taken:
        words = doubtful_words((word, value) for value, counted in one.values.items() for word in counted)
        if not words or not names_a_fault(one.column):
            continue
        if not people_are_asked_of_a_fault:
            # To turn the scale would turn what people said as well.
            yield doubtful_recording(one.column, words)
            continue
        word, value = words[0]
        no = next((word for word, value in words if value == "fail"), "no")
        yield (
            f"{one.column!r} is called for what is wrong with an answer, and {word[:40]!r} in it was taken for "
            f"{value}. If its yes means that the answer is bad, say so: --scale named --passing {no.strip()}. "
            "That turns every column; a recipe (--map) turns one alone."
        )


def _votes(row: Row, human: Sequence[str]) -> Iterator[tuple[str, str]]:
    unnamed = 0
    for column in human:
        several = _listed(row.cells.get(column))
        if several is None:
            yield column, text_of(row.cells.get(column))
            continue
        for cell in several:
            unnamed += 1
            yield UNNAMED if unnamed == 1 else f"{UNNAMED} {unnamed}", text_of(cell)


def _listed(cell: object) -> list[object] | None:
    """The votes of a cell that is a list, as JSON or as text of it."""
    if isinstance(cell, str) and cell.strip().startswith("["):
        try:
            cell = json.loads(cell)
        except ValueError:
            return None
    return cell if isinstance(cell, list) else None


def _cell(cell: object) -> str | None:
    return None if cell is None else text_of(cell)


def _dataset(rows: Sequence[Row], votes: Sequence[_Votes], columns: Columns, words: ScaleWords, name: str) -> Dataset:
    cases = tuple(_case(row, columns) for row in rows)
    labels = (
        label
        for case, one in zip(cases, votes, strict=True)
        for label in _labels(case, one, criterion=columns.criterion, words=words)
    )
    return Dataset(name=name, criteria={columns.criterion: words.scale}, cases=cases, labels=tuple(labels))


def _labels(case: Case, votes: _Votes, *, criterion: str, words: ScaleWords) -> Iterator[Label]:
    fingerprint = case_fingerprint(case)
    for annotator, word in votes:
        value = words.value(word)
        if value is not None:
            yield Label(
                case_id=case.id,
                case_fingerprint=fingerprint,
                criterion=criterion,
                annotator=annotator,
                value=value,
                source="import",
            )


def _case(row: Row, columns: Columns) -> Case:
    slices = {column: short_text_of(row.cells.get(column)) for column in columns.slices}
    content = {name: text_of(cell) for name, cell in row.cells.items() if name not in columns.named}
    return Case(
        id=f"row-{row.number}",
        question="",
        answer=canonical_json(content),
        expects_evidence=False,
        slices={key: value for key, value in slices.items() if value},
        cluster=None if columns.cluster is None else short_text_of(row.cells.get(columns.cluster)) or None,
    )


def _taken_of_people(human: Sequence[str], votes: Sequence[_Votes], words: ScaleWords) -> Iterator[TakenFor]:
    by_name: dict[str, list[str]] = {}
    for one in votes:
        for who, word in one:
            by_name.setdefault(who if who in human else "without a name", []).append(word)
    for who, found in by_name.items():
        yield _taken(who, found, words, of="person")


def _taken(column: str, found: Iterable[str | None], words: ScaleWords, *, of: Literal["person", "judge"]) -> TakenFor:
    counted = Counter(word or "" for word in found)
    values: dict[str, dict[str, int]] = {}
    nothing = 0
    unusable: dict[str, int] = {}
    for word, count in counted.most_common():
        value = words.value(word)
        if value is not None:
            values.setdefault(value, {})[word] = count
        elif not word.strip() or (of == "person" and words.says_nothing(word)):
            nothing += count
        else:
            unusable[word] = count
    return TakenFor(column=column, of=of, values=values, nothing=nothing, unusable=unusable)
