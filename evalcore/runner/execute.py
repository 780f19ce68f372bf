"""Working on a run: lease, workers, heartbeat, and an orderly end whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from evalcore.judges import request_fingerprint
from evalcore.runner.asking import Asker
from evalcore.runner.leases import Lease
from evalcore.runner.plan import JudgePlan
from evalcore.runner.prepare import Clock, PreparedRun, ProviderLookup
from evalcore.runner.progress import Progress, Tally
from evalcore.runner.saving import ReplySaver
from evalcore.runner.stopping import StopSignal
from evalcore.runner.watching import Watch
from evalcore.store import RunState, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """How a run ended this time, counted in calls.

    The report's ledger counts per case: identical cases share calls.
    """

    run_id: str
    state: RunState
    """done, cancelled or interrupted; only a run that is done has nothing missing."""
    asked: int
    """Calls that came back this time, failures included."""
    failed: int
    """Calls that stand as failed, from before or from now."""
    missing: int
    """Calls that are still to be asked."""
    message: str = ""
    """Why calls are missing."""
    stopped: Mapping[str, str]
    """Name of a judge that was asked no more → why."""


async def execute(
    prepared: PreparedRun,
    *,
    store: Store,
    providers: ProviderLookup,
    clock: Clock,
    owner: str,
    concurrency: int = 4,
    on_progress: Callable[[Progress], None] | None = None,
    stop: StopSignal | None = None,
) -> RunOutcome:
    """Ask what a prepared run has missing, judge by judge, and store the replies as they land.

    Parameters
    ----------
    prepared
        What :func:`prepare_run` made. What was answered since is not asked again.
    owner
        Who works on the run; ``host:process id`` lets others see when the process is gone.
    concurrency
        Most calls under way at once, at least 1; a provider may allow fewer.
    on_progress
        Called a few times a second in the event loop, and once at the end.
    stop
        Cancels or pauses from elsewhere. A request in the store does the same.

    Raises
    ------
    RunBusy
        When another process works on this run.
    StoreError
        When replies cannot be stored.

    Notes
    -----
    On any exception, cancellation of the task included, the replies that landed are stored and
    the run is noted as interrupted; it can be continued.
    """
    stop = stop or StopSignal()
    lease = Lease(store=store, run_id=prepared.run_id, owner=owner, clock=clock)
    lease.take()
    saver = ReplySaver(store.save_replies)
    state: RunState = "interrupted"
    message = "stopped before it was done"
    try:
        store.set_run_state(prepared.run_id, "running", at=clock())
        to_ask = [_still_missing(plan, store, retry_failed=prepared.retry_failed) for plan in prepared.plan.judges]
        tally = Tally(run_id=prepared.run_id, plans=to_ask)
        asker = Asker(providers=providers, clock=clock, concurrency=concurrency, saver=saver, tally=tally, stop=stop)
        watch = Watch(store=store, lease=lease, tally=tally, stop=stop, clock=clock, run_id=prepared.run_id)
        await _until_done(asker, to_ask, saver, watch, on_progress or _tell_nobody)
        state, message = _end(stop, asker)
    except Exception as error:
        message = str(error) or type(error).__name__
        raise
    finally:
        saver.save_the_rest()
        if lease.held:
            store.set_run_state(prepared.run_id, state, at=clock(), message=message)
            lease.release()
    if on_progress:
        on_progress(tally.snapshot(state, now_s=asyncio.get_running_loop().time(), message=message))
    return RunOutcome(
        run_id=prepared.run_id,
        state=state,
        asked=tally.done,
        failed=prepared.plan.failed + tally.failed,
        missing=sum(len(plan.to_ask) for plan in to_ask) - tally.done,
        message=message,
        stopped=dict(asker.stopped),
    )


async def _until_done(
    asker: Asker, plans: list[JudgePlan], saver: ReplySaver, watch: Watch, on_progress: Callable[[Progress], None]
) -> None:
    """Ask while saving and watching; whichever ends first, in good order or not, ends all three."""

    async def ask_all() -> None:
        for plan in plans:
            await asker.ask(plan)

    asking = asyncio.create_task(ask_all())
    tasks = (asking, asyncio.create_task(saver.keep_saving()), asyncio.create_task(watch.over(asking, on_progress)))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise _first_of(end)


def _still_missing(plan: JudgePlan, store: Store, *, retry_failed: bool) -> JudgePlan:
    """The plan without what was stored since it was made, by another run that shares the calls."""
    if not plan.to_ask:
        return plan
    epoch = plan.to_ask[0].call.epoch
    stored = store.answered_calls(request_fingerprint(plan.judge), epoch)
    left = tuple(
        planned
        for planned in plan.to_ask
        if (answered := stored.get((planned.call.case_fingerprint, planned.call.repeat))) is None
        or (retry_failed and not answered)
    )
    return replace(plan, to_ask=left, standing=plan.standing + len(plan.to_ask) - len(left))


def _end(stop: StopSignal, asker: Asker) -> tuple[RunState, str]:
    if stop.ending:
        return stop.ending, "cancelled by a person" if stop.ending == "cancelled" else "the program ended"
    if asker.stopped:
        return "interrupted", "; ".join(f"{name}: {reason}" for name, reason in asker.stopped.items())
    return "done", ""


def _first_of(error: Exception) -> Exception:
    """The first error inside nested groups: what went wrong first, as people can read it."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def _tell_nobody(_progress: Progress) -> None:
    """Nobody asked for progress."""
