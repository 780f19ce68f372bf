"""What goes on beside the asking: heartbeat, requests to stop, progress."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Never

from evalcore.runner.beside import beside_the_loop
from evalcore.runner.leases import HEARTBEAT_S, Lease
from evalcore.runner.patience import Patience
from evalcore.runner.prepare import Clock
from evalcore.runner.progress import Progress, Tally
from evalcore.runner.stopping import StopSignal
from evalcore.store import RunState, Store

TICK_S = 0.2
GRACE_S = 5.0
"""How long calls under way may take to end after the run was stopped."""


class Watch:
    """Keeps the lease, and carries requests in the store over to the run's stop signal."""

    def __init__(
        self, *, store: Store, lease: Lease, tally: Tally, stop: StopSignal, clock: Clock, run_id: str
    ) -> None:
        self._store = store
        self._lease = lease
        self._tally = tally
        self._stop = stop
        self._clock = clock
        self._run_id = run_id
        self._state: RunState = "running"
        self._noted: RunState = "running"
        self._patience = Patience(tally.wait_for)
        self._writing = threading.Lock()
        self._over = False

    async def over(self, asking: asyncio.Task[None], on_progress: Callable[[Progress], None]) -> None:
        """Watch until cancelled; end the asking when it does not heed a stop in time.

        Raises
        ------
        RunBusy
            When the lease was lost.
        StoreError
            When the store could not be written for longer than a run waits.
        """
        loop = asyncio.get_running_loop()
        beating = asyncio.create_task(self._keep_beating())
        stopped_at: float | None = None
        try:
            while not beating.done():
                self._show_pause()
                on_progress(self._tally.snapshot(self._state, now_s=loop.time()))
                if self._stop.ending:
                    stopped_at = stopped_at or loop.time()
                    if loop.time() - stopped_at >= GRACE_S:
                        asking.cancel()
                await asyncio.sleep(TICK_S)
        finally:
            beating.cancel()
            await beside_the_loop(self._end)
        beating.result()

    async def _keep_beating(self) -> Never:
        """Beat beside the watching: a store that somebody holds must not hold up what is shown."""
        while True:
            await self._patience.until_done(self._beat)
            await asyncio.sleep(HEARTBEAT_S)

    def _beat(self) -> None:
        with self._writing:
            if self._over:
                return
            self._lease.renew()
            request = self._store.requested_stop(self._run_id)
            paused = request == "pause" or (self._stop.paused and not (request is None and self._stop.noted))
            self._note("paused" if paused and request != "cancel" else "running")
            if request == "cancel":
                self._stop.cancel()
            elif request == "pause" and not self._stop.paused:
                self._stop.pause(noted=True)
            elif request is None and self._stop.noted:
                self._stop.resume()

    def _note(self, state: RunState) -> None:
        if state != self._noted:
            self._store.set_run_state(self._run_id, state, at=self._clock())
            self._noted = state

    def _end(self) -> None:
        """Wait for a beat that is under way, and let no other write after the end of the run is noted."""
        with self._writing:
            self._over = True

    def _show_pause(self) -> None:
        """Show at once whether the run is paused; the next beat tells others."""
        state: RunState = "paused" if self._stop.paused else "running"
        if state != self._state:
            self._state = state
            self._tally.rest()
