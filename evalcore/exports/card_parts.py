"""What the judge card says, part by part, as plain text; each format escapes and draws it its own way."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.domain import CalibrationReport, JudgeReport, SliceMeasures
from evalcore.errors import ExportError
from evalcore.exports.examples import Example
from evalcore.exports.losses import model_name
from evalcore.exports.table import Table
from evalcore.exports.tables import flip_text, form_counts, slice_name
from evalcore.exports.target import Material
from evalcore.judges import RECORDED, Judge, config_sha256
from evalcore.plurals import verb
from evalcore.replies import rule_named
from evalcore.report import complement, recorded_sentence, remarks
from evalcore.report.formatting import coefficient, counted, counted_share, percent, share

FIGURES, FAILURES = "Figures", "Where it fails"
"""Titles of the parts that charts stand in."""
MOST_SLICES = 8
AMONG_PEOPLE = "alpha"
"""The figure of people's agreement that stands beside the judge's."""
LONGEST_QUOTE = 400
"""Characters of a question, a document, an answer or a reply that are quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPart:
    """One heading of the card: sentences, then tables."""

    title: str
    said: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()


def measured_judge(material: Material) -> JudgeReport:
    """The figures of the judge that the card is about.

    Raises
    ------
    ExportError
        When nothing was measured about this judge as it is.
    """
    wanted = config_sha256(material.chosen)
    for measured in material.measured.judges:
        if measured.config_sha256 == wanted:
            return measured
    raise ExportError(f"expected a report on {material.chosen.name!r} as it is now, found none; run the judge again")


def card_parts(material: Material) -> tuple[CardPart, ...]:
    """The parts of the card, in order; the figures and the failures have their charts beside them as HTML."""
    judge, report, measured = material.chosen, material.measured, measured_judge(material)
    return (
        _purpose(judge),
        _measurement(material, measured),
        figures_part(report, measured),
        failures_part(material, measured),
        _reading(judge, measured),
        _voided_by(judge, report),
    )


def _purpose(judge: Judge) -> CardPart:
    passing = ", ".join(judge.scale.passing)
    if judge.prompt:
        asks = f"It asks the model {model_name(judge)} ({judge.model.provider})."
    elif judge.is_recorded:
        asks = recorded_sentence(judge.description)
    else:
        asks = f"It asks no model: it is the rule {judge.model.name}, which looks at the case itself."
    said = (
        "" if judge.is_recorded else judge.description,
        f"It says of an answer whether it is {judge.criterion}, as one of {', '.join(judge.scale.values)}"
        f" (passing: {passing or 'none'}).",
        asks,
    )
    return CardPart(title="What it is for", said=tuple(sentence for sentence in said if sentence))


def _measurement(material: Material, measured: JudgeReport) -> CardPart:
    dataset, calls = material.measured.dataset, measured.calls
    gold = dataset.labelled - dataset.unresolved
    times = "once" if measured.repeats == 1 else f"{measured.repeats} times"
    people = "one person" if dataset.annotators == 1 else f"{dataset.annotators} people"
    said = [
        f"Held against {counted(gold, 'case')} of the set {dataset.name} that {people} labelled"
        f" (gold: {dataset.gold_rule}), on {material.date}.",
        f"Every case was asked {times}: {calls.answered:,} of {calls.planned:,} planned"
        " calls were answered"
        + (f", {calls.failed:,} failed" if calls.failed else "")
        + "".join(
            f", {count:,} {verb(count, 'was', 'were')} not asked ({reason})"
            for reason, count in calls.not_asked.items()
        )
        + (f", {calls.missing:,} {verb(calls.missing, 'is', 'are')} missing" if calls.missing else "")
        + ".",
    ]
    if calls.truncated:
        said.append(
            f"{counted(calls.truncated, 'answered call')} {verb(calls.truncated, 'rests', 'rest')} on a prompt"
            " that was cut."
        )
    return CardPart(title="How it was measured", said=(*said, *remarks(material.measured)))


def figures_part(report: CalibrationReport, measured: JudgeReport) -> CardPart:
    """The figures with their intervals, as deployed."""
    measures = measured.as_deployed
    by_side = (
        ("bad answers caught", counted_share(measures.tnr)),
        ("good answers accepted", counted_share(measures.tpr)),
        ("balanced accuracy", share(measures.balanced_accuracy)),
    )
    always, people = measured.baseline.value, report.dataset.human_agreement.get(AMONG_PEOPLE)
    rows = (
        ("agrees with people", counted_share(measures.agreement)),
        *(by_side if measures.at_pass_or_fail else ()),
        ("kappa (agreement beyond chance)", coefficient(measures.kappa)),
        ("verdicts that flip when asked again", flip_text(measures.flips)),
        *(((f"people among themselves, {AMONG_PEOPLE}", coefficient(people)),) if people else ()),
        *(((f"always saying “{always}” would agree", counted_share(measured.baseline.agreement)),) if always else ()),
    )
    return CardPart(
        title=FIGURES,
        tables=(
            Table(
                title="As deployed",
                columns=("", "value (95% interval)"),
                rows=rows,
                note="An interval says how far the truth may be from the value; a figure without cases is undefined.",
            ),
        ),
    )


def weakest_slices(measured: JudgeReport) -> tuple[SliceMeasures, ...]:
    """The slices on which the judge agrees least, lowest first; those without a figure are left out."""
    known = [part for part in measured.slices if part.as_deployed.agreement.value is not None]
    return tuple(sorted(known, key=lambda part: part.as_deployed.agreement.value or 0.0)[:MOST_SLICES])


def failures_part(material: Material, measured: JudgeReport) -> CardPart:
    """The slices that it agrees least on, and cases where the owner agreed that they are quoted."""
    weakest = weakest_slices(measured)
    said = [] if measured.slices else ["The cases carry no slices, so that nobody knows where it fails."]
    if len(measured.slices) > len(weakest):
        said.append(f"The {len(weakest)} weakest of {len(measured.slices)} slices; the report has all.")
    if material.with_examples and not material.examples:
        said.append("It got no labelled case wrong, so that there is none to quote.")
    slices = Table(
        title="Weakest slices",
        columns=("slice", "agrees", "bad answers caught", "good answers rejected"),
        rows=tuple(
            (
                slice_name(part.slice),
                counted_share(part.as_deployed.agreement),
                counted_share(part.as_deployed.tnr),
                counted_share(complement(part.as_deployed.tpr)),
            )
            for part in weakest
        ),
        note="A slice of few cases has a wide interval: it may be no worse than the others.",
    )
    return CardPart(title=FAILURES, said=tuple(said), tables=(slices, *(_example(one) for one in material.examples)))


def _example(one: Example) -> Table:
    evidence = tuple(("evidence", _quoted(document.text)) for document in one.case.evidence)
    return Table(
        title=f"Case {one.case.id}: people say {one.human}, the judge says {one.verdict}",
        columns=("", ""),
        rows=(
            ("question", _quoted(one.case.question)),
            *evidence,
            ("answer", _quoted(one.case.answer)),
            ("reply", _quoted(one.reply)),
        ),
    )


def _quoted(text: str) -> str:
    if len(text) <= LONGEST_QUOTE:
        return text or "(empty)"
    return f"{text[:LONGEST_QUOTE]} … ({len(text):,} characters)"


def _reading(judge: Judge, measured: JudgeReport) -> CardPart:
    forms, measures = measured.replies_as_deployed, measured.as_deployed
    if judge.rule.name == RECORDED:
        unusable = sum(forms.unread.values())
        return CardPart(
            title="How its replies must be read",
            said=(
                "The file holds verdicts and no replies: nothing is read, so that nothing is known of the wording.",
                f"{forms.literal:,} of {forms.literal + unusable:,} verdicts are a value of the scale.",
            ),
        )
    rule = rule_named(judge.rule.name)
    answered = sum(form_counts(forms).values())
    literal = f" ({percent(forms.literal / answered, answered)})" if answered else ""
    said = [
        f"By the rule {judge.rule.name}, as {judge.reader} reads them. {rule.summary}",
        f"{forms.literal:,} of {counted(answered, 'reply', 'replies')}{literal}"
        f" {verb(forms.literal, 'was', 'were')} word for"
        " word what it accepts.",
    ]
    if judge.rule.params:
        said.append("Its parameters: " + ", ".join(f"{name} = {value}" for name, value in judge.rule.params.items()))
    no_verdict = sum(measures.confusion.no_verdict)
    if no_verdict:
        becomes = "and counted as fail" if measures.at_pass_or_fail else "and are wrong"
        said.append(f"{no_verdict} of {measures.n} labelled cases brought no verdict {becomes}.")
    said.append(f"Read leniently, it agrees with people on {counted_share(measured.lenient.agreement)}.")
    return CardPart(title="How its replies must be read", said=tuple(said))


def _voided_by(judge: Judge, report: CalibrationReport) -> CardPart:
    options, asks = judge.options, judge.prompt is not None
    named = ", ".join(
        f"{name} {value}"
        for name in ("temperature", "seed", "max_tokens", "num_ctx", "think")
        if (value := getattr(options, name)) is not None
    )
    digest = f", digest {judge.model.digest[:19]}" if judge.model.digest else ""
    made_by = "; ".join(f"{key} {', '.join(values)}" for key, values in report.dataset.made_by.items())
    said = (
        *((f"Another model or another build of it (measured: {model_name(judge)}{digest}).",) if asks else ()),
        *(("A prompt that differs by one byte, or another role.",) if asks else ()),
        *((f"Other options (measured: {named or 'the server’s own'}).",) if asks else ()),
        f"Another way of reading its replies than {judge.rule.name}.",
        "Answers of another kind than those of the set"
        + (f" (made by {made_by})" if made_by else "")
        + ": another application, other questions, another mix.",
        f"The figures belong to config_sha256 {config_sha256(judge)}, and to the set"
        f" {report.dataset.fingerprint[:12]}….",
    )
    return CardPart(title="What would void these figures", said=said)
