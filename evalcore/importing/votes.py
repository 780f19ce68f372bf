"""The labels of a row, whatever shape its label cells have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from evalcore.domain import UNNAMED, Scale
from evalcore.errors import InputError
from evalcore.importing.cells import short_text_of, text_of
from evalcore.importing.drafts import UNKNOWN, Vote
from evalcore.importing.imported import LabelWord, Problems, Row
from evalcore.importing.label_words import normal_word, number_in
from evalcore.importing.paths import Getter, getter, parsed
from evalcore.importing.polarity import doubtful_words, fault_in
from evalcore.importing.recipe import CriterionScale, LabelColumn, Meaning, Recipe
from evalcore.importing.scales import WordScale
from evalcore.importing.vote_remarks import doubtful_polarity, not_understood
from evalcore.importing.vote_sources import VoteSources

_LISTED_WORDS = 100
_MOST_CRITERIA = 100
_VALUE_KEYS = ("value", "label", "verdict", "choice", "rating", "score", "answer")
_ANNOTATOR_KEYS = ("annotator", "annotator_id", "rater", "worker", "worker_id", "user", "reviewer", "labeller", "by")
_NOTE_KEYS = ("note", "comment", "reason", "explanation")


class _Said(NamedTuple):
    """One label as a cell holds it, before its word is understood."""

    word: str
    annotator: str | None
    note: str = ""
    at: str | None = None


@dataclass(frozen=True, slots=True)
class _Column:
    label: LabelColumn
    criterion: str
    words: WordScale | None
    """None while the criterion is yet to be read of a row."""
    cell: Getter
    annotator: Getter | None
    note: Getter | None
    at: Getter | None
    source: Getter | None
    by_row: Getter | None
    """Each row's criterion."""
    place: int
    shared: bool
    """Whether a vote says nothing that is of its row alone."""


class VoteReader:
    """Reads the labels of rows by a recipe, and keeps count of the words it meets."""

    def __init__(self, recipe: Recipe, columns: Sequence[str], problems: Problems, *, complete: bool = False) -> None:
        self._problems = problems
        self._recipe = recipe
        self._words: Counter[tuple[str, str]] = Counter()
        self._unknown: list[tuple[int, str, str]] = []
        self._sources = VoteSources(problems)
        self._known: dict[tuple[int, str, str | None], Vote] = {}
        self._scales: dict[str, WordScale] = {}
        self._by_row: dict[tuple[int, str], _Column] = {}
        self._columns = tuple(
            self._column(label, columns, place, complete=complete) for place, label in enumerate(recipe.labels)
        )
        self._shared = Counter(column.criterion for column in self._columns)

    def scales(self) -> dict[str, Scale]:
        """Criterion → scale, of those that the recipe labels."""
        if not self._scales:
            self._words_under(self._recipe.criterion)
        return {name: words.scale() for name, words in self._scales.items()}

    def votes(self, row: Row) -> tuple[Vote, ...]:
        """The labels of a row."""
        votes: list[Vote] = []
        for column in self._columns:
            if column.by_row is not None:
                column = self._of_row(column, column.by_row, row)
            cell = column.cell(row.cells)
            if isinstance(cell, str) and cell[:1] not in ("[", "{"):
                # Most of most files.
                found = self._plain(column, cell, row)
                if found:
                    votes.append(found)
            else:
                said = [self._vote(column, *one, row) for one in self._said(column, parsed(cell), row)]
                votes.extend(vote for vote in said if vote)
        return tuple(votes)

    def _plain(self, column: _Column, word: str, row: Row) -> Vote | None:
        """The vote of a cell that is one word; one object for all rows that say the same, as they are many."""
        annotator = self._annotator(column, row)
        if not column.shared:
            return self._vote(column, word, annotator, "", None, row)
        key = column.place, word, annotator
        known = self._known.get(key)
        if known is None:
            known = self._vote(column, word, annotator, "", None, row)
            if known is not None and known.source != "model" and known.value != UNKNOWN:
                self._known[key] = known
        else:
            self._words[column.criterion, word] += 1
        return known

    def label_words(self) -> tuple[LabelWord, ...]:
        """The 100 commonest label words met so far, with what they were taken for."""
        return tuple(
            LabelWord(criterion=criterion, word=word, meaning=self._scales[criterion].meaning(word), count=count)
            for (criterion, word), count in self._words.most_common(_LISTED_WORDS)
        )

    def close(self) -> None:
        """Remark on what only all rows together show."""
        self._remark_on_unknown_words()
        for column in (*self._columns, *self._by_row.values()):
            self._remark_on_polarity(column)

    def _column(self, label: LabelColumn, columns: Sequence[str], place: int, *, complete: bool) -> _Column:
        def find(column: str | None) -> Getter | None:
            return getter(column, columns, complete=complete) if column else None

        criterion = label.criterion or self._recipe.criterion
        return _Column(
            label=label,
            criterion=criterion,
            # A column that says each row's criterion itself has a scale per criterion that is met.
            words=None if label.criterion_column else self._words_under(criterion),
            by_row=find(label.criterion_column),
            cell=getter(label.column, columns, complete=complete),
            annotator=find(label.annotator_column),
            note=find(label.note_column),
            at=find(label.at_column),
            source=find(label.source_column),
            place=place,
            shared=not (label.note_column or label.at_column or label.source_column),
        )

    def _words_under(self, criterion: str) -> WordScale:
        known = self._scales.get(criterion)
        if known is None:
            declared = self._recipe.criteria.get(criterion, CriterionScale())
            known = self._scales[criterion] = WordScale(declared, self._recipe.values, criterion=criterion)
        return known

    def _of_row(self, column: _Column, by_row: Getter, row: Row) -> _Column:
        """The column under the criterion that the row names."""
        criterion = short_text_of(by_row(row.cells)) or column.criterion
        key = column.place, criterion
        known = self._by_row.get(key)
        if known is None:
            if len(self._by_row) >= _MOST_CRITERIA:
                raise InputError(
                    f"column {column.label.criterion_column!r} was taken for the criterion of each row, but it names "
                    f"more than {_MOST_CRITERIA}; choose the column that says what was judged."
                )
            words, place = self._words_under(criterion), len(self._columns) + len(self._by_row)
            known = self._by_row[key] = replace(column, criterion=criterion, words=words, place=place)
        return known

    def _said(self, column: _Column, cell: object, row: Row) -> Iterator[_Said]:
        if isinstance(cell, list):
            yield from self._listed(column, cell, row)
        elif isinstance(cell, dict):
            yield from self._by_name(column, cell, row)
        else:
            yield _Said(text_of(cell), self._annotator(column, row))

    def _annotator(self, column: _Column, row: Row) -> str | None:
        label = column.label
        if column.annotator is not None and not label.annotator:
            return short_text_of(column.annotator(row.cells)) or None
        return label.annotator or (label.column if self._shared[column.criterion] > 1 else None)

    def _listed(self, column: _Column, cell: list[object], row: Row) -> Iterator[_Said]:
        """Labels of a list: objects say whose they are, others are votes of people without names."""
        if not cell:
            message = f"Column {column.label.column!r} holds an empty list, so there is no label."
            self._problems.add("no-label", message, row=row.number)
        for number, part in enumerate(cell, start=1):
            if isinstance(part, Mapping):
                yield self._object(column, part, row)
            elif column.label.combine:
                yield _Said(text_of(part), self._annotator(column, row))
            else:
                yield _Said(text_of(part), UNNAMED if number == 1 else f"{UNNAMED} {number}")

    def _by_name(self, column: _Column, cell: Mapping[str, object], row: Row) -> Iterator[_Said]:
        if column.label.value_key or _usual(cell, _VALUE_KEYS):
            yield self._object(column, cell, row)
        else:
            yield from (_Said(text_of(value), name) for name, value in cell.items())

    def _object(self, column: _Column, part: Mapping[str, object], row: Row) -> _Said:
        label = column.label
        value = _field(part, label.value_key, _VALUE_KEYS)
        annotator = short_text_of(_field(part, label.annotator_key, _ANNOTATOR_KEYS))
        note = text_of(_field(part, label.note_key, _NOTE_KEYS))
        at = short_text_of(part.get("at")) or None
        return _Said(text_of(value), annotator or self._annotator(column, row), note, at)

    def _vote(
        self, column: _Column, word: str, annotator: str | None, note: str, at: str | None, row: Row
    ) -> Vote | None:
        key = column.criterion, word
        self._words[key] = self._words.get(key, 0) + 1
        meaning = column.words.meaning(word) if column.words else None
        if meaning is None:
            self._unknown.append((row.number, column.criterion, word))
            return self._unknown_vote(column, annotator)
        if meaning == "none":
            message = f"Column {column.label.column!r} is blank or says that there is no label."
            self._problems.add("no-label", message, row=row.number)
            return self._unknown_vote(column, annotator)
        if column.note is not None and not note:
            note = text_of(column.note(row.cells))
        return Vote(
            column.criterion,
            annotator,
            meaning,
            note,
            False,
            at if column.at is None else short_text_of(column.at(row.cells)) or None,
            self._sources.of(column.label, annotator, column.source and column.source(row.cells), row=row.number),
            column.label.combine,
        )

    def _unknown_vote(self, column: _Column, annotator: str | None) -> Vote | None:
        """What counts among labels to combine, as it might be any value; otherwise it is none."""
        how = column.label.combine
        return Vote(column.criterion, annotator, UNKNOWN, combine=how) if how else None

    def _remark_on_unknown_words(self) -> None:
        for criterion, words in self._scales.items():
            met = [(row, word) for row, named, word in self._unknown if named == criterion]
            if met:
                counted = Counter(word for _, word in met).most_common()
                message = not_understood(
                    counted,
                    words.scale().values,
                    self._place_of(criterion),
                    verdicts=self._numbers_understood(criterion),
                )
                for row, _ in met:
                    self._problems.add("label-not-understood", message, row=row)

    def _numbers_understood(self, criterion: str) -> dict[str, Meaning]:
        """The numbers that were taken for yes or no, as a 1 and a 0 are, without the recipe saying so."""
        scale = self._recipe.criteria.get(criterion, CriterionScale())
        if scale.kind != "yes-no":
            return {}
        own = set(map(normal_word, (*self._recipe.values, *scale.words)))
        met = (word for named, word in self._words if named == criterion)
        return {
            word: meaning
            for word in met
            if number_in(word) is not None and normal_word(word) not in own
            if (meaning := self._scales[criterion].meaning(word))
        }

    def _remark_on_polarity(self, column: _Column) -> None:
        """A column or criterion named for a fault whose yes was taken for a pass, without the recipe saying so."""
        words = column.words
        named = fault_in("" if column.by_row else column.label.column, column.criterion)
        if words is None or named is None:
            return
        declared = self._recipe.criteria.get(column.criterion, CriterionScale()).words
        own = set(map(normal_word, (*self._recipe.values, *declared)))
        met = (
            word for criterion, word in self._words if criterion == column.criterion and normal_word(word) not in own
        )
        doubtful = doubtful_words((word, words.meaning(word)) for word in met)
        if doubtful:
            self._problems.add("polarity", doubtful_polarity(named, doubtful[0], self._place_of(column.criterion)))

    def _place_of(self, criterion: str) -> tuple[str, ...]:
        """Where in a recipe the words of a criterion are decided."""
        return ("values",) if len(self._scales) == 1 and not self._by_row else ("criteria", criterion, "words")


def _usual(part: Mapping[str, object], keys: Sequence[str]) -> str | None:
    return next((key for key in keys if key in part), None)


def _field(part: Mapping[str, object], key: str | None, usual: Sequence[str]) -> object:
    if key is not None:
        return getter(key, tuple(part))(part)
    found = _usual(part, usual)
    return part[found] if found else None
