"""One thing that is to be known of a set before anybody trusts a figure that rests on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalcore.domain import Case, Dataset, Gold, gold_labels
from evalcore.health.repeats import repeated

if TYPE_CHECKING:
    from evalcore.domain.reply_columns import Ints

MOST_ROWS = 100
"""Rows of a finding's table; its cases are all there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found, on which cases, and what to do about it."""

    kind: str
    """A short stable name, such as ``no-evidence``."""
    title: str
    found: str
    """One or two sentences."""
    advice: str
    cases: tuple[str, ...]
    """Ids of all cases that are meant, in the order of the set, or group by group."""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """Details, if there are any: the first 100."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Where cases go together: the ids of each group; a case may be in several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A set under one criterion, with what several checks look at."""

    dataset: Dataset
    criterion: str
    gold: tuple[Gold, ...]
    """Per case."""
    clusters: Ints | None
    """Per case the number of its cluster; None where no two share one."""
    repeated_texts: frozenset[int]
    """Hashes of documents without space around them; any other hash is of a document that is there once."""

    @classmethod
    def of(cls, dataset: Dataset, criterion: str, gold: Mapping[str, Gold] | None = None) -> Material:
        """Lay out a set; ``gold`` is that of its cases, where the caller has it."""
        known = gold_labels(dataset, criterion) if gold is None else gold
        return cls(
            dataset=dataset,
            criterion=criterion,
            gold=tuple([known[case.id] for case in dataset.cases]),
            clusters=_clusters(dataset.cases),
            repeated_texts=repeated(one.text.strip() for case in dataset.cases for one in case.evidence),
        )

    def golds(self) -> Iterator[tuple[Case, Gold]]:
        """Every case with its gold."""
        return zip(self.dataset.cases, self.gold, strict=True)

    def passes(self, value: str) -> bool:
        """Whether a value passes on the criterion's scale."""
        return self.dataset.criteria[self.criterion].passes(value)


def _clusters(cases: Sequence[Case]) -> Ints | None:
    if all(case.cluster is None for case in cases):
        return None
    # Loaded here: the reports that count by cluster take a tenth of a second to load, and most sets name none.
    from evalcore.report.counted import cluster_numbers

    return cluster_numbers(cases)


def plain(text: str) -> str:
    """Text as it is compared: case and spaces do not count."""
    return " ".join(text.casefold().split())


def cases_in_words(number: int) -> str:
    """``1 case`` or ``12 cases``."""
    return counted_words(number, "case")


def counted_words(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def verb(number: int, one: str, several: str) -> str:
    """The form of a verb that goes with a number."""
    return one if number == 1 else several


def ids_of(groups: Iterable[Sequence[Case]]) -> tuple[tuple[str, ...], ...]:
    """The ids of the cases of each group; a group that is there twice counts once."""
    return tuple(dict.fromkeys(tuple(case.id for case in group) for group in groups))


def all_of(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The ids of all groups, each once."""
    return tuple(dict.fromkeys(case_id for group in groups for case_id in group))


def rows_of(groups: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """A row for each of the first groups."""
    return tuple((", ".join(group),) for group in groups[:MOST_ROWS])
