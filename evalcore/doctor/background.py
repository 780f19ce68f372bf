"""Examinations that go on while nobody waits for them, for the workbench's pages."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Literal

from evalcore.doctor.asking import OnProgress
from evalcore.doctor.report import DoctorReport
from evalcore.errors import EvalcoreError, RunError

_log = logging.getLogger(__name__)

Work = Callable[[OnProgress], Coroutine[Any, Any, DoctorReport]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """How one examination stands."""

    state: Literal["asking", "done", "failed"]
    done: int = 0
    calls: int
    report: DoctorReport | None = None
    message: str = ""
    """Why it failed."""


class Examinations:
    """One thread per judge that is examined; a page that is left or reloaded changes nothing."""

    def __init__(self) -> None:
        self._known: dict[str, Examination] = {}
        self._to_stop: set[str] = set()
        self._lock = threading.Lock()

    def start(self, key: str, calls: int, work: Work) -> None:
        """Examine in the background; nothing happens while the same is being examined already.

        Parameters
        ----------
        key
            What is examined: whatever the replies depend on.
        calls
            How many it will make.
        work
            Asks the probes, and tells how far it is.
        """
        with self._lock:
            known = self._known.get(key)
            if known and known.state == "asking":
                return
            self._known[key] = Examination(state="asking", calls=calls)
            self._to_stop.discard(key)
        # A daemon, because nothing is stored that an ending server would have to wait for.
        threading.Thread(target=self._work, args=(key, work), name=f"doctor {key[:12]}", daemon=True).start()

    def get(self, key: str) -> Examination | None:
        """How an examination stands; None for one that was not started here."""
        with self._lock:
            return self._known.get(key)

    def stop(self, key: str) -> None:
        """Ask nothing more after the call under way."""
        with self._lock:
            self._to_stop.add(key)

    def _work(self, key: str, work: Work) -> None:
        def tell(done: int, calls: int) -> None:
            self._keep(key, replace(self._now(key), done=done, calls=calls))
            with self._lock:
                if key in self._to_stop:
                    raise RunError(f"it was stopped after {done} of {calls} calls, and nothing of them is kept")

        try:
            report = asyncio.run(work(tell))
        except Exception as error:
            if not isinstance(error, EvalcoreError):
                _log.exception("an examination ended by a bug")
            self._keep(key, replace(self._now(key), state="failed", message=str(error) or type(error).__name__))
        else:
            self._keep(key, replace(self._now(key), state="done", report=report))

    def _now(self, key: str) -> Examination:
        with self._lock:
            return self._known[key]

    def _keep(self, key: str, examination: Examination) -> None:
        with self._lock:
            self._known[key] = examination
