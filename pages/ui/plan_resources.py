"""The charts of a plan, kept by what was put in; the same input always gives the same chart."""

from __future__ import annotations

import streamlit as st

from evalcore.report import ranked
from evalcore.report.plan_curves import (
    best_bound_by_cases,
)
from evalcore.report.plan_curves import (
    chance_by_cases as chances,
)
from evalcore.report.plan_curves import (
    delivered_by_attempts as delivered,
)
from evalcore.report.plan_curves import (
    interval_by_cases as intervals,
)
from evalcore.report.plan_curves import (
    labels_by_difference as by_difference,
)
from evalcore.report.plan_curves import (
    labels_by_half_width as by_half_width,
)
from evalcore.report.plan_curves import (
    labels_by_rate as by_rate,
)
from evalcore.report.plan_start import PlanStart, plan_start
from pages.ui import measured, plan_charts
from pages.ui.charts import Spec

_MOST_ATTEMPTS = 10


def judge_names(run_id: str) -> list[str]:
    """The judges of a run that a plan can start from, the best first."""
    return [judge.name for judge in ranked(measured.report(run_id))]


def start_of(run_id: str, judge: str) -> PlanStart:
    """What a judge of a run has shown."""
    return plan_start(measured.report(run_id), judge)


@st.cache_data(max_entries=64, show_spinner=False)
def labels_by_half_width(rate: float, half_width: float, labels: int) -> Spec:
    """Labels needed for every half-width."""
    return plan_charts.labels_by_half_width_chart(by_half_width(rate), half_width=half_width, labels=labels)


@st.cache_data(max_entries=64, show_spinner=False)
def interval_by_cases(rate: float, most: int, cases: int) -> Spec:
    """The interval around a rate for every number of cases."""
    return plan_charts.interval_by_cases_chart(intervals(rate, most), rate=rate, cases=cases)


@st.cache_data(max_entries=64, show_spinner=False)
def labels_by_rate(threshold: float, power: float, rate: float, labels: int) -> Spec:
    """Labels that tell a judge from a threshold, for every true rate."""
    return plan_charts.labels_by_rate_chart(by_rate(threshold, power), threshold=threshold, rate=rate, labels=labels)


@st.cache_data(max_entries=64, show_spinner=False)
def labels_by_difference(
    rate: float, discordant: float | None, power: float, difference: float, same: int | None, different: int
) -> Spec:
    """Labels that tell two rates apart, for every difference."""
    return plan_charts.labels_by_difference_chart(
        by_difference(rate, discordant, power), difference=difference, same=same, different=different
    )


@st.cache_data(max_entries=64, show_spinner=False)
def bound_by_cases(most: int, threshold: float, cases: int, bound: float) -> Spec:
    """What a perfect result shows, for every number of cases."""
    return plan_charts.bound_by_cases_chart(best_bound_by_cases(most), threshold=threshold, cases=cases, bound=bound)


@st.cache_data(max_entries=64, show_spinner=False)
def chance_by_cases(rate: float, threshold: float, most: int, cases: int, chance: float) -> Spec:
    """Chance to pass a gate, for every number of cases."""
    return plan_charts.chance_by_cases_chart(chances(rate, threshold, most), cases=cases, chance=chance)


@st.cache_data(max_entries=64, show_spinner=False)
def delivered_by_attempts(pass_rate: float, tpr: float, tnr: float, attempts: int) -> Spec:
    """What becomes of questions in a retry loop, for every number of attempts."""
    points = delivered(pass_rate, tpr=tpr, tnr=tnr, most=max(_MOST_ATTEMPTS, attempts))
    return plan_charts.delivered_by_attempts_chart(points, attempts=attempts)
