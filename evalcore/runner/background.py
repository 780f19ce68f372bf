"""Runs that go on while nobody waits for them, for the workbench's pages."""

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
from dataclasses import dataclass, field, replace

from evalcore.errors import EvalcoreError, RunBusy, RunError
from evalcore.runner.execute import RunOutcome, execute
from evalcore.runner.identity import this_process
from evalcore.runner.prepare import Clock, PreparedRun, ProviderLookup
from evalcore.runner.progress import Progress, progress_at_start
from evalcore.runner.stopping import StopSignal
from evalcore.store import StopRequest, Store

_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class _Job:
    """One run under way in a thread; what is read from elsewhere is read under the lock."""

    thread: threading.Thread
    progress: Progress
    stop: StopSignal = field(default_factory=StopSignal)
    outcome: RunOutcome | None = None


class BackgroundRuns:
    """One thread per run, each with an event loop of its own.

    Pages start runs here and read their progress; a page that is left or reloaded changes
    nothing. :meth:`close` ends them all in good order; the end of the program does the same.
    """

    def __init__(self, store: Store, *, providers: ProviderLookup, clock: Clock) -> None:
        self._store = store
        self._providers = providers
        self._clock = clock
        self._jobs: dict[str, _Job] = {}
        self._lock = threading.Lock()
        self._closed = False
        atexit.register(self.close)

    def start(self, prepared: PreparedRun, *, concurrency: int = 4) -> None:
        """Start or continue a run and return at once.

        Raises
        ------
        RunBusy
            When this run is under way here already. One that is under way elsewhere shows in its
            progress.
        RunError
            After :meth:`close`.
        """
        run_id = prepared.run_id
        thread = threading.Thread(
            target=self._work, args=(prepared, concurrency), name=f"evalcore {run_id}", daemon=True
        )
        job = _Job(thread=thread, progress=progress_at_start(run_id, prepared.plan))
        with self._lock:
            if self._closed:
                raise RunError("the workbench is ending: start it again to go on with this run")
            if self._is_live(run_id):
                raise RunBusy(f"run {run_id} is under way already")
            self._jobs[run_id] = job
            thread.start()

    def progress(self, run_id: str) -> Progress | None:
        """How far a run is, or was when it ended; None for a run that was not started here."""
        with self._lock:
            job = self._jobs.get(run_id)
            return job.progress if job else None

    def outcome(self, run_id: str) -> RunOutcome | None:
        """How a run that was started here ended; None while it is under way and after an error."""
        with self._lock:
            job = self._jobs.get(run_id)
            return job.outcome if job else None

    def is_live(self, run_id: str) -> bool:
        """Whether a run is under way here."""
        with self._lock:
            return self._is_live(run_id)

    def cancel(self, run_id: str) -> None:
        """Ask nothing more; the run can be continued later."""
        job = self._live_job(run_id)
        if job:
            job.stop.cancel()
        else:
            self._request(run_id, "cancel")

    def pause(self, run_id: str) -> None:
        """Ask nothing more until :meth:`resume`, here or in another process."""
        self._request(run_id, "pause")
        job = self._live_job(run_id)
        if job:
            job.stop.pause(noted=True)

    def resume(self, run_id: str) -> None:
        """Go on after a pause."""
        self._request(run_id, None)
        job = self._live_job(run_id)
        if job:
            job.stop.resume()

    def close(self) -> None:
        """Interrupt every run, wait until its replies are stored, and start no more."""
        with self._lock:
            self._closed = True
            jobs = tuple(self._jobs.values())
        for job in jobs:
            job.stop.interrupt()
        for job in jobs:
            job.thread.join()
        atexit.unregister(self.close)

    def _work(self, prepared: PreparedRun, concurrency: int) -> None:
        job = self._jobs[prepared.run_id]

        def keep(progress: Progress) -> None:
            with self._lock:
                job.progress = progress

        try:
            outcome = asyncio.run(
                execute(
                    prepared,
                    store=self._store,
                    providers=self._providers,
                    clock=self._clock,
                    owner=this_process(),
                    concurrency=concurrency,
                    on_progress=keep,
                    stop=job.stop,
                )
            )
        except Exception as error:
            if not isinstance(error, EvalcoreError):
                _log.exception("run %s ended by a bug", prepared.run_id)
            keep(replace(job.progress, state="interrupted", message=str(error) or type(error).__name__))
        else:
            with self._lock:
                job.outcome = outcome

    def _live_job(self, run_id: str) -> _Job | None:
        with self._lock:
            return self._jobs[run_id] if self._is_live(run_id) else None

    def _is_live(self, run_id: str) -> bool:
        job = self._jobs.get(run_id)
        return job is not None and job.thread.is_alive()

    def _request(self, run_id: str, request: StopRequest | None) -> None:
        """Whichever process works on the run sees the request with its next heartbeat."""
        self._store.request_stop(run_id, request)
