"""Cases counted by how they were voted on, and alpha as a figure of such counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Literal

import numpy as np

from evalcore.domain import Estimate
from evalcore.domain.reply_columns import Floats, Ints
from evalcore.stats.plus_four import Cells, Statistic, plus_four

Level = Literal["nominal", "ordinal", "interval"]
"""What a difference between two values is: that they differ, by how many ranks, or by how much."""

_VALUES_IMAGINED = 20
"""Imagined cases are spread over so many values at most."""


def patterns_of(cases: Sequence[Sequence[str]], values: Sequence[str]) -> tuple[Floats, Ints]:
    """Distinct patterns of votes, shape (patterns, values), and which of them each case has, shape (cases,)."""
    column = {value: index for index, value in enumerate(values)}
    ways: dict[tuple[int, ...], int] = {}
    way_of = [ways.setdefault(tuple(sorted(column[value] for value in case)), len(ways)) for case in cases]
    patterns = np.array([np.bincount(way, minlength=len(values)) for way in ways], dtype=np.float64)
    return patterns, np.array(way_of, dtype=np.int64)


def vote_cells(
    patterns: Floats, counts: Floats, values: Sequence[str], level: Level, by_cluster: Floats | None = None
) -> Cells:
    """Cases counted by their pattern of votes, the imagined ones among them.

    Parameters
    ----------
    patterns
        Votes for each value, at least two in all, shape (patterns, values).
    counts
        Cases of each pattern, shape (patterns,).
    values
        Every value, from lowest to highest where they have an order.
    by_cluster
        Cases of each pattern in each cluster, shape (clusters, patterns).
    """
    imagined, weights = _imagined(len(values), votes=float(counts @ patterns.sum(axis=-1) / counts.sum()))
    none = np.zeros(len(weights))
    return Cells(
        counts=np.concatenate([counts, none]),
        imagined=np.concatenate([np.zeros(len(counts)), weights]),
        features=_features(np.concatenate([patterns, imagined]), values, level),
        by_cluster=None if by_cluster is None else np.pad(by_cluster, ((0, 0), (0, len(weights)))),
    )


def alpha_estimate(
    patterns: Floats, counts: Floats, values: Sequence[str], level: Level, by_cluster: Floats | None = None
) -> Estimate:
    """Krippendorff's alpha with its interval; parameters as for :func:`vote_cells`, of at least two values used."""
    cells = vote_cells(patterns, counts, values, level, by_cluster)
    return plus_four(alpha_of(level), cells, alpha_value(patterns, counts, values, level), lowest=-np.inf)


def alpha_value(patterns: Floats, counts: Floats, values: Sequence[str], level: Level) -> float:
    """Krippendorff's alpha of the cases themselves; parameters as for :func:`vote_cells`.

    Unless the values are numbers it goes by the matrix of coincidences, step by step as in Krippendorff (2011):
    then the last digit is the one that other programs give.
    """
    if level == "interval":
        return float(_interval_alpha(1, counts @ _features(patterns, values, level)))
    pairs = patterns[:, :, np.newaxis] * patterns[:, np.newaxis, :] - patterns[:, :, np.newaxis] * np.eye(len(values))
    others = (patterns.sum(axis=-1) - 1)[:, np.newaxis, np.newaxis]
    coincidences = (pairs / others * counts[:, np.newaxis, np.newaxis]).sum(axis=0)
    pooled = coincidences.sum(axis=0)
    expected = (np.outer(pooled, pooled) - np.diag(pooled)) / (pooled.sum() - 1)
    distances = _ranks_apart(pooled) if level == "ordinal" else 1 - np.eye(len(values))
    return float(1 - (coincidences * distances).sum() / (expected * distances).sum())


def alpha_of(level: Level) -> Statistic:
    """Alpha as a figure of the mean features of any number of cases; of equally many votes each it is Fleiss' kappa."""
    return partial(_interval_alpha, 0) if level == "interval" else partial(_alpha, level)


def _alpha(level: Level, features: Floats) -> Floats:
    pooled, within = features[..., 0, :], features[..., 1:, :]
    distances = _rank_distances(pooled) if level == "ordinal" else 1 - np.eye(pooled.shape[-1])
    observed = (within * distances).sum(axis=(-2, -1))
    pairs = pooled[..., :, np.newaxis] * pooled[..., np.newaxis, :]
    expected = (pairs * distances).sum(axis=(-2, -1)) / pooled.sum(axis=-1)
    return np.asarray(1 - observed / expected)


def _rank_distances(pooled: Floats) -> Floats:
    # Between two values lie the votes from the middle of the one to the middle of the other.
    middles = np.cumsum(pooled, axis=-1) - pooled / 2
    return np.asarray((middles[..., :, np.newaxis] - middles[..., np.newaxis, :]) ** 2)


def _ranks_apart(pooled: Floats) -> Floats:
    """Squares of all votes from one value to the other less half of both, as Krippendorff writes them."""
    distances = np.zeros((len(pooled), len(pooled)))
    for low, high in combinations(range(len(pooled)), 2):
        between = pooled[low : high + 1].sum() - (pooled[low] + pooled[high]) / 2
        distances[low, high] = distances[high, low] = between**2
    return distances


def _interval_alpha(less: int, features: Floats) -> Floats:
    votes, total, squares, observed = np.moveaxis(features, -1, 0)
    return np.asarray(1 - observed * (votes - less) / (2 * (votes * squares - total**2)))


def _features(patterns: Floats, values: Sequence[str], level: Level) -> Floats:
    """What alpha looks at in each pattern.

    Unless the values are numbers, shape (patterns, values + 1, values): votes for each value, and ordered pairs of
    votes for different values over (votes − 1). For numbers, shape (patterns, 4): votes, their sum, the sum of
    their squares, and the squared distances of all ordered pairs over (votes − 1).
    """
    votes = patterns.sum(axis=-1)
    if level == "interval":
        numbers = np.array([float(value) for value in values])
        numbers -= numbers.mean()
        total, squares = patterns @ numbers, patterns @ numbers**2
        return np.stack([votes, total, squares, 2 * (votes * squares - total**2) / (votes - 1)], axis=-1)
    pairs = patterns[:, :, np.newaxis] * patterns[:, np.newaxis, :] * (1 - np.eye(len(values)))
    return np.concatenate([patterns[:, np.newaxis], pairs / (votes - 1)[:, np.newaxis, np.newaxis]], axis=1)


def _imagined(values: int, *, votes: float) -> tuple[Floats, Floats]:
    """Patterns of the imagined cases, shape (patterns, values), and how many cases of each."""
    spread = np.linspace(0, values - 1, min(values, _VALUES_IMAGINED)).round().astype(int)
    pairs = list(combinations(spread, 2))
    patterns = np.zeros((len(spread) + len(pairs), values))
    patterns[np.arange(len(spread)), spread] = votes
    for row, pair in enumerate(pairs, start=len(spread)):
        patterns[row, pair] = votes / 2
    weights = np.concatenate([np.full(len(spread), 2 / len(spread)), np.full(len(pairs), 2 / len(pairs))])
    return patterns, weights
