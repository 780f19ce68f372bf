"""How often production asks each slice, and what a judge's figures would be there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.domain.estimates import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """The mix of slices in production, as somebody declared it."""

    key: str
    """The slice key."""
    shares: Mapping[str, float]
    """Value → share; they add up to 1. A value that is not named has no share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MixMeasures:
    """A judge at repeat 0, as deployed, under a declared mix of slices."""

    agreement: Estimate
    balanced_accuracy: Estimate
    tpr: Estimate
    tnr: Estimate
    pass_rate: Estimate
    """Share of all answered cases, labelled or not, that the judge passes."""
