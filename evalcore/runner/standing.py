"""How far a run is by what is stored: for runs of other processes, and for those at rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.domain import OutlinedSet
from evalcore.judges import Judge, request_fingerprint
from evalcore.runner.plan import reasons_not_to_ask
from evalcore.runner.prepare import first_cases
from evalcore.store import RunSpec, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeStanding:
    """How far one judge of a run is, counted in calls; identical cases share calls."""

    name: str
    calls: int
    """All that the run is to ask of it."""
    answered: int
    failed: int
    cut: int
    """How many of the answered rest on a prompt that was cut."""
    errors: Mapping[str, int]
    """Message of a failure → calls that failed so, the commonest first."""

    @property
    def missing(self) -> int:
        """Calls without a reply or a failure."""
        return self.calls - self.answered - self.failed


def run_standing(store: Store, run_id: str) -> tuple[JudgeStanding, ...]:
    """How far each judge of a run is; no reply's text is read.

    Raises
    ------
    RunError
        When there is no such run.
    """
    spec = store.load_run(run_id).spec
    dataset = first_cases(store.load_outlined(spec.dataset_id), spec.limit)
    return tuple(
        _standing_of(store, spec, store.load_judge(judge_id), epoch, dataset)
        for judge_id, epoch in zip(spec.judge_ids, spec.epochs, strict=True)
    )


def _standing_of(store: Store, spec: RunSpec, judge: Judge, epoch: int, dataset: OutlinedSet) -> JudgeStanding:
    reasons = reasons_not_to_ask(judge, dataset, ask_without_evidence=spec.ask_without_evidence)
    asked = {case.fingerprint for case, reason in zip(dataset.cases, reasons, strict=True) if reason is None}
    request = request_fingerprint(judge)

    def is_asked(call: tuple[str, int]) -> bool:
        return call[0] in asked and call[1] < spec.repeats

    failures = store.failures(request, epoch)
    errors = Counter(failure.message for call, failure in failures.items() if is_asked(call))
    return JudgeStanding(
        name=judge.name,
        calls=len(asked) * spec.repeats,
        # A repeat at a time, so that of a million calls no list is made.
        answered=sum(len(asked.intersection(store.answered_cases(request, epoch, n))) for n in range(spec.repeats)),
        failed=errors.total(),
        cut=sum(map(is_asked, store.cut_calls(request, epoch))),
        errors=dict(errors.most_common()),
    )
