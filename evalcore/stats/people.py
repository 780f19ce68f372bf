"""How far people agree with each other, when not everybody labelled everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from evalcore.domain import Estimate, undefined
from evalcore.domain.reply_columns import Floats
from evalcore.plurals import counted
from evalcore.stats.clusters import counts_by_cluster
from evalcore.stats.plus_four import plus_four
from evalcore.stats.vote_patterns import Level, alpha_estimate, alpha_of, patterns_of, vote_cells

NO_PAIRS = "no case has votes of two or more people"
ONE_VALUE = "everybody gave every case the same value"


def krippendorff_alpha(
    votes: Sequence[Sequence[str]],
    *,
    level: Level,
    order: Sequence[str] | None = None,
    clusters: Sequence[int] | None = None,
) -> Estimate:
    """Krippendorff's alpha: 1 is full agreement, 0 what chance gives, negative less than that.

    ``1 − D_o / D_e``: the mean difference of two votes on the same case, against that of any two votes
    pooled. Any number of people, who need not be known by name, and any votes missing. Undefined when no case has
    two votes, or when every vote of those cases is the same value.

    Parameters
    ----------
    votes
        For each case, the values that people gave it, one per person, in any order. Cases with
        fewer than two votes say nothing about agreement and are left out; ``n`` counts the others.
    level
        ``nominal``: values are equal or not. ``ordinal``: they differ by the votes that lie between them.
        ``interval``: by the square of their distance as numbers.
    order
        For ``ordinal``: all values from lowest to highest; None sorts them as numbers.
    clusters
        For each case the number of its cluster; None when cases are independent.

    Raises
    ------
    ValueError
        When a vote is not in ``order``, or is not a number where numbers are needed.

    Notes
    -----
    The four imagined cases have as many votes as a case has on average: two on which all agree, spread over the
    values, and two that are split in halves between two values, spread over the pairs of values.

    References
    ----------
    Krippendorff (2011), Computing Krippendorff's alpha-reliability, University of Pennsylvania.
    """
    kept = [index for index, case in enumerate(votes) if len(case) >= 2]
    cases = [votes[index] for index in kept]
    used = {value for case in cases for value in case}
    if len(used) < 2:
        return undefined(len(kept), ONE_VALUE if kept else NO_PAIRS)
    values = _in_order(used, level, order)
    patterns, counts, by_cluster = _counted(cases, values, kept, clusters)
    return alpha_estimate(patterns, counts, values, level, by_cluster)


def nominal_alpha(votes: Sequence[Sequence[str]], *, clusters: Sequence[int] | None = None) -> Estimate:
    """Krippendorff's alpha for unordered values: :func:`krippendorff_alpha` at the nominal level."""
    return krippendorff_alpha(votes, level="nominal", clusters=clusters)


def fleiss_kappa(
    votes: Sequence[Sequence[str]],
    *,
    clusters: Sequence[int] | None = None,
) -> Estimate:
    """Fleiss' kappa: agreement beyond chance among people who voted equally often on every case.

    ``(P_o − P_e) / (1 − P_e)``: the share of equal pairs of votes within cases, against ``Σ p²`` over
    the shares p of the values. Cases with another number of votes than most have are left out and counted in the note.
    Undefined when no case has two votes, or when all votes are the same value.

    Parameters
    ----------
    votes
        For each case, the values that people gave it, in any order.
    clusters
        For each case the number of its cluster; None when cases are independent.

    References
    ----------
    Fleiss (1971), Psychological Bulletin 76, 378–382.
    """
    sizes = Counter(len(case) for case in votes if len(case) >= 2)
    if not sizes:
        return undefined(0, NO_PAIRS)
    size = max(sizes, key=lambda votes_each: (sizes[votes_each], votes_each))
    kept = [index for index, case in enumerate(votes) if len(case) == size]
    cases = [votes[index] for index in kept]
    used = {value for case in cases for value in case}
    left_out = len(votes) - len(kept)
    note = f"{counted(left_out, 'case')} without exactly {size} votes left out" if left_out else ""
    if len(used) == 1:
        return undefined(len(kept), "; ".join(filter(None, [ONE_VALUE, note])))
    patterns, counts, by_cluster = _counted(cases, sorted(used), kept, clusters)
    cells, figure = vote_cells(patterns, counts, sorted(used), "nominal", by_cluster), alpha_of("nominal")
    value = float(figure(np.tensordot(counts / counts.sum(), cells.features[: len(counts)], axes=1)))
    return plus_four(figure, cells, value, note=note)


def _counted(
    cases: Sequence[Sequence[str]], values: Sequence[str], kept: Sequence[int], clusters: Sequence[int] | None
) -> tuple[Floats, Floats, Floats | None]:
    """Patterns of votes, cases of each pattern, and the same by cluster."""
    patterns, way_of = patterns_of(cases, values)
    counts = np.bincount(way_of).astype(np.float64)
    if clusters is None:
        return patterns, counts, None
    return patterns, counts, counts_by_cluster(way_of, np.asarray(clusters)[list(kept)], len(counts))


def _in_order(used: Iterable[str], level: Level, order: Sequence[str] | None) -> Sequence[str]:
    if level == "nominal":
        return sorted(used)
    if level == "interval" or order is None:
        return sorted(used, key=float)
    unknown = sorted(set(used) - set(order))
    if unknown:
        raise ValueError(f"votes outside the order of values: {', '.join(unknown)}")
    return order
