"""What the doctor found, as values; ``evalcore-doctor/1`` is these, field for field, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any

from evalcore.domain import Estimate

SCHEMA = "evalcore-doctor/1"


class Mark(StrEnum):
    """What a finding comes to."""

    OK = "ok"
    """Nothing was found; the interval says what so few cases may have missed."""
    LOOK = "look"
    """The judge does something that should be changed or looked at."""
    UNCLEAR = "unclear"
    """Something was seen, but so few cases may show it by chance."""
    UNDEFINED = "undefined"
    """The question cannot be put to this judge, or on these cases; the finding says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One probe call: what was sent, with what, and what came back."""

    probe: str
    """Which finding it was made for; ``plain`` are the cases as they are, which several findings rest on."""
    case_id: str | None
    """None where the prompt is the doctor's own."""
    sent: str
    """What was changed, in words."""
    prompt: str | None
    """Exactly as it was sent; None for a rule, which looks at the case itself."""
    human: str | None
    """What people say: pass or fail, or the value where the scale says of none that it passes."""
    verdict: str | None
    """The same of the judge, read leniently; None where the reply says no verdict."""
    literal: bool
    """Whether the reply is word for word what the judge's own rule accepts."""
    text: str
    thinking: str | None
    finish_reason: str | None
    completion_tokens: int | None
    failure: str | None
    """Why no reply came."""
    refused: bool = False
    """Whether the server refused the request as it was, rather than failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one question about the judge comes to."""

    kind: str
    """A short name, such as ``order``."""
    title: str
    mark: Mark
    found: str
    """In a sentence or two, with the counts."""
    estimate: Estimate | None = None
    """The figure that the mark rests on; None where it is a matter of fact, or undefined."""
    figure_is: str = ""
    """What the figure is a share of, or a change in."""
    is_difference: bool = False
    """Whether the figure is a change, rather than a share."""
    p_value: float | None = None
    """Exact, paired; None where nothing was tested."""
    change: str = ""
    """What to change; empty where there is nothing to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorReport:
    """What the doctor found in one judge, with every call that it made."""

    judge: str
    model: str
    config_sha256: str
    dataset: str
    criterion: str
    seed: int
    """By which the cases were drawn."""
    cases: tuple[str, ...]
    """Ids of the cases that were drawn."""
    labelled: Mapping[str, int]
    """How many of them have which gold."""
    calls: int
    failed: int
    """Calls without a reply; options that a server refuses are no failures."""
    agreement: Estimate
    """With people on the cases as they are; a hint, not a measurement."""
    findings: tuple[Finding, ...]
    exchanges: tuple[Exchange, ...]

    def made_for(self, kind: str) -> tuple[Exchange, ...]:
        """The calls that a finding rests on and that no other shares."""
        return tuple(exchange for exchange in self.exchanges if exchange.probe == kind)


def to_document(report: DoctorReport) -> dict[str, Any]:
    """The report as JSON values: dicts, lists, text, numbers, booleans and None."""
    return {"schema": SCHEMA, **_plain(report)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value
