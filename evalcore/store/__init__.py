"""The only SQL: datasets, judges, runs and replies, in SQLite by default and in PostgreSQL by URL."""

from evalcore.store.records import (
    AT_REST,
    Pace,
    RunInfo,
    RunSpec,
    RunState,
    SetVersion,
    StopRequest,
    StoredDataset,
    StoredJudge,
    StoredOrigin,
    newest_recipe,
)
from evalcore.store.replies import PACKED_FROM
from evalcore.store.store import Store

__all__ = [
    "AT_REST",
    "PACKED_FROM",
    "Pace",
    "RunInfo",
    "RunSpec",
    "RunState",
    "SetVersion",
    "StopRequest",
    "Store",
    "StoredDataset",
    "StoredJudge",
    "StoredOrigin",
    "newest_recipe",
]
