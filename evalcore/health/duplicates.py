"""Cases that are there twice."""

from __future__ import annotations

from evalcore.domain import Case, Gold
from evalcore.health.finding import (
    MOST_ROWS,
    Finding,
    Material,
    all_of,
    cases_in_words,
    counted_words,
    ids_of,
    plain,
    rows_of,
)

Twins = list[list[tuple[Case, Gold]]]


def twins(material: Material) -> Twins:
    """Cases with the same question, evidence and answer, group by group; case and spaces do not count."""
    groups: dict[tuple[str, ...], list[tuple[Case, Gold]]] = {}
    again = material.repeated_texts
    for case, gold in material.golds():
        if case.evidence and not again:
            continue
        evidence = [document.text.strip() for document in case.evidence]
        if again.issuperset(map(hash, evidence)):
            groups.setdefault((plain(case.answer), plain(case.question), *evidence), []).append((case, gold))
    return [group for group in groups.values() if len(group) > 1]


def same_content(found: Twins) -> Finding | None:
    """Groups that are there under several ids."""
    if not found:
        return None
    groups = ids_of([case for case, _ in group] for group in found)
    cases = all_of(groups)
    extra = len(cases) - len(found)
    return Finding(
        kind="same-content",
        title="The same case under several ids",
        found=f"{counted_words(len(found), 'case')} {'is' if len(found) == 1 else 'are'} there more than once, "
        f"{extra:,} in excess: they count as if they were different, and intervals come out too narrow.",
        advice="Keep one of each group and give it all their labels, or give each group a cluster of its own.",
        cases=cases,
        columns=("cases",),
        rows=rows_of(groups),
        groups=groups,
    )


def same_content_other_label(found: Twins) -> Finding | None:
    """Groups of the same content whose gold differs."""
    torn = [group for group in found if len({gold.value for _, gold in group if gold.value is not None}) > 1]
    if not torn:
        return None
    groups = ids_of([case for case, _ in group] for group in torn)
    cases = all_of(groups)
    return Finding(
        kind="same-content-other-label",
        title="The same case, labelled differently",
        found=f"{cases_in_words(len(cases))} in {counted_words(len(torn), 'group')} have the same question, evidence "
        "and answer, and another label: no judge can be right on all of them.",
        advice="Decide each group once on the Adjudicate page, and keep one case of it.",
        cases=cases,
        columns=("cases",),
        rows=tuple(
            (", ".join(f"{case.id}: {gold.value or gold.how}" for case, gold in group),) for group in torn[:MOST_ROWS]
        ),
        groups=groups,
    )
