"""How a session stands, for whoever runs it: who is how far, and how far people agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from typing import Any

from evalcore.domain.labelling import Pace, Seat, Session
from evalcore.domain.labelling_events import StandingLabel, adjudications, standing_labels
from evalcore.domain.labelling_plan import pairs_without_shared
from evalcore.labelling.adjudication import gold_of_session
from evalcore.labelling.agreement import SessionAgreement, session_agreement
from evalcore.labelling.votes import votes_by_case
from evalcore.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionProgress:
    """A session as it stands; never for the eyes of somebody who labels in it."""

    session: Session
    people: tuple[tuple[Seat, Pace], ...]
    labelled: int
    """Cases of the main round with at least one label."""
    complete: int
    """Cases of the main round with as many labels as they want."""
    unresolved: int
    """Cases whose votes are split and that nobody has decided."""
    decided: int
    flagged: tuple[str, ...]
    """Ids of cases that somebody flagged."""
    without_shared: tuple[tuple[str, str], ...]
    """The pairs of people who share no case, nor are planned to."""
    main: SessionAgreement
    pilot: SessionAgreement | None
    """Of the pilot round, where there is one; it never mixes with the rest."""


def session_progress(store: Store, session_id: str) -> SessionProgress:
    """Read a session and everything that happened in it, and count."""
    labelling = store.labelling
    session, seats, events = (
        labelling.load_session(session_id),
        labelling.seats(session_id),
        labelling.events(session_id),
    )
    dataset = store.load_dataset(session.spec.dataset_id)
    by_id = {case.id: case for case in dataset.cases}
    standing, decided = standing_labels(events), adjudications(events)
    votes = votes_by_case(standing)
    gold = gold_of_session(dataset, session, votes, decided)
    wanted = {case.case_id: case.annotators for case in labelling.session_cases(session_id) if case.round == "main"}
    name_of = {seat.person_id: seat.name for seat in seats}
    there = [seat.person_id for seat in seats if not seat.released]
    apart = pairs_without_shared(labelling.shared_cases(session_id), there)

    def agreement(round: Any) -> SessionAgreement:
        return session_agreement(
            standing,
            session.spec.scale,
            cases=by_id,
            guideline_version=session.guideline_version,
            round=round,
        )

    return SessionProgress(
        session=session,
        people=tuple((seat, labelling.pace(session_id, seat.person_id)) for seat in seats),
        labelled=len(votes),
        complete=sum(len(votes.get(case_id, ())) >= people for case_id, people in wanted.items()),
        unresolved=sum(one.how == "unresolved" for one in gold.values()),
        decided=sum(case_id in votes for case_id in decided),
        flagged=tuple(dict.fromkeys(label.case_id for label in standing if label.flagged)),
        without_shared=tuple((name_of[a], name_of[b]) for a, b in apart),
        main=agreement("main"),
        pilot=agreement("pilot") if session.pilot_cases else None,
    )


def own_labels(store: Store, session_id: str, person_id: int) -> tuple[StandingLabel, ...]:
    """A person's own labels, which they may see, in the order in which they were given."""
    return tuple(label for label in standing_labels(store.labelling.events(session_id)) if label.person_id == person_id)


def labels_to_look_at_again(store: Store, session_id: str, person_id: int) -> tuple[StandingLabel, ...]:
    """Those of a person's labels that were made under an older guideline, without an answer what becomes of them."""
    version = store.labelling.load_session(session_id).guideline_version
    return tuple(
        label
        for label in own_labels(store, session_id, person_id)
        if label.guideline_version < version and not label.asked_again and not label.left_out
    )


def as_document(value: Any) -> Any:
    """A value of this package as plain JSON: fields by name, a slice as ``key=value``, times as ISO 8601."""
    if is_dataclass(value):
        return {field.name: as_document(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {_key(key): as_document(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_document(one) for one in value]
    return value.isoformat() if isinstance(value, datetime) else value


def _key(key: Any) -> str:
    return "=".join(key) if isinstance(key, tuple) else str(key)
