"""Methods that the workbench does not use, so that :mod:`benchmarks.coverage` can show why."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate
from evalcore.stats import kappa, wilson

RESAMPLES = 2000


def bootstrap_kappa(table: npt.NDArray[np.int64]) -> Estimate:
    """Kappa with the percentile bootstrap over cases, withheld where it is undefined in most resamples."""
    n, value = int(table.sum()), kappa(table).value
    if value is None:
        return Estimate(value=None, n=n)
    draws = np.random.default_rng(0).multinomial(n, table.ravel() / n, size=RESAMPLES).reshape(-1, 2, 2)
    people, judge = draws.sum(axis=2) / n, draws.sum(axis=1) / n
    expected = (people * judge).sum(axis=1)
    defined = (people > 0).all(axis=1) & (judge > 0).all(axis=1)
    agreed = np.trace(draws, axis1=1, axis2=2) / n
    if 2 * defined.sum() < RESAMPLES:
        return Estimate(value=value, n=n)
    low, high = np.quantile((agreed - expected)[defined] / (1 - expected[defined]), [0.025, 0.975])
    return Estimate(value=value, low=min(value, float(low)), high=max(value, float(high)), n=n)


def wilson_without_clusters(correct: npt.NDArray[np.bool_], clusters: npt.NDArray[np.int64]) -> Estimate:  # noqa: ARG001
    """Wilson's interval as if cases of a cluster were independent."""
    return wilson(int(correct.sum()), len(correct))


def square_and_add(slices: Mapping[str, tuple[int, int]], weights: Mapping[str, float]) -> Estimate:
    """Wilson's limits of every slice, their distances combined by square-and-add with the weights."""
    parts = [(weights[name], wilson(*counts)) for name, counts in slices.items()]
    value = sum(weight * (part.value or 0.0) for weight, part in parts)
    below = sum((weight * ((part.value or 0.0) - (part.low or 0.0))) ** 2 for weight, part in parts) ** 0.5
    above = sum((weight * ((part.high or 0.0) - (part.value or 0.0))) ** 2 for weight, part in parts) ** 0.5
    return Estimate(value=value, low=value - below, high=value + above, n=sum(n for _, n in slices.values()))
