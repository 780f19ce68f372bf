"""Whether a judge says the same when it is asked again, and what changed if not."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from evalcore.domain import FlipCount, undefined
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.report.columns import NONE, JudgeColumns, Verdicts
from evalcore.report.counted import mean_of, shared_only


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """Pairs of answered repeats per case, and how many of them differ in which way; shape (cases,).

    Verdict flips (lenient), wording flips and read against unread exclude each other and share one
    denominator, so that their rates add up.
    """

    pairs: Ints
    deployed: Ints
    """The verdict differs, as deployed."""
    lenient: Ints
    """Both are read and the verdict differs."""
    wording: Ints
    """Both are read, the verdict is the same and the text differs."""
    read_unread: Ints
    """One is read and the other is not."""


def pair_counts(columns: JudgeColumns) -> PairCounts:
    """Compare every two answered repeats of every case."""
    answered, read = columns.answered, columns.lenient.sides != NONE
    cases, repeats = answered.shape
    deployed, lenient, wording, read_unread = (np.zeros(cases, dtype=np.int64) for _ in range(4))
    for a, b in combinations(range(repeats), 2):
        both_answered = answered[:, a] & answered[:, b]
        both_read = both_answered & read[:, a] & read[:, b]
        same = columns.lenient.values[:, a] == columns.lenient.values[:, b]
        deployed += _differ(columns.deployed, a, b)
        lenient += both_read & ~same
        wording += both_read & same & (columns.texts[:, a] != columns.texts[:, b])
        read_unread += both_answered & (read[:, a] != read[:, b])
    times = answered.sum(axis=1)
    return PairCounts(
        pairs=times * (times - 1) // 2, deployed=deployed, lenient=lenient, wording=wording, read_unread=read_unread
    )


def flip_count(unequal: Ints, pairs: Ints, cases: Bools, clusters: Ints | None) -> FlipCount:
    """How many of some cases flipped, and the mean share of unequal pairs.

    Parameters
    ----------
    unequal, pairs
        Per case, shape (cases,).
    cases
        Which cases to look at; those without a pair of answered repeats are left out.
    clusters
        Per case the number of its cluster; None where no two share one.
    """
    kept = cases & (pairs > 0)
    n = int(kept.sum())
    if n == 0:
        return FlipCount(cases=0, n=0, rate=undefined(0, "no case has two answered repeats"))
    rate = mean_of(unequal[kept] / pairs[kept], shared_only(clusters, kept))
    return FlipCount(cases=int((unequal[kept] > 0).sum()), n=n, rate=rate)


def _differ(verdicts: Verdicts, a: int, b: int) -> Bools:
    differ: Bools = verdicts.counted[:, a] & verdicts.counted[:, b] & (verdicts.values[:, a] != verdicts.values[:, b])
    return differ
