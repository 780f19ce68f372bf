"""The plan of a run before its start: calls, tokens, time, and money where prices are known."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.plurals import counted
from evalcore.providers.weights import weights_present
from evalcore.runner import Prices, cost_usd, may_cost, over_window_in_words
from pages.ui import components, judge_resources, pagelist, resources, run_actions, state
from pages.ui.run_actions import Planned, Refused, RunChoice

NOT_KNOWN = "not known yet"


def draw_plan(choice: RunChoice) -> None:
    """What would be asked, before anything is, and the button that starts it."""
    if not choice.judges:
        st.caption("Choose at least one judge to see the plan.")
        return
    if judge_resources.EMBEDDED in choice.judges and not weights_present():
        # Naming its calls needs its digest, and planning must not fetch 93 MB that nobody asked for.
        st.info(f"The weights of {judge_resources.EMBEDDED} are not here yet: fetch them first, or leave it out.")
        st.page_link(
            pagelist.JUDGES, label="Fetch the weights", icon=":material/download:", query_params={state.PART: "Models"}
        )
        return
    with st.spinner("Working out the plan"):
        planned = run_actions.planned(choice)
    if isinstance(planned, Refused):
        st.error("This cannot be planned.")
        components.inert(planned.message)
        st.button("Try again", on_click=run_actions.plan_again)
        return
    if planned.continues and resources.is_live(resources.store().load_run(planned.continues.id)):
        _under_way(planned.continues.id)
        return
    _figures(planned)
    _start(planned)
    _table(planned)


def _under_way(run_id: str) -> None:
    """The run that asks this very plan now: what is left of it stands there, and a count here would be old at once."""
    if state.get(state.RUN) == run_id:
        st.info(f"Run {run_id}, above, is asking exactly this: there is nothing to start.")
        return
    st.info(f"Run {run_id} is asking exactly this: there is nothing to start.")
    st.button(f"Look at {run_id}", on_click=run_actions.look_at, args=(run_id,))


def duration(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 1:
        return "under 1 s"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def _time(seconds: float | None) -> str:
    return NOT_KNOWN if seconds is None else duration(seconds)


def _figures(planned: Planned) -> None:
    plan, ahead = planned.draft.plan, planned.ahead
    figures = {
        "Calls to ask": f"{plan.calls_to_ask:,}",
        "Answered already": f"{plan.answered:,}",
        "Prompt tokens, about": f"{plan.prompt_tokens:,}",
        "Time, about": _time(ahead.seconds) if plan.calls_to_ask else "none",
    }
    if any(may_cost(judge.judge) and judge.to_ask for judge in plan.judges):
        figures["Cost, about"] = _cost(planned)
    with st.container(horizontal=True, gap="large"):
        for label, value in figures.items():
            st.metric(label, value, width="content")


def _cost(planned: Planned) -> str:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        prompt, reply = (
            st.number_input(
                f"USD per million {what} tokens", 0.0, None, None, key=key, width=260, placeholder="unknown"
            )
            for what, key in (("prompt", state.RUN_PROMPT_PRICE), ("reply", state.RUN_REPLY_PRICE))
        )
    if prompt is None or reply is None:
        return "say prices"
    cost = cost_usd(planned.draft.plan, planned.ahead, Prices(prompt_usd=prompt, reply_usd=reply))
    return NOT_KNOWN if cost is None else f"{cost:,.2f} USD" if cost >= 0.01 or not cost else "under 0.01 USD"


def _start(planned: Planned) -> None:
    draft, calls = planned.draft, planned.draft.plan.calls_to_ask
    before = planned.continues
    if before:
        st.info(f"Run {before.id} was to ask the same and is {resources.state_of(before)}: it is continued.")
    if not calls and planned.done:
        st.success("Every call of this plan has been asked before: there is nothing to wait for.")
        label = f"See the results of {planned.done.id}"
        st.page_link(pagelist.COMPARE, label=label, query_params={state.RUN: planned.done.id})
        return
    st.button(
        f"Ask {counted(calls, 'call')}" if calls else "Show the results",
        type="primary",
        key="start",
        on_click=run_actions.start,
        args=(draft, planned.choice.concurrency),
    )


def _table(planned: Planned) -> None:
    rows = [
        {
            "judge": judge.judge.name,
            "to ask": len(judge.to_ask),
            "answered": judge.answered,
            "failed": judge.failed,
            "not asked": ", ".join(f"{count} ({reason})" for reason, count in judge.not_asked.items()) or "0",
            "prompt tokens": judge.prompt_tokens,
            "window": NOT_KNOWN if judge.window_tokens is None else f"{judge.window_tokens:,}",
            "too long": NOT_KNOWN if judge.window_tokens is None else f"{judge.over_window:,}",
            "time, about": _time(ahead.seconds) if judge.to_ask else "none",
        }
        for judge, ahead in zip(planned.draft.plan.judges, planned.ahead.judges, strict=True)
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="The plan, judge by judge")
    for place, judge in enumerate(planned.draft.plan.judges):
        if judge.over_window:
            st.warning(f"{components.escaped(judge.judge.name)}: {components.escaped(over_window_in_words(judge))}")
        if judge.remark:
            st.warning(components.escaped(judge.remark))
        if judge.instead:
            named = planned.choice.judges[place]
            st.button(
                f"Ask {components.escaped(judge.instead.name)} instead",
                key=f"instead_{named}",
                icon=":material/swap_horiz:",
                help="Stores the same judge under this name, asked by Ollama's own interface, and plans with it.",
                on_click=run_actions.ask_instead,
                args=(named, judge.instead),
            )
    if planned.draft.plan.failed:
        st.caption("Calls that failed before are left at that, unless “Ask failed calls again” is on.")
