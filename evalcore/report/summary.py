"""What the set holds that the judges were measured on."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.domain import Dataset, DatasetSummary, Gold, dataset_fingerprint
from evalcore.stats import nominal_alpha

CLUSTERS_NOT_HONOURED = "cases count as independent although some share a cluster; the interval may be too narrow"


def dataset_summary(dataset: Dataset, criterion: str, gold: Mapping[str, Gold], *, seed: int) -> DatasetSummary:
    """Count the set under one criterion and say how far people agree with each other.

    Notes
    -----
    ``effective_n`` is None as long as intervals do not honour clusters; where there are clusters, each
    interval of agreement carries ``CLUSTERS_NOT_HONOURED`` as its note.
    """
    return DatasetSummary(
        name=dataset.name,
        fingerprint=dataset_fingerprint(dataset),
        criterion=criterion,
        cases=len(dataset.cases),
        labelled=sum(g.how != "unlabelled" for g in gold.values()),
        unlabelled=sum(g.how == "unlabelled" for g in gold.values()),
        unresolved=sum(g.how == "unresolved" for g in gold.values()),
        gold_rule=dataset.gold_rule,
        clusters=_clusters(dataset),
        effective_n=None,
        annotators=_annotators(dataset, criterion),
        human_agreement={"alpha": nominal_alpha([[vote.value for vote in g.votes] for g in gold.values()], seed=seed)},
        made_by=_made_by(dataset),
    )


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
