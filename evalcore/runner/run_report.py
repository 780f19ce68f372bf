"""What a stored run says: its calibration report, and case by case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evalcore.errors import RunError
from evalcore.judges import request_fingerprint
from evalcore.runner.prepare import first_cases
from evalcore.store import RunSpec, Store

if TYPE_CHECKING:
    from evalcore.domain import CalibrationReport
    from evalcore.report import CaseOutcome, JudgeReplies, RuleReading, Unread


def run_report(
    store: Store,
    run_id: str,
    *,
    rule: str | None = None,
    unread: Unread = "fail",
    slice_keys: Sequence[str] | None = None,
) -> CalibrationReport:
    """Read a run's replies and labels from the store and measure its judges; no model is called.

    Parameters
    ----------
    rule
        Another reading rule for all judges; None: each judge's own.
    unread
        How a reply without a verdict counts, see :func:`evalcore.report.build_report`.
    slice_keys
        Keys to slice by; None: all that the cases carry.

    Raises
    ------
    RunError
        When there is no such run.
    """
    # The report brings numpy and scipy, which planning and asking do without.
    from evalcore.report import build_report

    spec = store.load_run(run_id).spec
    return build_report(
        first_cases(store.load_dataset(spec.dataset_id), spec.limit),
        [_judged(store, judge_id, epoch) for judge_id, epoch in zip(spec.judge_ids, spec.epochs, strict=True)],
        criterion=spec.criterion,
        repeats=spec.repeats,
        rule=rule,
        unread=unread,
        slice_keys=slice_keys,
        ask_without_evidence=spec.ask_without_evidence,
    )


def run_outcomes(store: Store, run_id: str, judge: str, *, rule: str | None = None) -> tuple[CaseOutcome, ...]:
    """What became of every case of a run under one of its judges; no model is called.

    Parameters
    ----------
    judge
        The judge's name.
    rule
        Another reading rule; None: the judge's own.

    Raises
    ------
    RunError
        When there is no such run, or no such judge in it.
    """
    from evalcore.report import case_outcomes

    spec = store.load_run(run_id).spec
    return case_outcomes(
        first_cases(store.load_dataset(spec.dataset_id), spec.limit),
        _judged_by_name(store, spec, run_id, judge),
        criterion=spec.criterion,
        repeats=spec.repeats,
        rule=rule,
        ask_without_evidence=spec.ask_without_evidence,
    )


def run_readings(store: Store, run_id: str, judge: str) -> tuple[RuleReading, ...]:
    """What every rule would make of the replies of one judge of a run; no model is called.

    Raises
    ------
    RunError
        When there is no such run, or no such judge in it.
    """
    from evalcore.report import readings_by_rule

    spec = store.load_run(run_id).spec
    return readings_by_rule(
        first_cases(store.load_dataset(spec.dataset_id), spec.limit),
        _judged_by_name(store, spec, run_id, judge),
        criterion=spec.criterion,
        repeats=spec.repeats,
        ask_without_evidence=spec.ask_without_evidence,
    )


def _judged_by_name(store: Store, spec: RunSpec, run_id: str, name: str) -> JudgeReplies:
    names = [store.load_judge(judge_id).name for judge_id in spec.judge_ids]
    if name not in names:
        raise RunError(f"expected a judge of run {run_id} ({', '.join(names)}), found {name!r}")
    position = names.index(name)
    return _judged(store, spec.judge_ids[position], spec.epochs[position])


def _judged(store: Store, judge_id: int, epoch: int) -> JudgeReplies:
    from evalcore.report import JudgeReplies

    judge = store.load_judge(judge_id)
    return JudgeReplies(judge=judge, replies=store.replies_for(request_fingerprint(judge), epoch))
