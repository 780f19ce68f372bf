"""A session's labels become a version of the set: only such a version ever decides anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from evalcore.domain import Dataset, Gold, case_fingerprint
from evalcore.domain.labelling import Session, name_key
from evalcore.domain.labelling_events import StandingLabel, adjudications, standing_labels
from evalcore.domain.origins import Origin
from evalcore.errors import LabellingError
from evalcore.labelling.adjudication import gold_of_session, session_labels
from evalcore.labelling.votes import votes_by_case
from evalcore.store import Store, StoredDataset


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezePlan:
    """What freezing a session would make; shown before it is done."""

    session: Session
    dataset: Dataset
    """The newest version of the set, with the session's labels after its own."""
    labels: int
    decisions: int
    gold: int
    """Cases of the session that have gold by the rule."""
    unresolved: int
    """Cases whose votes do not settle them and that nobody decided: no gold, not guessed."""
    not_labelled: int
    pilot_labels: int
    """Labels of the pilot round, left out."""
    repeat_labels: int
    """Labels of cases shown again, left out: they say how far a person agrees with themselves."""
    left_out: int
    """Labels that their annotators left out after a change of the guidelines."""
    older_guideline: int
    """Labels made under an older version of the guidelines and not kept since; they are in."""
    stale: int
    """Labels of cases that the newest version of the set does not hold in that form; they are in, and do not count."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be said beside the figures."""
        counted = [
            (self.unresolved, "unresolved cases, without gold"),
            (self.not_labelled, "cases of the main round without a label"),
            (self.pilot_labels, "labels of the pilot round, left out"),
            (self.repeat_labels, "labels of cases shown again, left out"),
            (self.left_out, "labels left out by their annotators after a change of the guidelines"),
            (self.older_guideline, "labels made under an older version of the guidelines"),
            (self.stale, "labels of cases that the newest version of the set does not hold in that form"),
        ]
        marked = (
            (f"The queue was “{self.session.spec.queue}”: these labels are no random sample, and say so.",)
            if self.session.spec.is_marked
            else ()
        )
        return (*marked, *(f"{said}: {count}" for count, said in counted if count))


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """A session that is frozen, and the version of the set that it made."""

    plan: FreezePlan
    stored: StoredDataset


def plan_freeze(store: Store, session_id: str) -> FreezePlan:
    """What freezing would make of the labels there are now; nothing is stored."""
    session = store.labelling.load_session(session_id)
    newest = store.find_dataset(session.set_name)
    dataset = store.load_dataset(newest.id if newest else session.spec.dataset_id)
    events = store.labelling.events(session_id)
    standing, decided = standing_labels(events), adjudications(events)
    votes = votes_by_case(standing)
    written_as = {name_key(label.annotator): label.annotator for label in dataset.labels}
    names = {label.annotator: written_as.get(name_key(label.annotator), label.annotator) for label in standing}
    added = session_labels(session, votes, decided, written_as=names)
    gold = gold_of_session(store.load_dataset(session.spec.dataset_id), session, votes, decided)
    now = {case.id: case_fingerprint(case) for case in dataset.cases}
    return FreezePlan(
        session=session,
        dataset=replace(
            dataset,
            criteria={session.spec.criterion: session.spec.scale, **dataset.criteria},
            labels=(*dataset.labels, *added),
        ),
        labels=sum(not label.adjudicated for label in added),
        decisions=sum(label.adjudicated for label in added),
        stale=sum(now.get(label.case_id) != label.case_fingerprint for label in added),
        **_counts(session, standing, votes, gold),
    )


def freeze(store: Store, session_id: str, *, at: datetime, include_marked: bool = False) -> Frozen:
    """Take no more labels, and store those there are as a new version of the set.

    A program that is killed in between leaves a session that takes no labels; freezing it again goes on from there.

    Parameters
    ----------
    include_marked
        Whether labels of a queue that is no calibration queue are wanted; each then says which queue it is from.

    Raises
    ------
    LabellingError
        When the session is frozen already, has no labels, or has a marked queue that was not asked for.
    """
    session = store.labelling.load_session(session_id)
    _check(session, include_marked=include_marked)
    if not plan_freeze(store, session_id).labels:
        raise LabellingError(f"expected labels of the main round in {session_id}, found none to freeze")
    store.labelling.stop_labelling(session_id)
    plan = plan_freeze(store, session_id)
    origin = Origin(what=f"the labels of the session {session_id}, frozen")
    return Frozen(plan=plan, stored=store.labelling.save_frozen(session_id, plan.dataset, at=at, origin=origin))


def _check(session: Session, *, include_marked: bool) -> None:
    if session.frozen_as is not None:
        raise LabellingError(f"the session {session.id} is frozen already, as set number {session.frozen_as}")
    if session.spec.queue == "second look":
        raise LabellingError(
            "labels of a second look are no labels of the set: its figures are weighted by how its cases were drawn"
        )
    if session.spec.is_marked and not include_marked:
        raise LabellingError(
            f"expected a calibration queue, found “{session.spec.queue}”: cases that judges chose bias agreement,"
            " so their labels stay out unless you ask for them, and then say so"
        )


def _counts(
    session: Session,
    standing: tuple[StandingLabel, ...],
    votes: Mapping[str, Mapping[str, StandingLabel]],
    gold: Mapping[str, Gold],
) -> dict[str, int]:
    counting = [label for label in standing if not label.left_out]
    return {
        "gold": sum(one.value is not None for one in gold.values()),
        "unresolved": sum(one.how == "unresolved" for one in gold.values()),
        "not_labelled": session.cases - session.pilot_cases - len(votes),
        "pilot_labels": sum(label.round == "pilot" for label in counting),
        "repeat_labels": sum(label.again for label in counting),
        "left_out": len(standing) - len(counting),
        "older_guideline": sum(
            label.guideline_version < session.guideline_version
            for by_name in votes.values()
            for label in by_name.values()
        ),
    }
