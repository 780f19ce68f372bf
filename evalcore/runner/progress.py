"""How far a run is."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalcore.domain import How, Reply
from evalcore.judges import Judge
from evalcore.replies import read
from evalcore.runner.plan import JudgePlan, Plan
from evalcore.store import RunState

_RATE_OVER = 200
_ERRORS_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeProgress:
    """How far one judge of a run is, counted in calls.

    Calls that a judge shares with one before it are counted there.
    """

    name: str
    before: int
    """Calls of this run that had a reply or a failure when it was started or continued, or got one from another run."""
    total: int
    """``before`` and all that were to be asked."""
    done: int = 0
    """Calls that came back since, failures included."""
    failed: int = 0
    """How many of ``done``."""
    forms: Mapping[str, int]
    """How the replies since were read by the judge's own rule, by each of :class:`evalcore.domain.How`."""
    cut: int = 0
    """How many of the replies since rest on a prompt that was cut."""


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
    """Calls that were to be asked then, but for those that another run stored since."""
    failed: int
    """How many of ``done``."""
    rate_per_s: float | None = None
    """Over the last 200 calls of this judge; None before two came back."""
    eta_s: float | None = None
    """Seconds left if all the rest goes at this rate."""
    judges: tuple[JudgeProgress, ...] = ()
    """In the order in which they are asked, those included whose turn is still to come."""
    last_errors: tuple[str, ...] = ()
    """Distinct messages of failed calls, newest last."""
    message: str = ""
    """What the run waits for, or why it ended early."""


def progress_at_start(run_id: str, plan: Plan) -> Progress:
    """What there is to show of a run before its first call."""
    return Tally(run_id=run_id, plans=plan.judges).snapshot("planned", now_s=0.0)


class _Counts:
    """The counts of one judge."""

    def __init__(self, *, before: int, to_ask: int) -> None:
        self._before = before
        self._to_ask = to_ask
        self.done = 0
        self.failed = 0
        self.forms: Counter[How] = Counter()
        self.cut = 0

    def leave_out(self, calls: int) -> None:
        """Another run stored so many of those to ask."""
        self._before += calls
        self._to_ask -= calls

    def snapshot(self, name: str) -> JudgeProgress:
        """The counts at this moment; a form that did not occur is there with 0, so that a table stands still."""
        return JudgeProgress(
            name=name,
            before=self._before,
            total=self._before + self._to_ask,
            done=self.done,
            failed=self.failed,
            forms={how.value: self.forms[how] for how in How},
            cut=self.cut,
        )


class Tally:
    """Counts replies as they land; lives in the run's own event loop."""

    def __init__(self, *, run_id: str, plans: Sequence[JudgePlan]) -> None:
        self._run_id = run_id
        self._counts = {plan.judge.name: _Counts(before=plan.standing, to_ask=len(plan.to_ask)) for plan in plans}
        self._total = sum(len(plan.to_ask) for plan in plans)
        self._judge = ""
        self._errors: deque[str] = deque(maxlen=_ERRORS_SHOWN)
        self._landed_at: deque[float] = deque(maxlen=_RATE_OVER)
        self._waiting = ""
        self.done = 0
        self.failed = 0
        self.failed_elsewhere = 0
        """Calls that another run stored as failed since this one was planned."""

    @property
    def missing(self) -> int:
        """Calls that are still to be asked."""
        return self._total - self.done

    def begin(self, judge: Judge) -> None:
        """Another judge's calls come next; its rate is its own."""
        self._judge = judge.name
        self._landed_at.clear()

    def rest(self) -> None:
        """The run is paused: the time until it goes on is not part of its rate."""
        self._landed_at.clear()

    def count(self, judge: Judge, reply: Reply, *, now_s: float) -> None:
        """Count one reply or failure."""
        self._landed_at.append(now_s)
        self._add(judge, reply, 1)

    def recount(self, judge: Judge, counted: Reply, now: Reply) -> None:
        """Count a reply that was counted as something else than it is stored as."""
        self._add(judge, counted, -1)
        self._add(judge, now, 1)

    def leave_out(self, judge: Judge, answered: Sequence[bool]) -> None:
        """Count calls that need not be asked any more, because another run stored them: answered, or failed."""
        self._counts[judge.name].leave_out(len(answered))
        self._total -= len(answered)
        self.failed_elsewhere += answered.count(False)

    def wait_for(self, what: str) -> None:
        """Say what the run is waiting for; an empty text once it goes on."""
        self._waiting = what

    def _add(self, judge: Judge, reply: Reply, times: int) -> None:
        counts = self._counts[judge.name]
        self.done += times
        counts.done += times
        if reply.failure is not None:
            self.failed += times
            counts.failed += times
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
        counts.forms[reading.how] += times
        counts.cut += times * reply.truncated

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
            judges=tuple(counts.snapshot(name) for name, counts in self._counts.items()),
            last_errors=tuple(self._errors),
            message=message or self._waiting,
        )

    def _rate(self, now_s: float) -> float | None:
        if len(self._landed_at) < 2 or now_s <= self._landed_at[0]:
            return None
        return (len(self._landed_at) - 1) / (now_s - self._landed_at[0])
