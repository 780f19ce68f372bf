"""What the Releases page reads from the store, once per revision of the two runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from evalcore.report.release_pairs import Release
from evalcore.report.releases import ReleaseComparison, compare_releases
from evalcore.store import RunInfo
from pages.ui import charts, measured, release_charts, resources


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A judge of a run."""

    run_id: str
    judge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two releases side by side, and their plot."""

    before: Release
    after: Release
    comparison: ReleaseComparison
    plot: charts.Spec | None


def all_runs() -> Mapping[str, RunInfo]:
    """Every run of the store by its id, the newest first."""
    return {run.id: run for run in resources.store().list_runs()}


def run_before(after: str) -> str:
    """The run that another is most likely compared with: the newest before it that shares a judge, else any older."""
    runs = resources.store().list_runs()
    at = [run.id for run in runs].index(after)
    older = runs[at + 1 :] or runs[:at]
    names = set(resources.judge_names(runs[at]))
    return next((run.id for run in older if names & set(resources.judge_names(run))), older[0].id)


def compared(before: Choice, after: Choice) -> Compared:
    """Two judges of two runs compared, as far as their replies have landed."""
    revision = resources.revision_of(before.run_id), resources.revision_of(after.run_id)
    return _compared(before, after, revision)


@st.cache_resource(max_entries=8, show_spinner="Comparing the runs")
def _compared(before: Choice, after: Choice, revision: object) -> Compared:  # noqa: ARG001
    sides = [
        Release(run=measured.run_columns(one.run_id), judge=measured.judge_columns(one.run_id, one.judge))
        for one in (before, after)
    ]
    comparison = compare_releases(*sides)
    return Compared(before=sides[0], after=sides[1], comparison=comparison, plot=release_charts.rates_plot(comparison))
