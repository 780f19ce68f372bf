"""Keep cases back, so that the judge that looks best is measured once more on cases nobody chose it on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evalcore.domain import Dataset, Split, case_fingerprint, gold_labels
from evalcore.errors import InputError

_UNLABELLED = "no gold"


def split_set(dataset: Dataset, criterion: str, *, share: float = 0.5, seed: int = 0) -> Split:
    """Choose the cases that are kept back, by cluster and stratified by gold.

    Cases of one cluster, and identical cases, come into the same part; within that, both parts get as nearly
    as possible the same mix of gold labels (scikit-learn's StratifiedGroupKFold).

    Parameters
    ----------
    share
        Of the cases to keep back: one half, third, quarter, … or the rest of one; the nearest such share is taken.
    seed
        Of the shuffling; it stands in the split.

    Raises
    ------
    InputError
        When the share is not between 0 and 1, the seed not from 0 to 2³¹ − 1, or the set has too few clusters for it.
    """
    if not 0 < share < 1:
        raise InputError(f"expected a share between 0 and 1 of the cases to keep back, found {share:g}")
    if not 0 <= seed < 2**31:  # what a store's column holds
        raise InputError(f"expected a seed from 0 to {2**31 - 1:,}, found {seed}")
    parts = max(2, round(1 / min(share, 1 - share)))
    groups = [case.cluster or case_fingerprint(case) for case in dataset.cases]
    if len(set(groups)) < parts:
        raise InputError(
            f"expected at least {parts} clusters to keep back {share:.0%} of the cases, found {len(set(groups))}:"
            " cases of one cluster are never torn apart. Label cases from more sources, or keep back another share."
        )
    fold = _first_fold(_strata(dataset, criterion, parts), groups, parts, seed)
    others = set(range(len(dataset.cases))) - fold
    kept_back = fold if share <= 0.5 else others
    return Split(confirm=frozenset(dataset.cases[at].id for at in kept_back), share=share, seed=seed)


def _strata(dataset: Dataset, criterion: str, parts: int) -> list[str]:
    """The gold of each case; values too rare to be in every part go with the commonest."""
    gold = gold_labels(dataset, criterion)
    values = [gold[case.id].value or _UNLABELLED for case in dataset.cases]
    counts = Counter(values)
    commonest = counts.most_common(1)[0][0]
    return [value if counts[value] >= parts else commonest for value in values]


def _first_fold(strata: Sequence[str], groups: Sequence[str], parts: int, seed: int) -> set[int]:
    # Takes more than a second to import, which no other command should pay.
    from sklearn.model_selection import StratifiedGroupKFold

    folds = StratifiedGroupKFold(n_splits=parts, shuffle=True, random_state=seed)
    _, fold = next(iter(folds.split(strata, strata, groups)))
    return {int(at) for at in fold}
