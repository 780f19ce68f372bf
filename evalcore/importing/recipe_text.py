"""A recipe as the YAML file that :func:`~evalcore.importing.read_recipe` reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from evalcore.importing.recipe import SCHEMA, CriterionScale, EvidenceColumn, Join, Recipe


def recipe_to_text(recipe: Recipe) -> str:
    """The recipe as YAML; what is left to its default is left out."""
    import yaml

    document: dict[str, Any] = {
        "schema": SCHEMA,
        "name": recipe.name,
        "criterion": recipe.criterion,
        "file": _lines(recipe.layout) if recipe.layout else None,
        "joins": [_join(join) for join in recipe.joins],
        "columns": _columns(recipe),
        "criteria": {name: _scale(scale) for name, scale in recipe.criteria.items()},
        "values": dict(recipe.values),
        "made_by": dict(recipe.made_by_all),
        "join_evidence": recipe.join_evidence or None,
        "expects_evidence": recipe.expects_evidence,
    }
    return yaml.safe_dump(_without_empty(document), sort_keys=False, allow_unicode=True, width=120)


def _columns(recipe: Recipe) -> dict[str, Any]:
    return _without_empty(
        {
            "id": _one_or_list(recipe.id),
            "question": _one_or_list(recipe.question),
            "evidence": _evidence(recipe.evidence),
            "answer": _one_or_list(recipe.answer),
            "labels": [_lines(label) for label in recipe.labels],
            "recorded": [_lines(recorded) for recorded in recipe.recorded],
            "slices": dict(recipe.slices),
            "cluster": recipe.cluster,
            "dated": recipe.dated,
            "must_mention": recipe.must_mention,
            "must_retrieve": recipe.must_retrieve,
            "made_by": dict(recipe.made_by),
        }
    )


def _evidence(columns: tuple[str | EvidenceColumn, ...]) -> Any:
    written = [one if isinstance(one, str) else _lines(one) for one in columns]
    return written[0] if len(written) == 1 and isinstance(written[0], str) else written


def _one_or_list(columns: str | tuple[str, ...] | None) -> Any:
    return list(columns) if isinstance(columns, tuple) else columns


def _join(join: Join) -> dict[str, Any]:
    how = {"key": join.key, "other": join.other} if join.key else {"by_order": True}
    return _without_empty({**how, "file": _lines(join.layout) if join.layout else None})


def _scale(scale: CriterionScale) -> dict[str, Any]:
    lines: dict[str, Any] = {"scale": scale.kind, "values": list(scale.values), "passing": list(scale.passing)}
    lines["words"] = dict(scale.words)
    return _without_empty(lines)


def _lines(part: Any) -> dict[str, Any]:
    """The fields of a part that differ from their defaults."""
    values = {one.name: getattr(part, one.name) for one in fields(part) if getattr(part, one.name) != one.default}
    return _without_empty({key: dict(value) if isinstance(value, Mapping) else value for key, value in values.items()})


def _without_empty(lines: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in lines.items() if value is False or value}
