"""A rate before and after, and what the cases at hand show of its change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.report.comparison import SIGNIFICANT
from evalcore.report.counted import share_of
from evalcore.stats import (
    clustered_difference,
    clustered_mcnemar,
    exact_mcnemar,
    implied_p_value,
    labels_for_paired,
    labels_for_unpaired,
    paired_difference,
    unpaired_difference,
)

Claim = Literal["rose", "fell", "not shown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateChange:
    """A rate before and after, on all cases or on those of a slice."""

    slice: Mapping[str, str]
    """Value by key; empty: all cases."""
    before: Estimate
    after: Estimate
    difference: Estimate
    """After minus before."""
    lost: int | None
    """Cases that passed (or were judged rightly) before and are not now; None where the cases are not the same."""
    gained: int | None
    """The other way round."""
    p_value: float | None
    """None where nothing was tested."""
    p_adjusted: float | None
    """By Holm over the slices; that of all cases stands for itself."""
    needed: int | None
    """Independent cases that would show such a change with a chance of 80 %; None where it is shown or there is none.
    Where the cases are not the same, so many on each side."""

    @property
    def claim(self) -> Claim:
        """What can be claimed: p below 0.05, by the sign of the difference."""
        if self.p_adjusted is None or self.difference.value is None or self.p_adjusted >= SIGNIFICANT:
            return "not shown"
        return "rose" if self.difference.value > 0 else "fell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """Which of some counted cases pass, or are judged rightly."""

    hit: Bools
    """Shape (counted cases,)."""
    clusters: Ints | None
    """Number of the cluster of each; None where no two share one."""

    @property
    def rate(self) -> Estimate:
        """Their share."""
        return share_of(self.hit, self.clusters)


def paired_change(part: Mapping[str, str], before: Hits, after: Hits) -> RateChange:
    """The change on the same cases, both sides in the same order; tested by McNemar's exact test."""
    a, b = after.hit, before.hit
    both, gained, lost, neither = (int(np.sum(cell)) for cell in (a & b, a & ~b, ~a & b, ~a & ~b))
    if after.clusters is None:
        difference, p = paired_difference(both, gained, lost, neither), exact_mcnemar(gained, lost)
    else:
        difference, p = clustered_difference(a, b, after.clusters), clustered_mcnemar(a, b, after.clusters)
    needed = None
    if p is not None and p >= SIGNIFICANT and gained != lost:
        needed = labels_for_paired((gained + lost) / len(a), (gained - lost) / len(a))
    return RateChange(
        slice=part,
        before=before.rate,
        after=after.rate,
        difference=difference,
        lost=lost,
        gained=gained,
        p_value=p,
        p_adjusted=p,
        needed=needed,
    )


def unpaired_change(part: Mapping[str, str], before: Hits, after: Hits) -> RateChange:
    """The change between different cases; its p value is the one that the interval implies."""
    was, now = before.rate, after.rate
    difference = unpaired_difference(now, was)
    p, needed = implied_p_value(difference), None
    if (
        p is not None
        and p >= SIGNIFICANT
        and was.value is not None
        and now.value is not None
        and was.value != now.value
    ):
        needed = labels_for_unpaired(was.value, now.value)
    return _untested(part, was, now, difference, p_value=p, needed=needed)


def lone_rate(part: Mapping[str, str], before: Hits, after: Hits, *, why: str) -> RateChange:
    """Two rates that are not compared, and the reason."""
    return _untested(part, before.rate, after.rate, undefined(0, why))


def _untested(
    part: Mapping[str, str],
    before: Estimate,
    after: Estimate,
    difference: Estimate,
    *,
    p_value: float | None = None,
    needed: int | None = None,
) -> RateChange:
    return RateChange(
        slice=part,
        before=before,
        after=after,
        difference=difference,
        lost=None,
        gained=None,
        p_value=p_value,
        p_adjusted=p_value,
        needed=needed,
    )
