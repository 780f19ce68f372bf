"""Paired cases: what is true of each before and after a change, and whether the difference is more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.domain import Case, Estimate
from evalcore.report.comparison import SIGNIFICANT
from evalcore.report.counted import cluster_numbers
from evalcore.stats import clustered_difference, clustered_mcnemar, exact_mcnemar, paired_difference

FEWEST = 6
"""Fewer cases can show nothing, even if every one of them turns the same way: 2 · (1/2)⁵ is more than 0.05."""

MORE_CASES = "Probe with more cases before changing anything. "


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Two truths of each case before and after a change, shape (cases,)."""

    before: np.ndarray
    after: np.ndarray
    cases: Sequence[Case]

    def difference(self) -> tuple[Estimate, float | None]:
        """The share after less the share before, with its interval and the exact p-value."""
        clusters = cluster_numbers(self.cases)
        if clusters is not None:
            # The cases share sources: a small set leaves no choice.
            change = clustered_difference(self.after, self.before, clusters)
            return change, clustered_mcnemar(self.after, self.before, clusters)
        lost, won = (int(np.sum(cell)) for cell in (self.before & ~self.after, ~self.before & self.after))
        both, neither = (int(np.sum(cell)) for cell in (self.before & self.after, ~self.before & ~self.after))
        return paired_difference(both, won, lost, neither), exact_mcnemar(won, lost)


def is_shown(change: Estimate, p: float | None) -> bool:
    """Whether a change is more than chance: its interval excludes 0, and the exact test agrees."""
    if p is None or change.low is None or change.high is None:
        return False
    return p < SIGNIFICANT and (change.low > 0 or change.high < 0)
