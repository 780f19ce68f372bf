"""The label a case has after a stated rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evalcore.bulk import quick
from evalcore.domain.cases import Dataset, Label
from evalcore.domain.outlines import OutlinedSet

GOLD_RULE = "adjudicated, else strict majority"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The gold label of one case under one criterion, and how it came about."""

    case_id: str
    value: str | None
    """None when nobody labelled the case or the votes do not settle it."""
    how: Literal["adjudicated", "unanimous", "majority", "unresolved", "unlabelled"]
    votes: tuple[Label, ...] = ()
    decision: Label | None = None
    """The adjudication that counts, if there is one."""

    @property
    def labels(self) -> tuple[Label, ...]:
        """The votes, and the decision after them."""
        return self.votes if self.decision is None else (*self.votes, self.decision)


_quick_gold = quick(Gold)


def gold_labels(dataset: Dataset | OutlinedSet, criterion: str) -> dict[str, Gold]:
    """Gold per case id, for every case of the set.

    Only human and imported labels vote; a model's label never does. The newest adjudication
    wins; without one, a value needs more than half of the votes. An annotator who labelled a
    case twice votes with the last label.
    """
    by_case: dict[str, list[Label]] = {}
    for label in dataset.labels:
        if label.criterion == criterion and label.source != "model":
            known = by_case.get(label.case_id)
            if known is None:
                by_case[label.case_id] = [label]
            else:
                known.append(label)
    return {case.id: _settle(case.id, by_case.get(case.id, ())) for case in dataset.cases}


def _settle(case_id: str, labels: Sequence[Label]) -> Gold:
    if len(labels) == 1 and not labels[0].adjudicated:
        # Most cases of most large sets; the rules below say the same of them at five times the time.
        return _quick_gold(case_id=case_id, value=labels[0].value, how="unanimous", votes=(labels[0],))
    decisions = [label for label in labels if label.adjudicated]
    latest = {label.annotator: label for label in labels if not label.adjudicated}
    votes = tuple(latest.values())
    if decisions:
        return Gold(case_id=case_id, value=decisions[-1].value, how="adjudicated", votes=votes, decision=decisions[-1])
    if not votes:
        return Gold(case_id=case_id, value=None, how="unlabelled")
    value, count = Counter(label.value for label in votes).most_common(1)[0]
    if count == len(votes):
        return Gold(case_id=case_id, value=value, how="unanimous", votes=votes)
    if 2 * count > len(votes):
        return Gold(case_id=case_id, value=value, how="majority", votes=votes)
    return Gold(case_id=case_id, value=None, how="unresolved", votes=votes)
