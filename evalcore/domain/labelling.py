"""Human labelling as values: a session, who labels in it, and what is shown to them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from evalcore.domain.cases import Case, Scale

QueueKind = Literal["calibration", "judges disagree first", "uncertain first", "second look"]
"""A calibration queue is in random order; the others are marked, because their order or choice biases agreement."""

CaseRound = Literal["pilot", "main"]
SessionState = Literal["pilot", "open", "frozen"]
"""In its pilot round; open for all cases; frozen, when no label is taken any more."""

MARKED_QUEUES: tuple[QueueKind, ...] = ("judges disagree first", "uncertain first", "second look")
GUARD_S = 0.3
"""A label is refused when it comes within so many seconds of its case appearing, or of the last refusal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSpec:
    """What a session is to ask of whom; fixed once it is made."""

    name: str
    dataset_id: int
    criterion: str
    question: str
    """What has to be decided, as the annotator reads it."""
    scale: Scale
    pairs: bool = False
    """Whether two answers are compared: the first two values of the scale then name the sides."""
    annotators_per_case: int = 1
    """How many people label each shared case; nobody ever gets a case beyond it."""
    shared_cases: int | None = None
    """How many cases have that many annotators, the others having one; None: all."""
    again_share: float = 0.0
    """Share of a person's cases that are shown to them again."""
    queue: QueueKind = "calibration"
    seed: int = 0
    chosen: str = "all cases"
    """In words, which cases of the set these are."""
    population: int
    """Cases that the choice was made from."""
    about: str = ""
    """For a marked queue: which run or judge the choice or order came from. Never shown to annotators."""
    drawn_from: Mapping[str, int] = field(default_factory=dict)
    """For a second look: how many cases each stratum had."""

    @property
    def is_marked(self) -> bool:
        """Whether its labels stay out of calibration gold unless asked for."""
        return self.queue in MARKED_QUEUES


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCase:
    """One case of a session, in the order of the queue."""

    position: int
    place: int
    """Its place in the stored set."""
    case_id: str
    case_fingerprint: str
    round: CaseRound = "main"
    annotators: int = 1
    """How many people may label it in the main round."""
    inclusion: float = 1.0
    """Probability with which the case came into the session."""
    stratum: str = ""
    """What it was drawn from, where the choice had several parts; never shown to annotators."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session as it stands."""

    id: str
    spec: SessionSpec
    set_name: str
    state: SessionState
    created_at: datetime
    guidelines: str
    guideline_version: int
    """1 for the first text."""
    cases: int
    pilot_cases: int
    frozen_as: int | None = None
    """The set that its labels were frozen as."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One person in one session."""

    session_id: str
    person_id: int
    name: str
    """As it was written first, whichever way they write it now."""
    code: str
    """What they join with."""
    released: bool = False
    """Whether they left for good, and their part is open to others."""
    unblinded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How far one person is in a session."""

    labelled: int
    """Cases they labelled, without repeats."""
    skipped: int
    left: int
    """Cases still planned for them or open to anybody."""
    median_s: float | None

    @property
    def left_s(self) -> float | None:
        """Time for what is left at this pace; None before the first label."""
        return None if self.median_s is None else self.left * self.median_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """All that an annotator may see of the case that is theirs to label now.

    Nothing in it comes from a judge or from another annotator.
    """

    session_id: str
    turn: int
    """The how-manieth case this is for this person, from 1; labels are given by it."""
    case: Case
    """Question, evidence and answer alone."""
    case_fingerprint: str
    round: CaseRound
    question: str
    values: tuple[str, ...]
    guidelines: str
    guideline_version: int
    second_answer: str | None = None
    """For pairs: the answer on the right; ``case.answer`` is the one on the left."""
    note: str = ""
    flagged: bool = False
    earlier_value: str | None = None
    """The person's own earlier value, where they went back to the case or were asked again; as the sides lie now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketRoom:
    """What a packet for one person could hold."""

    on_paper: int
    """Cases that they have on paper already, without a label."""
    more: int
    """Cases that could be kept for them besides."""


NothingReason = Literal["done", "waiting", "pilot done", "frozen", "released", "unblinded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """No case for this person at the moment."""

    reason: NothingReason

    @property
    def message(self) -> str:
        """In a sentence."""
        return _NOTHING[self.reason]


_NOTHING: dict[NothingReason, str] = {
    "done": "You have labelled everything that is yours. Thank you.",
    "waiting": "Nothing is left for you at the moment: others have the remaining cases on their screens.",
    "pilot done": "You have labelled the pilot round. The main round opens when it has been talked over.",
    "frozen": "The session is frozen: its labels are a version of the set now.",
    "released": "Your part of the session has been given to others.",
    "unblinded": "You have opened the results of this set, so your labels would no longer be blind.",
}

RefusalReason = Literal[
    "not shown", "too soon", "off the scale", "taken over", "frozen", "released", "unblinded", "no reason", "no case"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The event that was stored; it survives whatever happens next."""

    event_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Nothing was stored, and why."""

    reason: RefusalReason

    @property
    def message(self) -> str:
        """In a sentence."""
        return _REFUSED[self.reason]


_REFUSED: dict[RefusalReason, str] = {
    "not shown": "That was another case than the one on the screen; nothing was stored.",
    "too soon": "That came too soon after the case appeared to be meant; nothing was stored.",
    "off the scale": "That is no value of the scale; nothing was stored.",
    "taken over": "You were away for so long that somebody else has this case now; nothing was stored.",
    "frozen": "The session is frozen; nothing was stored.",
    "released": "Your part of the session has been given to others; nothing was stored.",
    "unblinded": "You have opened the results of this set; nothing was stored.",
    "no reason": "A decision needs a reason; nothing was stored.",
    "no case": "The session has no such case for you; nothing was stored.",
}


def name_key(name: str) -> str:
    """What two ways of writing one name have in common.

    Compatible characters, letter case and spaces make no difference: "Anna", "anna" and " ANNA " are one person.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def shown_name(name: str) -> str:
    """A name as it is shown: on one line, without spaces around it."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def blind_case(case: Case) -> Case:
    """The case with nothing but what an annotator judges: no slices, no model that made it, no other columns."""
    return Case(id=case.id, question=case.question, answer=case.answer, evidence=case.evidence)
