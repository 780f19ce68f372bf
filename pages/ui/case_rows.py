"""A case as one row of a table."""

from __future__ import annotations

from evalcore.domain import Case


def row(case: Case) -> dict[str, object]:
    """Its slices, its question and answer, and how many documents it has."""
    return {
        **dict(case.slices),
        "question": case.question,
        "documents": len(case.evidence),
        "answer": case.answer,
    }
