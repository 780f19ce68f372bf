"""Runs: plan the missing calls, ask them with bounded concurrency, save each reply as it lands."""

from typing import TYPE_CHECKING

from evalcore.lazily import loading
from evalcore.runner.continuing import continue_run, done_run, left_behind, unfinished_run
from evalcore.runner.execute import RunOutcome, execute
from evalcore.runner.forecast import Forecast, JudgeForecast, Prices, cost_usd, forecast, may_cost
from evalcore.runner.identity import this_process
from evalcore.runner.leases import state_now
from evalcore.runner.plan import JudgePlan, Plan, PlannedCall, over_window_in_words, reasons_not_to_ask
from evalcore.runner.planning import plan_run
from evalcore.runner.prepare import PreparedRun, ProviderLookup, RunDraft, begin_run, draft_run, prepare_run
from evalcore.runner.progress import JudgeProgress, Progress
from evalcore.runner.run_report import (
    cases_of_run,
    confirmed_report,
    load_outcome,
    load_run_columns,
    run_report,
    selection_of,
)
from evalcore.runner.stopping import StopSignal

if TYPE_CHECKING:
    from evalcore.runner.background import BackgroundRuns
    from evalcore.runner.standing import JudgeStanding, run_standing
    from evalcore.runner.trial import TRIAL_CASES, try_judge

__all__ = [
    "TRIAL_CASES",
    "BackgroundRuns",
    "Forecast",
    "JudgeForecast",
    "JudgePlan",
    "JudgeProgress",
    "JudgeStanding",
    "Plan",
    "PlannedCall",
    "PreparedRun",
    "Prices",
    "Progress",
    "ProviderLookup",
    "RunDraft",
    "RunOutcome",
    "StopSignal",
    "begin_run",
    "cases_of_run",
    "confirmed_report",
    "continue_run",
    "cost_usd",
    "done_run",
    "draft_run",
    "execute",
    "forecast",
    "left_behind",
    "load_outcome",
    "load_run_columns",
    "may_cost",
    "over_window_in_words",
    "plan_run",
    "prepare_run",
    "reasons_not_to_ask",
    "run_report",
    "run_standing",
    "selection_of",
    "state_now",
    "this_process",
    "try_judge",
    "unfinished_run",
]

# What the pages do with runs: asking does without.
__getattr__ = loading(__name__, ("background", "standing", "trial"), __all__)
