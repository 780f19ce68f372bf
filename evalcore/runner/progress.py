"""How far a run is."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from evalcore.domain import Reply
from evalcore.judges import Judge
from evalcore.replies import read
from evalcore.store import RunState

_RATE_OVER = 200
_ERRORS_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is, at one moment."""

    run_id: str
    state: RunState
    judge: str
    """Name of the judge that is being asked."""
    done: int
    """Calls that came back since the run was started or continued, failures included, over all judges."""
    total: int
    """Calls that were to be asked then."""
    failed: int
    """How many of ``done``."""
    rate_per_s: float | None = None
    """Over the last 200 calls of this judge; None before two came back."""
    eta_s: float | None = None
    """Seconds left if all the rest goes at this rate."""
    forms: Mapping[str, int] = field(default_factory=dict)
    """How this judge's replies were read by its own rule so far, by :class:`evalcore.domain.How`."""
    last_errors: tuple[str, ...] = ()
    """Distinct messages of failed calls, newest last."""
    message: str = ""
    """Why the run ended early."""


class Tally:
    """Counts replies as they land; lives in the run's own event loop."""

    def __init__(self, *, run_id: str, total: int) -> None:
        self._run_id = run_id
        self._total = total
        self._judge = ""
        self._forms: Counter[str] = Counter()
        self._errors: deque[str] = deque(maxlen=_ERRORS_SHOWN)
        self._landed_at: deque[float] = deque(maxlen=_RATE_OVER)
        self.done = 0
        self.failed = 0

    def begin(self, judge: Judge) -> None:
        """Another judge's calls come next; its forms and its rate are its own."""
        self._judge = judge.name
        self._forms = Counter()
        self._landed_at.clear()

    def rest(self) -> None:
        """The run is paused: the time until it goes on is not part of its rate."""
        self._landed_at.clear()

    def count(self, judge: Judge, reply: Reply, *, now_s: float) -> None:
        """Count one reply or failure."""
        self.done += 1
        self._landed_at.append(now_s)
        if reply.failure is not None:
            self.failed += 1
            if reply.failure.message not in self._errors:
                self._errors.append(reply.failure.message)
            return
        reading = read(
            judge.rule.name,
            reply.text,
            thinking=reply.thinking,
            finish_reason=reply.finish_reason,
            params=judge.rule.params,
        )
        self._forms[reading.how.value] += 1

    def snapshot(self, state: RunState, *, now_s: float, message: str = "") -> Progress:
        """The counts at this moment."""
        rate = self._rate(now_s)
        return Progress(
            run_id=self._run_id,
            state=state,
            judge=self._judge,
            done=self.done,
            total=self._total,
            failed=self.failed,
            rate_per_s=rate,
            eta_s=(self._total - self.done) / rate if rate else None,
            forms=dict(self._forms),
            last_errors=tuple(self._errors),
            message=message,
        )

    def _rate(self, now_s: float) -> float | None:
        if len(self._landed_at) < 2 or now_s <= self._landed_at[0]:
            return None
        return (len(self._landed_at) - 1) / (now_s - self._landed_at[0])
