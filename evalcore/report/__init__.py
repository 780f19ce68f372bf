"""From a set and stored replies to the calibration report, overall and by slice."""

from evalcore.report.build import build_report, compare_judges, report_on
from evalcore.report.calls import NO_REPLY, CallColumns, JudgeReplies
from evalcore.report.case_index import CaseIndex
from evalcore.report.case_list import CaseList
from evalcore.report.cells import (
    COLUMNS,
    Column,
    cases_in_cell,
    column_of,
    cut_cases,
    discordant_cases,
    human_label,
    human_side,
    labels_of,
    open_case,
    said_label,
)
from evalcore.report.columns import JudgeColumns, RunColumns, read_calls, run_columns
from evalcore.report.document import SCHEMA, to_document
from evalcore.report.document_reading import from_document, read_report_file
from evalcore.report.mix import mix_measures, mix_of, read_mix
from evalcore.report.outcomes import (
    CaseOutcome,
    ReadReply,
    RepeatOutcome,
    ReplyReader,
    Side,
    Unread,
    as_read,
    case_outcomes,
)
from evalcore.report.ranking import Costs, ErrorCost, error_cost, ranked
from evalcore.report.rereading import (
    DistinctReply,
    RuleReading,
    advice,
    cases_whose_words_differ,
    distinct_replies,
    readings_by_rule,
)
from evalcore.report.sentences import (
    chosen_on_the_same_cases,
    complement,
    finding,
    headline,
    recorded_sentence,
    remarks,
    selection_remark,
)

__all__ = [
    "COLUMNS",
    "NO_REPLY",
    "SCHEMA",
    "CallColumns",
    "CaseIndex",
    "CaseList",
    "CaseOutcome",
    "Column",
    "Costs",
    "DistinctReply",
    "ErrorCost",
    "JudgeColumns",
    "JudgeReplies",
    "ReadReply",
    "RepeatOutcome",
    "ReplyReader",
    "RuleReading",
    "RunColumns",
    "Side",
    "Unread",
    "advice",
    "as_read",
    "build_report",
    "case_outcomes",
    "cases_in_cell",
    "cases_whose_words_differ",
    "chosen_on_the_same_cases",
    "column_of",
    "compare_judges",
    "complement",
    "cut_cases",
    "discordant_cases",
    "distinct_replies",
    "error_cost",
    "finding",
    "from_document",
    "headline",
    "human_label",
    "human_side",
    "labels_of",
    "mix_measures",
    "mix_of",
    "open_case",
    "ranked",
    "read_calls",
    "read_mix",
    "read_report_file",
    "readings_by_rule",
    "recorded_sentence",
    "remarks",
    "report_on",
    "run_columns",
    "said_label",
    "selection_remark",
    "to_document",
]
