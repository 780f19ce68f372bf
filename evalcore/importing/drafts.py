"""Drafts of cases with their votes, and the set they make once rows with one id are brought together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from evalcore.domain import PASS_FAIL, UNNAMED, Case, Dataset, Label, LabelSource, case_fingerprint
from evalcore.importing.imported import Problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What one person said, before it is tied to a case."""

    criterion: str
    annotator: str | None
    """None where the file does not say who it was."""
    value: str
    note: str = ""
    adjudicated: bool = False
    at: str | None = None
    source: LabelSource = "import"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What one row says: a case and the votes on it."""

    row: int
    case: Case
    votes: tuple[Vote, ...]


@dataclass(slots=True)
class _Kept:
    case: Case
    fingerprint: str
    labels: list[Label] = field(default_factory=list)


def gather(drafts: Iterable[Draft], *, name: str, criterion: str, problems: Problems) -> Dataset:
    """Bring rows with one id together.

    The same content again adds its labels (several annotators, one per row); other content
    under a known id is left out and reported.
    """
    kept: dict[str, _Kept] = {}
    for draft in drafts:
        fingerprint = case_fingerprint(draft.case)
        known = kept.get(draft.case.id)
        if known is None:
            known = kept[draft.case.id] = _Kept(draft.case, fingerprint)
            _add_votes(known, draft, problems)
        elif known.fingerprint != fingerprint:
            message = (
                "Left out: another row has this id and another question, evidence or answer. "
                "The first row was kept; give each case its own id."
            )
            problems.add("same-id-other-content", message, row=draft.row)
        else:
            _add_again(known, draft, problems)
    labels = tuple(label for entry in kept.values() for label in entry.labels)
    criteria = tuple(dict.fromkeys(label.criterion for label in labels)) or (criterion,)
    return Dataset(
        name=name,
        criteria=dict.fromkeys(criteria, PASS_FAIL),
        cases=tuple(entry.case for entry in kept.values()),
        labels=labels,
    )


def _add_again(known: _Kept, draft: Draft, problems: Problems) -> None:
    if known.case != draft.case:
        message = "The row repeats a case with other slices, cluster or date; those of the first row were kept."
        problems.add("same-id-other-details", message, row=draft.row)
    if not _add_votes(known, draft, problems):
        problems.add(
            "duplicate-row", "The row repeats a case and says nothing new; it was counted once.", row=draft.row
        )


def _add_votes(known: _Kept, draft: Draft, problems: Problems) -> int:
    new = [vote for vote in draft.votes if not _is_known(known.labels, vote)]
    for vote in new:
        _remark_on_conflict(known.labels, vote, draft.row, problems)
        known.labels.append(_label(known, vote))
    return len(new)


def _is_known(labels: list[Label], vote: Vote) -> bool:
    """Whether the vote repeats the newest one of its annotator, or any where nobody is named."""
    earlier = _of_same_person(labels, vote)
    compared = earlier if vote.annotator is None else earlier[-1:]
    return any((label.value, label.note) == (vote.value, vote.note) for label in compared)


def _of_same_person(labels: list[Label], vote: Vote) -> list[Label]:
    return [
        label
        for label in labels
        if label.criterion == vote.criterion
        and label.adjudicated == vote.adjudicated
        and _is_by(label.annotator, vote.annotator)
    ]


def _is_by(name: str, annotator: str | None) -> bool:
    return name == annotator if annotator else name.partition(" ")[0] == UNNAMED


def _remark_on_conflict(labels: list[Label], vote: Vote, row: int, problems: Problems) -> None:
    if all(label.value == vote.value for label in _of_same_person(labels, vote)):
        return
    if vote.annotator is None:
        message = "The row gives a case another label and does not say whose; both count as votes of different people."
        problems.add("conflicting-labels", message, row=row)
    else:
        message = "An annotator labelled a case twice, differently; both labels are kept and the last one counts."
        problems.add("label-changed", message, row=row)


def _label(known: _Kept, vote: Vote) -> Label:
    return Label(
        case_id=known.case.id,
        case_fingerprint=known.fingerprint,
        criterion=vote.criterion,
        annotator=vote.annotator or _next_unnamed(known.labels, vote),
        value=vote.value,
        note=vote.note,
        source=vote.source,
        adjudicated=vote.adjudicated,
        at=vote.at,
    )


def _next_unnamed(labels: list[Label], vote: Vote) -> str:
    earlier = len(_of_same_person(labels, vote))
    return f"{UNNAMED} {earlier + 1}" if earlier else UNNAMED
