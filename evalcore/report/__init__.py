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
from evalcore.report.ranking import Costs, ErrorCost, error_cost, ranked
from evalcore.report.rereading import DistinctReply, RuleReading, advice, distinct_replies, readings_by_rule
from evalcore.report.sentences import complement, headline, remarks
from evalcore.report.summary import CLUSTERS_NOT_HONOURED

__all__ = [
    "CLUSTERS_NOT_HONOURED",
    "SCHEMA",
    "CaseOutcome",
    "Costs",
    "DistinctReply",
    "ErrorCost",
    "JudgeReplies",
    "ReadReply",
    "RepeatOutcome",
    "ReplyReader",
    "RuleReading",
    "Side",
    "Unread",
    "advice",
    "as_read",
    "build_report",
    "case_outcomes",
    "complement",
    "distinct_replies",
    "error_cost",
    "headline",
    "ranked",
    "readings_by_rule",
    "remarks",
    "to_document",
    "why_not_asked",
]
