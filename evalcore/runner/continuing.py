"""Runs that are there already: found again for a plan, and prepared once more from what the store knows."""

from __future__ import annotations

from dataclasses import replace

from evalcore.judges import Judge, request_fingerprint
from evalcore.runner.planning import plan_cases
from evalcore.runner.prepare import PreparedRun, ProviderLookup, RunDraft, refuse_recorded
from evalcore.store import RunInfo, RunSpec, Store


async def continue_run(
    store: Store, run_id: str, *, providers: ProviderLookup, retry_failed: bool = False
) -> PreparedRun:
    """Prepare a run anew from its own record: the same judges, epochs, repeats and cases.

    Parameters
    ----------
    retry_failed
        Whether calls that are stored as failed are asked again; a run that is done has no others.

    Raises
    ------
    RunError
        When there is no such run, or its replies were recorded elsewhere.
    ProviderError, MissingPart
        When a judge cannot be asked any more, or its model is another one now.
    """
    run = store.load_run(run_id)
    spec = run.spec
    judges = tuple(store.load_judge(judge_id) for judge_id in spec.judge_ids)
    refuse_recorded(judges)
    for judge in judges:
        await providers.get(judge.model.provider).resolve(judge)
    plan = plan_cases(
        store.cases_of(spec.dataset_id, limit=spec.limit),
        judges,
        repeats=spec.repeats,
        replies=[
            store.known_calls(request_fingerprint(judge), epoch)
            for judge, epoch in zip(judges, spec.epochs, strict=True)
        ],
        epochs=spec.epochs,
        retry_failed=retry_failed,
        ask_without_evidence=spec.ask_without_evidence,
    )
    return PreparedRun(run=run, judges=judges, plan=plan, retry_failed=retry_failed)


def unfinished_run(store: Store, draft: RunDraft) -> RunInfo | None:
    """The run that beginning this draft would continue; None when it would make a new one."""
    spec = _known_spec(store, draft)
    return None if spec is None else store.find_unfinished(spec)


def done_run(store: Store, draft: RunDraft) -> RunInfo | None:
    """The newest run that asked what this draft is to ask, and is done; None when there is none."""
    spec = _known_spec(store, draft)
    return next((run for run in store.list_runs() if run.spec == spec and run.state == "done"), None)


def left_behind(store: Store, draft: RunDraft) -> RunInfo | None:
    """The newest unfinished run of what this draft is to ask, but of a model that was another one by its digest.

    Beginning the draft makes a new run beside it; None where there is no such run.
    """
    wanted = RunSpec(
        dataset_id=draft.stored_dataset.id,
        criterion=draft.judges[0].criterion,
        judge_ids=(),
        epochs=(),
        repeats=draft.repeats,
        limit=draft.limit,
        ask_without_evidence=draft.ask_without_evidence,
    )
    for run in store.list_runs():
        spec = run.spec
        alike = replace(spec, judge_ids=(), epochs=()) == wanted and len(spec.judge_ids) == len(draft.judges)
        if alike and run.state != "done":
            judges = [store.load_judge(judge_id) for judge_id in spec.judge_ids]
            same = [_without_digest(one) == _without_digest(now) for one, now in zip(judges, draft.judges, strict=True)]
            replaced = any(one != now for one, now in zip(judges, draft.judges, strict=True))
            if all(same) and replaced:
                return run
    return None


def _without_digest(judge: Judge) -> Judge:
    return replace(judge, model=replace(judge.model, digest=None))


def _known_spec(store: Store, draft: RunDraft) -> RunSpec | None:
    """What a run of this draft is to ask; None while a judge of it is not stored, so that there is no such run."""
    found = (store.find_judge(judge) for judge in draft.judges)
    ids = tuple(judge_id for judge_id in found if judge_id is not None)
    if len(ids) < len(draft.judges):
        return None
    return RunSpec(
        dataset_id=draft.stored_dataset.id,
        criterion=draft.judges[0].criterion,
        judge_ids=ids,
        epochs=draft.epochs,
        repeats=draft.repeats,
        limit=draft.limit,
        ask_without_evidence=draft.ask_without_evidence,
    )
