"""Drafts of cases with their votes, and the set they make once rows with one id are brought together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from evalcore.bulk import quick
from evalcore.domain import UNNAMED, Case, Dataset, Document, Label, LabelSource, Scale, case_fingerprint
from evalcore.importing.combining import combined
from evalcore.importing.evidence import with_ids
from evalcore.importing.imported import Problems
from evalcore.importing.recipe import Combine

UNKNOWN = ""
"""The value of a vote that counts among those to combine, but is blank or not understood."""


class Vote(NamedTuple):
    """What one person said, before it is tied to a case."""

    criterion: str
    annotator: str | None
    """None where the file does not say who it was."""
    value: str
    note: str = ""
    adjudicated: bool = False
    at: str | None = None
    source: LabelSource = "import"
    combine: Combine | None = None
    """Becomes one label with the other votes of this annotator on the case."""


class Draft(NamedTuple):
    """What one row says: a case, the votes on it, and what judges said of it elsewhere."""

    row: int
    case: Case
    votes: tuple[Vote, ...]
    recorded: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The set, and per case id what judges said of it, a tuple per row."""

    dataset: Dataset
    recorded: Mapping[str, Sequence[tuple[str | None, ...]]]


@dataclass(slots=True)
class _Kept:
    case: Case
    fingerprint: str
    labels: list[Label] = field(default_factory=list)
    to_combine: dict[tuple[str, str | None, Combine], list[Vote]] | None = None
    row: int | None = None
    """The first that brought votes to combine."""


def gather(
    drafts: Iterable[Draft],
    *,
    name: str,
    scales: Callable[[], Mapping[str, Scale]],
    problems: Problems,
    join_evidence: bool = False,
    fingerprints: bool = True,
) -> Gathered:
    """Bring rows with one id together.

    The same content again adds its labels (several annotators, one per row); other content
    under a known id is left out and reported.

    Parameters
    ----------
    scales
        Criterion → scale, asked for once every draft has been seen.
    join_evidence
        Further rows with one id bring further evidence, if question and answer are the same.
    fingerprints
        Whether labels name the text that they are about.
    """
    kept: dict[str, _Kept] = {}
    recorded: dict[str, list[tuple[str | None, ...]]] = {}
    for draft in drafts:
        case = draft.case
        known = kept.get(case.id)
        if known is None:
            known = kept[case.id] = _Kept(case, case_fingerprint(case) if fingerprints else "")
            _add_votes(known, draft, problems)
        elif not _same_text(known.case, case) and not (join_evidence and _joined(known, case)):
            problems.add("same-id-other-content", _OTHER_CONTENT, row=draft.row)
            continue
        else:
            _add_again(known, draft, problems, news=join_evidence or any(draft.recorded))
        if draft.recorded:
            recorded.setdefault(case.id, []).append(draft.recorded)
    criteria = scales()
    for entry in kept.values():
        if entry.to_combine is not None or join_evidence:
            _settle(entry, criteria, problems)
    labels = tuple(label for entry in kept.values() for label in entry.labels)
    dataset = Dataset(
        name=name, criteria=dict(criteria), cases=tuple(entry.case for entry in kept.values()), labels=labels
    )
    return Gathered(dataset=dataset, recorded=recorded)


_OTHER_CONTENT = (
    "Left out: another row has this id and another question, evidence or answer. "
    "The first row was kept; give each case its own id."
)


_UNSETTLED = (
    "Some of the labels to combine are blank or not understood, and {how!r} depends on what they are, so no label was "
    "made."
)


def _same_text(one: Case, other: Case) -> bool:
    """Whether a judge would see the same: what has one fingerprint."""
    return (one.question, one.answer, one.evidence, one.must_mention, one.must_retrieve) == (
        other.question,
        other.answer,
        other.evidence,
        other.must_mention,
        other.must_retrieve,
    )


def _joined(known: _Kept, case: Case) -> bool:
    """Whether the rows differ in their evidence alone; if so, what is new of it is added."""
    if (known.case.question, known.case.answer) != (case.question, case.answer):
        return False
    seen = {(one.text, one.source) for one in known.case.evidence}
    new = [one for one in case.evidence if (one.text, one.source) not in seen]
    if new:
        known.case = replace(known.case, evidence=_renumbered((*known.case.evidence, *new)))
        known.fingerprint = known.fingerprint and case_fingerprint(known.case)
    return True


def _renumbered(documents: Sequence[Document]) -> tuple[Document, ...]:
    """The documents with ids of their own: numbers of different rows would be the same."""
    ids = [one.id for one in documents]
    if len(set(ids)) == len(ids):
        return tuple(documents)
    seen: set[str] = set()
    kept = []
    for one in documents:
        kept.append(replace(one, id="") if one.id in seen else one)
        seen.add(one.id)
    return with_ids(kept)


def _add_again(known: _Kept, draft: Draft, problems: Problems, *, news: bool) -> None:
    if _details(known.case) != _details(draft.case):
        message = "The row repeats a case with other slices, cluster or date; those of the first row were kept."
        problems.add("same-id-other-details", message, row=draft.row)
    if not _add_votes(known, draft, problems) and not news:
        problems.add(
            "duplicate-row", "The row repeats a case and says nothing new; it was counted once.", row=draft.row
        )


def _details(case: Case) -> tuple[object, ...]:
    return case.expects_evidence, case.slices, case.cluster, case.dated, case.made_by, case.meta


def _add_votes(known: _Kept, draft: Draft, problems: Problems) -> int:
    """How many votes of a row say something new; those to be combined always do."""
    new = 0
    for vote in draft.votes:
        if vote.combine is not None:
            if known.to_combine is None:
                known.to_combine, known.row = {}, draft.row
            known.to_combine.setdefault((vote.criterion, vote.annotator, vote.combine), []).append(vote)
        elif known.labels and _is_known(known.labels, vote):
            continue
        else:
            if known.labels:
                _remark_on_conflict(known.labels, vote, draft.row, problems)
            known.labels.append(_label(known, vote))
        new += 1
    return new


def _settle(known: _Kept, scales: Mapping[str, Scale], problems: Problems) -> None:
    """Combine what is to be combined, and tie the labels to the case as it has become."""
    for (criterion, annotator, how), votes in (known.to_combine or {}).items():
        said = [vote for vote in votes if vote.value != UNKNOWN]
        values, unknown = [vote.value for vote in said], len(votes) - len(said)
        value = combined(values, how, scales[criterion], unknown=unknown) if values else None
        if value is None:
            if values and unknown:
                problems.add("not-combined", _UNSETTLED.format(how=how), row=known.row)
            elif values:
                message = "The labels to combine have no majority, so no label was made of them."
                problems.add("no-majority", message, row=known.row)
            continue
        notes = "\n".join(dict.fromkeys(vote.note for vote in said if vote.note))
        one = said[-1]._replace(value=value, annotator=annotator, note=notes)
        known.labels.append(_label(known, one))
    if known.labels and known.labels[0].case_fingerprint != known.fingerprint:
        known.labels = [replace(label, case_fingerprint=known.fingerprint) for label in known.labels]


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


_quick_label = quick(Label)


def _label(known: _Kept, vote: Vote) -> Label:
    return _quick_label(
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
    earlier = len(_of_same_person(labels, vote)) if labels else 0
    return f"{UNNAMED} {earlier + 1}" if earlier else UNNAMED
