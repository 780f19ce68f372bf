"""The figures that a gate can be set on: where a report holds them, and the best that so many cases can show."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from evalcore.domain import Estimate, FormCounts, JudgeReport, Measures, SliceMeasures, undefined
from evalcore.gate.rules import Bound
from evalcore.stats import ac1, balanced_accuracy, f1, kappa, mcc, wilson
from evalcore.stats.intervals import score_limits

CALLS_METHOD = "Wilson, with the cases as n"
OLD_REPORT = "this report was written before it held that for slices: make it again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What a report holds on all cases, or on one slice of them."""

    slice: Mapping[str, str]
    """Empty for all cases."""
    repeats: int
    measures: Measures
    """As deployed."""
    pass_rate: Mapping[str, Estimate]
    forms: FormCounts | None

    @property
    def good(self) -> int:
        """Answers that people passed, among those measured."""
        return self.measures.tpr.n

    @property
    def bad(self) -> int:
        """Answers that people failed, among those measured."""
        return self.measures.tnr.n

    @property
    def classes(self) -> int:
        """How many different labels people gave to the cases measured."""
        confusion = self.measures.confusion
        return sum(sum(row) + unread > 0 for row, unread in zip(confusion.matrix, confusion.no_verdict, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure that a gate can be set on."""

    title: str
    """As it stands in a sentence."""
    about: Literal["judge", "application"]
    bound: Bound
    of: str
    """What its n counts, in the plural."""
    of_gold: bool
    """It rests on labels: on a set of one class it cannot pass."""
    measured: Callable[[Part], Estimate]
    best: Callable[[int, int], Estimate] | None
    """The best possible, from the good and the bad answers; a figure over all n takes their sum. None: not known."""
    coefficient: bool = False
    """Between −1 and 1 and no share, such as kappa."""


def whole(judge: JudgeReport) -> Part:
    """All cases of a judge."""
    forms = judge.replies_as_deployed
    unread = sum(forms.unread.values())
    return Part(
        slice={},
        repeats=judge.repeats,
        measures=judge.as_deployed,
        pass_rate=judge.pass_rate,
        forms=FormCounts(
            answered=judge.calls.answered,
            not_literal=sum(forms.recovered.values()) + unread,
            unread=unread,
            truncated=judge.calls.truncated,
        ),
    )


def slices_by(judge: JudgeReport, key: str) -> tuple[Part, ...]:
    """The slices of a judge by one key."""
    return tuple(_part(judge, one) for one in judge.slices if key in one.slice)


def _part(judge: JudgeReport, one: SliceMeasures) -> Part:
    return Part(
        slice=one.slice, repeats=judge.repeats, measures=one.as_deployed, pass_rate=one.pass_rate, forms=one.forms
    )


def share_of_calls(count: int, forms: FormCounts, repeats: int) -> Estimate:
    """A share of the answered calls; n is the cases behind them, because repeats of a case are not independent.

    The share of calls is a mean over cases of values in [0, 1], around which Wilson's limits are on the safe side.
    The cases are at least the answered calls divided by the repeats, and that is the n.
    """
    if forms.answered == 0:
        return undefined(0, "no call was answered")
    n, share = math.ceil(forms.answered / repeats), count / forms.answered
    low, high = score_limits(share, n)
    return Estimate(value=share, low=low, high=high, n=n, method=CALLS_METHOD)


def _calls(count: Callable[[FormCounts], int]) -> Callable[[Part], Estimate]:
    def measured(part: Part) -> Estimate:
        if part.forms is None:
            return undefined(0, OLD_REPORT)
        return share_of_calls(count(part.forms), part.forms, part.repeats)

    return measured


def _passed(which: str) -> Callable[[Part], Estimate]:
    return lambda part: part.pass_rate.get(which, undefined(0, OLD_REPORT))


def _all_right(good: int, bad: int) -> Estimate:
    return wilson(good + bad, good + bad)


def _never(good: int, bad: int) -> Estimate:
    return wilson(0, good + bad)


def _table(measure: Callable[..., Estimate]) -> Callable[[int, int], Estimate]:
    return lambda good, bad: measure([[good, 0], [0, bad]])


def _quality(title: str, of: str, measured: Callable[[Part], Estimate], best: Callable[[int, int], Estimate]) -> Figure:
    return Figure(title=title, about="judge", bound="at_least", of=of, of_gold=True, measured=measured, best=best)


def _form(title: str, measured: Callable[[Part], Estimate]) -> Figure:
    return Figure(
        title=title, about="judge", bound="at_most", of="cases", of_gold=False, measured=measured, best=_never
    )


def _coefficient(title: str, measured: Callable[[Part], Estimate], best: Callable[[int, int], Estimate]) -> Figure:
    return replace(_quality(title, _LABELLED, measured, best), coefficient=True)


_LABELLED = "labelled cases"
_GOOD, _BAD = "good answers", "bad answers"

FIGURES: Mapping[str, Figure] = {
    "agreement": _quality("agreement", _LABELLED, lambda part: part.measures.agreement, _all_right),
    "balanced_accuracy": _quality(
        "balanced accuracy", _LABELLED, lambda part: part.measures.balanced_accuracy, _table(balanced_accuracy)
    ),
    "tpr": _quality("tpr", _GOOD, lambda part: part.measures.tpr, lambda good, _: wilson(good, good)),
    "tnr": _quality("tnr", _BAD, lambda part: part.measures.tnr, lambda _, bad: wilson(bad, bad)),
    "tnr_said": _quality("tnr said", _BAD, lambda part: part.measures.tnr_said, lambda _, bad: wilson(bad, bad)),
    "kappa": _coefficient("kappa", lambda part: part.measures.kappa, _table(kappa)),
    "ac1": _coefficient("AC1", lambda part: part.measures.ac1, _table(ac1)),
    "mcc": _coefficient("MCC", lambda part: part.measures.mcc, _table(mcc)),
    "f1": _quality("F1", _LABELLED, lambda part: part.measures.f1, _table(f1)),
    "flips": _form("verdict flips", lambda part: part.measures.flips.rate),
    "non_literal": _form("non-literal replies", _calls(lambda forms: forms.not_literal)),
    "unread": _form("unread replies", _calls(lambda forms: forms.unread)),
    "truncated": _form("truncated prompts", _calls(lambda forms: forms.truncated)),
    "pass_rate": Figure(
        title="pass rate",
        about="application",
        bound="at_least",
        of="answers",
        of_gold=False,
        measured=_passed("raw"),
        best=_all_right,
    ),
    "corrected_pass_rate": Figure(
        title="corrected pass rate",
        about="application",
        bound="at_least",
        of="unlabelled answers",
        of_gold=False,
        measured=_passed("corrected"),
        best=None,
    ),
}
"""By their names in a gate file."""
