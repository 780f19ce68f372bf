"""Run: choose judges, see what would be asked, start, and watch."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.judges import builtin_judges, needs_model
from evalcore.runner import Plan, Progress
from evalcore.store import RunInfo
from pages.ui import actions, components, frame, pagelist, resources, state

EMBEDDED = "embedded:smollm2-135m"


def draw_choice(set_name: str) -> None:
    """Which judges, how often, on how many cases; then the plan, then the start."""
    stored = resources.stored_set(set_name)
    ready = [name for name, judge in builtin_judges().items() if not needs_model(judge)]
    judges = st.multiselect(
        "Judges",
        [EMBEDDED, *ready],
        key=state.RUN_JUDGES,
        persist_state="session",
        accept_new_options=True,
        placeholder="Choose, or type: yes-no@ollama:llama3.2, my-judge.yaml",
        help="A preset, provider:model, preset@provider:model, or a judge file",
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        repeats = st.number_input("Repeats", 1, 20, 3, key=state.RUN_REPEATS, persist_state="session", width=140)
        limit = st.number_input(
            "Only the first … cases", 1, None, None, key=state.RUN_LIMIT, persist_state="session", width=200
        )
        concurrency = st.number_input(
            "Calls at once", 1, 64, 4, key=state.RUN_CONCURRENCY, persist_state="session", width=140
        )
        fresh = st.toggle("Ask everything again", key=state.RUN_FRESH, help="A new epoch, to measure drift")
        retry = st.toggle("Ask failed calls again", key=state.RUN_RETRY)
    criterion = next(iter(stored.criteria))
    if len(stored.criteria) > 1:
        criterion = st.selectbox("Criterion", list(stored.criteria), key=state.CRITERION, bind="query-params")
    choice = actions.RunChoice(
        dataset=stored,
        criterion=criterion,
        judges=tuple(judges),
        repeats=int(repeats),
        limit=int(limit) if limit else None,
        fresh=fresh,
        retry_failed=retry,
    )
    st.button("Show the plan", on_click=actions.plan, args=(choice,), disabled=not judges)
    drafted = state.get(state.DRAFT)
    if drafted and drafted[0] == choice:
        draft = drafted[1]
        draw_plan(draft.plan)
        st.button(
            f"Ask {draft.plan.calls_to_ask} calls" if draft.plan.calls_to_ask else "Show the results",
            type="primary",
            on_click=actions.start,
            args=(draft, int(concurrency)),
        )


def draw_plan(plan: Plan) -> None:
    """What would be asked, judge by judge, before anything is."""
    rows = [
        {
            "judge": judge.judge.name,
            "to ask": len(judge.to_ask),
            "answered already": judge.answered,
            "failed before": judge.failed,
            "not asked": ", ".join(f"{count} ({reason})" for reason, count in judge.not_asked.items()) or "0",
            "prompt tokens, about": judge.prompt_tokens or None,
            "too long for the window": judge.over_window,
        }
        for judge in plan.judges
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="The plan")


def draw_progress(run: RunInfo) -> None:
    """The run that is looked at: live while it is under way, else how it ended."""
    live = resources.background().is_live(run.id)
    st.fragment(_draw_live, run_every=0.5 if live else None)(run.id, was_live=live)


def _draw_live(run_id: str, *, was_live: bool) -> None:
    background = resources.background()
    progress = background.progress(run_id)
    if was_live and not background.is_live(run_id):
        st.rerun()
    if progress is None:
        _draw_stored(run_id)
        return
    total = max(progress.total, 1)
    st.progress(min(progress.done / total, 1.0), text=_in_words(progress))
    if progress.forms:
        st.text("Replies so far: " + ", ".join(f"{count} {how}" for how, count in progress.forms.items()))
    for error in progress.last_errors:
        components.inert(error)
    if was_live:
        _buttons(run_id, paused=progress.state == "paused")
    else:
        _draw_stored(run_id)


def _in_words(progress: Progress) -> str:
    parts = [f"{progress.done} of {progress.total} calls"]
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    if progress.rate_per_s:
        parts.append(f"{progress.rate_per_s:.1f} a second")
    if progress.eta_s is not None and progress.done < progress.total:
        parts.append(f"{progress.eta_s:.0f} s left")
    return f"{progress.state} · " + " · ".join(parts)


def _buttons(run_id: str, *, paused: bool) -> None:
    with st.container(horizontal=True):
        if paused:
            st.button("Go on", on_click=actions.go_on, args=(run_id,))
        else:
            st.button("Pause", on_click=actions.pause, args=(run_id,))
        st.button("Cancel", on_click=actions.cancel, args=(run_id,))


def _draw_stored(run_id: str) -> None:
    run = resources.store().load_run(run_id)
    st.text(f"Run {run.id}: {run.state}" + (f" – {run.message}" if run.message else ""))
    if run.state in ("cancelled", "interrupted"):
        st.text("The same choice goes on from here with exactly the missing calls.")
    st.page_link(pagelist.COMPARE, label="See the results", query_params={state.RUN: run.id})


st.title("Run")
frame.draw_notice()
set_name = state.get(state.SET)
if set_name is None:
    components.empty_page(
        "A run needs a set of cases.", (pagelist.OVERVIEW, "Open the demo"), (pagelist.CASES, "Load your own answers")
    )
draw_choice(set_name)
run_id = state.get(state.RUN)
if run_id is not None:
    st.divider()
    draw_progress(resources.store().load_run(run_id))
