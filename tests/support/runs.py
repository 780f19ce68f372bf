"""Short ways to prepare and execute runs in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from evalcore.domain import Dataset
from evalcore.judges import Judge
from evalcore.runner import PreparedRun, RunOutcome, execute, prepare_run
from evalcore.store import Store
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_judge


def prepared(
    store: Store,
    provider: ScriptedProvider,
    dataset: Dataset,
    *,
    judges: Sequence[Judge] = (make_judge(),),
    repeats: int = 1,
    **options: Any,
) -> PreparedRun:
    """Save the set, and prepare a run on it."""
    stored = store.save_dataset(dataset, at=NOON)
    preparing = prepare_run(store, stored, judges, providers=provider, clock=lambda: NOON, repeats=repeats, **options)
    return asyncio.run(preparing)


def executed(run: PreparedRun, store: Store, provider: ScriptedProvider, **options: Any) -> RunOutcome:
    """Execute a prepared run to its end."""
    values: dict[str, Any] = {"clock": lambda: NOON, "owner": "tests", **options}
    return asyncio.run(execute(run, store=store, providers=provider, **values))


def run(store: Store, provider: ScriptedProvider, dataset: Dataset, **options: Any) -> RunOutcome:
    """Prepare and execute with four workers."""
    return executed(prepared(store, provider, dataset, **options), store, provider)
