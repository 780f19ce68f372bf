"""Cases on which people differ, for one person to decide with a reason; no judge's verdict is anywhere near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalcore.domain import Case, Dataset, Gold, Label, gold_labels
from evalcore.domain.labelling import Session, blind_case
from evalcore.domain.labelling_events import Adjudication, StandingLabel, adjudications, standing_labels
from evalcore.labelling.votes import votes_by_case
from evalcore.store import Store
from evalcore.store.labelling import SECOND_ANSWER


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """One case that people label differently, with all that whoever decides may see."""

    case: Case
    """Question, evidence and answer alone."""
    second_answer: str | None
    """For pairs, in canonical sides: ``case.answer`` is the first."""
    votes: tuple[StandingLabel, ...]
    """Who said what, with notes and flags, in the order of the names."""
    gold: Gold
    """What the rule makes of the votes and decisions: unresolved, a majority, or adjudicated."""
    decision: Adjudication | None

    @property
    def is_open(self) -> bool:
        """Whether the rule gives no gold: votes are split and nobody has decided."""
        return self.gold.how == "unresolved"


def conflict_queue(store: Store, session_id: str) -> tuple[Conflict, ...]:
    """The cases of the main round on which people differ: undecided ones first, then majorities, then decided."""
    session = store.labelling.load_session(session_id)
    dataset = store.load_dataset(session.spec.dataset_id)
    events = store.labelling.events(session_id)
    votes, decided = votes_by_case(standing_labels(events)), adjudications(events)
    gold = gold_of_session(dataset, session, votes, decided)
    by_id = {case.id: case for case in dataset.cases}
    disputed = [
        case_id
        for case_id, by_name in votes.items()
        if len({label.value for label in by_name.values()}) > 1 and case_id in by_id
    ]
    found = [
        Conflict(
            case=blind_case(by_id[case_id]),
            second_answer=by_id[case_id].meta.get(SECOND_ANSWER) if session.spec.pairs else None,
            votes=tuple(votes[case_id][name] for name in sorted(votes[case_id])),
            gold=gold[case_id],
            decision=decided.get(case_id),
        )
        for case_id in disputed
    ]
    order = {"unresolved": 0, "majority": 1}
    return tuple(sorted(found, key=lambda one: (order.get(one.gold.how, 2), one.case.id)))


def gold_of_session(
    dataset: Dataset,
    session: Session,
    votes: Mapping[str, Mapping[str, StandingLabel]],
    decided: Mapping[str, Adjudication],
) -> dict[str, Gold]:
    """Gold by the rule of the set, of a session's labels and decisions alone."""
    labels = session_labels(session, votes, decided)
    ids = {label.case_id for label in labels}
    cases = tuple(case for case in dataset.cases if case.id in ids)
    alone = Dataset(name=dataset.name, criteria={}, cases=cases, labels=labels, gold_rule=dataset.gold_rule)
    return gold_labels(alone, session.spec.criterion)


def session_labels(
    session: Session,
    votes: Mapping[str, Mapping[str, StandingLabel]],
    decided: Mapping[str, Adjudication],
    *,
    written_as: Mapping[str, str] | None = None,
) -> tuple[Label, ...]:
    """A session's labels and decisions as labels of its set.

    Parameters
    ----------
    written_as
        How the set writes the names of people whom it knows already.
    """
    names = written_as or {}
    given = [label for by_name in votes.values() for label in by_name.values()]
    made = [
        Label(
            case_id=label.case_id,
            case_fingerprint=label.case_fingerprint,
            criterion=session.spec.criterion,
            annotator=names.get(label.annotator, label.annotator),
            value=label.value,
            note=label.note,
            source="human",
            guideline_version=guideline_name(session, label.guideline_version),
            at=label.at.isoformat(),
            seconds=label.seconds,
        )
        for label in sorted(given, key=lambda label: label.event_id)
    ]
    return (*made, *_decisions(session, votes, decided, names))


def guideline_name(session: Session, version: int) -> str:
    """The version of a session's guidelines, and the kind of its queue where its labels are not for calibration."""
    marked = f", {session.spec.queue}" if session.spec.is_marked else ""
    return f"{session.id} version {version}{marked}"


def _decisions(
    session: Session,
    votes: Mapping[str, Mapping[str, StandingLabel]],
    decided: Mapping[str, Adjudication],
    names: Mapping[str, str],
) -> Sequence[Label]:
    return [
        Label(
            case_id=one.case_id,
            case_fingerprint=one.case_fingerprint,
            criterion=session.spec.criterion,
            annotator=names.get(one.annotator, one.annotator),
            value=one.value,
            note=one.reason,
            source="human",
            adjudicated=True,
            guideline_version=guideline_name(session, one.guideline_version),
            at=one.at.isoformat(),
        )
        for one in decided.values()
        if one.case_id in votes
    ]
