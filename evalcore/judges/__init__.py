"""Judges: what they are, how they are named by content, and where they are read from."""

from typing import TYPE_CHECKING

from evalcore.judges.files import json_schema, judge_from_text, judge_to_text, read_judge_file
from evalcore.judges.judge import (
    PROVIDERS,
    RECORDED,
    YES_NO_TOKENS,
    Judge,
    ModelRef,
    Options,
    Prompt,
    RuleSpec,
    config_sha256,
    reason_not_to_ask,
    request_fingerprint,
)
from evalcore.judges.naming import find_judge, judge_for_template, needs_model, parse_model, with_model
from evalcore.judges.presets import builtin_judges
from evalcore.judges.spring_templates import (
    KNOWN_TEMPLATES,
    FoundTemplate,
    KnownTemplate,
    as_published,
    recognise_template,
    templates_in_jar,
)
from evalcore.lazily import loading

if TYPE_CHECKING:
    from evalcore.judges.calibrated import Calibrated, calibrated_from_text, read_calibrated
    from evalcore.judges.editing import JudgeFields, edited, fields_of, name_for_copy, reader_of, refuse_misleading_name

__all__ = [
    "KNOWN_TEMPLATES",
    "PROVIDERS",
    "RECORDED",
    "YES_NO_TOKENS",
    "Calibrated",
    "FoundTemplate",
    "Judge",
    "JudgeFields",
    "KnownTemplate",
    "ModelRef",
    "Options",
    "Prompt",
    "RuleSpec",
    "as_published",
    "builtin_judges",
    "calibrated_from_text",
    "config_sha256",
    "edited",
    "fields_of",
    "find_judge",
    "json_schema",
    "judge_for_template",
    "judge_from_text",
    "judge_to_text",
    "name_for_copy",
    "needs_model",
    "parse_model",
    "read_calibrated",
    "read_judge_file",
    "reader_of",
    "reason_not_to_ask",
    "recognise_template",
    "refuse_misleading_name",
    "request_fingerprint",
    "templates_in_jar",
    "with_model",
]

# What changes judges and reads their calibration: asking does without.
__getattr__ = loading(__name__, ("calibrated", "editing"), __all__)
