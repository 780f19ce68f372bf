"""Judges against each other, under production's mix, and against single people, in tables of plain text."""

from __future__ import annotations

from evalcore.domain import CalibrationReport, JudgeReport
from evalcore.exports.table import Table
from evalcore.report import ranked
from evalcore.report.comparison_sentences import annotator_test_in_words, margin_in_words, mix_in_words, standing
from evalcore.report.formatting import NONE, difference, p_value, percent, share


def comparison_table(report: CalibrationReport) -> Table:
    """Every two judges, or every one against the reference."""
    with_margin = any(one.margin is not None for one in report.comparisons)
    rows = tuple(
        (
            f"{one.a} − {one.b}",
            difference(one.difference),
            str(one.difference.n),
            str(one.only_a_right),
            str(one.only_b_right),
            p_value(one.p_value),
            p_value(one.p_adjusted),
            *((standing(one), margin_in_words(one)) if with_margin else ()),
        )
        for one in report.comparisons
    )
    columns = ("pair", "difference", "cases", "only the first is right", "only the second", "alone", "adjusted")
    return Table(
        title="Judges against each other" if report.reference is None else f"Judges against {report.reference}",
        columns=(*columns, *(("the first is", "good enough?") if with_margin else ())),
        rows=rows,
        note=report.comparisons[0].method if report.comparisons else "",
    )


def mix_table(report: CalibrationReport) -> Table:
    """One row per judge under the declared mix; none where no mix was declared."""
    rows = tuple(_mix_row(judge) for judge in ranked(report) if judge.mix is not None)
    noted = (judge.mix.agreement.note for judge in report.judges if judge.mix and judge.mix.agreement.value is not None)
    note = next((one for one in noted if one), "")
    return Table(
        title="Under production's mix",
        columns=(
            "judge",
            "agrees",
            "balanced accuracy",
            "good answers accepted",
            "bad answers caught",
            "pass rate",
            "agrees, as tested",
        ),
        rows=rows,
        note="" if report.mix is None else "; ".join(filter(None, (f"By {mix_in_words(report.mix)}", note))),
    )


def _mix_row(judge: JudgeReport) -> tuple[str, ...]:
    mix = judge.mix
    figures = () if mix is None else (mix.agreement, mix.balanced_accuracy, mix.tpr, mix.tnr, mix.pass_rate)
    return (judge.name, *map(share, figures), share(judge.as_deployed.agreement))


def annotator_table(judge: JudgeReport) -> Table:
    """The judge against each person; none where no three people labelled the same case."""
    test = judge.annotator_test
    won = {True: "yes", False: "no", None: "not tested"}
    rows = tuple(
        (
            one.annotator,
            str(one.n),
            NONE if one.advantage is None else percent(one.advantage, one.n),
            p_value(one.p_adjusted) if one.won is not None else NONE,
            won[one.won],
        )
        for one in (test.people if test else ())
    )
    return Table(
        title="Against single people",
        columns=("person left out", "cases", "the judge is at least as close", "adjusted", "the judge is as good"),
        rows=rows,
        note="" if test is None else f"Alternative annotator test: the judge {annotator_test_in_words(test)}",
    )


def prevalence_text(judge: JudgeReport) -> str:
    """Share of good answers among the cases measured, which agreement and kappa are read beside.

    Without an interval: it describes the set at hand.
    """
    prevalence = judge.as_deployed.prevalence
    if prevalence is None or prevalence.value is None:
        return NONE
    return f"{prevalence.k} of {prevalence.n}: {percent(prevalence.value, prevalence.n)}"
