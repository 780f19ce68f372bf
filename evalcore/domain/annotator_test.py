"""Outcome of the alternative annotator test: whether a judge may take the place of a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCompared:
    """The judge against one person who is left out."""

    annotator: str
    n: int
    """Cases that this person, the judge and somebody else labelled."""
    advantage: float | None
    """Share of these on which the judge is at least as close to the others."""
    p_value: float | None
    p_adjusted: float | None
    """Over the people tested."""
    won: bool | None
    """None for somebody with too few cases to be tested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorTest:
    """Every person left out in turn; figures are None where too few people share enough cases, and ``note`` says so."""

    epsilon: float
    """Allowance for the judge being cheaper."""
    score: Literal["accuracy", "negative rmse"]
    """What closeness means: the share of equal values, or the distance of numbers."""
    people: tuple[PersonCompared, ...]
    winning_rate: float | None
    advantage_probability: float | None
    passes: bool | None
    note: str = ""
