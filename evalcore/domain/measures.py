"""The calibration report as values; ``evalcore-report/1`` is these, field for field, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.domain.estimates import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """Cases by human label (row) and judge's verdict (column).

    As deployed, a reply without a verdict is counted in the fail column and ``no_verdict`` says
    how many per row; lenient, it is left out of the matrix and counted in ``no_verdict``.
    """

    labels: tuple[str, ...]
    matrix: tuple[tuple[int, ...], ...]
    no_verdict: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipCount:
    """Cases whose repeats differ, among the n with two or more answered repeats.

    ``rate`` is the mean over those n cases of the share of unequal pairs of repeats.
    """

    cases: int
    n: int
    rate: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """How repeat 0 of a judge agrees with gold, under one way of reading."""

    n: int
    agreement: Estimate
    balanced_accuracy: Estimate
    tpr: Estimate
    """Share of the good answers that the judge accepts."""
    tnr: Estimate
    """Share of the bad answers that the judge catches, by default included."""
    tnr_said: Estimate
    """Share of the bad answers caught by a verdict that was said."""
    kappa: Estimate
    ac1: Estimate
    mcc: Estimate
    f1: Estimate
    confusion: Confusion
    flips: FlipCount


@dataclass(frozen=True, slots=True, kw_only=True)
class CallLedger:
    """planned = answered + failed + not asked + missing; truncated is a flag beside these."""

    planned: int
    answered: int
    failed: int
    not_asked: Mapping[str, int]
    missing: int
    truncated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyForms:
    """answered = literal + recovered + unread, for one rule."""

    literal: int
    recovered: Mapping[str, int]
    """By the step that recovered the verdict."""
    unread: Mapping[str, int]
    """By reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The judge against always saying the commonest gold label, on the same cases."""

    value: str | None
    agreement: Estimate
    difference: Estimate
    p_value: float | None
    beats: bool | None
    """None when the data show neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceMeasures:
    """The measures over the cases that share one key=value."""

    slice: Mapping[str, str]
    as_deployed: Measures
    lenient: Measures


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What the answered calls cost; None where the provider reports nothing."""

    prompt_tokens: int | None
    completion_tokens: int | None
    latency_ms: Mapping[str, float | None]
    """Keys p50 and p95."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeReport:
    """Everything measured about one judge in one run."""

    name: str
    config_sha256: str
    model: str
    digest: str | None
    repeats: int
    rule: str
    """The reading rule of ``as_deployed``."""
    reader: str
    """Who reads replies this way in production, such as "Spring AI 2.0"."""
    calls: CallLedger
    replies: ReplyForms
    """Over all answered calls, by the lenient reading beside the deployed rule: why the wording costs what it costs."""
    replies_as_deployed: ReplyForms
    """The same calls by the deployed rule; a verdict by default counts as unread."""
    as_deployed: Measures
    lenient: Measures
    mean_over_repeats: Mapping[str, Estimate]
    """Keys as_deployed and lenient."""
    baseline: Baseline
    flips: Mapping[str, FlipCount]
    """Keys wording and read_unread; verdict flips stand in the measures."""
    slices: tuple[SliceMeasures, ...]
    pass_rate: Mapping[str, Estimate]
    """Keys raw and corrected: the share of answers that the judge passes, all asked cases."""
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two judges on the cases that both answered, repeat 0, as deployed (a minus b)."""

    a: str
    b: str
    difference: Estimate
    only_a_right: int
    only_b_right: int
    p_value: float | None
    p_adjusted: float | None
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetSummary:
    """The set that the judges were measured on."""

    name: str
    fingerprint: str
    criterion: str
    cases: int
    labelled: int
    """Cases that somebody labelled; the unresolved ones are among them."""
    unlabelled: int
    unresolved: int
    gold_rule: str
    clusters: int | None
    effective_n: float | None
    annotators: int
    human_agreement: Mapping[str, Estimate]
    made_by: Mapping[str, tuple[str, ...]]
    """Distinct values per key of the cases' ``made_by``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """How many judges were tried on these cases; choosing the best of many overstates it."""

    candidates: int
    split: str | None
    looks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationReport:
    """What a run says about its judges."""

    dataset: DatasetSummary
    judges: tuple[JudgeReport, ...]
    comparisons: tuple[Comparison, ...]
    selection: Selection
    seed: int
    """Seed of every resampling in this report."""
