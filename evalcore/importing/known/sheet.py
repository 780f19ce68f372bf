"""The table that a tool's export is laid out as: a row per case, a column per thing said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evalcore.importing.cells import short_text_of, text_of
from evalcore.importing.guessing import parts_of
from evalcore.importing.imported import Row
from evalcore.importing.label_words import PROPOSAL, normal_word
from evalcore.importing.recipe import DEFAULT_CRITERION, CriterionScale, LabelColumn, Recipe, RecordedColumn

ID, QUESTION, EVIDENCE, ANSWER = "id", "question", "evidence", "answer"
PEOPLE = "people"
_MOST_VALUES = 20
_REASONS = "Judges gave reasons in this file; verdicts are taken from it, reasons are not."
_PLAIN_TEXT = ("text", "body", "content", "completion", "output_text", "generation")
"""Names of the one text of a row that has no field for an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """An export as rows by column name, and which column is what."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    recipe: Recipe | None
    """None: no column can be taken for the answer."""
    start: Recipe | None = None
    """Where ``recipe`` is None: the one to complete."""
    remarks: tuple[str, ...] = ()
    """What holds of the file and a person has to know, a sentence or more each."""
    seen: int | None = None
    """Rows of the file, where they are not those laid out."""
    key: str | None = None
    """The tool exports no answers; this column names them."""


@dataclass(slots=True)
class Sheet:
    """Rows in the making.

    What people said is a list per criterion in a column of its own; so is what each judge said.
    """

    _rows: dict[str, Row] = field(default_factory=dict)
    _cells: dict[str, dict[str, Any]] = field(default_factory=dict)
    _fields: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    _labels: dict[str, str] = field(default_factory=dict)
    _words: dict[str, set[str]] = field(default_factory=dict)
    _named: set[str] = field(default_factory=set)
    _recorded: dict[str, str] = field(default_factory=dict)
    _remarks: dict[str, None] = field(default_factory=dict)

    def case(self, key: str, number: int, fields: Mapping[str, Any]) -> str:
        """Begin a case, or go on with one that has this key and the same fields; its key from here on.

        Other fields under a known key make a row of their own, which later counts as a repeated id.
        """
        if key in self._cells and self._fields[key] != fields:
            key = f"{key} in {number}"
        if key not in self._cells:
            self._fields[key] = fields
            self._cells[key] = cells = dict(fields)
            self._rows[key] = Row(number, cells)
        return key

    def label(
        self,
        key: str,
        criterion: str,
        value: object,
        *,
        annotator: object = None,
        note: object = None,
        at: object = None,
    ) -> None:
        """What a person said of a case."""
        column = self._labels.setdefault(criterion, f"{criterion} ({PEOPLE})")
        said = {"value": text_of(value), "annotator": short_text_of(annotator), "note": text_of(note)}
        if at:
            said["at"] = short_text_of(at)
        self._cells[key].setdefault(column, []).append(said)
        self._words.setdefault(criterion, set()).add(said["value"])

    def criterion(self, criterion: str, *, named: bool = False) -> None:
        """Something that people were asked, whether or not anybody answered; ``named``: numbers are names too."""
        self._labels.setdefault(criterion, f"{criterion} ({PEOPLE})")
        if named:
            self._named.add(criterion)

    def recorded(self, key: str, criterion: str, judge: object, value: object, *, reason: object = None) -> None:
        """What a judge said of a case; the second time it is a judge of its own."""
        if reason:
            self.remark(_REASONS)
        cells, called = self._cells[key], f"{criterion} ({short_text_of(judge) or 'judge'})"
        column, times = called, 1
        while column in cells:
            times += 1
            column = f"{called} {times}"
        self._recorded[column] = criterion
        cells[column] = text_of(value)

    def remark(self, text: str) -> None:
        """Say something of the whole file, once."""
        self._remarks[text] = None

    def laid(
        self,
        *,
        slices: Sequence[str] = (),
        made_by: Mapping[str, str] | None = None,
        key: str | None = None,
        seen: int | None = None,
    ) -> Laid:
        """The rows, with a recipe whose question, evidence and answer are found by the names of the fields.

        Parameters
        ----------
        slices
            Columns that are slices.
        key
            The tool exports no answers, and this column names them: there is an empty one per case.
        """
        rows = tuple(self._rows.values())
        columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
        own = {*self._labels.values(), *self._recorded}
        recipe = recipe_by_names([column for column in columns if column not in own])
        if key is not None:
            recipe = Recipe(id=ID, answer=ANSWER, expects_evidence=False)
        if recipe is not None:
            recipe = self._with_judgements(recipe)
            recipe = replace(recipe, slices={one: one for one in slices if one in columns}, made_by=made_by or {})
        columns = tuple(dict.fromkeys((*columns, *self._labels.values())))
        start = self._with_judgements(Recipe(id=ID if ID in columns else None, answer="the column of answers"))
        return Laid(
            columns=columns, rows=rows, recipe=recipe, start=start, remarks=tuple(self._remarks), seen=seen, key=key
        )

    def _with_judgements(self, recipe: Recipe) -> Recipe:
        labels = tuple(
            LabelColumn(
                column=column,
                criterion=criterion,
                value_key="value",
                annotator_key="annotator",
                note_key="note",
                source="human",
            )
            for criterion, column in self._labels.items()
        )
        first = next(iter(self._labels), None) or next(iter(self._recorded.values()), DEFAULT_CRITERION)
        return replace(
            recipe,
            criterion=first,
            labels=labels,
            recorded=tuple(
                RecordedColumn(column=column, judge=column, criterion=criterion)
                for column, criterion in self._recorded.items()
            ),
            criteria={one: scale for one in self._labels if (scale := self._scale(one))},
        )

    def _scale(self, criterion: str) -> CriterionScale | None:
        return CriterionScale(kind="named") if criterion in self._named else scale_of(self._words.get(criterion, ()))


def scale_of(words: Iterable[str]) -> CriterionScale | None:
    """The scale of a criterion by its words: ratings, names, or None for yes or no."""
    meant = {word: PROPOSAL.get(normal_word(word)) for word in words}
    said = [word for word, meaning in meant.items() if meaning != "none"]
    if not said or len(said) > _MOST_VALUES or all(meant[word] for word in said):
        return None
    if {normal_word(word) for word in said} == {"1", "0", "-1"}:
        # Verdicts, and something that is none: what it means is for a person to say.
        return None
    if all(word.strip().removeprefix("-").isdecimal() for word in said):
        return CriterionScale(kind="rating")
    known = any(meant[word] for word in said)
    return None if known else CriterionScale(kind="named")


def recipe_by_names(columns: Sequence[str]) -> Recipe | None:
    """Question, evidence and answer by names that leave no doubt; None where nothing can be the answer."""
    found = parts_of(tuple(columns))
    answers = found.get("answer", []) or [column for column in columns if column.casefold() in _PLAIN_TEXT]
    if not answers:
        return None
    return Recipe(
        id=first_of(found, "id"),
        question=first_of(found, "question"),
        evidence=tuple(found.get("evidence", ())),
        answer=answers[0],
        cluster=first_of(found, "cluster"),
        dated=first_of(found, "dated"),
    )


def first_of(found: Mapping[str, Sequence[str]], part: str) -> str | None:
    """The first column that was found for a part."""
    return next(iter(found.get(part, ())), None)
