"""Every check of a set, in the order in which they matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from evalcore.bulk import uncollected
from evalcore.domain import Dataset, Gold, Split
from evalcore.health import duplicates, evidence, labels, limits, slices, sources
from evalcore.health.finding import Finding, Material

WINDOW_TOKENS = 4096
"""Of a judge where none is stated: as Ollama's on a small machine."""
MOST_CASES = 100
"""Cases of a finding that a document names."""


def check_health(
    dataset: Dataset,
    criterion: str,
    *,
    older_than: date | None = None,
    window_tokens: int = WINDOW_TOKENS,
    deep: bool = False,
    split: Split | None = None,
    gold: Mapping[str, Gold] | None = None,
) -> tuple[Finding, ...]:
    """What is to be known of a set before a figure that rests on it is trusted.

    Parameters
    ----------
    criterion
        Whose labels are looked at.
    older_than
        Cases from before this day are stale; None: none is.
    window_tokens
        Of the judge that is to be asked.
    deep
        Whether cases that are nearly the same are looked for, which takes longer.
    split
        How the set is split: only what lies on both sides of it is then nearly the same.
    gold
        That of :func:`~evalcore.domain.gold_labels` under the criterion, where the caller has it.
    """
    with uncollected():
        material = Material.of(dataset, criterion, gold)
        found = list(_always(material))
        if older_than is not None:
            found.append(limits.old_cases(material, older_than))
        found.append(limits.too_long(material, window_tokens))
        if deep:
            # Loaded here, as numpy takes a tenth of a second to load and no other check of most sets needs it.
            from evalcore.health import near_duplicates

            found.append(near_duplicates.near_duplicates(material, split))
    return tuple(finding for finding in found if finding is not None)


def _always(material: Material) -> Iterator[Finding | None]:
    """The checks that need nothing to be said."""
    yield labels.missing_labels(material)
    yield labels.conflicting_labels(material)
    yield labels.stale_labels(material)
    twins = duplicates.twins(material)
    yield duplicates.same_content_other_label(twins)
    yield duplicates.same_content(twins)
    yield from evidence.findings(material)
    yield from slices.findings(material)
    yield sources.clusters(material)
    yield sources.shared_without_cluster(material)


def health_document(findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    """The findings as ``evalcore check --json`` prints them; of each finding's cases the first 100 are named."""
    return [
        {
            "kind": finding.kind,
            "title": finding.title,
            "count": len(finding.cases),
            "cases": list(finding.cases[:MOST_CASES]),
            "message": finding.found,
            "advice": finding.advice,
            "details": [dict(zip(finding.columns, row, strict=True)) for row in finding.rows],
        }
        for finding in findings
    ]
