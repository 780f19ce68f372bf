"""The questions of a plan: each one's fields, its answer as a sentence, and its curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from evalcore.errors import InputError
from evalcore.report import plan_sentences as plan
from evalcore.report.plan_sentences import PlanAnswer
from evalcore.stats import independent_discordance
from pages.ui import components, glossary, plan_fields, plan_resources
from pages.ui.plan_fields import Fields

_FEWEST_SHOWN, _MANY_SHOWN = 200, 2_000  # cases


def _draw_width(fields: Fields) -> None:
    with _fields():
        half_width, rate = plan_fields.half_width(), fields.rate("Rate that will be seen")
        cases = fields.cases()
    answer = plan.half_width_answer(half_width, rate)
    labels = _labels(answer, "labels")
    _say(answer)
    _chart("Labels needed for every half-width", plan_resources.labels_by_half_width(rate, half_width, labels))
    _chart(
        f"The interval around {rate:.0%} for every number of cases",
        plan_resources.interval_by_cases(rate, max(_FEWEST_SHOWN, 2 * labels, 2 * cases), cases),
    )


def _draw_threshold(fields: Fields) -> None:
    with _fields():
        rate, threshold, power = fields.rate(), plan_fields.threshold(), plan_fields.power()
    answer = plan.threshold_answer(rate, threshold, power)
    _say(answer)
    _chart(
        f"Labels needed for every true rate, to be seen with a chance of {power:.0%}",
        plan_resources.labels_by_rate(threshold, power, rate, _labels(answer, "labels")),
    )


def _draw_apart(fields: Fields) -> None:
    with _fields():
        rate, other, power = fields.rate("True rate of one"), fields.other_rate(), plan_fields.power()
        discordant = plan_fields.discordant(independent_discordance(rate, other), fields.start)
    different = plan.unpaired_answer(rate, other, power)
    same = _paired(rate, other, discordant, power)
    if same:
        _say(same)
    _say(different)
    _chart(
        f"Cases needed to tell {rate:.0%} from another rate, for every difference",
        plan_resources.labels_by_difference(
            rate,
            discordant,
            power,
            round(abs(rate - other), 2),
            _labels(same, "labels") if same else None,
            _labels(different, "labels_each"),
        ),
    )
    st.caption(
        "On the same cases the curve is Connor's formula, a few cases short of the exact test behind the ring.",
        help=glossary.meaning("McNemar test", "discordant"),
    )


def _paired(rate: float, other: float, discordant: float | None, power: float) -> PlanAnswer | None:
    """The answer on the same cases; where what was put in contradicts itself, that is said instead."""
    try:
        return plan.paired_answer(rate, other, discordant, power)
    except InputError as error:
        _cannot(error)
        return None


def _draw_gate(fields: Fields) -> None:
    with _fields():
        cases, threshold, rate = fields.cases(), plan_fields.threshold("The gate: at least"), fields.rate()
    answer = plan.gate_answer(cases, threshold, rate)
    needed, bound = _labels(answer, "needed_if_perfect"), answer.figures["best_bound"] or 0.0
    if cases < needed:
        help_on_it = glossary.meaning("unreachable")
        st.badge("unreachable with these cases", color="orange", icon=":material/close:", help=help_on_it)
    else:
        st.badge("can be reached", color="blue", icon=":material/check:")
    _say(answer)
    most = max(_FEWEST_SHOWN, 3 * needed, 2 * cases)
    _chart(
        "What a perfect result shows, for every number of cases",
        plan_resources.bound_by_cases(most, threshold, cases, bound),
    )
    chance = answer.figures["chance"]
    if chance is None:
        st.caption(f"A true rate of {rate:.0%} is not above the gate: it passes by luck only, at most once in 40.")
        return
    _chart(
        f"Chance that a true rate of {rate:.0%} passes, for every number of cases",
        plan_resources.chance_by_cases(rate, threshold, max(most, _MANY_SHOWN), cases, chance),
    )


def _draw_retry(fields: Fields) -> None:
    with _fields():
        pass_rate, tpr, tnr = fields.pass_rate(), fields.tpr(), fields.tnr()
        attempts = plan_fields.attempts()
    _say(plan.retry_answer(pass_rate, tpr=tpr, tnr=tnr, attempts=attempts))
    _chart(
        "What becomes of a question, for every number of attempts",
        plan_resources.delivered_by_attempts(pass_rate, tpr, tnr, attempts),
    )


QUESTIONS: Mapping[str, Callable[[Fields], None]] = {
    "how sure": _draw_width,
    "threshold": _draw_threshold,
    "two apart": _draw_apart,
    "gate": _draw_gate,
    "retry loop": _draw_retry,
}
"""By the word that stands in the address."""

IN_WORDS: Mapping[str, str] = {
    "how sure": "How many labels for an interval this narrow?",
    "threshold": "How many labels to tell a judge from a threshold?",
    "two apart": "How many cases to tell two judges, or two releases, apart?",
    "gate": "Can this gate be passed with the cases at hand?",
    "retry loop": "What does this judge cost in a loop that asks again until it accepts?",
}


def draw(question: str, fields: Fields) -> None:
    """The fields, the answer and the curves of one question."""
    st.subheader(IN_WORDS[question])
    try:
        QUESTIONS[question](fields)
    except InputError as error:
        _cannot(error)


def _fields() -> st.delta_generator.DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="bottom")


def _labels(answer: PlanAnswer, figure: str) -> int:
    return int(answer.figures[figure] or 0)


def _say(answer: PlanAnswer) -> None:
    """The answer, its first sentence in bold."""
    first, dot, rest = answer.text.partition(". ")
    with st.container(border=True):
        st.markdown(f"**{components.escaped(first + dot.strip())}** {components.escaped(rest)}")


def _cannot(error: InputError) -> None:
    st.warning("This cannot be planned.")
    components.inert(str(error))


def _chart(caption: str, spec: plan_resources.Spec) -> None:
    st.caption(caption)
    st.vega_lite_chart(spec, alt=caption)
