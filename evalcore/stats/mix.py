"""A share as production would see it, when slices are not tested as often as they are asked."""

from __future__ import annotations

import math
from collections.abc import Mapping

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import critical_value

METHOD = "weighted by slice, four imagined cases spread by weight"


def reweighted(slices: Mapping[str, tuple[int, int]], weights: Mapping[str, float]) -> Estimate:
    """Share of cases under another mix of slices: the mean of the slices' shares, weighted by the mix.

    Undefined when a slice that has a weight has no case: nothing is known of that part of production. Slices
    without a weight are left out and named in the note.

    Parameters
    ----------
    slices
        For each slice the cases that count and all its cases, (k, n).
    weights
        How often each slice occurs in production; any positive unit, divided by their sum here.

    Raises
    ------
    ValueError
        For a negative weight, or when no weight is positive.

    Notes
    -----
    Slice s with weight w gets 2w imagined cases that count and 2w that do not; the limits are
    ``Σ w p̃ ± z √(Σ w² p̃(1 − p̃) / ñ)``. With weights as in the sample it is Agresti and Coull's interval.

    References
    ----------
    Cochran (1977), Sampling Techniques, chapter 5, on stratified shares;
    Agresti and Coull (1998), The American Statistician 52, 119–126.

    Examples
    --------
    >>> estimate = reweighted({"billing": (45, 50), "legal": (5, 10)}, {"billing": 1, "legal": 1})
    >>> round(estimate.value, 3)
    0.7
    """
    if any(weight < 0 for weight in weights.values()) or not sum(weights.values()) > 0:
        raise ValueError("expected weights of 0 or more, at least one of them positive")
    total = sum(weights.values())
    mix = {name: weight / total for name, weight in weights.items() if weight > 0}
    n = sum(slices.get(name, (0, 0))[1] for name in mix)
    empty = [name for name in mix if slices.get(name, (0, 0))[1] == 0]
    if empty:
        return undefined(n, f"no case of {', '.join(empty)}")
    value = centre = variance = 0.0
    for name, weight in mix.items():
        k, cases = slices[name]
        share = (k + 2 * weight) / (cases + 4 * weight)
        value += weight * k / cases
        centre += weight * share
        variance += weight**2 * share * (1 - share) / (cases + 4 * weight)
    half = critical_value() * math.sqrt(variance)
    left_out = [name for name in slices if name not in mix]
    return Estimate(
        value=value,
        low=min(value, max(0.0, centre - half)),
        high=max(value, min(1.0, centre + half)),
        n=n,
        method=METHOD,
        note=f"without {', '.join(left_out)}, which has no weight" if left_out else "",
    )
