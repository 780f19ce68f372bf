"""Recipe files (``evalcore-recipe/1``): YAML that people write, read strictly."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evalcore.errors import InputError
from evalcore.importing.complaints import complaints
from evalcore.importing.decoding import decode, read_bytes
from evalcore.importing.recipe import DEFAULT_CRITERION, SCHEMA, LabelColumn, Meaning, Recipe


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _LabelColumn(_File):
    column: str
    annotator: str | None = None
    annotator_column: str | None = None
    note_column: str | None = None


class _Columns(_File):
    id: str | None = None
    question: str | None = None
    evidence: str | list[str] = Field(default_factory=list)
    answer: str
    labels: list[_LabelColumn] = Field(default_factory=list)
    slices: dict[str, str] = Field(default_factory=dict)
    cluster: str | None = None
    dated: str | None = None
    must_mention: str | None = None
    must_retrieve: str | None = None


class _RecipeFile(_File):
    schema_name: str = Field(alias="schema")
    name: str | None = None
    criterion: str = DEFAULT_CRITERION
    columns: _Columns
    values: dict[str, Literal["pass", "fail", "none"]] = Field(default_factory=dict)
    expects_evidence: str | None = None


def read_recipe(source: Path | bytes, *, filename: str | None = None) -> Recipe:
    """Read a recipe file.

    Parameters
    ----------
    source
        The file, or its content as uploaded.
    filename
        The name to give in messages; by default the path's own.

    Raises
    ------
    InputError
        The file cannot be read, is no YAML, names another schema, or holds an unknown key or a
        wrong value.
    """
    data, file = read_bytes(source, filename)
    document = _yaml(decode(data, file=file).text, file)
    _refuse_other_schemas(document.get("schema"), file)
    try:
        return _recipe(_RecipeFile.model_validate(document))
    except ValidationError as error:
        raise InputError(f"this recipe cannot be used. {complaints(error)}", file=file) from None


def _yaml(text: str, file: str | None) -> dict[str, object]:
    # BaseLoader leaves every scalar as written: a column "no" or a label word "yes" stays a word.
    try:
        document = yaml.load(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        raise InputError(f"expected a recipe in YAML, but it cannot be read: {error}", file=file) from None
    if not isinstance(document, dict):
        raise InputError(f"expected a recipe that starts with 'schema: {SCHEMA}'", file=file)
    return document


def _refuse_other_schemas(schema: object, file: str | None) -> None:
    if not isinstance(schema, str) or schema.partition(".")[0] != SCHEMA:
        raise InputError(
            f"expected 'schema: {SCHEMA}', found {schema!r}. Write that line at the top, "
            "or use the version of evalcore that the recipe was written for.",
            file=file,
        )


def _recipe(file: _RecipeFile) -> Recipe:
    columns = file.columns
    values: dict[str, Meaning] = dict(file.values)
    return Recipe(
        name=file.name,
        criterion=file.criterion,
        id=columns.id,
        question=columns.question,
        evidence=(columns.evidence,) if isinstance(columns.evidence, str) else tuple(columns.evidence),
        answer=columns.answer,
        labels=tuple(LabelColumn(**label.model_dump()) for label in columns.labels),
        slices=columns.slices,
        cluster=columns.cluster,
        dated=columns.dated,
        must_mention=columns.must_mention,
        must_retrieve=columns.must_retrieve,
        values=values,
        expects_evidence=_true_false_or_column(file.expects_evidence),
    )


def _true_false_or_column(written: str | None) -> bool | str | None:
    return {"true": True, "false": False}.get(written.lower(), written) if written else None
