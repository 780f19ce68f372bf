"""What share of the answers a judge passes, as it is and corrected for the judge's errors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.report.by_value import NO_CUT
from evalcore.report.columns import FAIL, NONE, PASS, JudgeColumns, RunColumns
from evalcore.report.compared import at_pass_or_fail
from evalcore.report.counted import share_of, shared_only
from evalcore.report.measures import with_note
from evalcore.stats import corrected_pass_rate, effective_n
from evalcore.stats.intervals import critical_value
from evalcore.stats.plus_four import ONE_CLUSTER, quantile_of_clusters

EVERY_CASE_LABELLED = "every case has a human label: use that"
NONE_ANSWERED = "no case without a human label was answered"
BY_EFFECTIVE_N = "each of its three shares counts as its effective n"


def pass_rates(run: RunColumns, columns: JudgeColumns, cases: Bools, clusters: Ints | None) -> dict[str, Estimate]:
    """Share of the answers to some cases that the judge passes at repeat 0, as it is and corrected for its errors.

    ``raw`` is over all answered cases. ``corrected`` is over those without gold, with the judge's errors from
    those with gold. A reply without a verdict passes nothing, unless it is left out.

    Parameters
    ----------
    cases
        Which ones, shape (cases,).
    clusters
        Per case the number of its cluster; None where no two share one.
    """
    if not at_pass_or_fail(run.scale, columns.judge.scale):
        return {"raw": undefined(0, NO_CUT), "corrected": undefined(0, NO_CUT)}
    counted = columns.deployed.counted[:, 0] & cases
    passes = columns.deployed.sides[:, 0] == PASS
    raw = share_of(passes[counted], shared_only(clusters, counted))
    unlabelled = (run.human == NONE) & cases
    seen = counted & unlabelled
    if not seen.any():
        return {"raw": raw, "corrected": undefined(0, NONE_ANSWERED if unlabelled.any() else EVERY_CASE_LABELLED)}
    shares = [(passes, seen), (passes, counted & (run.human == PASS)), (~passes, counted & (run.human == FAIL))]
    return {"raw": raw, "corrected": _corrected(shares, clusters)}


def _corrected(shares: list[tuple[Bools, Bools]], clusters: Ints | None) -> Estimate:
    """Corrected by three shares, each as which cases count and among which; passed, tpr and tnr."""
    corrected = _by_counts([(int((hit & among).sum()), int(among.sum())) for hit, among in shares])
    within = [shared_only(clusters, among) for _, among in shares]
    if corrected.value is None or all(one is None for one in within):
        return corrected
    counts = [_as_independent(hit[among], one) for (hit, among), one in zip(shares, within, strict=True)]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        return with_note(replace(corrected, low=None, high=None), f"{ONE_CLUSTER}, of one of its three shares")
    cautious = _by_counts(known)
    if cautious.value is None or cautious.low is None or cautious.high is None:
        return replace(cautious, n=corrected.n)
    value = corrected.value
    return with_note(replace(corrected, low=min(value, cautious.low), high=max(value, cautious.high)), BY_EFFECTIVE_N)


def _by_counts(counts: list[tuple[int, int]]) -> Estimate:
    (passed, n), (tpr_k, tpr_n), (tnr_k, tnr_n) = counts
    return corrected_pass_rate(passed, n, tpr_k=tpr_k, tpr_n=tpr_n, tnr_k=tnr_k, tnr_n=tnr_n)


def _as_independent(hit: Bools, clusters: Ints | None) -> tuple[int, int] | None:
    """As many independent cases as tell as much of a share, in whole cases; None with one cluster.

    Korn and Graubard's: the effective n, lessened once more for there being few clusters.
    """
    if clusters is None:
        return int(hit.sum()), len(hit)
    effective = effective_n(hit, clusters)
    if effective is None:
        return None
    few = critical_value() / quantile_of_clusters(len(np.unique(clusters)))
    n = max(1, int(effective * few**2))
    return round(float(hit.mean()) * n), n
