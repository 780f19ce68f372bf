"""Rows into drafts of cases, by a recipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from evalcore.bulk import quick
from evalcore.domain import Case, Scale, sha256_of
from evalcore.errors import InputError
from evalcore.importing.cells import list_of, short_text_of, text_of
from evalcore.importing.drafts import Draft
from evalcore.importing.evidence import EvidenceReader
from evalcore.importing.imported import LabelWord, Problems, Row
from evalcore.importing.label_words import truth_of
from evalcore.importing.paths import Cells, Getter, column_of, getter
from evalcore.importing.recipe import Recipe, several
from evalcore.importing.tables import named
from evalcore.importing.votes import VoteReader

_NOTHING: Mapping[str, str] = {}
"""One for all cases, as they are many."""
_quick_case = quick(Case)
_LONGEST_CLUSTER = 100
_SHOWN_OF_CLUSTER = 60


def refuse_misfit(recipe: Recipe, columns: tuple[str, ...], *, file: str | None) -> None:
    """Check that the file has every column that the recipe names.

    Raises
    ------
    InputError
        It has not; the message lists those missing and those there.
    """
    missing = [(place, column) for place, column in recipe.uses() if column_of(column, columns) is None]
    if missing:
        sentences = ", ".join(f"{column!r} (for {place}{_nearest(column, columns)})" for place, column in missing)
        raise InputError(
            f"the recipe names columns that the file does not have: {sentences}. It has {named(columns)}.", file=file
        )


def _nearest(column: str, columns: tuple[str, ...]) -> str:
    near = get_close_matches(column, columns, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


class RowMapper:
    """Applies one recipe to the rows of a file.

    ``complete`` says that every row has every column, as in a table.
    """

    def __init__(self, recipe: Recipe, columns: Sequence[str], problems: Problems, *, complete: bool = False) -> None:
        def find(column: str) -> Getter:
            return getter(column, columns, complete=complete)

        self._recipe = recipe
        self._problems = problems
        self._votes = VoteReader(recipe, columns, problems, complete=complete)
        self._evidence = EvidenceReader.of(recipe.evidence_columns, columns, complete=complete)
        self._used = tuple(find(column) for column in dict.fromkeys(column for _, column in recipe.uses()))
        self._recorded = tuple(find(recorded.column) for recorded in recipe.recorded)
        self._id = tuple(map(find, several(recipe.id)))
        self._question = tuple(map(find, several(recipe.question)))
        self._answer = tuple(map(find, several(recipe.answer)))
        self._slices = _mapping(recipe.slices, find, {})
        self._made_by = _mapping(recipe.made_by, find, recipe.made_by_all)
        self._must_mention = find(recipe.must_mention) if recipe.must_mention else None
        self._must_retrieve = find(recipe.must_retrieve) if recipe.must_retrieve else None
        self._cluster = find(recipe.cluster) if recipe.cluster else None
        self._dated = find(recipe.dated) if recipe.dated else None
        expected = recipe.expects_evidence
        self._expects = find(expected) if isinstance(expected, str) else None
        self._expected_for_all = bool(recipe.evidence) if expected is None else bool(expected)

    def drafts(self, rows: Iterable[Row]) -> Iterator[Draft]:
        """A draft per row that holds anything."""
        for row in rows:
            cells = row.cells
            answer = self._answer_of(cells)
            if answer is None:
                message = f"Left out: the answer ({self._recipe.answer!r}) is nested; expected text."
                self._problems.add("nested-answer", message, row=row.number)
                continue
            if not answer or answer.isspace():
                if not any(short_text_of(cell(cells)) for cell in self._used):
                    self._problems.add("blank-row", "Left out: the row is blank.", row=row.number)
                    continue
                self._problems.add("empty-answer", "The answer is empty; the case was kept as it is.", row=row.number)
            yield Draft(
                row.number,
                self._case(row, answer),
                self._votes.votes(row),
                tuple(_said(cell(cells)) for cell in self._recorded) if self._recorded else (),
            )
        self._votes.close()

    def label_words(self) -> tuple[LabelWord, ...]:
        """The 100 commonest label words met so far, with what they were taken for."""
        return self._votes.label_words()

    def scales(self) -> dict[str, Scale]:
        """Criterion → scale."""
        return self._votes.scales()

    def _case(self, row: Row, answer: str) -> Case:
        cells = row.cells
        return _quick_case(
            id=self._id_of(row),
            question=_in_one(self._question, cells),
            answer=answer,
            evidence=self._evidence.documents(cells),
            expects_evidence=self._expected_for_all if self._expects is None else self._expects_evidence(row),
            slices=self._slices(cells) if self._recipe.slices else _NOTHING,
            made_by=self._made_by(cells) if self._recipe.made_by else self._recipe.made_by_all,
            must_mention=list_of(self._must_mention(cells)) if self._must_mention else (),
            must_retrieve=list_of(self._must_retrieve(cells)) if self._must_retrieve else (),
            cluster=cluster_name(short_text_of(self._cluster(cells))) if self._cluster else None,
            dated=(short_text_of(self._dated(cells)) or None) if self._dated else None,
            meta=_NOTHING,
        )

    def _answer_of(self, cells: Cells) -> str | None:
        """The answer, or several below each other; None where one is neither a text nor a list of texts."""
        if len(self._answer) == 1:
            answer = self._answer[0](cells)
            return answer if isinstance(answer, str) else _joined(answer)
        answers = [_joined(answer(cells)) for answer in self._answer]
        if not any(answers):
            return ""
        if None in answers:
            return None
        return "\n\n".join(f"{chr(ord('A') + place)}:\n{answer}" for place, answer in enumerate(answers))

    def _id_of(self, row: Row) -> str:
        parts = [part for one in self._id if (part := short_text_of(one(row.cells)))]
        if self._id and not parts:
            self._problems.add("no-id", "The id is blank; one was made of the row number.", row=row.number)
        return "-".join(parts) or f"row-{row.number}"

    def _expects_evidence(self, row: Row) -> bool:
        said = truth_of(text_of(self._expects(row.cells))) if self._expects else None
        if said is None:
            expected = self._recipe.expects_evidence
            message = f"Column {expected!r} says neither true nor false; evidence was taken to be expected."
            self._problems.add("expects-evidence-not-understood", message, row=row.number)
        return said is not False


def _mapping(
    columns: Mapping[str, str], find: Callable[[str], Getter], fixed: Mapping[str, str]
) -> Callable[[Cells], Mapping[str, str]]:
    """Key → text of its column; one object for all cases that say the same."""
    getters = tuple(map(find, columns.values()))
    shared: dict[tuple[str, ...], Mapping[str, str]] = {}

    def read(cells: Cells) -> Mapping[str, str]:
        values = tuple([short_text_of(get(cells)) for get in getters])
        known = shared.get(values)
        if known is None:
            filled = {key: value for key, value in zip(columns, values, strict=True) if value}
            known = shared[values] = {**fixed, **filled}
        return known

    return read


def _joined(answer: object) -> str | None:
    """A text; a list of texts, such as the three of a triplet, as one; None for what is nested deeper."""
    if isinstance(answer, list) and answer and not any(isinstance(part, dict | list) for part in answer):
        return " ".join(map(text_of, answer))
    return None if isinstance(answer, dict | list) else text_of(answer)


def cluster_name(text: str) -> str | None:
    """What cases share, in a form that can be shown: a long text is cut and told apart by its fingerprint."""
    if len(text) <= _LONGEST_CLUSTER:
        return text or None
    return f"{' '.join(text[:_SHOWN_OF_CLUSTER].split())}… {sha256_of(text)[:8]}"


def _said(cell: object) -> str | None:
    """What a judge said, word for word; None where it was not asked."""
    return None if cell is None else text_of(cell)


def _in_one(getters: tuple[Getter, ...], cells: Cells) -> str:
    """The text of one column, or the filled texts of several with a blank line between them."""
    if len(getters) == 1:
        return text_of(getters[0](cells))
    return "\n\n".join(text for get in getters if (text := text_of(get(cells))).strip())
