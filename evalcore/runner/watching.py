"""What goes on beside the asking: heartbeat, requests to stop, progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from evalcore.runner.beside import beside_the_loop
from evalcore.runner.leases import HEARTBEAT_S, Lease
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

    async def over(self, asking: asyncio.Task[None], on_progress: Callable[[Progress], None]) -> None:
        """Watch until cancelled; end the asking when it does not heed a stop in time.

        Raises
        ------
        RunBusy
            When the lease was lost.
        """
        loop = asyncio.get_running_loop()
        beat_at = loop.time()
        stopped_at: float | None = None
        while True:
            if loop.time() >= beat_at:
                await beside_the_loop(self._beat)
                beat_at = loop.time() + HEARTBEAT_S
            self._note_pause()
            on_progress(self._tally.snapshot(self._state, now_s=loop.time()))
            if self._stop.ending:
                stopped_at = stopped_at or loop.time()
                if loop.time() - stopped_at >= GRACE_S:
                    asking.cancel()
            await asyncio.sleep(TICK_S)

    def _beat(self) -> None:
        self._lease.renew()
        request = self._store.requested_stop(self._run_id)
        if request == "cancel":
            self._stop.cancel()
        elif request == "pause" and not self._stop.paused:
            self._stop.pause(noted=True)
        elif request is None and self._stop.noted:
            self._stop.resume()

    def _note_pause(self) -> None:
        state: RunState = "paused" if self._stop.paused else "running"
        if state == self._state:
            return
        self._state = state
        self._tally.rest()
        self._store.set_run_state(self._run_id, state, at=self._clock())
