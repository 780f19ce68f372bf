"""A review queue for a second look: disagreements and a random sample of agreements, mixed so that nobody can tell."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from evalcore.domain import Case, Dataset, case_fingerprint, gold_labels
from evalcore.domain.labelling import Session, SessionCase, SessionSpec
from evalcore.domain.labelling_events import adjudications, standing_labels
from evalcore.errors import LabellingError
from evalcore.labelling.adjudication import gold_of_session
from evalcore.labelling.second_look import LookedAt, SecondLook, Stratum, second_look
from evalcore.labelling.sessions import SessionDraft
from evalcore.labelling.votes import votes_by_case
from evalcore.plurals import counted
from evalcore.store import Store

_AGREEING = ("judge pass, gold pass", "judge fail, gold fail")
_CELLS = {
    (judge, gold): f"judge {'pass' if judge else 'fail'}, gold {'pass' if gold else 'fail'}"
    for judge in (True, False)
    for gold in (True, False)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLookChoice:
    """How many cases of each kind are looked at again."""

    agreements: int
    """Drawn at random from the cases where judge and gold agree."""
    disagreements: int | None = None
    """Drawn at random from the others; None: all of them."""


def create_second_look(
    store: Store,
    dataset_id: int,
    draft: SessionDraft,
    verdicts: Mapping[str, bool],
    choice: SecondLookChoice,
    *,
    about: str,
    at: datetime,
) -> Session:
    """Make a session in which some cases with gold and a verdict are labelled again.

    Parameters
    ----------
    verdicts
        Whether the judge passes, by case id.
    about
        Which judge in which run.

    Raises
    ------
    LabellingError
        When there are not so many cases of a kind, or no agreement is to be looked at: that would flatter the judge.
    """
    dataset = store.load_dataset(dataset_id)
    cells = _cells(dataset, draft.criterion, verdicts)
    drawn = _draw(dataset, cells, choice, draft)
    spec = SessionSpec(
        name=draft.name.strip(),
        dataset_id=dataset_id,
        criterion=draft.criterion,
        question=draft.question,
        scale=draft.scale,
        annotators_per_case=draft.annotators_per_case,
        again_share=draft.again_share,
        queue="second look",
        seed=draft.seed,
        chosen=f"{counted(len(drawn), 'case')} for a second look",
        population=len(cells),
        about=about,
        drawn_from=dict(Counter(cells.values())),
    )
    return store.labelling.create_session(spec, drawn, draft.guidelines, at=at)


def cases_to_draw_from(dataset: Dataset, criterion: str, verdicts: Mapping[str, bool]) -> dict[Stratum, int]:
    """How many cases with gold and a verdict there are of each kind; not for the eyes of somebody who labels.

    Raises
    ------
    LabellingError
        When the criterion's scale does not say which values pass.
    """
    cells = _cells(dataset, criterion, verdicts)
    agree = sum(cell in _AGREEING for cell in cells.values())
    return {"agree": agree, "disagree": len(cells) - agree}


def second_look_of(store: Store, session_id: str) -> SecondLook:
    """The estimates from the labels that a second look has so far.

    Raises
    ------
    LabellingError
        When the session is no second look.
    """
    session = store.labelling.load_session(session_id)
    if session.spec.queue != "second look":
        raise LabellingError(f"expected a second look, found a session of the kind “{session.spec.queue}”")
    events = store.labelling.events(session_id)
    dataset = store.load_dataset(session.spec.dataset_id)
    votes = votes_by_case(standing_labels(events))
    now = gold_of_session(dataset, session, votes, adjudications(events))
    judged = {cell: key for key, cell in _CELLS.items()}
    cases: list[LookedAt] = []
    left = Counter(session.spec.drawn_from)
    for case in store.labelling.session_cases(session_id):
        judge, gold = judged[case.stratum]
        said = now[case.case_id].value if case.case_id in now else None
        left[case.stratum] -= 1
        cases.append(
            LookedAt(
                case_id=case.case_id,
                judge_passes=judge,
                gold_passes=gold,
                now_passes=None if said is None else session.spec.scale.passes(said),
            )
        )
    for cell, count in left.items():
        judge, gold = judged[cell]
        cases += [LookedAt(case_id="", judge_passes=judge, gold_passes=gold)] * count
    return second_look(cases)


def _cells(dataset: Dataset, criterion: str, verdicts: Mapping[str, bool]) -> dict[str, str]:
    """For each case with gold and a verdict, what both say."""
    scale = dataset.criteria.get(criterion)
    if scale is None or not scale.passing:
        raise LabellingError(f"expected a criterion of the set whose scale says which values pass, found {criterion!r}")
    return {
        case_id: _CELLS[verdicts[case_id], scale.passes(gold.value)]
        for case_id, gold in gold_labels(dataset, criterion).items()
        if gold.value is not None and case_id in verdicts
    }


def _draw(
    dataset: Dataset, cells: Mapping[str, str], choice: SecondLookChoice, draft: SessionDraft
) -> tuple[SessionCase, ...]:
    agree = [case_id for case_id, cell in cells.items() if cell in _AGREEING]
    disagree = [case_id for case_id, cell in cells.items() if cell not in _AGREEING]
    wanted = len(disagree) if choice.disagreements is None else choice.disagreements
    for kind, there, number in (("agree", agree, choice.agreements), ("disagree", disagree, wanted)):
        if not min(1, len(there)) <= number <= len(there):
            raise LabellingError(
                f"expected 1 to {len(there)} of the cases where judge and gold {kind}, found {number}: looking at one"
                " kind alone says nothing of the labels or of the judge"
            )
    rng = random.Random(draft.seed)
    drawn = [(one, choice.agreements / len(agree)) for one in rng.sample(agree, choice.agreements)]
    drawn += [(one, wanted / len(disagree)) for one in rng.sample(disagree, wanted)]
    rng.shuffle(drawn)
    place_of = {case.id: place for place, case in enumerate(dataset.cases)}
    return tuple(
        replace(
            _session_case(position, place_of[case_id], dataset.cases[place_of[case_id]], draft),
            inclusion=inclusion,
            stratum=cells[case_id],
        )
        for position, (case_id, inclusion) in enumerate(drawn)
    )


def _session_case(position: int, place: int, case: Case, draft: SessionDraft) -> SessionCase:
    return SessionCase(
        position=position,
        place=place,
        case_id=case.id,
        case_fingerprint=case_fingerprint(case),
        annotators=draft.annotators_per_case,
    )
