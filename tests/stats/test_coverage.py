"""How often the intervals hold the truth; ``python -m benchmarks.coverage`` prints the whole tables."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage import intervals, measured
from evalcore.stats import balanced_accuracy, f1, kappa

pytestmark = pytest.mark.slow

ROUNDS = 1000
SHARES = np.array([[0.60, 0.08], [0.07, 0.25]])
"""People pass 68 %, the judge 67 %."""

USED = [interval for interval in intervals() if interval.chosen]
NOT_USED = [interval for interval in intervals() if not interval.chosen]


def named(interval):
    return f"{interval.name}, {interval.population}"


@pytest.mark.parametrize("interval", USED, ids=named)
def test_every_interval_that_is_used_clears_the_bar(interval):
    """Mean 94 to 97 %, no point under 89 %: exact for proportions, else as far as 500 draws a point can tell."""
    grid = measured(interval, draws=500, sizes=(20, 50, 200))
    # standard errors: of one point √(0.89 × 0.11 / 500) = 0.014, of the mean of 21 points 0.002
    point, mean = (0.0, 0.0) if interval.exact else (0.03, 0.006)
    assert (0.95 if interval.conservative else 0.94) - mean <= grid.mean
    assert grid.mean <= (1.0 if interval.conservative else 0.97) + mean
    assert grid.lowest >= 0.89 - point


@pytest.mark.parametrize("interval", NOT_USED, ids=named)
def test_what_was_not_chosen_falls_short(interval):
    assert not measured(interval, draws=200, sizes=(20, 50)).holds(interval)


def coverage(measure, shares, *, n):
    # with this many cases the value of the table of shares is the truth
    truth = measure(np.rint(shares * 10_000).astype(int)).value
    rng = np.random.default_rng(5)
    tables = rng.multinomial(n, shares.ravel(), size=ROUNDS).reshape(-1, 2, 2)
    estimates = [measure(table) for table in tables]
    return sum(estimate.low <= truth <= estimate.high for estimate in estimates) / ROUNDS


@pytest.mark.parametrize("measure", [kappa, f1, balanced_accuracy])
def test_with_a_hundred_cases_about_19_in_20(measure):
    # the standard error of a coverage of 0.95 in 1,000 rounds is 0.007
    assert coverage(measure, SHARES, n=100) >= 0.925


def test_balanced_accuracy_of_a_judge_that_accepts_every_good_answer():
    """Where a bootstrap of the good answers would have no width: tpr is 0.98, and 1 in many samples."""
    assert coverage(balanced_accuracy, np.array([[0.686, 0.014], [0.09, 0.21]]), n=60) >= 0.925
