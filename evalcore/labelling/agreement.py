"""How far the people of a session agree with each other, with themselves, and over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median

import numpy as np

from evalcore.domain import Case, Estimate, Scale, undefined
from evalcore.domain.labelling import CaseRound
from evalcore.domain.labelling_events import StandingLabel
from evalcore.domain.reply_columns import Ints
from evalcore.labelling.votes import Votes, repeated, values_of, votes_by_case
from evalcore.labelling.votes_beyond_chance import ac1_of_votes
from evalcore.stats import (
    kappa,
    krippendorff_alpha,
    mean_over_cases,
    unequal_pair_share,
    unpaired_difference,
    wilson,
)

TOO_FAST_S = 1.0
NOTHING_SHARED = "no case was labelled by two people"
NOTHING_REPEATED = "nothing was shown again and labelled yet"
TOO_FEW_IN_ORDER = "fewer than two labels that can be put in two halves"
ONE_SIDED = "one of the two gave every case the same value"
NO_PASSING = "the scale says of no value that it passes"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """Two people on the cases that both labelled."""

    a: str
    b: str
    agreement: Estimate
    kappa: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupAgreement:
    """Everybody on the cases that two or more labelled."""

    pairs: Estimate
    """Mean over cases of the share of pairs of people who say the same."""
    alpha: Estimate
    """Krippendorff's, at the level of the scale."""
    ac1: Estimate
    """Gwet's, for any number of people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFigures:
    """One person's work."""

    name: str
    labelled: int
    median_s: float | None
    under_a_second: int
    self_agreement: Estimate
    """Share of the cases shown again that got the same label."""
    pass_rate: Estimate
    agreement_drift: Estimate
    """Agreement with others in the second half of their labels less that in the first."""
    pass_drift: Estimate
    """Pass rate in the second half less that in the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputedCase:
    """A case that people label differently."""

    case_id: str
    values: Mapping[str, str]
    """By annotator."""
    disagreement: float
    """Share of unequal pairs of labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionAgreement:
    """What the labels of one round say about the people who gave them."""

    round: CaseRound
    labels: int
    cases: int
    shared_cases: int
    everybody: GroupAgreement
    pairs: tuple[PairAgreement, ...]
    slices: Mapping[tuple[str, str], GroupAgreement]
    people: tuple[PersonFigures, ...]
    self_agreement: Estimate
    disputed: tuple[DisputedCase, ...]
    """The most disputed first."""
    older_guideline: int
    """Labels that count as made under an older version of the guidelines."""


def session_agreement(
    labels: Sequence[StandingLabel],
    scale: Scale,
    *,
    cases: Mapping[str, Case],
    guideline_version: int,
    round: CaseRound = "main",
) -> SessionAgreement:
    """Every figure about the people of a session, for one of its rounds; the pilot never mixes with the rest.

    Parameters
    ----------
    labels
        Those that stand.
    cases
        The cases of the set by id, for their slices.
    guideline_version
        The current one.
    """
    votes = votes_by_case(labels, round=round)
    counted = [label for by_name in votes.values() for label in by_name.values()]
    twice = repeated(labels) if round == "main" else []
    names = list(dict.fromkeys(label.annotator for label in counted))
    return SessionAgreement(
        round=round,
        labels=len(counted),
        cases=len(votes),
        shared_cases=sum(len(by_name) > 1 for by_name in votes.values()),
        everybody=group_agreement(votes, scale),
        pairs=tuple(_pair(votes, a, b, scale) for a, b in combinations(names, 2)),
        slices=_slices(votes, scale, cases),
        people=tuple(_person(name, counted, votes, twice, scale) for name in names),
        self_agreement=_self_agreement(twice),
        disputed=disputed_cases(votes),
        older_guideline=sum(label.guideline_version < guideline_version for label in counted),
    )


def group_agreement(votes: Votes, scale: Scale) -> GroupAgreement:
    """The agreement of everybody on these cases."""
    values = values_of(votes, scale.values)
    shared = [one for one in values if len(one) > 1]
    return GroupAgreement(
        pairs=mean_over_cases([1 - unequal_pair_share(one) for one in shared])
        if shared
        else undefined(0, NOTHING_SHARED),
        alpha=krippendorff_alpha(values, level=scale.level, order=scale.values),
        ac1=ac1_of_votes(values, scale.values),
    )


def disputed_cases(votes: Votes) -> tuple[DisputedCase, ...]:
    """The cases on which people differ, the most disputed first."""
    found = [
        DisputedCase(
            case_id=case_id,
            values={name: label.value for name, label in by_name.items()},
            disagreement=unequal_pair_share([label.value for label in by_name.values()]),
        )
        for case_id, by_name in votes.items()
        if len({label.value for label in by_name.values()}) > 1
    ]
    return tuple(sorted(found, key=lambda case: (-case.disagreement, -len(case.values), case.case_id)))


def _slices(votes: Votes, scale: Scale, cases: Mapping[str, Case]) -> dict[tuple[str, str], GroupAgreement]:
    parts: dict[tuple[str, str], dict[str, Mapping[str, StandingLabel]]] = {}
    for case_id, by_name in votes.items():
        if case_id in cases:
            for part in cases[case_id].slices.items():
                parts.setdefault(part, {})[case_id] = by_name
    return {part: group_agreement(parts[part], scale) for part in sorted(parts)}


def _pair(votes: Votes, a: str, b: str, scale: Scale) -> PairAgreement:
    place = {value: index for index, value in enumerate(scale.values)}
    table: Ints = np.zeros((len(place), len(place)), dtype=np.int64)
    for by_name in votes.values():
        if a in by_name and b in by_name:
            table[place[by_name[a].value], place[by_name[b].value]] += 1
    n = int(table.sum())
    found = kappa(table)
    if found.value is None and n:
        # The reason is written for a judge and people; here both are people.
        found = replace(found, note=ONE_SIDED)
    return PairAgreement(a=a, b=b, agreement=wilson(int(np.trace(table)), n), kappa=found)


def _person(
    name: str,
    counted: Sequence[StandingLabel],
    votes: Votes,
    twice: Sequence[tuple[StandingLabel, StandingLabel]],
    scale: Scale,
) -> PersonFigures:
    own = sorted((label for label in counted if label.annotator == name), key=lambda label: label.turn)
    seconds = [label.seconds for label in own if label.seconds is not None]
    return PersonFigures(
        name=name,
        labelled=len(own),
        median_s=median(seconds) if seconds else None,
        under_a_second=sum(one < TOO_FAST_S for one in seconds),
        self_agreement=_self_agreement([both for both in twice if both[0].annotator == name]),
        pass_rate=_pass_rate(own, scale),
        agreement_drift=_drift([one for one in (_agrees(label, votes) for label in own) if one is not None]),
        pass_drift=_drift([scale.passes(label.value) for label in own])
        if scale.passing
        else undefined(len(own), NO_PASSING),
    )


def _agrees(label: StandingLabel, votes: Votes) -> bool | None:
    """Whether at least half of the others say the same; None where there are no others."""
    others = Counter(other.value for name, other in votes[label.case_id].items() if name != label.annotator)
    return 2 * others[label.value] >= others.total() if others else None


def _drift(hits: Sequence[bool]) -> Estimate:
    """Share in the second half less that in the first, in the order of the work."""
    half = len(hits) // 2
    if not half:
        return undefined(len(hits), TOO_FEW_IN_ORDER)
    first, second = hits[:half], hits[half:]
    return unpaired_difference(wilson(sum(second), len(second)), wilson(sum(first), len(first)))


def _self_agreement(twice: Sequence[tuple[StandingLabel, StandingLabel]]) -> Estimate:
    if not twice:
        return undefined(0, NOTHING_REPEATED)
    return wilson(sum(first.value == second.value for first, second in twice), len(twice))


def _pass_rate(labels: Sequence[StandingLabel], scale: Scale) -> Estimate:
    if not scale.passing:
        return undefined(len(labels), NO_PASSING)
    return wilson(sum(scale.passes(label.value) for label in labels), len(labels))
