"""What the report's pages say in tables, as plain text; each format escapes and draws them its own way."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.domain import (
    CalibrationReport,
    DatasetSummary,
    FlipCount,
    JudgeReport,
    Measures,
    ReplyForms,
)
from evalcore.exports.comparing_tables import annotator_table, prevalence_text
from evalcore.exports.table import Table
from evalcore.exports.value_tables import by_value_tables
from evalcore.plurals import counted
from evalcore.report import complement, ranked
from evalcore.report.formatting import (
    NONE,
    coefficient,
    counted_share,
    difference,
    p_value,
    share,
    undefined_text,
    whole,
)


def dataset_table(dataset: DatasetSummary) -> Table:
    """The set in figures."""
    rows = [
        ("criterion", dataset.criterion),
        ("cases", str(dataset.cases)),
        ("with gold", str(dataset.labelled - dataset.unresolved)),
        ("without a label", str(dataset.unlabelled)),
        ("votes unresolved", str(dataset.unresolved)),
        ("gold rule", dataset.gold_rule),
        ("annotators", str(dataset.annotators)),
        *((f"people among themselves, {name}", coefficient(e)) for name, e in dataset.human_agreement.items()),
        ("clusters", "none shared" if dataset.clusters is None else _clusters(dataset)),
        *((f"made by: {key}", ", ".join(values)) for key, values in dataset.made_by.items()),
        ("fingerprint", dataset.fingerprint),
    ]
    return Table(title="The set", columns=("", ""), rows=tuple(rows))


def _clusters(dataset: DatasetSummary) -> str:
    if dataset.effective_n is None:
        return str(dataset.clusters)
    worth = f"{dataset.effective_n:.0f} independent ones"
    return f"{dataset.clusters}; on all cases agreement is as sure as with {worth}, or surer"


def overview_table(report: CalibrationReport) -> Table:
    """One row per judge, best lower bound of balanced accuracy first."""
    return Table(
        title="The judges",
        columns=(
            "judge",
            "agrees",
            "bad answers caught",
            "good answers rejected",
            "kappa",
            "lenient",
            "no verdict said",
        ),
        rows=tuple(_overview_row(judge) for judge in ranked(report)),
        note="As deployed, repeat 0. Lenient: the agreement if a verdict in other words were read.",
    )


def _overview_row(judge: JudgeReport) -> tuple[str, ...]:
    measures = judge.as_deployed
    return (
        judge.name,
        counted_share(measures.agreement),
        counted_share(measures.tnr),
        counted_share(complement(measures.tpr)),
        coefficient(measures.kappa),
        counted_share(judge.lenient.agreement),
        f"{sum(measures.confusion.no_verdict)} of {measures.n}",
    )


def judge_tables(judge: JudgeReport) -> tuple[Table, ...]:
    """Everything about one judge but its matrices and slices."""
    return (
        _identity(judge),
        _measures(judge),
        *by_value_tables(judge),
        annotator_table(judge),
        _calls(judge),
        _forms(judge),
        _flips(judge),
        _usage(judge),
    )


def _identity(judge: JudgeReport) -> Table:
    rows = (
        ("model", judge.model),
        ("digest", judge.digest or NONE),
        ("reading rule", judge.rule),
        ("reader", judge.reader),
        ("repeats", str(judge.repeats)),
        ("config_sha256", judge.config_sha256),
    )
    return Table(title="What was measured", columns=("", ""), rows=rows)


def _measures(judge: JudgeReport) -> Table:
    mean = judge.mean_over_repeats
    rows = tuple(
        (name, deployed, lenient)
        for (name, deployed), (_, lenient) in zip(
            _measure_rows(judge.as_deployed), _measure_rows(judge.lenient), strict=True
        )
    )
    baseline = judge.baseline
    return Table(
        title="Agreement with people",
        columns=("", "as deployed", "lenient"),
        rows=(
            *rows,
            *_without_cut(judge),
            ("good answers among the cases", prevalence_text(judge), NONE),
            ("mean over repeats", share(mean["as_deployed"]), share(mean["lenient"])),
            (f"always “{baseline.value or NONE}”", counted_share(baseline.agreement), NONE),
            ("judge less that", f"{difference(baseline.difference)}, {p_value(baseline.p_value)}", NONE),
            ("pass rate, all answered cases", counted_share(judge.pass_rate["raw"]), NONE),
            ("pass rate corrected, cases without gold", share(judge.pass_rate["corrected"]), NONE),
        ),
        note=_notes(judge),
    )


def _without_cut(judge: JudgeReport) -> tuple[tuple[str, str, str], ...]:
    """The agreement that does not rest on a cut prompt; nothing where no prompt was cut."""
    whole = judge.without_cut
    return () if whole is None else (("agreement, without cut prompts", counted_share(whole.agreement), NONE),)


def _measure_rows(measures: Measures) -> tuple[tuple[str, str], ...]:
    if not measures.at_pass_or_fail:
        # The rest is undefined for one and the same reason, and stands below, value by value.
        return (("cases", str(measures.n)), ("verdict flips", flip_text(measures.flips)))
    return (
        ("cases", str(measures.n)),
        ("agreement", counted_share(measures.agreement)),
        ("good answers accepted", counted_share(measures.tpr)),
        ("bad answers caught", counted_share(measures.tnr)),
        ("bad answers caught by a verdict that was said", counted_share(measures.tnr_said)),
        ("balanced accuracy", share(measures.balanced_accuracy)),
        ("kappa", coefficient(measures.kappa)),
        ("AC1", coefficient(measures.ac1)),
        ("MCC", coefficient(measures.mcc)),
        ("F1", coefficient(measures.f1)),
        *(() if measures.precision is None else (("passed answers that are good", counted_share(measures.precision)),)),
        ("verdict flips", flip_text(measures.flips)),
    )


def _notes(judge: JudgeReport) -> str:
    said = {
        "as deployed": judge.as_deployed.agreement,
        "lenient": judge.lenient.agreement,
        "constant": judge.baseline.agreement,
    }
    return ". ".join(f"{name}: {e.note}" for name, e in said.items() if e.note and e.value is not None)


def _calls(judge: JudgeReport) -> Table:
    calls = judge.calls
    rows = (
        ("planned", str(calls.planned)),
        ("answered", str(calls.answered)),
        ("failed", str(calls.failed)),
        *((f"not asked: {reason}", str(count)) for reason, count in calls.not_asked.items()),
        ("missing", str(calls.missing)),
        ("answered, but the prompt was cut", str(calls.truncated)),
    )
    return Table(title="Calls", columns=("", "calls"), rows=rows)


def _forms(judge: JudgeReport) -> Table:
    deployed, lenient = form_counts(judge.replies_as_deployed), form_counts(judge.replies)
    rows = tuple(
        (name, str(deployed.get(name, 0)), str(lenient.get(name, 0))) for name in dict.fromkeys([*deployed, *lenient])
    )
    return Table(title="Form of the replies", columns=("", "as deployed", "lenient"), rows=rows)


def form_counts(forms: ReplyForms) -> Mapping[str, int]:
    """Calls by the name of their form."""
    return {
        "literal": forms.literal,
        **{f"recovered: {step}": count for step, count in forms.recovered.items()},
        **{f"unread: {reason}": count for reason, count in forms.unread.items()},
    }


def _flips(judge: JudgeReport) -> Table:
    rows = tuple((name, flip_text(flips)) for name, flips in flips_by_name(judge).items())
    return Table(
        title="Asked again",
        columns=("", "cases that differ, and mean share of unequal pairs"),
        rows=rows,
        note="Among the cases with two or more answered repeats.",
    )


def flips_by_name(judge: JudgeReport) -> Mapping[str, FlipCount]:
    """The kinds of flips in plain words."""
    return {
        "verdict, as deployed": judge.as_deployed.flips,
        "verdict, lenient": judge.lenient.flips,
        "only the wording": judge.flips["wording"],
        "read against unread": judge.flips["read_unread"],
    }


def flip_text(flips: FlipCount) -> str:
    """Flipped cases and the flip rate: ``3 of 20 cases: 10% (3% to 18%)``."""
    if flips.rate.value is None:
        return undefined_text(flips.rate)
    return f"{flips.cases} of {counted(flips.n, 'case')}: {share(flips.rate)}"


def _usage(judge: JudgeReport) -> Table:
    usage = judge.usage
    rows = (
        ("prompt tokens", whole(usage.prompt_tokens)),
        ("completion tokens", whole(usage.completion_tokens)),
        ("latency, median", whole(usage.latency_ms["p50"], " ms")),
        ("latency, 95th percentile", whole(usage.latency_ms["p95"], " ms")),
    )
    return Table(title="Cost", columns=("", ""), rows=rows)


def slice_table(judge: JudgeReport) -> Table:
    """One row per slice."""
    rows = tuple(
        (
            slice_name(part.slice),
            counted_share(part.as_deployed.agreement),
            counted_share(part.as_deployed.tnr),
            counted_share(complement(part.as_deployed.tpr)),
            counted_share(part.lenient.agreement),
        )
        for part in judge.slices
    )
    columns = ("slice", "agrees", "bad answers caught", "good answers rejected", "agrees, lenient")
    return Table(title="Slices", columns=columns, rows=rows)


def slice_name(part: Mapping[str, str]) -> str:
    """A slice as it is written: ``topic = billing``."""
    return ", ".join(f"{key} = {value}" for key, value in part.items())


def confusion_table(measures: Measures, way: str) -> Table:
    """Cases by human label (row) and judge's verdict (column); the note says where the others are."""
    confusion = measures.confusion
    rows = tuple(
        (f"people: {label}", *(str(count) for count in row), str(without))
        for label, row, without in zip(confusion.labels, confusion.matrix, confusion.no_verdict, strict=True)
    )
    columns = ("", *(f"judge: {label}" for label in confusion.labels), "no verdict said")
    return Table(title=f"Matrix, {way}", columns=columns, rows=rows, note=measures.agreement.note)
