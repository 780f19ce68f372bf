"""What buttons do. Everything here is a callback: it finishes even when the next click comes early."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.cli.demo import MODEL_JUDGE, REPEATS, RULE_JUDGES
from evalcore.domain import Dataset
from evalcore.errors import EvalcoreError
from evalcore.importing import demo_dataset
from evalcore.judges import find_judge
from evalcore.providers.weights import weights_present
from evalcore.runner import RunDraft, begin_run, draft_run
from evalcore.store import StoredDataset
from pages.ui import resources, state


def open_demo() -> None:
    """Store the bundled set, ask the judges that are at hand, and look at the result."""
    stored = resources.store().save_dataset(demo_dataset(), at=resources.clock())
    judges = (*RULE_JUDGES, MODEL_JUDGE) if weights_present() else RULE_JUDGES
    choice = RunChoice(
        dataset=stored,
        criterion=next(iter(stored.criteria)),
        judges=judges,
        repeats=REPEATS,
        limit=None,
        fresh=False,
        retry_failed=False,
    )
    state.put(**{state.SET: stored.name})
    try:
        start(asyncio.run(_draft(choice)), concurrency=1)
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.tell("The demo set is here: 60 labelled answers of an invented shop's assistant, judged three times each.")


def store_set(dataset: Dataset) -> None:
    """Store an imported set and look at it."""
    try:
        stored = resources.store().save_dataset(dataset, at=resources.clock())
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.put(**{state.SET: stored.name})
    state.tell(f"{stored.cases} cases with {stored.labels} labels are stored as {stored.name}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChoice:
    """What a person chose on the Run page."""

    dataset: StoredDataset
    criterion: str
    judges: Sequence[str]
    repeats: int
    limit: int | None
    fresh: bool
    retry_failed: bool


def plan(choice: RunChoice) -> None:
    """Work out what a run would ask, and keep it for the page; nothing is stored and nothing asked."""
    try:
        state.put(**{state.DRAFT: (choice, asyncio.run(_draft(choice)))})
    except EvalcoreError as error:
        state.put(**{state.DRAFT: None})
        state.warn(str(error))


async def _draft(choice: RunChoice) -> RunDraft:
    return await draft_run(
        resources.store(),
        choice.dataset,
        [find_judge(spec, criterion=choice.criterion) for spec in choice.judges],
        providers=resources.providers(),
        repeats=choice.repeats,
        limit=choice.limit,
        fresh=choice.fresh,
        retry_failed=choice.retry_failed,
    )


def start(draft: RunDraft, concurrency: int) -> None:
    """Start a planned run in the background and look at it."""
    try:
        prepared = begin_run(resources.store(), draft, at=resources.clock())
        resources.background().start(prepared, concurrency=concurrency)
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.put(**{state.DRAFT: None, state.RUN: prepared.run_id})


def pause(run_id: str) -> None:
    """Ask nothing more until the run goes on."""
    resources.background().pause(run_id)


def go_on(run_id: str) -> None:
    """Go on after a pause."""
    resources.background().resume(run_id)


def cancel(run_id: str) -> None:
    """End a run after the calls under way; it can be continued later."""
    resources.background().cancel(run_id)
