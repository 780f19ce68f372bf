"""What Compare measures on demand: judges against a reference, and under production's mix; once per choice and
revision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from evalcore.domain import Comparison, MixMeasures
from evalcore.report import compare_judges, mix_measures, mix_of
from pages.ui import measured, resources

_MOST_VALUES = 24
"""Values of a slice key up to whose number each gets a field."""


def comparisons(run_id: str, rule: str | None, reference: str, margin: float) -> tuple[Comparison, ...]:
    """Every other judge of a run against one."""
    return _comparisons(run_id, rule, reference, margin, resources.revision_of(run_id))


@st.cache_resource(max_entries=32, show_spinner=False)
def _comparisons(
    run_id: str,
    rule: str | None,
    reference: str,
    margin: float,
    revision: object,  # noqa: ARG001
) -> tuple[Comparison, ...]:
    run = measured.run_columns(run_id)
    columns = [measured.judge_columns(run_id, calls.judge.name, rule) for calls in run.judges]
    return compare_judges(run, columns, reference=reference, margin=margin)


def slice_values(run_id: str) -> Mapping[str, Mapping[str, int]]:
    """Cases by value of every slice key of a run whose values are few enough to declare a share for each."""
    return _slice_values(run_id, resources.revision_of(run_id))


@st.cache_resource(max_entries=8, show_spinner=False)
def _slice_values(run_id: str, revision: object) -> Mapping[str, Mapping[str, int]]:  # noqa: ARG001
    run = measured.run_columns(run_id)
    found = {
        key: Counter(case.slices[key] for case in run.cases if key in case.slices) for key in run.dataset.slice_keys
    }
    return {key: counts for key, counts in found.items() if 1 < len(counts) <= _MOST_VALUES}


def mixed(run_id: str, rule: str | None, key: str, shares: tuple[tuple[str, float], ...]) -> Mapping[str, MixMeasures]:
    """Every judge of a run, by its name, under a mix; one share at least is above 0."""
    return _mixed(run_id, rule, key, shares, resources.revision_of(run_id))


@st.cache_resource(max_entries=32, show_spinner=False)
def _mixed(
    run_id: str,
    rule: str | None,
    key: str,
    shares: tuple[tuple[str, float], ...],
    revision: object,  # noqa: ARG001
) -> Mapping[str, MixMeasures]:
    run, mix = measured.run_columns(run_id), mix_of(key, dict(shares))
    names = [calls.judge.name for calls in run.judges]
    return {name: mix_measures(run, measured.judge_columns(run_id, name, rule), mix) for name in names}
