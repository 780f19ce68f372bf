"""A judge against always saying the commonest label, and two judges against each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from evalcore.domain import Baseline, Comparison, Estimate, undefined
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.report.columns import FAIL, NONE, PASS, JudgeColumns
from evalcore.report.measures import SIDES, with_note
from evalcore.stats import exact_mcnemar, holm, paired_difference, wilson

SIGNIFICANT = 0.05


def baseline_of(human: Ints, columns: JudgeColumns) -> Baseline:
    """A judge at repeat 0, as deployed, against a judge that always says the commonest gold label.

    The label is the commonest among the same cases; a tie goes to pass, and the note says so.
    ``beats`` is True or False when the exact McNemar test gives p < 0.05, by the sign of the difference.
    """
    kept = _comparable(human, columns)
    gold, right = human[kept], _right(human, columns)[kept]
    n = len(gold)
    if n == 0:
        nothing = undefined(0, "no labelled case was answered")
        return Baseline(value=None, agreement=nothing, difference=nothing, p_value=None, beats=None)
    passing = int((gold == PASS).sum())
    commonest = PASS if 2 * passing >= n else FAIL
    agreement = wilson(int((gold == commonest).sum()), n)
    if 2 * passing == n:
        agreement = with_note(agreement, "as many pass as fail; pass is taken")
    difference, p = _paired(right, gold == commonest)[2:]
    return Baseline(
        value=SIDES[commonest], agreement=agreement, difference=difference, p_value=p, beats=_beats(difference, p)
    )


def comparisons_of(human: Ints, judges: Sequence[JudgeColumns]) -> tuple[Comparison, ...]:
    """Every two judges on the labelled cases that both answered, adjusted by Holm over all pairs."""
    pairs = list(combinations(judges, 2))
    tested = [_compare(human, a, b) for a, b in pairs]
    adjusted = holm([p for _, _, _, p in tested])
    return tuple(
        Comparison(
            a=a.judge.name,
            b=b.judge.name,
            difference=difference,
            only_a_right=only_a,
            only_b_right=only_b,
            p_value=p,
            p_adjusted=p_adjusted,
            method=f"exact McNemar, Holm over {len(pairs)} pair{'s' if len(pairs) > 1 else ''}",
        )
        for (a, b), (only_a, only_b, difference, p), p_adjusted in zip(pairs, tested, adjusted, strict=True)
    )


def _compare(human: Ints, a: JudgeColumns, b: JudgeColumns) -> tuple[int, int, Estimate, float | None]:
    kept = _comparable(human, a) & _comparable(human, b)
    if not kept.any():
        return 0, 0, undefined(0, "no labelled case was answered by both"), None
    return _paired(_right(human, a)[kept], _right(human, b)[kept])


def _paired(a: Bools, b: Bools) -> tuple[int, int, Estimate, float | None]:
    """Cases only a, and only b, has right; the difference a minus b; the p value."""
    both, only_a, only_b, neither = (int(np.sum(cell)) for cell in (a & b, a & ~b, ~a & b, ~a & ~b))
    return only_a, only_b, paired_difference(both, only_a, only_b, neither), exact_mcnemar(only_a, only_b)


def _beats(difference: Estimate, p: float | None) -> bool | None:
    if p is None or difference.value is None or p >= SIGNIFICANT:
        return None
    return difference.value > 0


def _comparable(human: Ints, columns: JudgeColumns) -> Bools:
    kept: Bools = columns.deployed.counted[:, 0] & (human != NONE)
    return kept


def _right(human: Ints, columns: JudgeColumns) -> Bools:
    right: Bools = columns.deployed.effective[:, 0] == human
    return right
