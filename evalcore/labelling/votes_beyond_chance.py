"""Gwet's AC1 for any number of people, votes missing or not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.stats.people import NO_PAIRS
from evalcore.stats.plus_four import Cells, plus_four
from evalcore.stats.vote_patterns import patterns_of, vote_cells


def ac1_of_votes(votes: Sequence[Sequence[str]], values: Sequence[str]) -> Estimate:
    """Agreement beyond chance that stays meaningful when nearly all votes are one value, in [−1, 1].

    ``(p_o − p_e) / (1 − p_e)``: p_o is the mean over cases of the share of equal pairs of votes, and
    ``p_e = Σ π(1 − π) / (k − 1)`` with π the mean over cases of a value's share of the votes. Of two people who both
    labelled everything it is :func:`evalcore.stats.ac1`. Undefined when no case has two votes. Cases with fewer are
    left out of both terms; ``n`` counts the others.

    Parameters
    ----------
    votes
        For each case, the values that people gave it, in any order.
    values
        Every value of the scale, given or not.

    References
    ----------
    Gwet (2008), British Journal of Mathematical and Statistical Psychology 61, 29–48.
    """
    cases = [case for case in votes if len(case) >= 2]
    if not cases:
        return undefined(0, NO_PAIRS)
    patterns, way_of = patterns_of(cases, values)
    counts = np.bincount(way_of).astype(np.float64)
    seen = _features(patterns)
    # The four imagined cases are those of alpha: two on which all agree, and two that are split in halves.
    imagined = vote_cells(patterns, counts, values, "nominal")
    of_imagined = imagined.features[len(counts) :, 0]
    cells = Cells(
        counts=imagined.counts,
        imagined=imagined.imagined,
        features=np.concatenate([seen, _features(of_imagined)]),
    )
    return plus_four(_ac1, cells, float(_ac1(np.asarray(counts @ seen / counts.sum()))))


def _features(patterns: Floats) -> Floats:
    """Of each pattern the share of equal pairs, then the share of each value, shape (patterns, 1 + values)."""
    votes = patterns.sum(axis=-1, keepdims=True)
    equal = (patterns * (patterns - 1)).sum(axis=-1, keepdims=True) / (votes * (votes - 1))
    return np.concatenate([equal, patterns / votes], axis=-1)


def _ac1(features: Floats) -> Floats:
    observed, shares = features[..., 0], features[..., 1:]
    by_chance = (shares * (1 - shares)).sum(axis=-1) / (shares.shape[-1] - 1)
    return np.asarray((observed - by_chance) / (1 - by_chance))
