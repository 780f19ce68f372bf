"""Make a labelling session: which cases, in which order, shared by how many people."""

from __future__ import annotations

import math
import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from evalcore.domain import Case, Dataset, Scale, case_fingerprint, gold_labels
from evalcore.domain.labelling import QueueKind, Seat, Session, SessionCase, SessionSpec
from evalcore.errors import LabellingError
from evalcore.plurals import counted
from evalcore.store import Store
from evalcore.store.labelling import SECOND_ANSWER

_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Letters that nobody takes for one another, and no spreadsheet takes for a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChoice:
    """Which cases of a set are labelled: all that meet every condition, or a random sample of those."""

    in_slice: tuple[str, str] | None = None
    """A slice's key and value."""
    unlabelled: bool = False
    """Only cases without a label under the criterion."""
    sample: int | None = None
    """So many of them, at random; each has the same probability, which is kept."""

    @property
    def words(self) -> str:
        """The choice in words."""
        parts = [
            "all",
            "unlabelled cases" if self.unlabelled else "cases",
            f"with {self.in_slice[0]} = {self.in_slice[1]}" if self.in_slice else "",
        ]
        drawn = "" if self.sample is None else f"{self.sample} drawn at random from "
        return drawn + " ".join(filter(None, parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDraft:
    """What a person says about a session to be made."""

    name: str
    criterion: str
    question: str
    guidelines: str
    scale: Scale
    pairs: bool = False
    choice: CaseChoice = field(default_factory=CaseChoice)
    annotators_per_case: int = 1
    shared_cases: int | None = None
    again_share: float = 0.1
    pilot_cases: int = 0
    queue: QueueKind = "calibration"
    first: Sequence[str] = ()
    """For a marked queue: ids of cases, those to be labelled first in front; cases not named come after them."""
    about: str = ""
    """For a marked queue: which run the order came from."""
    seed: int = 0


def create_session(store: Store, dataset_id: int, draft: SessionDraft, *, at: datetime) -> Session:
    """Plan a session on a stored set and store it.

    Raises
    ------
    LabellingError
        When the draft cannot be carried out on this set; the message says what was expected.
    """
    spec, cases = plan_session(store.load_dataset(dataset_id), dataset_id, draft)
    return store.labelling.create_session(spec, cases, draft.guidelines, at=at)


def plan_session(dataset: Dataset, dataset_id: int, draft: SessionDraft) -> tuple[SessionSpec, tuple[SessionCase, ...]]:
    """What a session asks and its cases in the order of the queue.

    The order is random by the seed, pilot cases first. A marked queue has its own order and no pilot round. Which
    cases are shared by several people is random as well, so that agreement on them stands for all.
    """
    chosen = _population(dataset, draft)
    population = len(chosen)
    _check(dataset, draft, chosen)
    shuffled = random.Random(draft.seed).sample(chosen, population)
    sample = population if draft.choice.sample is None else draft.choice.sample
    drawn = shuffled[:sample]
    if draft.first:
        rank = {case_id: at for at, case_id in enumerate(draft.first)}
        drawn.sort(key=lambda place: rank.get(dataset.cases[place].id, len(rank)))
    spec = SessionSpec(
        name=draft.name.strip(),
        dataset_id=dataset_id,
        criterion=draft.criterion,
        question=draft.question,
        scale=draft.scale,
        pairs=draft.pairs,
        annotators_per_case=draft.annotators_per_case,
        shared_cases=draft.shared_cases,
        again_share=draft.again_share,
        queue=draft.queue,
        seed=draft.seed,
        chosen=draft.choice.words,
        population=population,
        about=draft.about,
    )
    return spec, session_cases([(place, dataset.cases[place]) for place in drawn], draft, inclusion=sample / population)


def session_cases(
    drawn: Sequence[tuple[int, Case]], draft: SessionDraft, *, inclusion: float
) -> tuple[SessionCase, ...]:
    """The cases in their order, each with the number of people it wants."""
    main = range(draft.pilot_cases, len(drawn))
    shared = len(main) if draft.shared_cases is None else draft.shared_cases
    several = set(random.Random(draft.seed + 1).sample(main, shared))
    return tuple(
        SessionCase(
            position=position,
            place=place,
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            round="pilot" if position < draft.pilot_cases else "main",
            annotators=draft.annotators_per_case if position in several else 1,
            inclusion=inclusion,
        )
        for position, (place, case) in enumerate(drawn)
    )


def new_code() -> str:
    """A code that nobody guesses; the only randomness here that has no seed."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(12))


def invite(store: Store, session_id: str, name: str, *, at: datetime, code_maker: Callable[[], str] = new_code) -> Seat:
    """Give a person a seat with a code; however they write their name, they stay one person."""
    return store.labelling.invite(session_id, name, code=code_maker(), at=at)


def join_address(workbench: str, code: str) -> str:
    """The address that an invited person opens."""
    return f"{workbench.rstrip('/')}/label?code={code}"


def _population(dataset: Dataset, draft: SessionDraft) -> list[int]:
    """Places of the cases that meet the conditions."""
    choice = draft.choice
    labelled: set[str] = set()
    if choice.unlabelled:
        labelled = {one.case_id for one in gold_labels(dataset, draft.criterion).values() if one.how != "unlabelled"}
    return [
        place
        for place, case in enumerate(dataset.cases)
        if case.id not in labelled
        and (choice.in_slice is None or case.slices.get(choice.in_slice[0]) == choice.in_slice[1])
    ]


def _check(dataset: Dataset, draft: SessionDraft, chosen: Sequence[int]) -> None:
    sample = draft.choice.sample
    known = dataset.criteria.get(draft.criterion)
    main = max(0, min(len(chosen), sample or len(chosen)) - draft.pilot_cases)
    wrong = [
        (not draft.name.strip(), "a name for the session", "none"),
        (not draft.criterion.strip(), "a criterion", "none"),
        (not chosen, f"some cases of {dataset.name!r} to label", f"no {draft.choice.words}"),
        (len(set(draft.scale.values)) < 2, "a scale of at least two values", str(draft.scale.values)),
        (
            known is not None and known != draft.scale,
            f"the scale that {draft.criterion!r} has in this set ({', '.join(known.values) if known else ''})",
            ", ".join(draft.scale.values),
        ),
        (
            known is None and not draft.scale.passing and not draft.pairs,
            f"which of {', '.join(draft.scale.values)} pass (--passing), as otherwise every label counts as a fail",
            "none",
        ),
        (
            sample is not None and not 0 < sample <= len(chosen),
            f"a sample of 1 to {counted(len(chosen), 'case')}",
            str(sample),
        ),
        (draft.annotators_per_case < 1, "at least one annotator per case", str(draft.annotators_per_case)),
        (
            not 0 <= draft.again_share <= 1 or math.isnan(draft.again_share),
            "a share between 0 and 1 to show again",
            str(draft.again_share),
        ),
        (
            not 0 <= draft.pilot_cases <= min(len(chosen), sample or len(chosen)),
            "a pilot round within the cases",
            str(draft.pilot_cases),
        ),
        (
            draft.shared_cases is not None and not 0 <= draft.shared_cases <= main,
            f"0 to {main} shared cases, as many as the main round has",
            str(draft.shared_cases),
        ),
        (
            draft.queue != "calibration" and draft.pilot_cases > 0,
            f"no pilot round in a queue of the kind “{draft.queue}”",
            f"{draft.pilot_cases} pilot cases",
        ),
        (
            draft.queue == "calibration" and bool(draft.first),
            "a calibration queue in random order",
            "an order of cases",
        ),
    ]
    for is_wrong, expected, found in wrong:
        if is_wrong:
            raise LabellingError(f"expected {expected}, found {found}")
    if draft.pairs:
        lacking = sum(SECOND_ANSWER not in dataset.cases[place].meta for place in chosen)
        if lacking:
            raise LabellingError(
                f"expected a second answer in the column {SECOND_ANSWER!r} of every case, found"
                f" {counted(lacking, 'case')} without"
            )
