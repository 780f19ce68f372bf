"""What a file holds and what is wrong with it, as one JSON document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from evalcore.domain import Dataset, Gold, gold_labels
from evalcore.importing.imported import Imported
from evalcore.importing.tables import named


def check_document(imported: Imported, gold: Mapping[str, Gold] | None = None) -> dict[str, Any]:
    """What ``evalcore check --json`` prints; ``gold`` as of :func:`set_document`.

    Counts of labels are for the set's first criterion. ``labelled`` and ``unlabelled`` add up
    to ``cases``; ``unresolved`` cases are labelled, but their labels do not settle a value;
    ``values`` counts the others. ``annotators`` is how many there are.
    """
    dataset, understood = imported.dataset, imported.understood
    problems = [
        {"kind": problem.kind, "count": problem.count, "where": list(problem.where), "message": problem.message}
        for problem in imported.problems
    ]
    document = set_document(dataset, gold)
    return {
        "file": {
            "format": understood.format,
            "tool": understood.tool,
            "encoding": understood.encoding,
            "delimiter": understood.delimiter,
            "sheet": understood.sheet,
            "header_row": understood.header_row,
        },
        **({"further": list(map(asdict, understood.further))} if understood.further else {}),
        "rows": understood.rows,
        **({"notes": notes} if (notes := list(notes_on(imported))) else {}),
        **document,
        "problems": problems + document["problems"],
    }


def notes_on(imported: Imported) -> Iterator[str]:
    """What was not made of a file, which is no fault and still to be known before its set is stored."""
    understood = imported.understood
    recipe, told = understood.recipe, {problem.kind for problem in imported.problems}
    if recipe is not None and not recipe.labels and "no-label-column" not in told:
        yield "No column is taken for labels, so no case has one."
    keys = {key for join in (recipe.joins if recipe else ()) for key in (join.key, join.other)}
    unused = tuple(column for column in understood.unused if column not in keys)
    if unused:
        yield f"Columns that nothing was made of: {named(unused)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCount:
    """How often a value of a scale was given."""

    criterion: str
    value: str
    passes: bool
    labels: int
    gold: int
    """Cases that have it as gold."""


def values_of(dataset: Dataset, criteria: Sequence[str] | None = None) -> tuple[ValueCount, ...]:
    """Each value of some criteria, with its labels and the cases that have it as gold; None: of all."""
    chosen = tuple(dataset.criteria) if criteria is None else tuple(criteria)
    if not chosen:
        return ()
    given = Counter((label.criterion, label.value) for label in dataset.labels)
    found = []
    for criterion in chosen:
        scale = dataset.criteria[criterion]
        gold = Counter(one.value for one in gold_labels(dataset, criterion).values())
        found += [
            ValueCount(
                criterion=criterion,
                value=value,
                passes=scale.passes(value),
                labels=given[criterion, value],
                gold=gold[value],
            )
            for value in scale.values
        ]
    return tuple(found)


def set_document(dataset: Dataset, gold: Mapping[str, Gold] | None = None) -> dict[str, Any]:
    """What holds of a set wherever it came from, as :func:`check_document` says it.

    Parameters
    ----------
    gold
        That of :func:`~evalcore.domain.gold_labels` under the first criterion, where the caller has it.
    """
    criterion = next(iter(dataset.criteria))
    found = (gold_labels(dataset, criterion) if gold is None else gold).values()
    how = Counter([entry.how for entry in found])
    labelled = len(dataset.cases) - how["unlabelled"]
    settled = Counter([entry.value for entry in found if entry.value is not None])
    return {
        "cases": len(dataset.cases),
        "labels": sum(label.criterion == criterion for label in dataset.labels),
        "labelled": labelled,
        "unlabelled": len(dataset.cases) - labelled,
        "unresolved": how["unresolved"],
        "values": {value: settled[value] for value in dataset.criteria[criterion].values},
        "annotators": len({label.annotator for label in dataset.labels}),
        "problems": _other_criteria(dataset, criterion),
    }


def _other_criteria(dataset: Dataset, criterion: str) -> list[dict[str, Any]]:
    others = Counter(label.criterion for label in dataset.labels if label.criterion != criterion)
    named = ", ".join(f"{count} under {other!r}" for other, count in others.items())
    message = f"The counts are of labels under {criterion!r}; there are also {named}."
    return [{"kind": "other-criteria", "count": others.total(), "where": [], "message": message}] if others else []
