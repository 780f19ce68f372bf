"""How far people agree with each other, beside which a judge's agreement is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np

from evalcore.domain import UNNAMED, Estimate, Gold, Scale, undefined
from evalcore.domain.reply_columns import Ints
from evalcore.report.by_value import numbers_of
from evalcore.report.counted import Counted, counted, mean_of, shared_only
from evalcore.stats import fleiss_kappa, kappa, krippendorff_alpha, unequal_pair_share

MOST_NAMED = 10
"""Annotators up to whose number every two of them are compared; more would bury the other figures."""


def human_agreement(gold: Iterable[Gold], scale: Scale, clusters: Ints | None = None) -> dict[str, Estimate]:
    """How far people agree with each other, on the cases that two or more of them labelled.

    ``alpha`` is Krippendorff's at the level of the scale, votes missing or not. ``pairs`` is the mean over cases of the
    share of pairs of people who say the same, which stands beside a judge's agreement on one axis. ``fleiss`` takes the
    cases with as many votes as most have. ``alpha_interval`` is there for an ordinal scale of numbers, and
    ``kappa NAME ~ NAME`` for every two of at most ten annotators who are known by name.

    Parameters
    ----------
    gold
        One for each case.
    clusters
        For each case the number of its cluster; None where no two share one.
    """
    by_name = [_votes(one, scale) for one in gold]
    votes = [list(one.values()) for one in by_name]
    several = np.array([len(values) > 1 for values in votes], dtype=np.bool_)
    of_shared = shared_only(clusters, several)
    # Cases with fewer votes enter none of the figures, nor do their clusters.
    by_case = None if of_shared is None or clusters is None else clusters.tolist()
    shared = [values for values in votes if len(values) > 1]
    found = {
        "alpha": krippendorff_alpha(votes, level=scale.level, order=scale.values, clusters=by_case),
        "pairs": mean_of(np.array([1 - unequal_pair_share(values) for values in shared]), of_shared)
        if shared
        else undefined(0, "no case was labelled by two people"),
    }
    if shared:
        found["fleiss"] = fleiss_kappa(votes, clusters=by_case)
    if shared and numbers_of(scale) is not None:
        found["alpha_interval"] = krippendorff_alpha(votes, level="interval", clusters=by_case)
    return found | _pairwise(by_name, scale, clusters)


def _votes(gold: Gold, scale: Scale) -> dict[str, str]:
    """Votes on the scale by annotator; those without a name each count, but are nobody to compare with."""
    return {vote.annotator: vote.value for vote in gold.votes if vote.value in scale.values}


def _pairwise(votes: list[dict[str, str]], scale: Scale, clusters: Ints | None) -> dict[str, Estimate]:
    names = list(dict.fromkeys(name for one in votes for name in one))
    if len(names) > MOST_NAMED or any(name.partition(" ")[0] == UNNAMED for name in names):
        return {}
    found = {}
    for a, b in combinations(names, 2):
        both = _both(votes, a, b, scale, clusters)
        found[f"kappa {a} ~ {b}"] = kappa(both.table, clusters=both.parts)
    return found


def _both(votes: list[dict[str, str]], a: str, b: str, scale: Scale, clusters: Ints | None) -> Counted:
    """The cases that two people labelled, by what they said."""
    place: Mapping[str, int] = {value: index for index, value in enumerate(scale.values)}
    at = [position for position, one in enumerate(votes) if a in one and b in one]
    rows, columns = (np.array([place[votes[position][who]] for position in at], dtype=np.int64) for who in (a, b))
    return counted(rows, columns, None if clusters is None else clusters[at], shape=(len(place), len(place)))
