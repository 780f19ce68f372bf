"""From a set and stored replies to the calibration report, overall and by slice."""

from evalcore.report.build import build_report
from evalcore.report.document import SCHEMA, to_document
from evalcore.report.outcomes import (
    CaseOutcome,
    JudgeReplies,
    ReadReply,
    RepeatOutcome,
    ReplyReader,
    Side,
    Unread,
    as_read,
    case_outcomes,
    why_not_asked,
)
from evalcore.report.sentences import complement, headline, ranked
from evalcore.report.summary import CLUSTERS_NOT_HONOURED

__all__ = [
    "CLUSTERS_NOT_HONOURED",
    "SCHEMA",
    "CaseOutcome",
    "JudgeReplies",
    "ReadReply",
    "RepeatOutcome",
    "ReplyReader",
    "Side",
    "Unread",
    "as_read",
    "build_report",
    "case_outcomes",
    "complement",
    "headline",
    "ranked",
    "to_document",
    "why_not_asked",
]
