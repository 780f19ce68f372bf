"""What is judged and what people said about it: scales, cases, labels, datasets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

LabelSource = Literal["human", "model", "import"]

UNNAMED = "unnamed"
"""An annotator whom nobody named; further ones on the same case are ``unnamed 2`` and so on, and may be anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The values a verdict can take, in order, and which of them pass."""

    values: tuple[str, ...]
    level: Literal["nominal", "ordinal"] = "nominal"
    """Whether the order of ``values`` means anything."""
    passing: tuple[str, ...]

    def passes(self, value: str) -> bool:
        """Whether this value counts as a pass."""
        return value in self.passing


PASS_FAIL = Scale(values=("pass", "fail"), passing=("pass",))
"""The binary scale; its order is the order of every confusion matrix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One piece of evidence that the application had when it answered."""

    id: str
    text: str
    source: str = ""
    kind: Literal["retrieved", "tool", "history"] = "retrieved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question, the evidence at hand, and the answer that is judged."""

    id: str
    question: str
    answer: str
    evidence: tuple[Document, ...] = ()
    expects_evidence: bool = True
    """False where answering without evidence is right, as in an honest refusal."""
    must_mention: tuple[str, ...] = ()
    must_retrieve: tuple[str, ...] = ()
    """Sources (or document ids) that retrieval had to bring."""
    slices: Mapping[str, str] = field(default_factory=dict)
    cluster: str | None = None
    dated: str | None = None
    """ISO 8601 date of the answer."""
    made_by: Mapping[str, str] = field(default_factory=dict)
    """What made the answer: application model, prompt version, index snapshot."""
    meta: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_evidence(self) -> bool:
        """Whether some document has more than blanks."""
        for document in self.evidence:  # noqa: SIM110  (any() takes three times as long, and cases are many)
            if document.text and not document.text.isspace():
                return True
        return False

    @property
    def lacks_evidence(self) -> bool:
        """Whether evidence was expected and every document is missing or blank."""
        return not self.has_evidence and self.expects_evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One person's verdict on one case under one criterion."""

    case_id: str
    case_fingerprint: str
    """The case as it was when it was labelled; another fingerprint now means a stale label. Empty where the set is
    only looked at, right after it was read, and cannot be stale."""
    criterion: str
    annotator: str
    value: str
    note: str = ""
    source: LabelSource = "human"
    adjudicated: bool = False
    """True for the decision that settles a conflict; it outranks all votes."""
    guideline_version: str = ""
    at: str | None = None
    """ISO 8601 time."""
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Cases with their labels, under one or more criteria."""

    name: str
    criteria: Mapping[str, Scale]
    cases: tuple[Case, ...]
    labels: tuple[Label, ...] = ()
    gold_rule: str = "adjudicated, else strict majority"

    def with_cases(self, cases: tuple[Case, ...]) -> Dataset:
        """The set with some of its cases, and the labels of these."""
        ids = {case.id for case in cases}
        return replace(self, cases=cases, labels=tuple(label for label in self.labels if label.case_id in ids))

    @property
    def slice_keys(self) -> tuple[str, ...]:
        """Every slice key that some case carries, in order of first appearance."""
        return tuple(dict.fromkeys(key for case in self.cases for key in case.slices))
