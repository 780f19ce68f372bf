"""The answers of a plan: its figures, and the same in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.errors import InputError
from evalcore.plurals import verb
from evalcore.report.formatting import counted
from evalcore.stats import (
    best_bound,
    independent_discordance,
    labels_for_half_width,
    labels_for_paired,
    labels_for_threshold,
    labels_for_unpaired,
    labels_if_perfect,
    labels_to_clear,
    retry_cost,
    threshold_power,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer:
    """One question about how much is needed, and its answer."""

    question: str
    asked: Mapping[str, float | None]
    """What was put in, defaults included."""
    figures: Mapping[str, float | None]
    """What came out; None where nothing can."""
    text: str


def half_width_answer(half_width: float, rate: float) -> PlanAnswer:
    """How many labels bring an interval down to a width."""
    labels = labels_for_half_width(half_width, rate)
    return PlanAnswer(
        question="half width",
        asked={"half_width": half_width, "rate": rate},
        figures={"labels": labels},
        text=f"{counted(labels, 'labelled case')} {verb(labels, 'gives', 'give')} a rate of {_percent(rate)} an"
        " interval of about"
        f" {_number(100 * half_width)} {verb(_number(100 * half_width) == '1', 'point', 'points')} to either side.",
    )


def threshold_answer(rate: float, threshold: float, power: float) -> PlanAnswer:
    """How many labels tell a judge of an assumed true rate from a threshold.

    Raises
    ------
    InputError
        When the rate is the threshold.
    """
    labels, observed = labels_for_threshold(rate, threshold, power=power), labels_to_clear(rate, threshold)
    if labels is None or observed is None:
        raise InputError("a rate at the threshold is told from it by no number of cases; name another rate")
    side = "at least" if rate > threshold else "less than"
    return PlanAnswer(
        question="threshold",
        asked={"rate": rate, "threshold": threshold, "power": power},
        figures={"labels": labels, "labels_at_that_rate": observed},
        text=f"{counted(labels, 'labelled case')} {verb(labels, 'shows', 'show')} with a chance of"
        f" {_percent(power)} that a judge whose true rate"
        f" is {_percent(rate)} has {side} {_percent(threshold)}. An observed rate of exactly {_percent(rate)}"
        f" shows it from {observed:,} on.",
    )


def paired_answer(rate_a: float, rate_b: float, discordant: float | None, power: float) -> PlanAnswer:
    """How many labels tell two judges, or releases, apart on the same cases."""
    assumed = independent_discordance(rate_a, rate_b) if discordant is None else discordant
    labels = labels_for_paired(assumed, rate_a - rate_b, power=power)
    why = ", which is so if they err independently: judges that find the same cases hard need fewer"
    return PlanAnswer(
        question="paired",
        asked={"a": rate_a, "b": rate_b, "discordant": assumed, "power": power},
        figures={"labels": labels},
        text=f"{counted(labels, 'labelled case')}, the same for both, {verb(labels, 'tells', 'tell')}"
        f" {_percent(rate_a)} from {_percent(rate_b)}"
        f" with a chance of {_percent(power)} when exactly one of the two is right on {_percent(assumed)} of them"
        f"{why if discordant is None else ''}.",
    )


def unpaired_answer(rate_a: float, rate_b: float, power: float) -> PlanAnswer:
    """How many cases on each side tell two rates apart that are measured on different cases."""
    labels = labels_for_unpaired(rate_a, rate_b, power=power)
    return PlanAnswer(
        question="unpaired",
        asked={"a": rate_a, "b": rate_b, "power": power},
        figures={"labels_each": labels},
        text=f"{counted(labels, 'case')} on each side, different ones,"
        f" {verb(labels, 'tells', 'tell')} {_percent(rate_a)} from {_percent(rate_b)}"
        f" with a chance of {_percent(power)}.",
    )


def gate_answer(cases: int, threshold: float, rate: float | None) -> PlanAnswer:
    """Whether a gate can be reached with the cases at hand, and how likely it is at an assumed true rate."""
    shown, needed = best_bound(cases), labels_if_perfect(threshold)
    reach = (
        f"A gate at {_percent(threshold)} cannot be passed with {counted(cases, 'case')}: {cases} of {cases} shows"
        f" {_percent(shown)} or more. {needed:,} of {needed:,} {verb(needed, 'is', 'are')} needed."
        if cases < needed
        else f"A gate at {_percent(threshold)} can be passed with {counted(cases, 'case')}: {cases} of {cases} shows"
        f" {_percent(shown)} or more, and {needed:,} of {needed:,} would do."
    )
    chance, likely = None, ""
    if rate is not None and rate > threshold:
        chance = threshold_power(cases, rate, threshold)
        likely = f" A true rate of {_percent(rate)} passes it with a chance of {_percent(chance)}."
    return PlanAnswer(
        question="gate",
        asked={"cases": cases, "threshold": threshold, "rate": rate},
        figures={"needed_if_perfect": needed, "best_bound": shown, "chance": chance},
        text=reach + likely,
    )


def retry_answer(pass_rate: float, *, tpr: float, tnr: float, attempts: int) -> PlanAnswer:
    """What a generate–check–retry loop costs with such a judge."""
    cost = retry_cost(pass_rate, tpr=tpr, tnr=tnr, attempts=attempts)
    bad = cost.bad_among_delivered
    delivered = (
        "none is ever accepted"
        if bad is None
        else f"{_percent(bad)} of the accepted answers are bad, {_percent(1 - pass_rate)} without the loop"
    )
    return PlanAnswer(
        question="retry",
        asked={"pass_rate": pass_rate, "tpr": tpr, "tnr": tnr, "attempts": attempts},
        figures={
            "attempts": cost.attempts,
            "calls": cost.calls,
            "good_rejected": cost.good_rejected,
            "good_delivered": cost.good_delivered,
            "bad_delivered": cost.bad_delivered,
            "given_up": cost.given_up,
            "bad_among_delivered": bad,
        },
        text=f"A loop of at most {counted(attempts, 'attempt')} makes {cost.attempts:.2f} attempts and {cost.calls:.2f}"
        " calls per question (one to generate and one to check each). Of 1,000 questions"
        f" {_thousand(cost.good_delivered)} get a good answer, {_thousand(cost.bad_delivered)} a bad one that was let"
        f" through, {_thousand(cost.given_up)} none; {_thousand(cost.good_rejected)} good answers are thrown away."
        f" In other words, {delivered}. Attempts are taken to be independent; a question that went wrong once goes"
        " wrong again more often.",
    )


def _percent(share: float) -> str:
    return f"{_number(100 * share)}%"


def _number(value: float) -> str:
    """At most one decimal, and none that says nothing."""
    return f"{value:.1f}".removesuffix(".0")


def _thousand(share: float) -> str:
    return f"{1000 * share:,.0f}"
