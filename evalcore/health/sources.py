"""Cases that share a source, said or not."""

from __future__ import annotations

from collections import Counter

from evalcore.domain import Case
from evalcore.health.finding import Finding, Material, all_of, cases_in_words, counted_words, ids_of, rows_of, verb
from evalcore.health.repeats import repeated

_SHORTEST_DOCUMENT = 40
"""Characters of a document below which two cases may share it by chance."""


def clusters(material: Material) -> Finding | None:
    """What the clusters of the set leave of its n."""
    if material.clusters is None:
        return None
    sizes = Counter(material.clusters.tolist())
    shared = tuple(
        case.id
        for case, number in zip(material.dataset.cases, material.clusters.tolist(), strict=True)
        if sizes[number] > 1
    )
    return Finding(
        kind="clusters",
        title="Cases that share a source",
        found=f"{cases_in_words(len(shared))} {verb(len(shared), 'lies', 'lie')} in clusters; the set has "
        f"{counted_words(len(sizes), 'cluster')}, the largest of {max(sizes.values()):,} cases.{_effective(material)}",
        advice="Nothing has to be done: intervals, tests, splits and plans allow for it. More clusters help more than "
        "more cases of the same ones.",
        cases=shared,
    )


def _effective(material: Material) -> str:
    import numpy as np

    from evalcore.report.counted import shared_only
    from evalcore.stats import effective_n

    kept = np.array([gold.value is not None for gold in material.gold])
    numbers = shared_only(material.clusters, kept)
    if numbers is None:
        return ""
    passed = [material.passes(gold.value) for gold in material.gold if gold.value is not None]
    effective = effective_n(passed, numbers)
    if effective is None:
        return " All gold lies in one cluster, so nothing can be said beyond it."
    alone = counted_words(round(effective), "independent case")
    return f" The {len(passed):,} with gold say as much of the share that passes as {alone}."


def shared_without_cluster(material: Material) -> Finding | None:
    """Groups of cases with the same question or the same document that are not in one cluster."""
    unsaid = [group for group in _sharing(material) if not _is_one_cluster(group)]
    if not unsaid:
        return None
    unsaid.sort(key=len, reverse=True)
    groups = ids_of(unsaid)
    several = all_of(groups)
    return Finding(
        kind="shared-source",
        title="A shared source that no cluster names",
        found=f"{cases_in_words(len(several))} share a question or a document with another one and are not in a "
        "cluster with it: they resemble each other, and intervals that take them for independent are too narrow.",
        advice="Import again with a cluster column: the document, the question or the conversation.",
        cases=several,
        columns=("cases",),
        rows=rows_of(groups),
        groups=groups,
    )


def _sharing(material: Material) -> list[list[Case]]:
    """Two or more cases with the same question or the same document, group by group."""
    found = [*_by_question(material.dataset.cases).values(), *_by_document(material).values()]
    return [group for group in found if len(group) > 1]


def _by_question(cases: tuple[Case, ...]) -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = {}
    again = repeated(case.question.strip().casefold() for case in cases)
    for case in cases if again else ():
        question = case.question.strip().casefold()
        if question and hash(question) in again:
            groups.setdefault(question, []).append(case)
    return groups


def _by_document(material: Material) -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = {}
    again = material.repeated_texts
    for case in material.dataset.cases if again else ():
        for text in dict.fromkeys([document.text for document in case.evidence]):
            stripped = text.strip()
            if len(stripped) >= _SHORTEST_DOCUMENT and hash(stripped) in again:
                groups.setdefault(text, []).append(case)
    return groups


def _is_one_cluster(group: list[Case]) -> bool:
    return None not in (named := {case.cluster for case in group}) and len(named) == 1
