"""What a report says, in plain sentences."""

from __future__ import annotations

from dataclasses import replace

from evalcore.domain import CalibrationReport, DatasetSummary, Estimate, JudgeReport
from evalcore.report.formatting import difference_in_brackets, p_value, share_in_brackets


def headline(judge: JudgeReport, dataset: DatasetSummary) -> str:
    """One sentence on a judge, as deployed: what it catches, what it rejects, and whether it beats a constant.

    "Proven" means that the exact McNemar test against always saying the commonest gold label
    gives p < 0.05.
    """
    measures = judge.as_deployed
    if measures.n == 0:
        return f"{judge.name}: nothing is known, because no case with a gold label was answered."
    return (
        f"{judge.name} catches {_caught(judge)} and rejects {_rejected(measures.tpr)};"
        f" {_against_constant(judge)}{_clusters(dataset)}."
    )


def ranked(report: CalibrationReport) -> tuple[JudgeReport, ...]:
    """The judges, best lower bound of balanced accuracy first, as deployed; ties by agreement.

    A judge without a lower bound comes last. Balanced accuracy, because always saying the commonest
    label gives no more than 0.5 of it.
    """
    return tuple(sorted(report.judges, key=_lower_bounds, reverse=True))


def _lower_bounds(judge: JudgeReport) -> tuple[float, float]:
    return _low(judge.as_deployed.balanced_accuracy), _low(judge.as_deployed.agreement)


def _low(estimate: Estimate) -> float:
    return -1.0 if estimate.low is None else estimate.low


def _caught(judge: JudgeReport) -> str:
    tnr, said = judge.as_deployed.tnr, judge.as_deployed.tnr_said
    if tnr.k is None or said.k is None:
        return "an unknown share of bad answers (people failed no case)"
    by_default = tnr.k - said.k
    how = f", {by_default} of them only by default," if by_default > 0 else ""
    return f"{tnr.k} of {tnr.n} bad answers ({share_in_brackets(tnr)}){how}"


def _rejected(tpr: Estimate) -> str:
    rejected = complement(tpr)
    if rejected.k is None:
        return "an unknown share of good ones (people passed no case)"
    return f"{rejected.k} of {rejected.n} good ones ({share_in_brackets(rejected)})"


def _against_constant(judge: JudgeReport) -> str:
    baseline, n = judge.baseline, judge.baseline.agreement.n
    if baseline.value is None:
        return "it cannot be compared with a constant answer"
    constant = f"always saying “{baseline.value}”"
    figures = f"{difference_in_brackets(baseline.difference)} on {n} cases, {p_value(baseline.p_value)}"
    if baseline.beats is None:
        return f"not proven to beat {constant} ({figures})"
    return f"proven {'better' if baseline.beats else 'worse'} than {constant} ({figures})"


def _clusters(dataset: DatasetSummary) -> str:
    if dataset.clusters is None:
        return ""
    clusters = f"{dataset.clusters} cluster{'s' if dataset.clusters > 1 else ''}"
    return f"; the intervals do not yet honour the {clusters} of the set"


def complement(estimate: Estimate) -> Estimate:
    """The share of the others: of a proportion k of n, the estimate of n - k of n."""
    if estimate.value is None or estimate.low is None or estimate.high is None or estimate.k is None:
        return estimate
    return replace(
        estimate,
        value=1 - estimate.value,
        low=1 - estimate.high,
        high=1 - estimate.low,
        k=estimate.n - estimate.k,
    )
