"""Sets without their texts: what counting needs of a hundred thousand cases, and the texts when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, overload, runtime_checkable

from evalcore.bulk import quick
from evalcore.domain.cases import Case, Dataset, Label, Scale
from evalcore.domain.fingerprints import case_fingerprint, case_key, fingerprint_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOutline:
    """A case without its question, evidence and answer."""

    id: str
    fingerprint: str
    """Name of the texts, see :func:`evalcore.domain.case_fingerprint`."""
    expects_evidence: bool
    has_evidence: bool
    """Whether some document has more than blanks."""
    must_mention: bool
    """Whether it says what an answer has to mention; so in the next."""
    must_retrieve: bool
    slices: Mapping[str, str]
    cluster: str | None
    made_by: Mapping[str, str]

    @property
    def lacks_evidence(self) -> bool:
        """Whether evidence was expected and every document is missing or blank."""
        return self.expects_evidence and not self.has_evidence


quick_outline = quick(CaseOutline)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlinedSet:
    """A set whose texts stay where they are until somebody asks for them."""

    name: str
    criteria: Mapping[str, Scale]
    cases: tuple[CaseOutline, ...]
    texts: Sequence[Case]
    """The same cases in full, in the same order."""
    labels: tuple[Label, ...]
    gold_rule: str
    known_fingerprint: str | None = None
    """Where a store knows the name of this very set."""

    @classmethod
    def of(cls, dataset: Dataset) -> OutlinedSet:
        """The outlines of a set at hand."""
        return cls(
            name=dataset.name,
            criteria=dataset.criteria,
            cases=tuple(map(outline_of, dataset.cases)),
            texts=dataset.cases,
            labels=dataset.labels,
            gold_rule=dataset.gold_rule,
        )

    @property
    def fingerprint(self) -> str:
        """Name of the set, see :func:`evalcore.domain.dataset_fingerprint`."""
        if self.known_fingerprint is not None:
            return self.known_fingerprint
        keys = (
            case_key(case.id, case.fingerprint, case.expects_evidence, case.slices, case.cluster, case.made_by)
            for case in self.cases
        )
        return fingerprint_of(self.criteria, keys, self.labels, self.gold_rule)

    @property
    def slice_keys(self) -> tuple[str, ...]:
        """Every slice key that some case carries, in order of first appearance."""
        return tuple(dict.fromkeys(key for case in self.cases for key in case.slices))

    def in_full(self, positions: Sequence[int]) -> Sequence[Case]:
        """The cases at some positions, which ascend; a store reads them at once."""
        return _at(self.texts, positions)

    def with_cases(self, cases: tuple[CaseOutline, ...]) -> OutlinedSet:
        """The set with some of its cases, in its order, and the labels of these."""
        if len(cases) == len(self.cases):
            return self
        ids = {case.id for case in cases}
        positions = tuple(position for position, case in enumerate(self.cases) if case.id in ids)
        return replace(
            self,
            cases=cases,
            texts=_SomeCases(self.texts, positions),
            labels=tuple(label for label in self.labels if label.case_id in ids),
            known_fingerprint=None,
        )


def outline_of(case: Case) -> CaseOutline:
    """The case without its texts."""
    return quick_outline(
        id=case.id,
        fingerprint=case_fingerprint(case),
        expects_evidence=case.expects_evidence,
        has_evidence=case.has_evidence,
        must_mention=bool(case.must_mention),
        must_retrieve=bool(case.must_retrieve),
        slices=case.slices,
        cluster=case.cluster,
        made_by=case.made_by,
    )


@runtime_checkable
class _ReadTogether(Protocol):
    """Cases of which several are read at once."""

    def at(self, places: Sequence[int], /) -> Sequence[Case]:
        """Those at some places, which ascend."""


def _at(cases: Sequence[Case], places: Sequence[int]) -> Sequence[Case]:
    return cases.at(places) if isinstance(cases, _ReadTogether) else [cases[place] for place in places]


class _SomeCases(Sequence[Case]):
    """Some of many cases, by ascending positions."""

    def __init__(self, cases: Sequence[Case], positions: tuple[int, ...]) -> None:
        self._cases, self._positions = cases, positions

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, place: int) -> Case: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Case]: ...
    def __getitem__(self, place: int | slice) -> Case | Sequence[Case]:
        if isinstance(place, slice):
            return _SomeCases(self._cases, self._positions[place])
        return self._cases[self._positions[place]]

    def at(self, places: Sequence[int]) -> Sequence[Case]:
        """Those at some places, which ascend."""
        return _at(self._cases, [self._positions[place] for place in places])

    def __iter__(self) -> Iterator[Case]:
        # All are gone through, since a store gives a thousand at once in the time of a few single ones.
        wanted = frozenset(self._positions)
        return (case for position, case in enumerate(self._cases) if position in wanted)
