"""The labels of a session that count: one per person and case, without repeats and what was left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from evalcore.domain.labelling import CaseRound
from evalcore.domain.labelling_events import StandingLabel

Votes = Mapping[str, Mapping[str, StandingLabel]]
"""By case id and annotator."""


def votes_by_case(labels: Iterable[StandingLabel], *, round: CaseRound = "main") -> dict[str, dict[str, StandingLabel]]:
    """The labels of one round by case and annotator."""
    found: dict[str, dict[str, StandingLabel]] = {}
    for label in labels:
        if label.round == round and not label.again and not label.left_out:
            found.setdefault(label.case_id, {})[label.annotator] = label
    return found


def repeated(labels: Iterable[StandingLabel]) -> list[tuple[StandingLabel, StandingLabel]]:
    """The two labels of each case that a person labelled twice, the first one first."""
    firsts: dict[tuple[int, str], StandingLabel] = {}
    seconds: list[StandingLabel] = []
    for label in labels:
        if label.left_out:
            continue
        if label.again:
            seconds.append(label)
        else:
            firsts[label.person_id, label.case_id] = label
    return [
        (firsts[label.person_id, label.case_id], label)
        for label in seconds
        if (label.person_id, label.case_id) in firsts
    ]


def values_of(votes: Votes, scale_values: Sequence[str]) -> list[list[str]]:
    """For each case the values that people gave it."""
    return [[label.value for label in by_name.values() if label.value in scale_values] for by_name in votes.values()]
