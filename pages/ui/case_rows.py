"""A case as one row of a table."""

from __future__ import annotations

from collections.abc import Iterable

from evalcore.domain import Case, Label


def row(case: Case) -> dict[str, object]:
    """Its slices, its question and answer, and how many documents it has."""
    return {
        **dict(case.slices),
        "question": case.question,
        "documents": len(case.evidence),
        "answer": case.answer,
    }


def full_row(case: Case, labels: Iterable[Label]) -> dict[str, object]:
    """All that a case holds, with what was said of it; parts that it does not have are left out."""
    said = (f"{one.annotator}: {one.value} ({one.criterion})" for one in labels if one.case_id == case.id)
    parts: dict[str, object] = {
        "case": case.id,
        "question": case.question,
        "evidence": "\n".join(f"[{one.id}] {one.source} {one.text}" for one in case.evidence),
        "answer": case.answer,
        "labels": "; ".join(said),
        **dict(case.slices),
        "cluster": case.cluster,
        "dated": case.dated,
        "required mentions": "; ".join(case.must_mention),
        "required sources": "; ".join(case.must_retrieve),
        "made by": "; ".join(f"{key}: {value}" for key, value in case.made_by.items()),
    }
    return {name: part for name, part in parts.items() if part}
