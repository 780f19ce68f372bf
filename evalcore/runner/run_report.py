"""What a stored run says: its calibration report, and case by case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evalcore.judges import request_fingerprint
from evalcore.runner.prepare import first_cases
from evalcore.store import Store

if TYPE_CHECKING:
    from evalcore.domain import CalibrationReport, Dataset
    from evalcore.report import CaseOutcome, JudgeColumns, RunColumns, Unread


def load_run_columns(store: Store, run_id: str, *, dataset: Dataset | None = None) -> RunColumns:
    """Read a run's set and what counting needs of its replies; no model is called.

    Parameters
    ----------
    dataset
        The run's whole set, where the caller has it already.

    Raises
    ------
    RunError
        When there is no such run.
    """
    # The report brings numpy and scipy, which planning and asking do without.
    from evalcore.report import JudgeReplies, run_columns

    spec = store.load_run(run_id).spec
    judges = [store.load_judge(judge_id) for judge_id in spec.judge_ids]
    return run_columns(
        first_cases(dataset or store.load_dataset(spec.dataset_id), spec.limit),
        (
            JudgeReplies(judge=judge, replies=store.reply_columns(request_fingerprint(judge), epoch))
            for judge, epoch in zip(judges, spec.epochs, strict=True)
        ),
        criterion=spec.criterion,
        repeats=spec.repeats,
        ask_without_evidence=spec.ask_without_evidence,
    )


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
    from evalcore.report import read_calls, report_on

    run = load_run_columns(store, run_id)
    columns = [read_calls(calls, rule=rule, unread=unread) for calls in run.judges]
    return report_on(run, columns, slice_keys=slice_keys)


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
