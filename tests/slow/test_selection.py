"""Choosing the best of sixteen equally good judges, five hundred times over."""

from __future__ import annotations

import pytest

from benchmarks.selection import Shares, simulate

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shares() -> Shares:
    """Seeds 0 to 499: 16 judges, each truly right on 80 % of 200 cases."""
    return simulate()


def test_an_interval_from_the_cases_kept_back_holds_the_true_agreement_of_the_chosen_judge(shares: Shares) -> None:
    assert shares.confirmed >= 0.93


def test_an_interval_from_the_cases_that_the_best_was_chosen_on_falls_short(shares: Shares) -> None:
    assert shares.naive < 0.85
    assert shares.mean_of_best > 0.83  # each is truly right on 0.80


def test_an_interval_for_all_judges_at_once_holds_for_the_best_of_them(shares: Shares) -> None:
    assert shares.among_all >= 0.95
