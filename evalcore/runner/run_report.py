"""What a stored run says: its calibration report, and case by case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evalcore.bulk import uncollected
from evalcore.domain import AnySet, OutlinedSet, Part, Selection
from evalcore.errors import RunError
from evalcore.judges import config_sha256, request_fingerprint
from evalcore.runner.prepare import first_cases
from evalcore.store import AT_REST, Store

if TYPE_CHECKING:
    from datetime import datetime

    from evalcore.domain import CalibrationReport, Dataset, Mix
    from evalcore.report import CaseOutcome, JudgeColumns, RunColumns, Unread
    from evalcore.store import RunSpec


def cases_of_run(store: Store, run_id: str, *, dataset: Dataset | None = None, part: Part | None = "choose") -> Dataset:
    """The cases that a run asks about, with their labels.

    Parameters
    ----------
    dataset
        The run's whole set, where the caller has it already.
    part
        Which cases of a split set; None: both. A set that is not split has all its cases in either.

    Raises
    ------
    RunError
        When there is no such run.
    """
    spec = store.load_run(run_id).spec
    return _asked_about(store, spec, dataset or store.load_dataset(spec.dataset_id), part)


def _asked_about(store: Store, spec: RunSpec, dataset: AnySet, part: Part | None) -> AnySet:
    cases = first_cases(dataset, spec.limit)
    split = store.find_split(cases.name, spec.criterion) if part else None
    return split.part(cases, part) if split and part else cases


def load_run_columns(
    store: Store, run_id: str, *, outlined: OutlinedSet | None = None, part: Part | None = "choose"
) -> RunColumns:
    """Read what counting needs of a run's set and replies; no model is called.

    The texts of the cases stay in the store, which has to be open when somebody looks at them.

    Parameters
    ----------
    outlined
        The run's whole set, where the caller has it already.
    part
        As in :func:`cases_of_run`.

    Raises
    ------
    RunError
        When there is no such run.
    """
    # The report brings numpy and scipy, which planning and asking do without.
    from evalcore.report import JudgeReplies, run_columns

    run = store.load_run(run_id)
    spec, at_rest = run.spec, run.state in AT_REST
    judges = [store.load_judge(judge_id) for judge_id in spec.judge_ids]
    return run_columns(
        _asked_about(store, spec, outlined or store.load_outlined(spec.dataset_id), part),
        (
            JudgeReplies(judge=judge, replies=store.reply_columns(request_fingerprint(judge), epoch, pack=at_rest))
            for judge, epoch in zip(judges, spec.epochs, strict=True)
        ),
        criterion=spec.criterion,
        repeats=spec.repeats,
        ask_without_evidence=spec.ask_without_evidence,
    )


@uncollected()
def run_report(
    store: Store,
    run_id: str,
    *,
    rule: str | None = None,
    unread: Unread = "fail",
    slice_keys: Sequence[str] | None = None,
    reference: str | None = None,
    margin: float | None = None,
    mix: Mix | None = None,
) -> CalibrationReport:
    """Read a run's replies and labels from the store and measure its judges; no model is called.

    On a split set it is on the cases to choose on; :func:`confirmed_report` is on the others.

    Parameters
    ----------
    rule
        Another reading rule for all judges; None: each judge's own.
    unread
        How a reply without a verdict counts, see :func:`evalcore.report.build_report`.
    slice_keys
        Keys to slice by; None: all that the cases carry.
    reference, margin, mix
        As in :func:`evalcore.report.report_on`.

    Raises
    ------
    RunError
        When there is no such run.
    """
    from evalcore.report import read_calls, report_on

    run = load_run_columns(store, run_id)
    columns = [read_calls(calls, rule=rule, unread=unread) for calls in run.judges]
    return report_on(
        run,
        columns,
        slice_keys=slice_keys,
        selection=selection_of(store, run_id),
        reference=reference,
        margin=margin,
        mix=mix,
    )


@uncollected()
def confirmed_report(
    store: Store,
    run_id: str,
    judge: str | None,
    *,
    at: datetime,
    rule: str | None = None,
    unread: Unread = "fail",
    slice_keys: Sequence[str] | None = None,
    mix: Mix | None = None,
) -> CalibrationReport:
    """Measure one judge of a run for a decision: on the cases kept back where the set is split, else on all.

    The first time that a configuration is measured on the cases kept back counts as a look at them.

    Parameters
    ----------
    judge
        Its name in the run; None: the only one. A set that is not split has every judge in its report.
    at
        When it is looked at.
    rule, unread, slice_keys, mix
        As in :func:`run_report`.

    Raises
    ------
    RunError
        When there is no such run, or no such judge in it.
    """
    from evalcore.report import read_calls, report_on

    spec = store.load_run(run_id).spec
    set_name = _set_name(store, spec)
    if store.find_split(set_name, spec.criterion) is None:
        return run_report(store, run_id, rule=rule, unread=unread, slice_keys=slice_keys, mix=mix)
    run = load_run_columns(store, run_id, part="confirm")
    chosen = [calls for calls in run.judges if judge in (None, calls.judge.name)]
    if len(chosen) != 1:
        known = ", ".join(calls.judge.name for calls in run.judges)
        raise RunError(
            f"the set of run {run_id} is split, and only the judge that was chosen is looked at on the cases kept back:"
            f" expected one of {known}, found {judge or 'none'}"
        )
    columns = read_calls(chosen[0], rule=rule, unread=unread)
    store.note_looks(set_name, spec.criterion, [config_sha256(columns.judge)], at=at)
    selection = selection_of(store, run_id, part="confirm")
    return report_on(run, [columns], slice_keys=slice_keys, selection=selection, mix=mix)


def selection_of(store: Store, run_id: str, *, part: Part = "choose") -> Selection:
    """How many judges were tried on the cases of a run, and how often its results were looked at."""
    spec = store.load_run(run_id).spec
    set_name = _set_name(store, spec)
    candidates = store.judges_tried(set_name, spec.criterion)
    if store.find_split(set_name, spec.criterion) is None:
        return Selection(candidates=candidates, split=None, looks=store.runs_on(set_name, spec.criterion))
    looks = store.looks if part == "confirm" else store.runs_on
    return Selection(candidates=candidates, split="choose/confirm", looks=looks(set_name, spec.criterion), part=part)


def _set_name(store: Store, spec: RunSpec) -> str:
    return next(stored.name for stored in store.list_datasets() if stored.id == spec.dataset_id)


def load_outcome(store: Store, run_id: str, run: RunColumns, judge: JudgeColumns, position: int) -> CaseOutcome:
    """What became of one case of a run under one of its judges, with its replies word for word.

    Parameters
    ----------
    run, judge
        As :func:`load_run_columns` and :func:`evalcore.report.read_calls` give them.
    position
        Of the case in the set.
    """
    from evalcore.report import open_case

    asked = judge.calls.judge
    spec = store.load_run(run_id).spec
    epoch = spec.epochs[[calls.judge.name for calls in run.judges].index(asked.name)]
    replies = store.replies_to_case(request_fingerprint(asked), epoch, run.fingerprints[position], repeats=run.repeats)
    return open_case(run, judge, position, replies)
