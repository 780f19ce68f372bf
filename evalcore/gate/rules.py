"""What a gate file demands, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Bound = Literal["at_least", "at_most"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """Where the whole interval of a figure has to lie."""

    bound: Bound
    threshold: float

    def met_by(self, value: float | None) -> bool:
        """Whether a value lies on the right side; the threshold itself does."""
        if value is None:
            return False
        return value >= self.threshold if self.bound == "at_least" else value <= self.threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One demand that a person wrote down: a figure, and where its whole interval has to lie."""

    figure: str
    """A name of :data:`evalcore.gate.FIGURES`."""
    bound: Bound
    threshold: float
    """Against a baseline: what the difference may not fall below, minus the margin."""
    slice_key: str | None = None
    """None: over all cases. A key: for every slice by it."""
    against_baseline: bool = False

    @property
    def demand(self) -> Demand:
        """Where the interval has to lie, whatever the figure."""
        return Demand(bound=self.bound, threshold=self.threshold)


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimum:
    """How many labelled answers of either class a figure about the judge has to rest on to pass."""

    good: int = 0
    bad: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pins:
    """What was calibrated; a report on anything else cannot be gated. None is not pinned."""

    judge: str | None = None
    """Name of the judge in the report."""
    config_sha256: str | None = None
    digest: str | None = None
    dataset: str | None = None
    """Fingerprint of the set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gates:
    """A gate file: passed when every rule is."""

    name: str
    rules: tuple[Rule, ...]
    pins: Pins = field(default_factory=Pins)
    minimum: Minimum = field(default_factory=Minimum)
