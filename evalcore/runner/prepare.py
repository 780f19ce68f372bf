"""From judges and a stored set to a run that can be executed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from evalcore.domain import AnySet
from evalcore.errors import RunError
from evalcore.judges import Judge, request_fingerprint
from evalcore.providers import Provider
from evalcore.runner.plan import Plan
from evalcore.runner.planning import plan_cases
from evalcore.store import RunInfo, RunSpec, Store, StoredDataset

Clock = Callable[[], datetime]


class ProviderLookup(Protocol):
    """Where a run finds the provider of a judge; :class:`evalcore.providers.Providers` is one."""

    def get(self, name: str, /) -> Provider:
        """The provider of this name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedRun:
    """A run with its plan, as it stood when it was prepared; nothing has been asked yet."""

    run: RunInfo
    judges: tuple[Judge, ...]
    """Resolved."""
    plan: Plan
    retry_failed: bool

    @property
    def run_id(self) -> str:
        """Id of the run, such as ``r-0007``."""
        return self.run.id


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDraft:
    """What a run would ask, worked out without leaving a trace in the store."""

    stored_dataset: StoredDataset
    judges: tuple[Judge, ...]
    """Resolved."""
    epochs: tuple[int, ...]
    repeats: int
    limit: int | None
    retry_failed: bool
    ask_without_evidence: bool
    plan: Plan


async def draft_run(
    store: Store,
    stored_dataset: StoredDataset,
    judges: Sequence[Judge],
    *,
    providers: ProviderLookup,
    repeats: int,
    limit: int | None = None,
    fresh: bool = False,
    retry_failed: bool = False,
    ask_without_evidence: bool = False,
) -> RunDraft:
    """Resolve the judges and plan what is missing; nothing is stored and nothing asked.

    ``fresh`` opens a new epoch, in which everything is asked again.

    Raises
    ------
    RunError
        When the judges do not go together or with the set.
    ProviderError, MissingPart
        When a judge cannot be asked; the message says what to do.
    """
    _check(stored_dataset, judges, repeats=repeats)
    refuse_recorded(judges)
    resolved = tuple([await providers.get(judge.model.provider).resolve(judge) for judge in judges])
    requests = [request_fingerprint(judge) for judge in resolved]
    epochs = tuple(_epoch(store.latest_epoch(request), fresh=fresh) for request in requests)
    plan = plan_cases(
        store.cases_of(stored_dataset.id, limit=limit),
        resolved,
        repeats=repeats,
        replies=[store.known_calls(request, epoch) for request, epoch in zip(requests, epochs, strict=True)],
        epochs=epochs,
        retry_failed=retry_failed,
        ask_without_evidence=ask_without_evidence,
        outlooks=[await providers.get(judge.model.provider).outlook(judge) for judge in resolved],
    )
    return RunDraft(
        stored_dataset=stored_dataset,
        judges=resolved,
        epochs=epochs,
        repeats=repeats,
        limit=limit,
        retry_failed=retry_failed,
        ask_without_evidence=ask_without_evidence,
        plan=plan,
    )


def begin_run(store: Store, draft: RunDraft, *, at: datetime) -> PreparedRun:
    """Store the judges and make the run of a draft; an unfinished run that is to ask the same is continued."""
    spec = RunSpec(
        dataset_id=draft.stored_dataset.id,
        criterion=draft.judges[0].criterion,
        judge_ids=tuple(store.save_judge(judge, at=at) for judge in draft.judges),
        epochs=draft.epochs,
        repeats=draft.repeats,
        limit=draft.limit,
        ask_without_evidence=draft.ask_without_evidence,
    )
    run = store.continue_or_create_run(spec, at=at)
    return PreparedRun(run=run, judges=draft.judges, plan=draft.plan, retry_failed=draft.retry_failed)


async def prepare_run(
    store: Store,
    stored_dataset: StoredDataset,
    judges: Sequence[Judge],
    *,
    providers: ProviderLookup,
    clock: Clock,
    repeats: int,
    limit: int | None = None,
    fresh: bool = False,
    retry_failed: bool = False,
    ask_without_evidence: bool = False,
) -> PreparedRun:
    """Draft a run and begin it at once; see :func:`draft_run` and :func:`begin_run`."""
    draft = await draft_run(
        store,
        stored_dataset,
        judges,
        providers=providers,
        repeats=repeats,
        limit=limit,
        fresh=fresh,
        retry_failed=retry_failed,
        ask_without_evidence=ask_without_evidence,
    )
    return begin_run(store, draft, at=clock())


def refuse_recorded(judges: Sequence[Judge]) -> None:
    """Refuse to ask a judge of which only a recording is known.

    Raises
    ------
    RunError
        One of the judges is recorded.
    """
    for judge in judges:
        if judge.is_recorded:
            raise RunError(
                f"{judge.name} was recorded elsewhere, so that nobody knows its prompt or model and it cannot be asked;"
                " import a file with the replies that are missing, or run a judge from its own file"
            )


def first_cases(dataset: AnySet, limit: int | None) -> AnySet:
    """The set cut to its first cases and their labels; None: the whole set."""
    if limit is None:
        return dataset
    return dataset.with_cases(dataset.cases[:limit])


def _epoch(latest: int | None, *, fresh: bool) -> int:
    if latest is None:
        return 0
    return latest + 1 if fresh else latest


def _check(stored_dataset: StoredDataset, judges: Sequence[Judge], *, repeats: int) -> None:
    if not judges:
        raise RunError("expected at least one judge, found none; name one")
    if repeats < 1:
        raise RunError(f"expected at least 1 repeat, found {repeats}")
    if not stored_dataset.cases:
        raise RunError(f"expected cases in the set {stored_dataset.name!r}, found none; import a file that has some")
    twice = [name for name, count in Counter(judge.name for judge in judges).items() if count > 1]
    if twice:
        raise RunError(f"expected judges of different names, found {twice[0]!r} twice; rename one in its file")
    criteria = sorted({judge.criterion for judge in judges})
    if len(criteria) > 1:
        raise RunError(f"expected judges of one criterion, found {', '.join(criteria)}; run them apart")
    if stored_dataset.criteria and criteria[0] not in stored_dataset.criteria:
        known = ", ".join(stored_dataset.criteria)
        raise RunError(
            f"expected a judge of a criterion that the set {stored_dataset.name!r} has ({known}), "
            f"found {criteria[0]!r}; choose another judge or criterion"
        )
