"""How many labelled cases a question needs, before anybody labels them.

Thresholds and rates are shares in [0, 1]; n is cases. "At least" questions are asked; for
"at most" put one minus the rate and one minus the threshold.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import TYPE_CHECKING

from evalcore.stats.intervals import LEVEL, critical_value, score_limits

if TYPE_CHECKING:
    from evalcore.domain.reply_columns import Floats, Ints

POWER = 0.8
"""Chance of seeing a difference that is there, unless another one is asked for."""

LARGEST_EXACT = 200_000
"""Beyond so many cases the rounding to whole cases no longer shows, and formulas for large n answer."""


def labels_for_half_width(half_width: float, rate: float = 0.5, *, level: float = LEVEL) -> int:
    """Smallest n at which Wilson's interval around a rate is at most this much to either side, on average.

    Parameters
    ----------
    half_width
        Half of the interval's width, in (0, 0.5).
    rate
        The share that will be observed; 0.5 needs the most cases.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22, 209–212; the n is searched.
    """

    def narrow_enough(n: int) -> bool:
        low, high = score_limits(rate, n, level=level)
        return (high - low) / 2 <= half_width

    return smallest_n(narrow_enough)


def labels_to_clear(rate: float, threshold: float, *, level: float = LEVEL) -> int | None:
    """Smallest n at which Wilson's interval around an observed rate has the threshold outside.

    What a gate that is undecided still needs, if the rate stays as it is. It carries no power: if the true rate is
    this one, about half of such samples decide; :func:`labels_for_threshold` plans with power.
    None when the rate is the threshold: then no number of cases decides.

    Notes
    -----
    The threshold t leaves the interval when (rate − t)² ≥ z² t(1 − t) / n.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22, 209–212.
    """
    if rate == threshold:
        return None

    def clears(n: int) -> bool:
        low, high = score_limits(rate, n, level=level)
        return low >= threshold or high <= threshold

    return smallest_n(clears)


def labels_if_perfect(threshold: float, *, level: float = LEVEL) -> int:
    """Smallest n at which n of n would show a share of at least the threshold.

    With fewer cases the gate cannot be passed, whatever the judge does: n of n has the lower limit
    n / (n + z²), so n must be at least z² t / (1 − t).

    Parameters
    ----------
    threshold
        In (0, 1); a share of 1 cannot be shown by any number of cases.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22, 209–212.

    Examples
    --------
    >>> labels_if_perfect(0.9), round(best_bound(20), 2)
    (35, 0.84)
    """
    return smallest_n(lambda n: best_bound(n, level=level) >= threshold)


def best_bound(n: int, *, level: float = LEVEL) -> float:
    """The most that n cases can show: Wilson's lower limit when all n are right."""
    return score_limits(1.0, n, level=level)[0]


def threshold_power(n: int, rate: float, threshold: float, *, level: float = LEVEL) -> float:
    """Chance that n cases put Wilson's interval wholly on the right side of a threshold.

    Exact: the binomial chance, at the true rate, of the counts whose limit clears the threshold.

    Parameters
    ----------
    rate
        The true share, other than the threshold; below it, the chance to show that it is below.
    """
    import numpy as np

    return float(_threshold_powers(np.array([n]), rate, threshold, critical_value(level))[0])


def labels_for_threshold(rate: float, threshold: float, *, power: float = POWER, level: float = LEVEL) -> int | None:
    """Smallest n from which on an interval tells a true rate from a threshold with this power.

    Exact binomial power, which goes up and down with n because counts are whole: from the n returned
    on it never falls below ``power`` again. None when the rate is the threshold.

    Parameters
    ----------
    rate, threshold
        Above the threshold, "at least" is to be shown; below it, "less than".
    power
        In (0, 1).

    Notes
    -----
    Where more than 200,000 cases are needed, the normal approximation of the same chance is given.

    References
    ----------
    Wilson (1927); Fleiss, Levin and Paik (2003), Statistical Methods for Rates and Proportions,
    section 2.5, for the normal approximation.
    """
    if rate == threshold:
        return None
    import numpy as np

    z = critical_value(level)
    spread = z * math.sqrt(threshold * (1 - threshold)) + one_sided(power) * math.sqrt(rate * (1 - rate))
    roughly = max(1.0, (spread / (rate - threshold)) ** 2)
    if roughly > LARGEST_EXACT:
        return math.ceil(roughly)
    tried: Ints = np.arange(1, 2 * math.ceil(roughly) + 200)
    enough = _threshold_powers(tried, rate, threshold, z) >= power
    return int(tried[np.flatnonzero(~enough)[-1]]) + 1 if not enough.all() else 1


def _threshold_powers(n: Ints, rate: float, threshold: float, z: float) -> Floats:
    """The exact power at each n, shape of ``n``."""
    import numpy as np
    from scipy.stats import binom

    if rate < threshold:
        rate, threshold = 1 - rate, 1 - threshold
    # From here on Wilson's lower limit clears the threshold; a hair less, against rounding.
    needed = np.ceil(n * threshold + z * np.sqrt(n * threshold * (1 - threshold)) - 1e-9)
    chances: Floats = np.asarray(binom.sf(needed - 1, n, rate), dtype=np.float64)
    return chances


def one_sided(chance: float) -> float:
    """One-sided standard normal quantile, 0.84 for a power of 0.8."""
    return NormalDist().inv_cdf(chance)


def smallest_n(holds: Callable[[int], bool]) -> int:
    """Smallest n ≥ 1 for which something holds that holds for every larger n too."""
    high = 1
    while not holds(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
