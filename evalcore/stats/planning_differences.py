"""How many labelled cases tell two judges, or two releases, apart.

Rates are shares in [0, 1]; n is cases. Tests are two-sided at 0.05.
"""

from __future__ import annotations

import math

from evalcore.errors import InputError
from evalcore.stats.intervals import LEVEL, critical_value
from evalcore.stats.planning import LARGEST_EXACT, POWER, one_sided, smallest_n

_TAIL_SDS, _TAIL_CASES = 9, 50
"""So many standard deviations, and cases more, from a binomial's mean nothing is left to sum."""


def paired_power(n: int, discordant: float, difference: float) -> float:
    """Chance that McNemar's exact test on n cases tells two judges apart at p ≤ 0.05, two-sided.

    Exact and unconditional: the chance of every number of cases that tell them apart, times the
    chance that so many then reject.

    Parameters
    ----------
    discordant
        Share of the cases on which exactly one of the two is right, in (0, 1].
    difference
        Of their agreement, between −discordant and discordant.

    References
    ----------
    Schork and Williams (1980), Communications in Statistics – Simulation and Computation 9, 349–357.
    """
    import numpy as np
    from scipy.stats import binom

    _refuse_impossible(discordant, difference)
    middle = round(n * discordant)
    tail = math.ceil(_TAIL_SDS * math.sqrt(n * discordant * (1 - discordant))) + _TAIL_CASES
    telling = np.arange(max(0, middle - tail), min(n, middle + tail) + 1)
    # The largest count that the test still rejects: at most half of 0.05 lies at or below it under a fair coin.
    half = (1 - LEVEL) / 2
    most = binom.ppf(half, telling, 0.5)
    most = np.where(binom.cdf(most, telling, 0.5) <= half, most, most - 1)
    better = (1 + difference / discordant) / 2
    rejects = binom.cdf(most, telling, better) + binom.sf(telling - most - 1, telling, better)
    return float((binom.pmf(telling, n, discordant) * rejects).sum())


def labels_for_paired(discordant: float, difference: float, *, power: float = POWER) -> int:
    """Smallest n at which McNemar's exact test tells two judges apart, on the same cases, with this power.

    Parameters
    ----------
    discordant
        Share of the cases on which exactly one of the two is right, in (0, 1]. Two judges that err
        independently have a(1 − b) + b(1 − a); judges that find the same cases hard have less.
    difference
        Of their agreement; not 0, and at most ``discordant`` in size.
    power
        In (0, 1).

    Raises
    ------
    InputError
        When the two shares contradict each other.

    Notes
    -----
    The exact power rises with n but for small ripples, because counts are whole; the n is searched by halving.
    Where more than 200,000 cases are needed, Connor's formula for large n is given.

    References
    ----------
    Schork and Williams (1980), as :func:`paired_power`; Connor (1987), Biometrics 43, 207–211.
    """
    roughly = connor(discordant, difference, power=power)
    if roughly > LARGEST_EXACT:
        return roughly
    return smallest_n(lambda n: paired_power(n, discordant, difference) >= power)


def connor(discordant: float, difference: float, *, power: float = POWER) -> int:
    """Cases that McNemar's test needs by Connor's formula, two-sided at 0.05, for large n.

    ``(z √ψ + z_power √(ψ − δ²))² / δ²`` with ψ the discordant share and δ the difference. It is
    a few cases short of what the exact test needs.

    References
    ----------
    Connor (1987), Biometrics 43, 207–211.
    """
    _refuse_impossible(discordant, difference)
    spread = critical_value() * math.sqrt(discordant) + one_sided(power) * math.sqrt(discordant - difference**2)
    return max(1, math.ceil((spread / difference) ** 2))


def independent_discordance(rate_a: float, rate_b: float) -> float:
    """Share of cases on which exactly one of two judges is right, if they err independently."""
    return rate_a * (1 - rate_b) + rate_b * (1 - rate_a)


def labels_for_unpaired(rate_a: float, rate_b: float, *, power: float = POWER) -> int:
    """Cases needed on each side to tell two rates apart that were measured on different cases.

    Two-sided at 0.05, with as many cases on either side. The two rates must differ.

    Notes
    -----
    ``(z √(2 p̄(1 − p̄)) + z_power √(a(1 − a) + b(1 − b)))² / (a − b)²`` with p̄ the mean of the two rates.

    References
    ----------
    Fleiss, Levin and Paik (2003), Statistical Methods for Rates and Proportions, section 4.2,
    without continuity correction.
    """
    if rate_a == rate_b:
        raise InputError("two equal rates cannot be told apart by any number of cases; name two that differ")
    mean = (rate_a + rate_b) / 2
    spread = critical_value() * math.sqrt(2 * mean * (1 - mean)) + one_sided(power) * math.sqrt(
        rate_a * (1 - rate_a) + rate_b * (1 - rate_b)
    )
    return math.ceil((spread / (rate_a - rate_b)) ** 2)


def _refuse_impossible(discordant: float, difference: float) -> None:
    if difference == 0:
        raise InputError("two equal rates cannot be told apart by any number of cases; name two that differ")
    if abs(difference) > discordant:
        raise InputError(
            f"rates that differ by {abs(difference):.3g} are told apart by at least that share of the cases,"
            f" found {discordant:.3g}; name a larger share of cases on which exactly one is right"
        )
