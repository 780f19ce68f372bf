"""What can be mended of a finding: a new version of the set in which every changed case says what was done to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from evalcore.domain import Case, Dataset, Label, case_fingerprint
from evalcore.domain.origins import Origin
from evalcore.errors import InputError
from evalcore.health.finding import Finding

RECORD = "fixed"
"""The key of a case's ``meta`` under which stands what was done, the latest last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A way to mend what a finding is about."""

    title: str
    """As on a button."""
    apply: Callable[[Dataset, Finding, str], Dataset]


def fixed(dataset: Dataset, finding: Finding, *, on: str) -> Dataset:
    """The set with a finding mended, as a value of its own; the given one stays as it is.

    Parameters
    ----------
    on
        ISO 8601 date, which goes into the record.

    Raises
    ------
    InputError
        There is nothing that could be done without a person who looks at each case.
    """
    if finding.kind not in FIXES:
        raise InputError(f"expected a finding that can be mended at once ({', '.join(FIXES)}), found {finding.kind!r}")
    return FIXES[finding.kind].apply(dataset, finding, on)


def fix_origin(finding: Finding) -> Origin:
    """How the version came about in which a finding is mended."""
    count = len(finding.cases)
    cases = "one case" if count == 1 else f"{count:,} cases"
    what = f"{finding.title}: {cases}; {FIXES[finding.kind].title}"
    return Origin(what=f"the version before with a finding mended ({what})")


def _expect_no_evidence(dataset: Dataset, finding: Finding, on: str) -> Dataset:
    meant = set(finding.cases)
    cases = tuple(
        _recorded(replace(case, expects_evidence=False), on, "no evidence is expected") if case.id in meant else case
        for case in dataset.cases
    )
    return replace(dataset, cases=cases)


def _keep_one(dataset: Dataset, finding: Finding, on: str) -> Dataset:
    """The first of each group with the labels of all."""
    kept_as = {case_id: group[0] for group in finding.groups for case_id in group}
    others = {group[0]: group[1:] for group in finding.groups}
    cases = tuple(
        _recorded(case, on, f"kept for {', '.join(others[case.id])}") if case.id in others else case
        for case in dataset.cases
        if kept_as.get(case.id, case.id) == case.id
    )
    fingerprints = {case.id: case_fingerprint(case) for case in dataset.cases if case.id in kept_as}

    def moved(label: Label) -> Label:
        kept = kept_as.get(label.case_id, label.case_id)
        if kept == label.case_id:
            return label
        # A label that was stale before stays so; the others are about the same content.
        is_fresh = label.case_fingerprint == fingerprints[label.case_id]
        return replace(label, case_id=kept, case_fingerprint=fingerprints[kept] if is_fresh else label.case_fingerprint)

    return replace(dataset, cases=cases, labels=tuple(map(moved, dataset.labels)))


def _give_clusters(dataset: Dataset, finding: Finding, on: str) -> Dataset:
    """One cluster for all that are in a group, or in groups that share a case or a cluster."""
    top: dict[str, str] = {}

    def find(key: str) -> str:
        while top.setdefault(key, key) != key:
            key = top[key]
        return key

    in_cluster = {case.id: f"cluster {case.cluster}" for case in dataset.cases if case.cluster is not None}
    for group in finding.groups:
        for case_id in group:
            top[find(f"case {case_id}")] = find(f"case {group[0]}")
            if case_id in in_cluster:
                top[find(in_cluster[case_id])] = find(f"case {case_id}")
    names: dict[str, str] = {}
    cases = []
    for case in dataset.cases:
        key = in_cluster.get(case.id, f"case {case.id}")
        if key in top:
            name = names.setdefault(find(key), case.cluster or case.id)
            if case.cluster != name:
                case = _recorded(replace(case, cluster=name), on, f"cluster {name} by {finding.kind}")
        cases.append(case)
    return replace(dataset, cases=tuple(cases))


def _recorded(case: Case, on: str, what: str) -> Case:
    before = case.meta.get(RECORD)
    record = f"{before}; {on}: {what}" if before else f"{on}: {what}"
    return replace(case, meta={**case.meta, RECORD: record})


FIXES: Mapping[str, Fix] = {
    "no-evidence": Fix(title="None is expected there", apply=_expect_no_evidence),
    "same-content": Fix(title="Keep one of each, with all labels", apply=_keep_one),
    "shared-source": Fix(title="Give them clusters", apply=_give_clusters),
    "near-duplicates": Fix(title="Give them clusters", apply=_give_clusters),
}
