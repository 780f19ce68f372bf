"""Runs: plan the missing calls, ask them with bounded concurrency, save each reply as it lands."""

from evalcore.runner.background import BackgroundRuns
from evalcore.runner.execute import RunOutcome, execute
from evalcore.runner.leases import this_process
from evalcore.runner.plan import JudgePlan, Plan, PlannedCall, plan_run
from evalcore.runner.prepare import PreparedRun, ProviderLookup, RunDraft, begin_run, draft_run, prepare_run
from evalcore.runner.progress import Progress
from evalcore.runner.run_report import run_outcomes, run_readings, run_report
from evalcore.runner.stopping import StopSignal

__all__ = [
    "BackgroundRuns",
    "JudgePlan",
    "Plan",
    "PlannedCall",
    "PreparedRun",
    "Progress",
    "ProviderLookup",
    "RunDraft",
    "RunOutcome",
    "StopSignal",
    "begin_run",
    "draft_run",
    "execute",
    "plan_run",
    "prepare_run",
    "run_outcomes",
    "run_readings",
    "run_report",
    "this_process",
]
