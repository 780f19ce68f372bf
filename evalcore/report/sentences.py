"""What a report says, in plain sentences."""

from __future__ import annotations

from dataclasses import replace

from evalcore.domain import CalibrationReport, DatasetSummary, Estimate, JudgeReport, Selection
from evalcore.plurals import counted
from evalcore.report.formatting import counted_share, difference_in_brackets, p_value, share_in_brackets


def headline(judge: JudgeReport, dataset: DatasetSummary) -> str:
    """One sentence on a judge, its name first; see :func:`finding`."""
    return f"{judge.name} {finding(judge, dataset)}"


def finding(judge: JudgeReport, dataset: DatasetSummary) -> str:
    """What a judge, as deployed, catches and rejects, and whether it beats a constant: a sentence without its subject.

    "Proven" means that the exact McNemar test against always saying the commonest gold label
    gives p < 0.05.
    """
    measures = judge.as_deployed
    if measures.n == 0:
        return "is unknown, because no case with a gold label was answered."
    if not measures.at_pass_or_fail:
        of_cases = counted(measures.agreement.n, "case")
        agreed = f"{measures.agreement.k} of {of_cases} ({share_in_brackets(measures.agreement)})"
        return f"agrees with people on {agreed}; {against_constant(judge, dataset)}.{_on_cut_prompts(judge)}"
    said = f"catches {_caught(judge)} and rejects {_rejected(measures.tpr)}; {against_constant(judge, dataset)}."
    return said + _on_cut_prompts(judge)


def against_constant(judge: JudgeReport, dataset: DatasetSummary) -> str:
    """Whether a judge is proven better or worse than always giving the commonest label, with the interval."""
    baseline, n = judge.baseline, judge.baseline.agreement.n
    if baseline.value is None:
        return "it cannot be compared with a constant answer"
    constant = f"always saying “{baseline.value}”"
    with_gold = dataset.labelled - dataset.unresolved
    figures = f"{difference_in_brackets(baseline.difference)} on {_of_cases(n, with_gold)}, {p_value(baseline.p_value)}"
    if baseline.beats is None:
        return f"not proven to beat {constant} ({figures})"
    return f"proven {'better' if baseline.beats else 'worse'} than {constant} ({figures})"


def remarks(report: CalibrationReport) -> tuple[str, ...]:
    """What to bear in mind with every figure of a report; each a sentence, to be said once."""
    said = (
        _on_recorded(report),
        _on_clusters(report.dataset),
        _on_different_cases(report),
        selection_remark(report.selection),
    )
    return tuple(remark for remark in said if remark)


def recorded_sentence(place: str) -> str:
    """What is known of a judge that was recorded elsewhere, in this file and column."""
    return f"Recorded in {place}, not asked here; its prompt and model are not known."


def _on_recorded(report: CalibrationReport) -> str:
    recorded = [judge for judge in report.judges if judge.recorded]
    if len(recorded) == 1:
        return f"{recorded[0].name}: {recorded_sentence(recorded[0].recorded or '')}"
    places = "; ".join(f"{judge.name} in {judge.recorded}" for judge in recorded)
    return f"Recorded, not asked here; prompts and models are not known: {places}." if recorded else ""


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


def _of_cases(n: int, with_gold: int) -> str:
    return f"{n} of {counted(with_gold, 'case')}" if n < with_gold else counted(n, "case")


def _on_cut_prompts(judge: JudgeReport) -> str:
    """How many replies rest on less than was sent, and what the others say; empty where no prompt was cut."""
    calls, whole = judge.calls, judge.without_cut
    if not calls.truncated:
        return ""
    rest = "rests" if calls.truncated == 1 else "rest"
    replies = counted(calls.answered, "reply", "replies")
    said = f" {calls.truncated} of its {replies} {rest} on a prompt that was cut"
    if whole is None:
        return f"{said}."
    if whole.agreement.value is None:
        return f"{said}; without those cases its agreement is unknown."
    return f"{said}; without those cases it agrees with people on {counted_share(whole.agreement)}."


def _on_clusters(dataset: DatasetSummary) -> str:
    if dataset.clusters is None:
        return ""
    if dataset.clusters == 1:
        return (
            "All cases share one source, so nothing shows how far others would differ: intervals are withheld, and the"
            " figures hold for that source only."
        )
    as_sure = ""
    if dataset.effective_n is not None:
        as_sure = f" On all cases agreement is as sure as with {dataset.effective_n:.0f} independent ones, or surer."
    return (
        f"The cases fall into {dataset.clusters:,} clusters that share a source; every interval and test allows for"
        f" that.{as_sure}"
    )


def _on_different_cases(report: CalibrationReport) -> str:
    """Which judges were measured on how many cases, where the numbers differ."""
    judges_on: dict[int, list[str]] = {}
    for judge in report.judges:
        judges_on.setdefault(judge.as_deployed.n, []).append(judge.name)
    if len(judges_on) < 2:
        return ""
    groups = "; ".join(f"{n}: {', '.join(names)}" for n, names in sorted(judges_on.items()))
    return (
        f"The judges were not all measured on the same cases ({groups});"
        " two of them are compared only on the cases that both answered."
    )


def chosen_on_the_same_cases(selection: Selection) -> bool:
    """Whether several judges were tried on the cases that the figures rest on, which flatters the best of them."""
    return selection.part != "confirm" and selection.candidates > 1


def selection_remark(selection: Selection) -> str:
    """What to bear in mind where a judge was chosen among several; empty for the only one."""
    if selection.part == "confirm":
        again = f" {selection.looks} judges were looked at on them; each is a chance to be lucky." * (
            selection.looks > 1
        )
        return f"Measured on the cases kept back; the judge was chosen among {selection.candidates} on others.{again}"
    if selection.candidates < 2:
        return ""
    if selection.part == "choose":
        return (
            f"{selection.candidates} judges were tried on these cases to choose one; what the chosen one is worth is"
            " measured on the cases kept back."
        )
    return (
        f"{selection.candidates} judges were tried on the same cases: the best of them looks better here"
        " than it will on new cases. Cases kept back (on the Cases page, or by evalcore split) would show it."
    )


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
