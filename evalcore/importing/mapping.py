"""Rows into drafts of cases, by a recipe."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from evalcore.domain import Case
from evalcore.errors import InputError
from evalcore.importing.cells import documents_of, list_of, short_text_of, text_of
from evalcore.importing.drafts import Draft, Vote
from evalcore.importing.imported import LabelWord, Problems, Row
from evalcore.importing.label_words import meanings, normal_word, truth_of
from evalcore.importing.recipe import LabelColumn, Meaning, Recipe
from evalcore.importing.tables import named

_NAMED_WORDS = 5
_LISTED_WORDS = 100
_WORD_CHARACTERS = 40


def refuse_misfit(recipe: Recipe, columns: tuple[str, ...], *, file: str | None) -> None:
    """Check that the file has every column that the recipe names.

    Raises
    ------
    InputError
        It has not; the message lists those missing and those there.
    """
    missing = [(place, column) for place, column in recipe.uses() if column not in columns]
    if missing:
        sentences = ", ".join(f"{column!r} (for {place}{_nearest(column, columns)})" for place, column in missing)
        raise InputError(
            f"the recipe names columns that the file does not have: {sentences}. It has {named(columns)}.", file=file
        )


def _nearest(column: str, columns: tuple[str, ...]) -> str:
    near = get_close_matches(column, columns, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


class RowMapper:
    """Applies one recipe to rows, and keeps count of the label words it meets."""

    def __init__(self, recipe: Recipe, problems: Problems) -> None:
        self._recipe = recipe
        self._problems = problems
        self._meanings = meanings(recipe.values)
        self._words: Counter[str] = Counter()
        self._unknown: list[tuple[int, str]] = []
        self._used = tuple(dict.fromkeys(column for _, column in recipe.uses()))

    def drafts(self, rows: tuple[Row, ...]) -> Iterator[Draft]:
        """A draft per row that holds anything."""
        for row in rows:
            if isinstance(row.cells.get(self._recipe.answer), dict | list):
                message = f"Left out: the answer ({self._recipe.answer!r}) is nested; expected text."
                self._problems.add("nested-answer", message, row=row.number)
            elif any(short_text_of(row.cells.get(column)) for column in self._used):
                yield Draft(row=row.number, case=self._case(row), votes=tuple(self._votes(row)))
            else:
                self._problems.add("blank-row", "Left out: the row is blank.", row=row.number)
        self._remark_on_unknown_words()

    def label_words(self) -> tuple[LabelWord, ...]:
        """The 100 commonest label words met so far, with what they were taken for."""
        return tuple(
            LabelWord(word=word, meaning=self._meaning(word), count=count)
            for word, count in self._words.most_common(_LISTED_WORDS)
        )

    def _case(self, row: Row) -> Case:
        recipe, cell = self._recipe, _cells_of(row)
        answer = text_of(cell(recipe.answer))
        if not answer.strip():
            self._problems.add("empty-answer", "The answer is empty; the case was kept as it is.", row=row.number)
        slices = {key: short_text_of(cell(column)) for key, column in recipe.slices.items()}
        return Case(
            id=self._id(row),
            question=text_of(cell(recipe.question)),
            answer=answer,
            evidence=documents_of(cell(column) for column in recipe.evidence),
            expects_evidence=self._expects_evidence(row),
            must_mention=list_of(cell(recipe.must_mention)),
            must_retrieve=list_of(cell(recipe.must_retrieve)),
            slices={key: value for key, value in slices.items() if value},
            cluster=short_text_of(cell(recipe.cluster)) or None,
            dated=short_text_of(cell(recipe.dated)) or None,
        )

    def _id(self, row: Row) -> str:
        given = short_text_of(_cells_of(row)(self._recipe.id))
        if self._recipe.id and not given:
            self._problems.add("no-id", "The id is blank; one was made of the row number.", row=row.number)
        return given or f"row-{row.number}"

    def _expects_evidence(self, row: Row) -> bool:
        expected = self._recipe.expects_evidence
        if not isinstance(expected, str):
            return bool(self._recipe.evidence) if expected is None else expected
        said = truth_of(text_of(row.cells.get(expected)))
        if said is None:
            message = f"Column {expected!r} says neither true nor false; evidence was taken to be expected."
            self._problems.add("expects-evidence-not-understood", message, row=row.number)
        return said is not False

    def _votes(self, row: Row) -> Iterator[Vote]:
        for label in self._recipe.labels:
            word = text_of(row.cells.get(label.column))
            self._words[word] += 1
            meaning = self._meaning(word)
            if meaning is None:
                self._unknown.append((row.number, word))
            elif meaning == "none":
                message = f"Column {label.column!r} is blank or says that there is no label."
                self._problems.add("no-label", message, row=row.number)
            else:
                yield self._vote(label, row, meaning)

    def _meaning(self, word: str) -> Meaning | None:
        return self._meanings.get(normal_word(word))

    def _vote(self, label: LabelColumn, row: Row, value: str) -> Vote:
        cell = _cells_of(row)
        one_of_several = label.column if len(self._recipe.labels) > 1 else None
        annotator = label.annotator or short_text_of(cell(label.annotator_column)) or one_of_several
        note = text_of(cell(label.note_column))
        return Vote(criterion=self._recipe.criterion, annotator=annotator, value=value, note=note)

    def _remark_on_unknown_words(self) -> None:
        if not self._unknown:
            return
        message = _not_understood(Counter(word for _, word in self._unknown).most_common())
        for row, _ in self._unknown:
            self._problems.add("label-not-understood", message, row=row)


def _not_understood(counted: list[tuple[str, int]]) -> str:
    """A message with the first five words, how many more there are, and the recipe lines to write."""
    shown = ", ".join(f"{word[:_WORD_CHARACTERS]!r} ({count})" for word, count in counted[:_NAMED_WORDS])
    more = f" and {len(counted) - _NAMED_WORDS} more" if len(counted) > _NAMED_WORDS else ""
    commonest = json.dumps(counted[0][0][:_WORD_CHARACTERS], ensure_ascii=False)
    return (
        f"{shown}{more}: neither pass nor fail, so no label was made of it. Say what it means in a recipe:\n\n"
        f"values:\n  {commonest}: pass   # or fail, or none"
    )


def _cells_of(row: Row) -> Callable[[str | None], object]:
    return lambda column: row.cells.get(column) if column else None
