"""Whole runs that meet a fault: through a real server, a real provider and a real store; then resumed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from evalcore.domain import Dataset, Reply, case_fingerprint
from evalcore.errors import EvalcoreError
from evalcore.judges import Judge, ModelRef, request_fingerprint
from evalcore.providers import Providers, Retrying
from evalcore.runner import PreparedRun, Progress, continue_run, execute, prepare_run, run_standing
from evalcore.store import Store
from tests.support.fault_rows import CASES, MODEL, Provider, number_in
from tests.support.model_faults import Fault
from tests.support.model_server import ModelServer, Script, ScriptedReply
from tests.support.things import NOON, make_case, make_dataset, make_judge

CONCURRENCY = 4
QUICK = Retrying(first_wait_s=0.05, longest_wait_s=0.2)
"""Four tries as ever, with short waits between them."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """What became of a run, as the store has it, the page says it and the server counted it."""

    state: str
    requests: int
    """At the server, tries included."""
    replies: dict[tuple[int, int], Reply]
    """What is stored, by the number of the case and the repeat."""
    missing: int
    words: str
    """What the Run page draws of it: why it ended, and the failures with their counts."""
    waited_for: tuple[str, ...]
    """What it said that it was waiting for, as it went."""

    @property
    def answered(self) -> int:
        return sum(reply.answered for reply in self.replies.values())

    @property
    def failed(self) -> int:
        return len(self.replies) - self.answered

    @property
    def tries(self) -> int:
        """The most that a stored call took."""
        return max((reply.attempts for reply in self.replies.values()), default=0)


@dataclass(kw_only=True)
class FaultyRun:
    """One run of a few calls against a server that misbehaves until it is mended."""

    provider: Provider
    store: Store
    server: ModelServer
    repeats: int = 1
    misbehave: Script
    """What the server does before it is mended."""
    sent: Counter[int] = field(default_factory=Counter)
    """How often a proper answer left for the call on a case."""
    mended: bool = False
    afterwards: ScriptedReply = field(default_factory=lambda: ScriptedReply("YES"))
    """What it answers once it is mended."""
    _providers: Providers = field(default_factory=lambda: Providers(retrying=QUICK))

    def __post_init__(self) -> None:
        self.server.script = self._script

    def first_go(self, *, on_progress: Callable[[Progress], None] | None = None) -> Told:
        """Ask until the run ends, as it may."""
        stored = self.store.save_dataset(numbered_cases(), at=NOON)
        judge = self._judge()
        preparing = prepare_run(
            self.store, stored, [judge], providers=self._providers, clock=_now, repeats=self.repeats
        )
        return self._executed(asyncio.run(preparing), on_progress)

    def resumed(self, *, retry_failed: bool = True) -> tuple[list[int], Told]:
        """Go on as the buttons of the Run page do; with the numbers of the cases that the server is asked about."""
        self.mended = True
        before = len(self.server.prompts)
        told = self._executed(self.continued(retry_failed=retry_failed), None)
        return sorted(number_in(prompt) for prompt in self.server.prompts[before:]), told

    def continued(self, *, retry_failed: bool) -> PreparedRun:
        """The run prepared anew from the store."""
        (run,) = self.store.list_runs()
        return asyncio.run(continue_run(self.store, run.id, providers=self._providers, retry_failed=retry_failed))

    def _executed(self, prepared: PreparedRun, on_progress: Callable[[Progress], None] | None) -> Told:
        before, waited_for = len(self.server.prompts), dict[str, None]()

        def watch(progress: Progress) -> None:
            if progress.state == "running" and progress.message:
                waited_for[progress.message] = None
            if on_progress:
                on_progress(progress)

        running = execute(
            prepared,
            store=self.store,
            providers=self._providers,
            clock=_now,
            owner="tests",
            concurrency=CONCURRENCY,
            on_progress=watch,
        )
        ended_by = ""
        try:
            asyncio.run(running)
        except EvalcoreError as error:
            ended_by = str(error)
        return self._told(prepared, before, tuple(waited_for), ended_by)

    def _told(self, prepared: PreparedRun, before: int, waited_for: tuple[str, ...], ended_by: str) -> Told:
        run = self.store.load_run(prepared.run_id)
        (judge,) = prepared.judges
        (standing,) = run_standing(self.store, run.id)
        failures = [f"{count:,} × {message}" for message, count in standing.errors.items()]
        stored = self.store.replies_for(request_fingerprint(judge), 0)
        numbers = {fingerprint: number for number, fingerprint in enumerate(_fingerprints())}
        return Told(
            state=run.state,
            requests=len(self.server.prompts) - before,
            replies={(numbers[fingerprint], repeat): reply for (fingerprint, repeat), reply in stored.items()},
            missing=standing.missing,
            words="\n".join(part for part in (run.message or ended_by, *failures) if part),
            waited_for=waited_for,
        )

    def _judge(self) -> Judge:
        model = ModelRef(provider=self.provider, name=MODEL, base_url=self.server.url)
        return replace(make_judge(template="{answer} is supported by {evidence}? YES or NO"), model=model)

    def _script(self, prompt: str, nth: int) -> ScriptedReply | Fault:
        said = self.afterwards if self.mended else self.misbehave(prompt, nth)
        if isinstance(said, ScriptedReply):
            self.sent[number_in(prompt)] += 1
        return said


def numbered_cases() -> Dataset:
    """Cases whose answer is their number, so that a prompt tells which one it is about."""
    return make_dataset(0, cases=tuple(make_case(number, answer=str(number)) for number in range(CASES)))


def _fingerprints() -> list[str]:
    return [case_fingerprint(case) for case in numbered_cases().cases]


def _now() -> datetime:
    return datetime.now(UTC)
