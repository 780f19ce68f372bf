"""Choosing the two releases that are compared: a run and a judge before, a run and a judge after."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from evalcore.store import RunInfo
from pages.ui import components, glossary, release_resources, resources, state
from pages.ui.release_resources import Choice

_KEPT = {state.BEFORE: state.KEPT_BEFORE, state.AFTER: state.KEPT_AFTER}


def choose() -> tuple[Choice, Choice]:
    """Draw the choice of at least two runs and return both sides."""
    runs = release_resources.all_runs()
    left, right = st.columns(2, gap="medium")
    with right:
        after = _choose_run("Run after", list(runs), state.AFTER, default=_newest(runs))
        after_names = resources.judge_names(runs[after])
    with left:
        before = _choose_run("Run before", list(runs), state.BEFORE, default=release_resources.run_before(after))
        before_names = resources.judge_names(runs[before])
    shared = [name for name in after_names if name in before_names]
    with right:
        judge_after = _choose_judge(after_names, before_names, default=next(iter(shared), after_names[0]))
    with left:
        judge_before = _choose_judge_before(before_names, default=judge_after)
    for column, run_id in ((left, before), (right, after)):
        with column:
            _say_what_it_is(runs[run_id])
    return Choice(run_id=before, judge=judge_before), Choice(run_id=after, judge=judge_after)


def _newest(run_ids: Collection[str]) -> str:
    """The run that other pages look at, else the newest."""
    looked_at = state.get(state.RUN)
    return looked_at if looked_at in run_ids else next(iter(run_ids))


def _choose_run(label: str, run_ids: list[str], key: str, *, default: str) -> str:
    """A choice that stands in the address and is kept while other pages are looked at."""
    kept = None if key in st.session_state else state.get(_KEPT[key])
    _start_with(key, kept if kept in run_ids else default, run_ids)
    # Without an option of its own to start with, a choice stands in the address even when it is the newest run.
    chosen: str = st.selectbox(
        label,
        run_ids,
        index=None,
        key=key,
        bind="query-params",
        help=glossary.meaning("run", "release"),
    )
    state.put(**{_KEPT[key]: chosen})
    return chosen


def _choose_judge(names: list[str], before_names: list[str], *, default: str) -> str:
    kept = None if state.JUDGE in st.session_state else state.get(state.KEPT_JUDGE)
    _start_with(state.JUDGE, kept if kept in names else default, names)
    chosen: str = st.selectbox(
        "Judge after",
        names,
        index=None,
        key=state.JUDGE,
        bind="query-params",
        on_change=_follow,
        args=(before_names,),
    )
    state.put(**{state.KEPT_JUDGE: chosen})
    return chosen


def _choose_judge_before(names: list[str], *, default: str) -> str:
    _start_with(state.JUDGE_BEFORE, default if default in names else names[0], names)
    chosen: str = st.selectbox("Judge before", names, index=None, key=state.JUDGE_BEFORE, bind="query-params")
    return chosen


def _start_with(key: str, value: str, options: Collection[str]) -> None:
    """Give a widget its first value, unless the address or a person gave it one that there is.

    Cleared by a person, it starts again.
    """
    if state.get(key) not in options and st.query_params.get(key) not in options:
        state.put(**{key: value})


def _follow(before_names: list[str]) -> None:
    """Whoever chooses a judge means it on both sides, where the run before has it; it can be changed there."""
    chosen = state.get(state.JUDGE)
    if chosen in before_names:
        state.put(**{state.JUDGE_BEFORE: chosen})


def _say_what_it_is(run: RunInfo) -> None:
    standing = resources.state_of(run)
    how = "" if standing == "done" else f" · {standing}: the figures grow as replies land"
    st.caption(components.escaped(f"{resources.set_of_run(run.id)} · {run.created_at:%d %B %Y}{how}"))
