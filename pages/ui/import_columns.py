"""Which column is what: fields that start from what was understood, and the recipe that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from evalcore.importing import Recipe
from evalcore.importing.clusters import SharedBy, shared_by
from evalcore.importing.recipe import several
from evalcore.importing.samples import Sample, paths_in
from pages.ui import (
    components,
    glossary,
    import_evidence,
    import_label_columns,
    import_made_by,
    import_recorded,
    state,
)
from pages.ui.import_fields import Fields

_RARER = {
    "dated": ("Date", "When the answer was given: cases older than a day you name can be found."),
    "must_mention": ("Required mentions", "What the answer has to say: a list, or texts separated by semicolons."),
    "must_retrieve": ("Required sources", "Documents that have to be among the evidence, by id or source."),
}
_TYPED = "A path into a column, such as meta.id, can be chosen or typed."
_SHOWN_SHARED = 2


def draw(columns: Sequence[str], start: Recipe, fields: Fields, sample: Sample) -> Recipe | None:
    """The recipe by the fields; None while no column is the answer."""
    options = [*columns, *paths_in({column: cells for column, cells in sample.items() if column in columns})]
    components.heading("Which column is what")
    left, right = st.columns(2)
    with left:
        case_id = fields.many("Id", "id", options, _filled(start.id), help="Several are joined with a hyphen.")
        question = fields.many(
            "Question",
            "question",
            options,
            _filled(start.question),
            help="Several stand below each other, a blank line between them.",
        )
        evidence = fields.many(
            "Evidence",
            "evidence",
            options,
            [one.column for one in start.evidence_columns],
            help=f"One or several; a cell is a text, a list of texts or a list of documents. {_TYPED}",
        )
        answer = fields.many(
            "Answer", "answer", options, _filled(start.answer), help="Several are compared with each other, as A, B, …"
        )
    with right:
        labels = fields.many(
            "Labels",
            "labels",
            options,
            [one.column for one in start.labels],
            help="One or several: a column per annotator, or per criterion. A cell is a label, a list of votes, a list"
            " of objects that each hold one, or an object from annotator to label.",
        )
        sliced = fields.many("Slices", "slices", options, tuple(start.slices.values()), help=glossary.meaning("slice"))
        cluster = _cluster(options, start, fields)
        said = fields.many(
            "What judges said",
            "recorded",
            options,
            [one.column for one in start.recorded],
            help=glossary.meaning("recorded verdict"),
        )
    rest = _draw_rest(options, start, fields)
    recipe = replace(
        start,
        **rest,
        id=_one_or_several(case_id),
        question=_one_or_several(question),
        answer=_one_or_several(answer) or "",
        slices=_slices(sliced, start),
        cluster=cluster,
    )
    if not cluster:
        _draw_shared(shared_by(sample, replace(recipe, evidence=tuple(evidence))), fields)
    recipe = import_evidence.draw(evidence, options, recipe, fields)
    recipe = import_label_columns.draw(labels, options, recipe, fields)
    recipe = import_recorded.draw(said, recipe, fields)
    recipe = import_made_by.draw(options, recipe, fields)
    return recipe if answer else None


def _draw_rest(columns: Sequence[str], start: Recipe, fields: Fields) -> dict[str, Any]:
    """The parts that few files have, and the name of the set."""
    with st.container(horizontal=True):
        rest: dict[str, Any] = {
            part: fields.one(label, part, columns, getattr(start, part), help=help, typed=True)
            for part, (label, help) in _RARER.items()
        }
        rest["name"] = fields.text("Name of the set", "name", start.name or "", placeholder="as the file") or None
    return rest


def _cluster(columns: Sequence[str], start: Recipe, fields: Fields) -> str | None:
    # The field is another one once a proposal was taken, so that it starts from it.
    taken: str | None = state.get(fields.key("cluster_taken"))
    field = "cluster" if taken is None else f"cluster_{taken}"
    wanted = start.cluster if taken is None else taken
    return fields.one("Cluster", field, columns, wanted, help=glossary.meaning("cluster", "effective n"), typed=True)


def _draw_shared(found: Sequence[SharedBy], fields: Fields) -> None:
    """Columns that many cases share, to be taken for the cluster by a press."""
    for place, one in enumerate(found[:_SHOWN_SHARED]):
        with st.container(horizontal=True, vertical_alignment="center"):
            components.inert(
                f"{one.cases} of the first {one.of} cases share their {one.column!r} with another one:"
                " they are not independent of each other."
            )
            st.button(
                "Make it the cluster",
                key=fields.key(f"share_{place}"),
                on_click=_take_cluster,
                args=(one.column, fields),
                help=glossary.meaning("cluster", "effective n"),
            )


def _take_cluster(column: str, fields: Fields) -> None:
    fields.touch()
    state.put(**{fields.key("cluster_taken"): column})


def _filled(columns: str | tuple[str, ...] | None) -> list[str]:
    return [column for column in several(columns) if column]


def _one_or_several(columns: list[str]) -> str | tuple[str, ...] | None:
    return columns[0] if len(columns) == 1 else tuple(columns) or None


def _slices(columns: list[str], start: Recipe) -> dict[str, str]:
    known = {column: key for key, column in start.slices.items()}
    return {known.get(column, column): column for column in columns}


def draw_missing() -> None:
    """What to do while no column is the answer."""
    components.inert("Choose the column that holds the answer.")
