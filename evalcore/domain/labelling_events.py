"""What happened in a labelling session, and which labels stand after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from evalcore.domain.labelling import CaseRound

EventKind = Literal["label", "skip", "flag", "note", "undo", "relabel", "keep", "leave-out", "adjudicate", "unblind"]
ChangeAnswer = Literal["keep", "relabel", "leave-out"]
"""What becomes of a label that was made under an older guideline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelEvent:
    """One thing that a person did; events are added and never changed."""

    id: int
    """Ever larger in the order of events."""
    kind: EventKind
    person_id: int
    annotator: str
    at: datetime
    turn: int | None = None
    case_id: str = ""
    case_fingerprint: str = ""
    round: CaseRound = "main"
    again: bool = False
    """Whether the case was shown to this person before, to see whether they say the same."""
    value: str = ""
    """In canonical sides for pairs; ``on`` or ``off`` for a flag; the text for a note."""
    note: str = ""
    """With a label; the reason for an adjudication."""
    seconds: float | None = None
    guideline_version: int = 1
    revision: int = 0
    """1 for a person's first label of a case in a turn, 2 for the next …; 0 for what is no label."""
    swapped: bool = False
    """For pairs: whether the second answer was on the left."""
    undoes: int | None = None
    """The event that an undo takes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLabel:
    """The label that stands for one person and one showing of a case."""

    event_id: int
    person_id: int
    annotator: str
    turn: int
    case_id: str
    case_fingerprint: str
    round: CaseRound
    again: bool
    value: str
    note: str
    seconds: float | None
    guideline_version: int
    """The version it was made under, or has been kept under since."""
    revision: int
    swapped: bool
    at: datetime
    flagged: bool = False
    asked_again: bool = False
    """Whether the person chose to label it anew, and has not yet."""
    left_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """The decision that settles a case."""

    event_id: int
    case_id: str
    case_fingerprint: str
    annotator: str
    value: str
    reason: str
    guideline_version: int
    at: datetime


@dataclass(slots=True)
class _Turn:
    labels: list[StandingLabel] = field(default_factory=list)
    flagged: bool = False
    note: str = ""


def standing_labels(events: Iterable[LabelEvent]) -> tuple[StandingLabel, ...]:
    """The labels that stand after these events, left-out ones among them, in the order in which they were given.

    The newest label of a turn stands. An undone label gives way to the one before it in its turn, if there is one.

    Parameters
    ----------
    events
        Of one session, in order.
    """
    turns: dict[tuple[int, int], _Turn] = {}
    for event in events:
        if event.turn is not None:
            _apply(turns.setdefault((event.person_id, event.turn), _Turn()), event)
    found = [
        replace(turn.labels[-1], flagged=turn.flagged, note=turn.note or turn.labels[-1].note)
        for turn in turns.values()
        if turn.labels
    ]
    return tuple(sorted(found, key=lambda label: label.event_id))


def adjudications(events: Iterable[LabelEvent]) -> dict[str, Adjudication]:
    """The newest decision for each case that has one, by case id."""
    return {
        event.case_id: Adjudication(
            event_id=event.id,
            case_id=event.case_id,
            case_fingerprint=event.case_fingerprint,
            annotator=event.annotator,
            value=event.value,
            reason=event.note,
            guideline_version=event.guideline_version,
            at=event.at,
        )
        for event in events
        if event.kind == "adjudicate"
    }


def _apply(turn: _Turn, event: LabelEvent) -> None:
    match event.kind:
        case "label":
            turn.labels.append(_label(event))
            # A note saved on its own belongs to the label; one given with a label is newer.
            turn.note = event.note or turn.note
        case "undo":
            turn.labels = [label for label in turn.labels if label.event_id != event.undoes]
        case "flag":
            turn.flagged = event.value == "on"
        case "note":
            turn.note = event.value
        case "relabel" | "keep" | "leave-out" if turn.labels:
            turn.labels[-1] = _answered(turn.labels[-1], event)
        case _:
            pass


def _answered(label: StandingLabel, event: LabelEvent) -> StandingLabel:
    if event.kind == "relabel":
        return replace(label, asked_again=True, left_out=False)
    kept = event.kind == "keep"
    return replace(label, asked_again=False, left_out=not kept, guideline_version=event.guideline_version)


def _label(event: LabelEvent) -> StandingLabel:
    return StandingLabel(
        event_id=event.id,
        person_id=event.person_id,
        annotator=event.annotator,
        turn=event.turn or 0,
        case_id=event.case_id,
        case_fingerprint=event.case_fingerprint,
        round=event.round,
        again=event.again,
        value=event.value,
        note=event.note,
        seconds=event.seconds,
        guideline_version=event.guideline_version,
        revision=event.revision,
        swapped=event.swapped,
        at=event.at,
    )
