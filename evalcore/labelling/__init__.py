"""Human labelling sessions: made, counted, adjudicated and frozen; the queue itself lies in the store."""

from evalcore.labelling.adjudication import Conflict, conflict_queue
from evalcore.labelling.agreement import (
    DisputedCase,
    GroupAgreement,
    PairAgreement,
    PersonFigures,
    SessionAgreement,
    session_agreement,
)
from evalcore.labelling.freezing import FreezePlan, Frozen, freeze, plan_freeze
from evalcore.labelling.judged import RunVerdicts, judges_disagree_first, run_verdicts, uncertain_first
from evalcore.labelling.packet import Packet, PacketFormat, PacketProblem, PacketTaken, make_packet, take_packet
from evalcore.labelling.progress import (
    SessionProgress,
    as_document,
    labels_to_look_at_again,
    own_labels,
    session_progress,
)
from evalcore.labelling.second_look import JudgeFigures, LookedAt, SecondLook, Stratum, second_look
from evalcore.labelling.second_look_sentences import second_look_sentences
from evalcore.labelling.second_look_session import (
    SecondLookChoice,
    cases_to_draw_from,
    create_second_look,
    second_look_of,
)
from evalcore.labelling.sessions import (
    CaseChoice,
    SessionDraft,
    create_session,
    invite,
    join_address,
    new_code,
    plan_session,
)

__all__ = [
    "CaseChoice",
    "Conflict",
    "DisputedCase",
    "FreezePlan",
    "Frozen",
    "GroupAgreement",
    "JudgeFigures",
    "LookedAt",
    "Packet",
    "PacketFormat",
    "PacketProblem",
    "PacketTaken",
    "PairAgreement",
    "PersonFigures",
    "RunVerdicts",
    "SecondLook",
    "SecondLookChoice",
    "SessionAgreement",
    "SessionDraft",
    "SessionProgress",
    "Stratum",
    "as_document",
    "cases_to_draw_from",
    "conflict_queue",
    "create_second_look",
    "create_session",
    "freeze",
    "invite",
    "join_address",
    "judges_disagree_first",
    "labels_to_look_at_again",
    "make_packet",
    "new_code",
    "own_labels",
    "plan_freeze",
    "plan_session",
    "run_verdicts",
    "second_look",
    "second_look_of",
    "second_look_sentences",
    "session_agreement",
    "session_progress",
    "take_packet",
    "uncertain_first",
]
