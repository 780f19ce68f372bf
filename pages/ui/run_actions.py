"""What the buttons of a run do, and the plan that belongs to a choice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evalcore.errors import EvalcoreError
from evalcore.judges import Judge, find_judge
from evalcore.runner import (
    Forecast,
    PreparedRun,
    RunDraft,
    begin_run,
    continue_run,
    done_run,
    draft_run,
    forecast,
    unfinished_run,
)
from evalcore.store import RunInfo, StoredDataset
from pages.ui import judge_resources, resources, state

CALLS_AT_ONCE = 4
"""Where nobody chose another number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChoice:
    """What a person chose on the Run page."""

    dataset: StoredDataset
    criterion: str
    judges: Sequence[str]
    repeats: int
    limit: int | None
    concurrency: int
    fresh: bool
    retry_failed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What a choice comes to."""

    choice: RunChoice
    draft: RunDraft
    ahead: Forecast
    continues: RunInfo | None
    """The unfinished run that asks the same."""
    done: RunInfo | None
    """A run that has asked the same already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A choice that cannot be planned, and why."""

    choice: RunChoice
    message: str


def planned(choice: RunChoice) -> Planned | Refused:
    """The plan of a choice; made anew when the choice changes or replies have landed."""
    key = choice, resources.revision()
    kept: tuple[object, Planned | Refused] | None = state.get(state.DRAFT)
    if kept is None or kept[0] != key:
        kept = key, _plan(choice)
        state.put(**{state.DRAFT: kept})
    return kept[1]


def plan_again() -> None:
    """Forget the plan, so that it is made anew."""
    state.put(**{state.DRAFT: None})


def ask_instead(named: str, other: Judge) -> None:
    """Store another judge, and choose it in place of the one that the choice names."""
    try:
        resources.store().save_judge(other, at=resources.clock())
    except EvalcoreError as error:
        state.warn(str(error))
        return
    chosen = [other.name if name == named else name for name in state.get(state.RUN_JUDGES)]
    state.put(**{state.RUN_JUDGES: list(dict.fromkeys(chosen))})
    state.tell(f"{other.name} is stored and chosen in place of {named}.")


def begin(choice: RunChoice) -> None:
    """Plan and start at once."""
    start(asyncio.run(_draft(choice)), choice.concurrency)


def start(draft: RunDraft, concurrency: int) -> None:
    """Start a planned run in the background and look at it."""
    try:
        _ask(begin_run(resources.store(), draft, at=resources.clock()), concurrency)
    except EvalcoreError as error:
        state.warn(str(error))


def ask_the_rest(run_id: str, *, retry_failed: bool = False) -> None:
    """Go on with a run that is at rest: its missing calls, or those that failed as well."""
    preparing = continue_run(resources.store(), run_id, providers=resources.providers(), retry_failed=retry_failed)
    try:
        _ask(asyncio.run(preparing), state.get(state.RUN_CONCURRENCY) or CALLS_AT_ONCE)
    except EvalcoreError as error:
        state.warn(str(error))


def look_at(run_id: str) -> None:
    """Look at another run; a link to the page that is open would leave the choice in the sidebar as it is."""
    state.put(**{state.RUN: run_id})


def pause(run_id: str) -> None:
    """Ask nothing more until the run goes on."""
    resources.background().pause(run_id)


def go_on(run_id: str) -> None:
    """Go on after a pause."""
    resources.background().resume(run_id)


def cancel(run_id: str) -> None:
    """End a run after the calls under way; it can be continued later."""
    resources.background().cancel(run_id)


def _ask(prepared: PreparedRun, concurrency: int) -> None:
    resources.background().start(prepared, concurrency=concurrency)
    state.put(**{state.DRAFT: None, state.RUN: prepared.run_id})


def _plan(choice: RunChoice) -> Planned | Refused:
    store = resources.store()
    try:
        draft = asyncio.run(_draft(choice))
    except EvalcoreError as error:
        return Refused(choice=choice, message=str(error))
    return Planned(
        choice=choice,
        draft=draft,
        ahead=forecast(store, draft.plan, providers=resources.providers(), concurrency=choice.concurrency),
        continues=unfinished_run(store, draft),
        done=done_run(store, draft),
    )


async def _draft(choice: RunChoice) -> RunDraft:
    offered = judge_resources.offered_judges()
    return await draft_run(
        resources.store(),
        choice.dataset,
        [_judge(name, offered.get(name), choice.criterion) for name in choice.judges],
        providers=resources.providers(),
        repeats=choice.repeats,
        limit=choice.limit,
        fresh=choice.fresh,
        retry_failed=choice.retry_failed,
    )


def _judge(name: str, offered: Judge | None, criterion: str) -> Judge:
    return replace(offered, criterion=criterion) if offered else find_judge(name, criterion=criterion)
