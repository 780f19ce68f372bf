"""Recipe files (``evalcore-recipe/1``): YAML that people write, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evalcore.domain import LabelSource
from evalcore.errors import InputError
from evalcore.importing.complaints import complaints
from evalcore.importing.decoding import decode, read_bytes
from evalcore.importing.recipe import (
    DEFAULT_CRITERION,
    SCHEMA,
    Combine,
    CombineRecorded,
    CriterionScale,
    EvidenceColumn,
    Join,
    LabelColumn,
    Layout,
    Recipe,
    RecordedColumn,
    ScaleKind,
)

_OF_SCALE: dict[ScaleKind, list[str]] = {"yes-no": ["pass", "fail"], "pair": ["A", "B", "tie"]}


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Layout(_File):
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    header_row: str | None = Field(default=None, pattern=r"^[1-9]\d{0,6}$")
    rows: str | None = None
    each: str | None = None


class _Join(_File):
    key: str | None = None
    other: str | None = None
    by_order: Literal["true", "false"] = "false"
    file: _Layout | None = None


class _Evidence(_File):
    column: str
    text_key: str | None = None
    id_key: str | None = None
    source_key: str | None = None
    id_column: str | None = None
    source_column: str | None = None
    kind: Literal["retrieved", "tool", "history"] = "retrieved"


class _LabelColumn(_File):
    column: str
    criterion: str | None = None
    criterion_column: str | None = None
    annotator: str | None = None
    annotator_column: str | None = None
    note_column: str | None = None
    at_column: str | None = None
    value_key: str | None = None
    annotator_key: str | None = None
    note_key: str | None = None
    source: LabelSource | None = None
    source_column: str | None = None
    combine: Combine | None = None


class _Recorded(_File):
    column: str
    judge: str | None = None
    criterion: str | None = None
    rule: str | None = None
    params: dict[str, Any] = Field(default_factory=dict)
    combine: CombineRecorded | None = None


class _Columns(_File):
    id: str | list[str] | None = None
    question: str | list[str] | None = None
    evidence: str | list[str | _Evidence] = Field(default_factory=list)
    answer: str | list[str]
    labels: list[_LabelColumn] = Field(default_factory=list)
    recorded: list[_Recorded] = Field(default_factory=list)
    slices: dict[str, str] = Field(default_factory=dict)
    cluster: str | None = None
    dated: str | None = None
    must_mention: str | None = None
    must_retrieve: str | None = None
    made_by: dict[str, str] = Field(default_factory=dict)


class _Scale(_File):
    scale: ScaleKind = "yes-no"
    values: list[str] = Field(default_factory=list)
    passing: list[str] = Field(default_factory=list)
    words: dict[str, str] = Field(default_factory=dict)

    @property
    def takes_any_value(self) -> bool:
        """Whether its values are those that the file holds."""
        return self.scale in ("named", "rating") and not self.values

    @property
    def known_values(self) -> list[str]:
        return _OF_SCALE.get(self.scale) or self.values


class _RecipeFile(_File):
    schema_name: str = Field(alias="schema")
    name: str | None = None
    criterion: str = DEFAULT_CRITERION
    file: _Layout | None = None
    joins: list[_Join] = Field(default_factory=list)
    columns: _Columns
    criteria: dict[str, _Scale] = Field(default_factory=dict)
    values: dict[str, str] = Field(default_factory=dict)
    made_by: dict[str, str] = Field(default_factory=dict)
    join_evidence: Literal["true", "false"] = "false"
    expects_evidence: str | None = None


LONGEST_RECIPE = 1_000_000
"""Characters; YAML is read slowly."""


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
    document = _yaml(decode(data, file=file), file)
    _refuse_other_schemas(document.get("schema"), file)
    try:
        read = _RecipeFile.model_validate(document)
    except ValidationError as error:
        raise InputError(f"this recipe cannot be used. {complaints(error, _RecipeFile)}", file=file) from None
    _refuse_meanings_off_the_scale(read, file)
    return _recipe(read)


def _yaml(text: str, file: str | None) -> dict[str, object]:
    if len(text) > LONGEST_RECIPE:
        raise InputError(
            f"expected a recipe of at most {LONGEST_RECIPE:,} characters, found {len(text):,}; is this the right file?",
            file=file,
        )
    # BaseLoader leaves every scalar as written: a column "no" or a label word "yes" stays a word.
    try:
        document = yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
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


def _refuse_meanings_off_the_scale(read: _RecipeFile, file: str | None) -> None:
    for name, scale in read.criteria.items():
        if not scale.takes_any_value:
            _refuse_unknown_meanings(f"criteria.{name}.words", scale.words, {"none", *scale.known_values}, file)
    if any(scale.takes_any_value for scale in read.criteria.values()):
        return
    named = {column.criterion or read.criterion for column in read.columns.labels} or {read.criterion}
    scales = [*read.criteria.values(), *(_Scale() for name in named if name not in read.criteria)]
    known = {"none", *(value for scale in scales for value in scale.known_values)}
    _refuse_unknown_meanings("values", read.values, known, file)


def _refuse_unknown_meanings(place: str, words: Mapping[str, str], known: set[str], file: str | None) -> None:
    for word, meaning in words.items():
        if meaning not in known:
            expected = ", ".join(sorted(known))
            raise InputError(
                f"this recipe cannot be used. '{place}.{word}' is wrong: expected one of {expected}, "
                f"found {meaning!r}.",
                file=file,
            )


def _recipe(file: _RecipeFile) -> Recipe:
    columns = file.columns
    return Recipe(
        name=file.name,
        criterion=file.criterion,
        layout=_layout(file.file),
        joins=tuple(Join(key=join.key, other=join.other, layout=_layout(join.file)) for join in file.joins),
        id=_tuple(columns.id),
        question=_tuple(columns.question),
        evidence=_evidence(columns.evidence),
        answer=columns.answer if isinstance(columns.answer, str) else tuple(columns.answer),
        labels=tuple(LabelColumn(**label.model_dump()) for label in columns.labels),
        recorded=tuple(_recorded(recorded) for recorded in columns.recorded),
        slices=columns.slices,
        cluster=columns.cluster,
        dated=columns.dated,
        must_mention=columns.must_mention,
        must_retrieve=columns.must_retrieve,
        made_by=columns.made_by,
        made_by_all=file.made_by,
        criteria={name: _scale(scale) for name, scale in file.criteria.items()},
        values=file.values,
        join_evidence=file.join_evidence == "true",
        expects_evidence=_true_false_or_column(file.expects_evidence),
    )


def _recorded(read: _Recorded) -> RecordedColumn:
    # Every scalar was read as text; a rule's parameters such as low and high are whole numbers.
    numbers = {key: int(value) for key, value in read.params.items() if isinstance(value, str) and _is_whole(value)}
    return RecordedColumn(**{**read.model_dump(), "params": {**read.params, **numbers}})


def _is_whole(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit()


def _layout(read: _Layout | None) -> Layout | None:
    if read is None:
        return None
    header_row = int(read.header_row) if read.header_row else None
    return Layout(**{**read.model_dump(), "header_row": header_row})


def _scale(read: _Scale) -> CriterionScale:
    return CriterionScale(kind=read.scale, values=tuple(read.values), passing=tuple(read.passing), words=read.words)


def _evidence(read: str | list[str | _Evidence]) -> tuple[str | EvidenceColumn, ...]:
    columns = [read] if isinstance(read, str) else read
    return tuple(one if isinstance(one, str) else EvidenceColumn(**one.model_dump()) for one in columns)


def _tuple(read: str | list[str] | None) -> str | tuple[str, ...] | None:
    return tuple(read) if isinstance(read, list) else read


def _true_false_or_column(written: str | None) -> bool | str | None:
    return {"true": True, "false": False}.get(written.lower(), written) if written else None
