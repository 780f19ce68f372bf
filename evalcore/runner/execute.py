"""Working on a run: lease, workers, heartbeat, and an orderly end whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from evalcore.errors import StoreError
from evalcore.judges import request_fingerprint
from evalcore.runner.asking import Asker
from evalcore.runner.leases import Lease
from evalcore.runner.patience import Patience
from evalcore.runner.plan import JudgePlan
from evalcore.runner.prepare import Clock, PreparedRun, ProviderLookup
from evalcore.runner.progress import Progress, Tally
from evalcore.runner.same_model import SameModel
from evalcore.runner.saving import ReplySaver
from evalcore.runner.sharing import Sharing
from evalcore.runner.stopping import StopSignal
from evalcore.runner.watching import Watch
from evalcore.store import PACKED_FROM, RunState, Store


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
        Who works on the run; :func:`this_process` lets others see when the process is gone.
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

    def note(state: RunState, message: str) -> None:
        if lease.held:
            store.set_run_state(prepared.run_id, state, at=clock(), message=message)
            lease.release()

    try:
        store.set_run_state(prepared.run_id, "running", at=clock())
        outcome = await _ask_all(
            prepared,
            store=store,
            providers=providers,
            clock=clock,
            concurrency=concurrency,
            lease=lease,
            on_progress=on_progress or _tell_nobody,
            stop=stop,
        )
    except BaseException as error:
        with suppress(StoreError):  # it may be the store that failed; the lease then runs out by itself
            note("interrupted", _in_words(error) if isinstance(error, Exception) else "stopped before it was done")
        raise
    note(outcome.state, outcome.message)
    _pack(prepared, store)
    return outcome


async def _ask_all(
    prepared: PreparedRun,
    *,
    store: Store,
    providers: ProviderLookup,
    clock: Clock,
    concurrency: int,
    lease: Lease,
    on_progress: Callable[[Progress], None],
    stop: StopSignal,
) -> RunOutcome:
    """Ask whatever is missing, and store all that landed, however it ends."""
    to_ask = [_still_missing(plan, store, retry_failed=prepared.retry_failed) for plan in prepared.plan.judges]
    tally = Tally(run_id=prepared.run_id, plans=to_ask)
    stopped: dict[str, str] = {}
    models = SameModel(
        judges=prepared.judges, served=_served(store, to_ask), providers=providers, tally=tally, stopped=stopped
    )
    saver = ReplySaver(store.save_replies, check=models.checked, patience=Patience(tally.wait_for))
    asker = Asker(
        providers=providers,
        clock=clock,
        concurrency=concurrency,
        saver=saver,
        tally=tally,
        models=models,
        sharing=Sharing(store=store, run_id=prepared.run_id, clock=clock, retry_failed=prepared.retry_failed),
        chance=Random(f"{lease.owner} {prepared.run_id}"),
        stopped=stopped,
        stop=stop,
    )
    watch = Watch(store=store, lease=lease, tally=tally, stop=stop, clock=clock, run_id=prepared.run_id)
    try:
        await _until_done(asker, to_ask, saver, watch, on_progress)
    finally:
        await _save_the_rest(saver)
    state, message = _end(stop, stopped if tally.missing else {})
    tally.wait_for("")
    on_progress(tally.snapshot(state, now_s=asyncio.get_running_loop().time(), message=message))
    return RunOutcome(
        run_id=prepared.run_id,
        state=state,
        asked=tally.done,
        failed=prepared.plan.failed + tally.failed_elsewhere + tally.failed,
        missing=tally.missing,
        message=message,
        stopped=stopped,
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


def _pack(prepared: PreparedRun, store: Store) -> None:
    """Have the replies of a large run ready for whoever looks at it first."""
    for plan, epoch in zip(prepared.plan.judges, prepared.run.spec.epochs, strict=True):
        # Fewer are not looked at: it would bring numpy, which asking does without.
        if plan.planned >= PACKED_FROM:
            store.reply_columns(request_fingerprint(plan.judge), epoch, pack=True)


def _still_missing(plan: JudgePlan, store: Store, *, retry_failed: bool) -> JudgePlan:
    """The plan without what was stored since it was made, by another run that shares the calls."""
    if not plan.to_ask:
        return plan
    epoch = plan.to_ask[0].call.epoch
    stored = store.known_calls(request_fingerprint(plan.judge), epoch)

    def is_missing(case_fingerprint: str, repeat: int) -> bool:
        known = stored.get((case_fingerprint, repeat))
        return known is None or (retry_failed and not known.answered)

    left = plan.to_ask.where(is_missing)
    return replace(plan, to_ask=left, standing=plan.standing + len(plan.to_ask) - len(left))


def _served(store: Store, plans: Sequence[JudgePlan]) -> dict[str, frozenset[str]]:
    """By request, the names of the models that answered it so far in this epoch."""
    return {
        call.request_fingerprint: store.served_models(call.request_fingerprint, call.epoch)
        for call in (plan.to_ask[0].call for plan in plans if plan.to_ask)
    }


async def _save_the_rest(saver: ReplySaver) -> None:
    unsaved = saver.unsaved
    try:
        await saver.save_the_rest()
    except StoreError as error:
        raise StoreError(f"{error}. {unsaved} replies could not be stored; continuing asks them again") from error


def _end(stop: StopSignal, stopped: Mapping[str, str]) -> tuple[RunState, str]:
    if stop.ending:
        return stop.ending, "cancelled by a person" if stop.ending == "cancelled" else "the program ended"
    if stopped:
        return "interrupted", "; ".join(f"{name}: {reason}" for name, reason in stopped.items())
    return "done", ""


def _first_of(error: Exception) -> Exception:
    """The first error inside nested groups: what went wrong first, as people can read it."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def _in_words(error: Exception) -> str:
    return str(error) or type(error).__name__


def _tell_nobody(_progress: Progress) -> None:
    """Nobody asked for progress."""
