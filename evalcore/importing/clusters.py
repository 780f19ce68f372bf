"""Columns by which several cases hang together, to propose a cluster from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.importing.recipe import Recipe, several
from evalcore.importing.samples import Sample

_HANGS_TOGETHER = re.compile(
    r"(conversation|session|thread|chat|dialogue?|document|doc|article|source|page|ticket|user|customer)(_?(id|key|name))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedBy:
    """A column by whose value several cases hang together."""

    column: str
    cases: int
    """How many of the sample share their value with another one."""
    of: int
    """How many there are in the sample."""


def shared_by(sample: Sample, recipe: Recipe) -> tuple[SharedBy, ...]:
    """Columns that cases share, which make clusters of them: a document, a question, a conversation.

    Rows of one case, such as one per annotator, count once. The column that most cases share comes first.
    """
    case_of = next((one for one in (*several(recipe.id), *several(recipe.answer)) if one in sample), None)
    if case_of is None:
        return ()
    parts = (*(one.column for one in recipe.evidence_columns), *several(recipe.question))
    named = (column for column in sample if _HANGS_TOGETHER.fullmatch(re.sub(r"[\W_]+", "_", column.casefold())))
    found = [
        _shared(column, sample[case_of], sample[column])
        for column in dict.fromkeys((*named, *parts))
        if column in sample
    ]
    return tuple(sorted((one for one in found if one.cases), key=lambda one: -one.cases))


def _shared(column: str, cases: Sequence[str], values: Sequence[str]) -> SharedBy:
    by_value: dict[str, set[str]] = {}
    for case, value in zip(cases, values, strict=False):
        if value:
            by_value.setdefault(value, set()).add(case)
    shared = set[str]().union(*(one for one in by_value.values() if len(one) > 1))
    return SharedBy(column=column, cases=len(shared), of=len(set(cases)))
