"""What the set holds that the judges were measured on."""

from __future__ import annotations

from collections.abc import Iterable

from evalcore.domain import DatasetSummary, OutlinedSet
from evalcore.domain.reply_columns import Ints
from evalcore.report.columns import RunColumns
from evalcore.report.compared import Compared
from evalcore.report.people import human_agreement
from evalcore.stats import effective_n


def dataset_summary(run: RunColumns, deployed: Iterable[Compared], clusters: Ints | None) -> DatasetSummary:
    """Count the set under one criterion and say how far people agree with each other.

    Parameters
    ----------
    deployed
        Each judge against gold, as deployed; ``effective_n`` comes from them.
    clusters
        Per case the number of its cluster; None where no two share one.
    """
    dataset, gold = run.dataset, run.gold
    return DatasetSummary(
        name=dataset.name,
        fingerprint=dataset.fingerprint,
        criterion=run.criterion,
        cases=len(dataset.cases),
        labelled=sum(g.how != "unlabelled" for g in gold.values()),
        unlabelled=sum(g.how == "unlabelled" for g in gold.values()),
        unresolved=sum(g.how == "unresolved" for g in gold.values()),
        gold_rule=dataset.gold_rule,
        clusters=None if clusters is None else len(set(clusters.tolist())),
        effective_n=None if clusters is None else _effective_n(deployed, clusters),
        annotators=_annotators(dataset, run.criterion),
        human_agreement=human_agreement(gold.values(), run.scale, clusters),
        made_by=_made_by(dataset),
    )


def _effective_n(deployed: Iterable[Compared], clusters: Ints) -> float | None:
    """The least over the judges that were measured on most cases, so that none of them is less sure than it says."""
    measured = [(judged.right[judged.kept[:, 0], 0], clusters[judged.kept[:, 0]]) for judged in deployed]
    most = max((len(right) for right, _ in measured), default=0)
    found = [effective_n(right, shared) for right, shared in measured if len(right) == most > 0]
    return min((one for one in found if one is not None), default=None)


def _annotators(dataset: OutlinedSet, criterion: str) -> int:
    """People who voted or decided; a model's labels are no vote."""
    cases = {case.id for case in dataset.cases}
    return len(
        {
            label.annotator
            for label in dataset.labels
            if label.criterion == criterion and label.source != "model" and label.case_id in cases
        }
    )


def _made_by(dataset: OutlinedSet) -> dict[str, tuple[str, ...]]:
    values: dict[str, dict[str, None]] = {}
    for case in dataset.cases:
        for key, value in case.made_by.items():
            values.setdefault(key, {})[value] = None
    return {key: tuple(found) for key, found in values.items()}
