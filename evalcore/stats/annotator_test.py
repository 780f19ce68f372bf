"""Whether a judge may take the place of human annotators, by the alternative annotator test.

Each annotator is left out in turn. On every case it is asked who stands closer to the other annotators, the judge
or the one left out; the judge wins over that annotator when it is shown not to be worse by more than an allowance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evalcore.domain.reply_columns import Floats

Score = Literal["accuracy", "negative rmse"]
"""How close a value is to the others': the share that are equal, or minus the root mean square distance of numbers."""

FEWEST_CASES = 30
"""The paper's least number of cases per annotator for its t test."""
FEWEST_ANNOTATORS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorComparison:
    """The judge against one annotator."""

    annotator: str
    n: int
    """Cases that this annotator, the judge and somebody else labelled."""
    advantage: float | None
    """Share of these on which the judge is at least as close to the others."""
    p_value: float | None
    """Of the hypothesis that the judge is worse by ``epsilon`` or more; None with fewer than 30 cases."""
    p_adjusted: float | None
    """Adjusted over the annotators tested, by Benjamini and Yekutieli."""
    won: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeAnnotatorTest:
    """Outcome of the test; figures are None when it cannot be made, and ``note`` says why."""

    epsilon: float
    annotators: tuple[AnnotatorComparison, ...]
    winning_rate: float | None
    """Share of the annotators tested over whom the judge wins; 0.5 or more passes."""
    advantage_probability: float | None
    """Mean of the advantages over the annotators tested; compares judges with each other."""
    passes: bool | None
    note: str = ""


def alternative_annotator_test(
    votes: Mapping[str, Mapping[str, str]],
    judge: Mapping[str, str],
    *,
    epsilon: float = 0.2,
    score: Score = "accuracy",
    level: float = 0.05,
) -> AlternativeAnnotatorTest:
    """Test whether a judge represents the annotators at least as well as each of them represents the others.

    For annotator j and case i let h = 1 when j is at least as close to the other annotators of the case as the
    judge is, and f = 1 when the judge is at least as close as j. One-sided t test of mean(h − f) ≥ ε; the
    hypotheses of all annotators are adjusted for their false discovery rate. Undefined with fewer than three
    annotators who labelled 30 or more of the judge's cases together with others.

    Parameters
    ----------
    votes
        Annotator → case → value.
    judge
        Case → value. Cases that the judge or all but one annotator left open are left out.
    epsilon
        Allowance for the judge being cheaper: the paper advises 0.2 for experts, 0.15 for skilled people, 0.1 for
        crowd workers.
    score
        ``accuracy`` for named values, ``negative rmse`` for numbers.
    level
        False discovery rate.

    Notes
    -----
    Where h − f is the same on all cases the t statistic is infinite; the p-value is then 0 below ε, else 1.

    References
    ----------
    Calderon, Reichart and Dror (2025), The Alternative Annotator Test for LLM-as-a-Judge, ACL 2025, 16051–16081.
    """
    tried = {name: _leads(name, votes, judge, _SCORES[score]) for name in votes}
    p_values = {name: _p_value(h - f, epsilon) for name, (h, f) in tried.items() if len(h) >= FEWEST_CASES}
    adjusted = dict(zip(p_values, benjamini_yekutieli(list(p_values.values())), strict=True))
    enough = len(p_values) >= FEWEST_ANNOTATORS
    compared = tuple(
        AnnotatorComparison(
            annotator=name,
            n=len(f),
            advantage=float(f.mean()) if len(f) else None,
            p_value=p_values.get(name),
            p_adjusted=adjusted.get(name),
            won=adjusted[name] <= level if name in adjusted else None,
        )
        for name, (_, f) in tried.items()
    )
    rate = sum(adjusted[name] <= level for name in adjusted) / len(adjusted) if enough else None
    return AlternativeAnnotatorTest(
        epsilon=epsilon,
        annotators=compared,
        winning_rate=rate,
        advantage_probability=float(np.mean([tried[name][1].mean() for name in p_values])) if enough else None,
        passes=None if rate is None else rate >= 0.5,
        note="" if enough else _why_too_few(len(p_values)),
    )


def benjamini_yekutieli(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for the share of false discoveries, however the tests depend on each other.

    In ascending order the i-th of m is multiplied by ``m (1 + 1/2 + … + 1/m) / i``, and none may exceed a later one.

    References
    ----------
    Benjamini and Yekutieli (2001), Annals of Statistics 29, 1165–1188.
    """
    m = len(p_values)
    harmonic = sum(1 / i for i in range(1, m + 1))
    adjusted, smallest = [1.0] * m, 1.0
    for rank, index in sorted(enumerate(np.argsort(p_values, kind="stable").tolist(), start=1), reverse=True):
        smallest = min(smallest, p_values[index] * m * harmonic / rank)
        adjusted[index] = smallest
    return adjusted


def _leads(
    name: str,
    votes: Mapping[str, Mapping[str, str]],
    judge: Mapping[str, str],
    score: Callable[[str, Sequence[str]], float],
) -> tuple[Floats, Floats]:
    """For each case whether the annotator is at least as close to the others as the judge is, and the converse."""
    human, machine = [], []
    for case, value in votes[name].items():
        others = [theirs[case] for other, theirs in votes.items() if other != name and case in theirs]
        if others and case in judge:
            human.append(score(value, others))
            machine.append(score(judge[case], others))
    h, f = np.array(human), np.array(machine)
    return (h >= f).astype(float), (f >= h).astype(float)


def _p_value(leads: Floats, epsilon: float) -> float:
    from scipy.special import stdtr

    deviation = float(leads.std(ddof=1))
    if deviation == 0:
        return 0.0 if leads[0] < epsilon else 1.0
    return float(stdtr(len(leads) - 1, (leads.mean() - epsilon) / (deviation / math.sqrt(len(leads)))))


def _why_too_few(tested: int) -> str:
    return (
        f"{tested} annotators share {FEWEST_CASES} or more cases with the judge and another annotator;"
        f" the test needs {FEWEST_ANNOTATORS}"
    )


def _share_equal(value: str, others: Sequence[str]) -> float:
    return sum(other == value for other in others) / len(others)


def _negative_rmse(value: str, others: Sequence[str]) -> float:
    return -math.sqrt(sum((float(value) - float(other)) ** 2 for other in others) / len(others))


_SCORES: Mapping[Score, Callable[[str, Sequence[str]], float]] = {
    "accuracy": _share_equal,
    "negative rmse": _negative_rmse,
}
