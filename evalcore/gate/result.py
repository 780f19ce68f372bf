"""What came of a gate file, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from evalcore.domain import Estimate
from evalcore.gate.deciding import Needed, Outcome
from evalcore.gate.figures import FIGURES
from evalcore.gate.rules import Minimum, Rule

SCHEMA = "evalcore-gate-result/1"


class Why(StrEnum):
    """What a line's outcome rests on."""

    INTERVAL = "interval"
    UNDEFINED = "undefined"
    """The figure is, or has no interval; the estimate's note says why."""
    ONE_CLASS = "one class"
    """All labelled answers are good, or all are bad."""
    TOO_FEW = "too few"
    """Fewer labelled answers of a class than the file demands."""
    BY_CHANCE = "by chance"
    """Wholly on the wrong side by itself, but among so many slices one such happens by chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One rule on all cases or on one slice."""

    rule: Rule
    slice: Mapping[str, str]
    estimate: Estimate
    outcome: Outcome
    why: Why
    good: int
    bad: int
    classes: int
    """Different labels that people gave."""
    minimum: Minimum
    needed: Needed | None
    """Cases in all that would decide it if the value stays; of what, says the figure."""
    needed_if_perfect: int | None
    """Where the cases at hand cannot pass it, whatever the result: how many could."""
    p_value: float | None
    """One-sided, that so bad a figure arises where the demand is just met."""
    p_adjusted: float | None
    """By Holm, over the slices of the rule; None where it has one line."""

    @property
    def name(self) -> str:
        """Where it stands in the file, and the slice: ``judge.slices.topic=billing.tnr``."""
        figure = FIGURES[self.rule.figure]
        where = ".".join(f"slices.{key}={value}" for key, value in self.slice.items()) or "overall"
        against = ".against_baseline" if self.rule.against_baseline else ""
        return f"{figure.about}{against}.{where}.{self.rule.figure}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """A gate file on one report."""

    name: str
    judge: str
    config_sha256: str
    dataset: str
    lines: tuple[Line, ...]
    looks: int
    """How often these cases were looked at, as the report counts it."""
    candidates: int
    """Judges that were tried on these cases."""

    @property
    def outcome(self) -> Outcome:
        """Failed when a line is; else undecided when a line is; passed when all are."""
        outcomes = {line.outcome for line in self.lines}
        return next(one for one in (Outcome.FAILED, Outcome.UNDECIDED, Outcome.PASSED) if one in outcomes)


def result_document(result: GateResult) -> dict[str, Any]:
    """The result as JSON values."""
    return {
        "schema": SCHEMA,
        "gates": result.name,
        "judge": result.judge,
        "config_sha256": result.config_sha256,
        "dataset": result.dataset,
        "outcome": result.outcome.value,
        "looks": result.looks,
        "candidates": result.candidates,
        "lines": [_line_document(line) for line in result.lines],
    }


def _line_document(line: Line) -> dict[str, Any]:
    needed = line.needed
    return {
        "name": line.name,
        "figure": line.rule.figure,
        "slice": dict(line.slice),
        "against_baseline": line.rule.against_baseline,
        "bound": line.rule.bound,
        "threshold": line.rule.threshold,
        "estimate": _estimate_document(line.estimate),
        "outcome": line.outcome.value,
        "why": line.why.value,
        "of": FIGURES[line.rule.figure].of,
        "needed": None if needed is None else {"n": needed.n, "exact": needed.exact},
        "needed_if_perfect": line.needed_if_perfect,
        "p_value": line.p_value,
        "p_adjusted": line.p_adjusted,
    }


def _estimate_document(estimate: Estimate) -> dict[str, Any]:
    """As in a report: an estimate that is no proportion has no k."""
    values = {field.name: getattr(estimate, field.name) for field in fields(estimate)}
    return {key: value for key, value in values.items() if key != "k" or value is not None}
