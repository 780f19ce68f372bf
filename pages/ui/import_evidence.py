"""What is known of the columns of evidence: ids and sources, their kind, several rows of one case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from evalcore.importing import EvidenceColumn, Recipe
from pages.ui import components, glossary
from pages.ui.import_fields import Fields

_KINDS = {"retrieved": "retrieved documents", "tool": "results of tools", "history": "earlier turns"}
_EXPECTED = {"true": "for every case", "false": "for no case"}
_INSIDE = "Of a list of documents, ids and sources are taken from keys such as id, source and url."


def draw(chosen: Sequence[str], columns: Sequence[str], recipe: Recipe, fields: Fields) -> Recipe:
    """The recipe with these columns of evidence."""
    known = {one.column: one for one in recipe.evidence_columns}
    evidence = [
        _one(place, known.get(column, EvidenceColumn(column=column)), columns, fields)
        for place, column in enumerate(chosen)
    ]
    recipe = replace(
        recipe, evidence=tuple(one.column if one == EvidenceColumn(column=one.column) else one for one in evidence)
    )
    if not chosen:
        return recipe
    with st.container(horizontal=True, vertical_alignment="bottom"):
        expects = recipe.expects_evidence
        start = str(expects).lower() if isinstance(expects, bool) else expects
        expected = fields.one(
            "Evidence is expected",
            "expects",
            [*_EXPECTED, *columns],
            start,
            shown=_expectation,
            placeholder="for every case",
            help=glossary.meaning("expected evidence"),
        )
        joined = fields.check(
            "Rows with one id bring further evidence of one case",
            "join_evidence",
            recipe.join_evidence,
            help="For files with a row per chunk: question and answer are the same, the evidence is added up.",
        )
    said = {"true": True, "false": False}.get(expected or "", expected)
    return replace(recipe, expects_evidence=said, join_evidence=joined)


def _one(place: int, start: EvidenceColumn, columns: Sequence[str], fields: Fields) -> EvidenceColumn:
    name = f"{place}_{start.column}"
    with st.container(border=True):
        components.inert(f"Evidence in {start.column}")
        with st.container(horizontal=True):
            kind = fields.one("It is", f"kind_{name}", list(_KINDS), start.kind, shown=_kind, help=_KIND_HELP)
            ids = fields.one("Ids in", f"ids_{name}", columns, start.id_column, help=_INSIDE, typed=True)
            sources = fields.one(
                "Sources in", f"sources_{name}", columns, start.source_column, help=_INSIDE, typed=True
            )
    return replace(start, kind=kind or "retrieved", id_column=ids, source_column=sources)


_KIND_HELP = "A tool's result that is missing, and evidence that stands in the question, are findings of their own."


def _kind(word: str) -> str:
    return _KINDS.get(word, word)


def _expectation(word: str) -> str:
    return _EXPECTED.get(word, word)
