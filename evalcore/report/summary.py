"""What the set holds that the judges were measured on."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.domain import Dataset, DatasetSummary, Estimate, dataset_fingerprint, undefined
from evalcore.report.columns import RunColumns
from evalcore.stats import mean_over_cases, nominal_alpha, unequal_pair_share

CLUSTERS_NOT_HONOURED = "cases count as independent although some share a cluster; the interval may be too narrow"


def dataset_summary(run: RunColumns, *, seed: int) -> DatasetSummary:
    """Count the set under one criterion and say how far people agree with each other.

    Notes
    -----
    ``effective_n`` is None as long as intervals do not honour clusters; where there are clusters, each
    interval of agreement carries ``CLUSTERS_NOT_HONOURED`` as its note.
    """
    dataset, gold = run.dataset, run.gold
    return DatasetSummary(
        name=dataset.name,
        fingerprint=dataset_fingerprint(dataset, case_fingerprints=run.fingerprints),
        criterion=run.criterion,
        cases=len(dataset.cases),
        labelled=sum(g.how != "unlabelled" for g in gold.values()),
        unlabelled=sum(g.how == "unlabelled" for g in gold.values()),
        unresolved=sum(g.how == "unresolved" for g in gold.values()),
        gold_rule=dataset.gold_rule,
        clusters=_clusters(dataset),
        effective_n=None,
        annotators=_annotators(dataset, run.criterion),
        human_agreement=_human_agreement([[vote.value for vote in g.votes] for g in gold.values()], seed=seed),
        made_by=_made_by(dataset),
    )


def _human_agreement(votes: Sequence[Sequence[str]], *, seed: int) -> dict[str, Estimate]:
    """How far people agree with each other, on the cases that two or more of them labelled.

    ``pairs`` is the mean over those cases of the share of pairs of people who say the same, which
    stands beside a judge's agreement on one axis; ``alpha`` is what is beyond chance.
    """
    shared = [values for values in votes if len(values) > 1]
    pairs = (
        mean_over_cases([1 - unequal_pair_share(values) for values in shared], seed=seed)
        if shared
        else undefined(0, "no case was labelled by two people")
    )
    return {"alpha": nominal_alpha(votes, seed=seed), "pairs": pairs}


def _clusters(dataset: Dataset) -> int | None:
    names = {case.cluster for case in dataset.cases if case.cluster is not None}
    return len(names) or None


def _annotators(dataset: Dataset, criterion: str) -> int:
    """People who voted or decided; a model's labels are no vote."""
    cases = {case.id for case in dataset.cases}
    return len(
        {
            label.annotator
            for label in dataset.labels
            if label.criterion == criterion and label.source != "model" and label.case_id in cases
        }
    )


def _made_by(dataset: Dataset) -> dict[str, tuple[str, ...]]:
    values: dict[str, dict[str, None]] = {}
    for case in dataset.cases:
        for key, value in case.made_by.items():
            values.setdefault(key, {})[value] = None
    return {key: tuple(found) for key, found in values.items()}
