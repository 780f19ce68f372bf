"""The nouns of the workbench as frozen values; no module here does input or output."""

from typing import TYPE_CHECKING

from evalcore.domain.calls import Call, Failure, How, Reading, Reply
from evalcore.domain.cases import PASS_FAIL, UNNAMED, Case, Dataset, Document, Label, LabelSource, Scale
from evalcore.domain.estimates import Estimate, undefined
from evalcore.domain.fingerprints import canonical_json, case_fingerprint, dataset_fingerprint, sha256_of
from evalcore.domain.gold import GOLD_RULE, Gold, gold_labels
from evalcore.domain.outlines import CaseOutline, OutlinedSet
from evalcore.domain.splits import AnySet, Part, Selection, Split
from evalcore.lazily import loading

if TYPE_CHECKING:
    from evalcore.domain.annotator_test import AnnotatorTest, PersonCompared
    from evalcore.domain.measures import (
        Baseline,
        CalibrationReport,
        CallLedger,
        Comparison,
        Confusion,
        DatasetSummary,
        FlipCount,
        FormCounts,
        JudgeReport,
        Measures,
        ReplyForms,
        SliceMeasures,
        Usage,
        ValueMeasures,
    )
    from evalcore.domain.mix import Mix, MixMeasures

__all__ = [
    "GOLD_RULE",
    "PASS_FAIL",
    "UNNAMED",
    "AnnotatorTest",
    "AnySet",
    "Baseline",
    "CalibrationReport",
    "Call",
    "CallLedger",
    "Case",
    "CaseOutline",
    "Comparison",
    "Confusion",
    "Dataset",
    "DatasetSummary",
    "Document",
    "Estimate",
    "Failure",
    "FlipCount",
    "FormCounts",
    "Gold",
    "How",
    "JudgeReport",
    "Label",
    "LabelSource",
    "Measures",
    "Mix",
    "MixMeasures",
    "OutlinedSet",
    "Part",
    "PersonCompared",
    "Reading",
    "Reply",
    "ReplyForms",
    "Scale",
    "Selection",
    "SliceMeasures",
    "Split",
    "Usage",
    "ValueMeasures",
    "canonical_json",
    "case_fingerprint",
    "dataset_fingerprint",
    "gold_labels",
    "sha256_of",
    "undefined",
]

# What a report is made of: asking does without, and making so many kinds of value takes a twentieth of a run's start.
__getattr__ = loading(__name__, ("measures", "annotator_test", "mix"), __all__)
