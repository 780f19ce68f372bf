"""Percentile intervals by resampling cases.

Cases that look alike are counted, not listed: drawing n cases with replacement is one
multinomial draw of the counts, so that a resample costs as much as the table it fills.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate
from evalcore.stats.intervals import LEVEL

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

DRAWS = 2000
"""Number of resamples behind every bootstrap interval."""

METHOD = f"bootstrap over cases, {DRAWS} draws, percentile"


def resampled_counts(counts: npt.NDArray[Any], *, seed: int) -> Counts:
    """Counts of ``DRAWS`` samples of the cases with replacement; the same seed gives the same draws.

    Parameters
    ----------
    counts
        How many cases fall into each cell, in any shape, with at least one case.
    seed
        Seed of the generator.

    Returns
    -------
    Counts
        Shape ``(DRAWS, *counts.shape)``; every draw sums to the number of cases.
    """
    n = int(counts.sum())
    draws = np.random.default_rng(seed).multinomial(n, counts.ravel() / n, size=DRAWS)
    return draws.reshape(DRAWS, *counts.shape)


def percentile_estimate(value: float, draws: Floats, n: int, *, undefined_because: str = "") -> Estimate:
    """A value with the percentile interval of its resampled values.

    Parameters
    ----------
    value
        The value on the cases themselves.
    draws
        The values of those resamples in which it is defined; the others of the ``DRAWS`` are
        counted in the note. When they are more than half, the interval is withheld.
    n
        Number of cases.
    undefined_because
        What is wrong with a resample in which the value is undefined, as in "had only one class".

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13.
    """
    lost = DRAWS - len(draws)
    note = f"{lost} of {DRAWS} resamples {undefined_because}" if lost else ""
    if 2 * lost > DRAWS:
        return Estimate(value=value, n=n, method=METHOD, note=f"interval withheld: {note}")
    low, high = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    # Near the end of its range a statistic's draws can all lie on one side of the value.
    return Estimate(
        value=value, low=min(value, float(low)), high=max(value, float(high)), n=n, method=METHOD, note=note
    )
