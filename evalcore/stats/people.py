"""How far people agree with each other, when not everybody labelled everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import score_limits
from evalcore.stats.resampling import Floats, percentile_estimate, resampled_counts


def nominal_alpha(votes: Sequence[Sequence[str]], *, seed: int) -> Estimate:
    """Krippendorff's alpha for unordered values: 1 is full agreement, 0 what chance gives.

    ``1 − D_o / D_e``: the share of unequal pairs of votes within cases, against the share of unequal
    pairs among all votes pooled. Any number of people, and any votes missing. Undefined when no
    case has two votes, or when every vote of those cases is the same value.

    Parameters
    ----------
    votes
        For each case, the values that people gave it, one per person, in any order. Cases with
        fewer than two votes say nothing about agreement and are left out; ``n`` counts the others.
    seed
        Seed of the bootstrap over cases.

    Notes
    -----
    When nobody differs on any case, every resample says so too; then the upper Wilson limit for
    0 of n stands in for D_o, with D_e held.

    References
    ----------
    Krippendorff (2011), Computing Krippendorff's alpha-reliability, University of Pennsylvania.
    """
    cases = [case for case in votes if len(case) >= 2]
    n = len(cases)
    if not n:
        return undefined(0, "no case has votes of two or more people")
    if len({value for case in cases for value in case}) == 1:
        return undefined(n, "everybody gave every case the same value")
    patterns, counts = _patterns(cases)
    unequal = _unequal_pairs_per_vote(patterns)
    if not unequal.any():
        return _unanimous(patterns, counts)
    draws = resampled_counts(counts, seed=seed)
    draws = draws[np.count_nonzero(draws @ patterns, axis=-1) > 1]
    value = float(_alpha(counts, patterns, unequal))
    return percentile_estimate(
        value, _alpha(draws, patterns, unequal), n, undefined_because="had votes of one value only"
    )


def _patterns(cases: Iterable[Sequence[str]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Distinct ways a case was voted on, shape (patterns, values), and how many cases have each."""
    tallies = Counter(tuple(sorted(case)) for case in cases)
    values = sorted({value for votes in tallies for value in votes})
    patterns = np.array([[votes.count(value) for value in values] for votes in tallies])
    return patterns, np.array(list(tallies.values()))


def _unequal_pairs_per_vote(patterns: npt.NDArray[np.int64]) -> Floats:
    """Ordered unequal pairs of each pattern over (votes − 1), which is its part of the sum in D_o."""
    votes = patterns.sum(axis=-1)
    return np.asarray((votes**2 - (patterns**2).sum(axis=-1)) / (votes - 1))


def _expected(pooled: npt.NDArray[np.int64]) -> Floats:
    votes = pooled.sum(axis=-1)
    return np.asarray((votes**2 - (pooled**2).sum(axis=-1)) / (votes * (votes - 1)))


def _alpha(counts: npt.NDArray[np.int64], patterns: npt.NDArray[np.int64], unequal: Floats) -> Floats:
    pooled = counts @ patterns
    observed = (counts @ unequal) / pooled.sum(axis=-1)
    return np.asarray(1 - observed / _expected(pooled))


def _unanimous(patterns: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> Estimate:
    n = int(counts.sum())
    _, at_most = score_limits(0.0, n)
    return Estimate(
        value=1.0,
        low=1.0 - at_most / float(_expected(counts @ patterns)),
        high=1.0,
        n=n,
        method="Wilson limit for 0 disagreements, rescaled with chance disagreement held",
        note=f"all votes agree in each of the {n} cases, so resampling them cannot vary the agreement",
    )
