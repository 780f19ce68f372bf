"""Who works on a run: one process at a time, and a dead one does not block it."""

from __future__ import annotations

from datetime import datetime

from evalcore.errors import RunBusy
from evalcore.runner.identity import is_gone, owner_in_words
from evalcore.runner.prepare import Clock
from evalcore.store import RunInfo, RunState, Store

LEASE_S = 15.0
HEARTBEAT_S = 1.0


class Lease:
    """The right to work on one run, for as long as it is renewed."""

    def __init__(self, *, store: Store, run_id: str, owner: str, clock: Clock) -> None:
        self._store = store
        self._run_id = run_id
        self.owner = owner
        self._clock = clock
        self.held = False

    def take(self) -> None:
        """Take the run.

        Raises
        ------
        RunBusy
            When somebody else is working on it.
        """
        self.held = self._try()
        if self.held:
            return
        holder = self._store.load_run(self._run_id).lease_owner
        if holder and is_gone(holder):
            self._store.release_lease(self._run_id, owner=holder)
            self.held = self._try()
        if not self.held:
            raise RunBusy(
                f"run {self._run_id} is being worked on by {owner_in_words(holder) if holder else 'another process'}; "
                "wait for it, or cancel it in the workbench"
            )

    def renew(self) -> None:
        """Prolong the lease; RunBusy when it ran out and somebody else took the run."""
        self.held = self._store.renew_lease(self._run_id, owner=self.owner, now=self._clock(), for_s=LEASE_S)
        if not self.held:
            raise RunBusy(f"run {self._run_id} was taken over by another process, because this one stood still")

    def release(self) -> None:
        """Give the run back."""
        self._store.release_lease(self._run_id, owner=self.owner)
        self.held = False

    def _try(self) -> bool:
        return self._store.take_lease(self._run_id, owner=self.owner, now=self._clock(), for_s=LEASE_S)


def state_now(run: RunInfo, *, now: datetime) -> RunState:
    """How a run stands, seen from outside: one whose process was killed is interrupted, whatever it last noted."""
    if run.state not in ("running", "paused"):
        return run.state
    owner, until = run.lease_owner, run.lease_until
    if owner is None or until is None or until <= now or is_gone(owner):
        return "interrupted"
    return run.state
