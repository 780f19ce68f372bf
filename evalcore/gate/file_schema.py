"""What a gate file may hold (``evalcore-gates/1``), and what is said when it holds something else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from evalcore.errors import InputError
from evalcore.known_keys import known_here

SCHEMA = "evalcore-gates/1"

Named = Annotated[str, Field(min_length=1)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, frozen=True)


class DemandPart(_Part):
    """``{at_least: 0.8}``; which of the keys a figure takes, and in which range, its name decides."""

    at_least: float | None = None
    at_most: float | None = None
    no_worse_by: float | None = None


Demands = dict[str, DemandPart]
"""By the name of the figure."""


class MeasuredPart(_Part):
    """``measured``: what was calibrated."""

    judge: Named | None = None
    config_sha256: Sha256 | None = None
    digest: Named | None = None
    dataset: Sha256 | None = None
    calibration: Named | None = None


class MinimumPart(_Part):
    """``minimum``: labelled answers of either class."""

    good: Annotated[int, Field(ge=0)] = 0
    bad: Annotated[int, Field(ge=0)] = 0


class DemandsPart(_Part):
    """``overall`` and ``slices``: demands on all cases, and on every slice by a key."""

    overall: Demands = Field(default_factory=dict)
    slices: dict[Named, Demands] = Field(default_factory=dict)


class JudgePart(DemandsPart):
    """``judge``: demands on the judge."""

    minimum: MinimumPart = Field(default_factory=MinimumPart)


class ApplicationPart(DemandsPart):
    """``application``: demands on the answers."""

    against_baseline: DemandsPart = Field(default_factory=DemandsPart)


class GateFile(_Part):
    """A whole gate file."""

    schema_: str = Field(alias="schema")
    name: Named = "gates"
    measured: MeasuredPart = Field(default_factory=MeasuredPart)
    judge: JudgePart = Field(default_factory=JudgePart)
    application: ApplicationPart = Field(default_factory=ApplicationPart)


def validated(document: Any, *, file: str) -> GateFile:
    """The document as a gate file.

    Raises
    ------
    InputError
        Names the file, the key, what was expected and what was found.
    """
    schema = document.get("schema") if isinstance(document, Mapping) else None
    if not isinstance(schema, str) or not re.fullmatch(re.escape(SCHEMA) + r"(\.\d+)?", schema):
        raise InputError(
            f'expected a gate file that starts with schema: "{SCHEMA}", found {schema!r};'
            " a newer file needs a newer evalcore",
            file=file,
        )
    try:
        return GateFile.model_validate(document)
    except ValidationError as error:
        complaints = [_complaint(detail) for detail in error.errors(include_url=False)]
        raise InputError("; ".join(complaints), file=file) from None


def _complaint(detail: ErrorDetails) -> str:
    key = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "missing":
        return f"{key} is missing"
    if detail["type"] == "extra_forbidden":
        return f"{key} is not a key of a gate file{known_here(GateFile, detail['loc'])}"
    expected = detail["msg"].removeprefix("Input should be ")
    found = repr(detail["input"])
    return f"{key}: expected {expected}, found {found if len(found) <= 60 else found[:57] + '...'}"
