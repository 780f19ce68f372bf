"""The calibration report as values; ``evalcore-report/1`` is these, field for field, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from evalcore.domain.annotator_test import AnnotatorTest
from evalcore.domain.estimates import Estimate
from evalcore.domain.mix import Mix, MixMeasures
from evalcore.domain.splits import Selection


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
class ValueMeasures:
    """How repeat 0 of a judge agrees with gold value by value, on a scale that people and the judge share.

    A reply that says no verdict has a column of its own: as deployed it is wrong for ``agreement``, lenient it is left
    out there too; every other figure rests on the cases with a verdict. A figure that needs more than the scale has,
    an order or numbers, is undefined.
    """

    values: tuple[str, ...]
    """As the scale lists them; lowest to highest where it is ordinal."""
    level: str
    """nominal or ordinal."""
    n: int
    """Labelled cases that were answered."""
    usable: int
    """Those of them with a verdict that was said."""
    agreement: Estimate
    kappa: Estimate
    kappa_linear: Estimate
    kappa_quadratic: Estimate
    ac1: Estimate
    ac2_linear: Estimate
    ac2_quadratic: Estimate
    alpha: Estimate
    """Krippendorff's, with gold and judge as two raters, at the level of the scale."""
    spearman: Estimate
    kendall: Estimate
    mean_absolute_error: Estimate
    """In the unit of the ratings."""
    macro_precision: Estimate
    macro_recall: Estimate
    macro_f1: Estimate
    precisions: Mapping[str, Estimate]
    """By value: of the cases that the judge gives it, the share that people give it too."""
    recalls: Mapping[str, Estimate]
    """By value: of the cases that people give it, the share that the judge gives it too."""
    confusion: Confusion


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """How repeat 0 of a judge agrees with gold, under one way of reading.

    At pass or fail, each side by its own scale. Where a scale declares no passing values, ``agreement``, ``kappa``,
    ``ac1`` and ``confusion`` are value by value, and the figures that need good and bad answers are undefined.
    """

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
    precision: Estimate | None = None
    """Share of good answers among those that the judge passes; None in a report written before it was there."""
    prevalence: Estimate | None = None
    """Share of good answers among the n; None as for ``precision``."""
    by_value: ValueMeasures | None = None
    """None unless people and judge share a scale of more than two values, or one without passing values."""

    @property
    def at_pass_or_fail(self) -> bool:
        """Whether good and bad answers are told apart; else the figures are value by value."""
        return self.by_value is None or self.confusion.labels != self.by_value.values


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
class FormCounts:
    """How many of the answered calls of some cases came in which form, over all repeats."""

    answered: int
    not_literal: int
    """Not word for word what the deployed rule accepts; the unread ones are among them."""
    unread: int
    """Without a verdict that the deployed rule could read."""
    truncated: int


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
    pass_rate: Mapping[str, Estimate] = field(default_factory=dict)
    """As of the whole report; empty in a report that was written before slices had it."""
    forms: FormCounts | None = None
    """None in a report that was written before slices had it."""


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
    unread: Literal["fail", "wrong", "exclude", "class"] | None = None
    """What a reply without a verdict is in ``as_deployed``; None in a report written before it was there."""
    mix: MixMeasures | None = None
    """None where no mix of production was declared."""
    annotator_test: AnnotatorTest | None = None
    """None where no three people who are known by name labelled the same case."""
    recorded: str | None = None
    """File and column in which its replies were recorded; None for a judge that was asked."""
    agreement_among_all: Estimate | None = None
    """The agreement with an interval that holds for all judges tried on these cases at once, the best of them included;
    None when this is the only one."""
    without_cut: Measures | None = None
    """As deployed, without the cases whose prompt was cut at repeat 0; None where none was, and in a report that was
    written before it was there."""


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
    margin: float | None = None
    """How much less often than b, the reference, a may agree and still be good enough; None where none was declared."""
    within_margin: Literal["proven", "not proven", "inferior"] | None = None
    """Whether a is worse than b by no more than the margin; ``inferior``: it is worse by more."""


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
    """Clusters that the cases fall into, a case without one counting as its own; None where no two share one."""
    effective_n: float | None
    """As many independent cases would measure the agreement as well: the least of the judges that were measured on most
    cases. None without clusters, with only one, and without a measured judge."""
    annotators: int
    human_agreement: Mapping[str, Estimate]
    made_by: Mapping[str, tuple[str, ...]]
    """Distinct values per key of the cases' ``made_by``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationReport:
    """What a run says about its judges."""

    dataset: DatasetSummary
    judges: tuple[JudgeReport, ...]
    comparisons: tuple[Comparison, ...]
    selection: Selection
    reference: str | None = None
    """The judge that every other one is compared with; None where every two are."""
    mix: Mix | None = None
    """The mix of production that the judges' ``mix`` is for."""
