"""A judge against always saying the commonest label, and two judges against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from evalcore.domain import Baseline, Comparison, Estimate, undefined
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.errors import InputError
from evalcore.report.columns import SIDES
from evalcore.report.compared import Compared
from evalcore.report.counted import share_of, shared_only
from evalcore.report.measures import with_note
from evalcore.stats import (
    clustered_difference,
    clustered_mcnemar,
    exact_mcnemar,
    holm,
    paired_difference,
    within_margin,
)

SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class _Paired:
    """Two judges on the same cases, a minus b."""

    only_a: int
    only_b: int
    difference: Estimate
    p_value: float | None
    by_cluster: bool


def baseline_of(judged: Compared, clusters: Ints | None = None) -> Baseline:
    """A judge at repeat 0, as deployed, against a judge that always says the commonest gold label.

    The label is the commonest among the same cases; a tie goes to the one that the scale lists first, pass before
    fail, and the note says so. ``beats`` is True or False when the exact McNemar test gives p < 0.05, by the sign of
    the difference.

    Parameters
    ----------
    clusters
        Per case the number of its cluster; None where no two share one.
    """
    kept = judged.kept[:, 0]
    gold, right = judged.gold[kept], judged.right[kept, 0]
    if not len(gold):
        nothing = undefined(0, "no labelled case was answered")
        return Baseline(value=None, agreement=nothing, difference=nothing, p_value=None, beats=None)
    counts = np.bincount(gold, minlength=len(judged.classes))
    commonest = int(counts.argmax())
    agreement = share_of(gold == commonest, shared_only(clusters, kept))
    if (counts == counts[commonest]).sum() > 1:
        agreement = with_note(agreement, _tied(judged.classes, commonest))
    found = _paired(right, gold == commonest, shared_only(clusters, kept))
    return Baseline(
        value=judged.classes[commonest],
        agreement=agreement,
        difference=found.difference,
        p_value=found.p_value,
        beats=is_better(found.difference, found.p_value),
    )


def comparisons_of(
    judges: Sequence[tuple[str, Compared]],
    clusters: Ints | None = None,
    *,
    reference: str | None = None,
    margin: float | None = None,
) -> tuple[Comparison, ...]:
    """Judges by name against each other, on the labelled cases that both answered, adjusted by Holm.

    Parameters
    ----------
    clusters
        Per case the number of its cluster; None where no two share one.
    reference
        The judge that every other one is compared with, a minus b being the other minus this one. None: every two.
    margin
        How much less often than the reference a judge may agree and still be good enough.

    Raises
    ------
    InputError
        When there is no such judge, the margin is not between 0 and 1, or there is a margin and no reference.
    """
    _check([name for name, _ in judges], reference, margin)
    pairs = list(combinations(judges, 2))
    if reference is not None:
        against = next(judge for judge in judges if judge[0] == reference)
        pairs = [(judge, against) for judge in judges if judge[0] != reference]
    tested = [_compare(a, b, clusters) for (_, a), (_, b) in pairs]
    adjusted = holm([one.p_value for one in tested])
    return tuple(
        Comparison(
            a=a,
            b=b,
            difference=one.difference,
            only_a_right=one.only_a,
            only_b_right=one.only_b,
            p_value=one.p_value,
            p_adjusted=p_adjusted,
            method=_method(one, len(pairs)),
            margin=margin,
            within_margin=None if margin is None else within_margin(one.difference, margin=margin).verdict,
        )
        for ((a, _), (b, _)), one, p_adjusted in zip(pairs, tested, adjusted, strict=True)
    )


def is_better(difference: Estimate, p: float | None) -> bool | None:
    """Whether the first of two is better (True) or worse (False); None where p is 0.05 or more."""
    if p is None or difference.value is None or p >= SIGNIFICANT:
        return None
    return difference.value > 0


def _check(names: Sequence[str], reference: str | None, margin: float | None) -> None:
    if reference is not None and reference not in names:
        raise InputError(f"expected a judge to compare with ({', '.join(names)}), found {reference!r}")
    if margin is not None and reference is None:
        raise InputError("a margin needs a judge to compare with: name it with --reference")
    if margin is not None and not 0 < margin < 1:
        raise InputError(f"expected a margin between 0 and 1, such as 0.05 for five points, found {margin:g}")


def _method(found: _Paired, pairs: int) -> str:
    test = "exact McNemar by cluster" if found.by_cluster else "exact McNemar"
    return f"{test}, Holm over {pairs} pair{'s' if pairs > 1 else ''}"


def _compare(a: Compared, b: Compared, clusters: Ints | None) -> _Paired:
    kept = a.kept[:, 0] & b.kept[:, 0]
    return _paired(a.right[kept, 0], b.right[kept, 0], shared_only(clusters, kept))


def _paired(a: Bools, b: Bools, clusters: Ints | None) -> _Paired:
    both, only_a, only_b, neither = (int(np.sum(cell)) for cell in (a & b, a & ~b, ~a & b, ~a & ~b))
    if not len(a):
        difference, p = undefined(0, "no labelled case was answered by both"), None
    elif clusters is None:
        difference, p = paired_difference(both, only_a, only_b, neither), exact_mcnemar(only_a, only_b)
    else:
        difference, p = clustered_difference(a, b, clusters), clustered_mcnemar(a, b, clusters)
    return _Paired(only_a=only_a, only_b=only_b, difference=difference, p_value=p, by_cluster=clusters is not None)


def _tied(classes: tuple[str, ...], commonest: int) -> str:
    if classes == SIDES:
        return "as many pass as fail; pass is taken"
    return f"another value is as common; {classes[commonest]} is taken"
