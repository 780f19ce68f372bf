"""A second look at human labels that does not flatter the judge.

Human labels have errors. Looking again only where a judge disagrees finds the errors that count against the judge and
leaves those that count for it: a coin flip then seems to agree in 55 of 100 cases. So a random sample of agreements is
looked at as well, and every figure is weighted by how its cases were drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from evalcore.domain import Estimate, undefined
from evalcore.stats import wilson
from evalcore.stats.intervals import critical_value, limits_at

Stratum = Literal["agree", "disagree"]
"""Whether the judge agreed with the gold label as it was before."""

METHOD = "weighted by sampling probability (Begg and Greenes)"
NOT_DRAWN = "no case where judge and gold {} was looked at again"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedAt:
    """One case with gold and a verdict, looked at again or not."""

    case_id: str
    judge_passes: bool
    gold_passes: bool
    """By the label as it was before."""
    now_passes: bool | None = None
    """By the second look; None where the case was not drawn or not looked at yet."""

    @property
    def stratum(self) -> Stratum:
        """What the case was drawn from."""
        return "agree" if self.judge_passes == self.gold_passes else "disagree"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeFigures:
    """A judge against one state of the labels."""

    agreement: Estimate
    tpr: Estimate
    tnr: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLook:
    """What a second look says of the labels and of the judge; both states are kept."""

    cases: int
    """Cases with gold and a verdict."""
    looked_at: Mapping[Stratum, int]
    of: Mapping[Stratum, int]
    label_errors: Estimate
    """Share of labels that the second look changes, over all cases."""
    before: JudgeFigures
    after: JudgeFigures
    """Weighted by the sampling probability; the only figures of a second look that may decide anything."""
    only_disagreements: Estimate
    """What correcting the disagreements alone would say; shown as a warning, never used."""


def second_look(cases: Sequence[LookedAt]) -> SecondLook:
    """Estimate label errors and a judge's figures from a second look at some cases.

    The cases of each stratum that were looked at stand for all of it: they must be a random sample of it, or all.
    Undefined when one of the strata has cases and none of them was looked at.

    Parameters
    ----------
    cases
        Every case with gold and a verdict, looked at again or not.

    References
    ----------
    Begg and Greenes (1983), Biometrics 39, 207–215; Cochran (1977), Sampling Techniques, section 12.2, on the variance
    of double sampling for stratification.
    """
    return SecondLook(
        cases=len(cases),
        looked_at={name: sum(case.now_passes is not None for case in _of(cases, name)) for name in _STRATA},
        of={name: len(_of(cases, name)) for name in _STRATA},
        label_errors=weighted_share(cases, [case.now_passes != case.gold_passes for case in cases]),
        before=_before(cases),
        after=_after(cases),
        only_disagreements=_only_disagreements(cases),
    )


def weighted_share(cases: Sequence[LookedAt], hits: Sequence[bool], among: Sequence[bool] | None = None) -> Estimate:
    """Share of cases that count, over all cases, from those that were looked at.

    Parameters
    ----------
    hits
        Per case whether it counts; read only where it was looked at.
    among
        Per case whether the share is over it, also read only there; None: over all.

    Notes
    -----
    A share among some cases is a ratio, whose variance is taken by linearisation. The interval is Wilson's with as many
    cases as would be as sure; where all cases are looked at and count, it is Wilson's.
    """
    base = [True] * len(cases) if among is None else list(among)
    strata = [_stratum(cases, name, hits, base) for name in _STRATA]
    there = [stratum for stratum in strata if stratum.size]
    lacking = next((stratum for stratum in there if not stratum.drawn), None)
    n = sum(stratum.base for stratum in there)
    if not there or lacking:
        return undefined(n, NOT_DRAWN.format(lacking.name) if lacking else "no case has gold and a verdict")
    total = sum(stratum.size for stratum in there)
    over = sum(stratum.size / total * stratum.base / stratum.drawn for stratum in there)
    if not over:
        return undefined(n, "no such case was found in the second look")
    share = sum(stratum.size / total * stratum.hits / stratum.drawn for stratum in there) / over
    variance = _variance(there, total, share) / over**2
    low, high = _limits(share, variance, n)
    return Estimate(value=share, low=low, high=high, n=n, method=METHOD, note=_note(there))


_STRATA: tuple[Stratum, ...] = ("agree", "disagree")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stratum:
    name: Stratum
    size: int
    drawn: int
    base: int
    """Cases looked at that the share is over."""
    hits: int
    """Cases looked at that count, among those."""


def _of(cases: Sequence[LookedAt], name: Stratum) -> list[LookedAt]:
    return [case for case in cases if case.stratum == name]


def _stratum(cases: Sequence[LookedAt], name: Stratum, hits: Sequence[bool], base: Sequence[bool]) -> _Stratum:
    drawn = [
        (hit and in_base, in_base)
        for case, hit, in_base in zip(cases, hits, base, strict=True)
        if case.stratum == name and case.now_passes is not None
    ]
    return _Stratum(
        name=name,
        size=len(_of(cases, name)),
        drawn=len(drawn),
        base=sum(in_base for _, in_base in drawn),
        hits=sum(hit for hit, _ in drawn),
    )


def _variance(strata: Sequence[_Stratum], total: int, share: float) -> float:
    """Variance of the mean over cases of hit − share × base, by double sampling for stratification."""
    variance = 0.0
    for stratum in strata:
        weight = stratum.size / total
        mean = (stratum.hits - share * stratum.base) / stratum.drawn
        variance += weight * mean**2 / total + weight**2 * _spread(stratum, share) / stratum.drawn
    return variance


def _spread(stratum: _Stratum, share: float) -> float:
    """Variance of hit − share × base within a stratum.

    Half a case more is imagined that counts, and half a case that does not: a stratum in which all cases drawn are
    alike is not therefore known to be so.
    """
    misses, outside = stratum.base - stratum.hits, stratum.drawn - stratum.base
    imagined = 0.5
    counts = [(1 - share, stratum.hits + imagined), (-share, misses + imagined), (0.0, float(outside))]
    weight = sum(count for _, count in counts)
    mean = sum(value * count for value, count in counts) / weight
    return sum((value - mean) ** 2 * count for value, count in counts) / weight


def _limits(share: float, variance: float, n: int) -> tuple[float, float]:
    """Wilson's limits with the number of cases that would be as sure; at 0 and 1 with the number looked at."""
    spread = share * (1 - share)
    if spread and variance:
        return limits_at(share, spread / variance, critical_value())
    return limits_at(share, n, critical_value())


def _note(strata: Sequence[_Stratum]) -> str:
    said = [f"{one.drawn} of {one.size} where judge and gold {one.name}" for one in strata]
    return f"looked at again: {', '.join(said)}"


def _before(cases: Sequence[LookedAt]) -> JudgeFigures:
    def rate(gold: bool) -> Estimate:
        among = [case for case in cases if case.gold_passes == gold]
        return wilson(sum(case.judge_passes == gold for case in among), len(among))

    agreed = sum(case.stratum == "agree" for case in cases)
    return JudgeFigures(agreement=wilson(agreed, len(cases)), tpr=rate(True), tnr=rate(False))


def _after(cases: Sequence[LookedAt]) -> JudgeFigures:
    right = [case.judge_passes == case.now_passes for case in cases]

    def rate(now: bool) -> Estimate:
        return weighted_share(cases, right, [case.now_passes == now for case in cases])

    return JudgeFigures(agreement=weighted_share(cases, right), tpr=rate(True), tnr=rate(False))


def _only_disagreements(cases: Sequence[LookedAt]) -> Estimate:
    """Agreement if agreements were taken for right and only disagreements were corrected."""
    agreed = _of(cases, "agree")
    drawn = [case for case in _of(cases, "disagree") if case.now_passes is not None]
    turned = sum(case.judge_passes == case.now_passes for case in drawn)
    found = wilson(len(agreed) + turned, len(agreed) + len(drawn))
    return found if drawn else undefined(len(agreed), NOT_DRAWN.format("disagree"))
