"""What the store gives back about the things it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from evalcore.domain import Scale
from evalcore.domain.origins import Origin

RunState = Literal["planned", "running", "paused", "cancelled", "interrupted", "done"]
StopRequest = Literal["cancel", "pause"]

AT_REST: tuple[RunState, ...] = ("cancelled", "interrupted", "done")
"""States in which nobody works on a run; all but ``done`` can be continued."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDataset:
    """One stored version of a set; its cases and labels are counted, not loaded."""

    id: int
    name: str
    fingerprint: str
    created_at: datetime
    cases: int
    labels: int
    criteria: Mapping[str, Scale]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOrigin:
    """How a version of a set came about, and when."""

    origin: Origin
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVersion:
    """One stored version of a set with what is known of how it came about."""

    stored: StoredDataset
    origins: tuple[StoredOrigin, ...]
    """Newest first; the same set may have come from other files again. Empty where nobody noted it."""


def newest_recipe(history: Sequence[SetVersion]) -> str | None:
    """The recipe that a set was last imported with, whatever was done to it since; None where there is none."""
    return next((one.origin.recipe for version in history for one in version.origins if one.origin.recipe), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredJudge:
    """One stored version of a judge."""

    id: int
    name: str
    version: int
    """1 for the first configuration stored under this name."""
    config_sha256: str
    created_at: datetime


class Known(NamedTuple):
    """What a plan has to know of a stored call."""

    answered: bool
    """Else it failed."""
    prompt_tokens: int | None
    truncated: bool
    window_tokens: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """What one stored reply took, as far as its provider told."""

    latency_ms: float
    completion_tokens: int | None
    in_flight: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSpec:
    """What a run is to ask; two runs with equal specs ask the same calls."""

    dataset_id: int
    criterion: str
    judge_ids: tuple[int, ...]
    """In the order in which they are asked."""
    epochs: tuple[int, ...]
    """One per judge."""
    repeats: int
    limit: int | None = None
    """Only the first cases of the set; None: all."""
    ask_without_evidence: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInfo:
    """A run as it stands in the store."""

    id: str
    spec: RunSpec
    state: RunState
    created_at: datetime
    finished_at: datetime | None = None
    """When it last came to rest; None while it is planned, running or paused."""
    message: str = ""
    lease_owner: str | None = None
    """Who is, or was, working on it."""
    lease_until: datetime | None = None
    """A running run whose lease is over was killed, and can be continued."""
