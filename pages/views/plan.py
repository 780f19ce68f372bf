"""Plan: how many labels a question needs, which gates can be reached, and what a judge's errors cost."""

from __future__ import annotations

import streamlit as st

from evalcore.report.plan_start import PlanStart
from pages.ui import (
    components,
    frame,
    glossary,
    pagelist,
    plan_fields,
    plan_questions,
    plan_resources,
    resources,
    state,
)
from pages.ui.plan_fields import Fields


def choose_start(run_id: str | None) -> PlanStart:
    """What the fields start from: the best judge of the run, another one of choice, or stand-ins."""
    if run_id is None:
        st.info("Nothing has been measured yet: the figures of a middling judge stand in for yours.")
        st.page_link(pagelist.RUN, label="Measure a judge", icon=":material/arrow_forward:")
        return PlanStart()
    start = plan_resources.start_of(run_id, frame.choose_judge(plan_resources.judge_names(run_id)))
    beside = f", the other rate from {start.other}" if start.other else ""
    lacking = f" Not measured, so that a stand-in is used: {', '.join(start.stood_in)}." if start.stood_in else ""
    st.caption(
        components.escaped(
            f"Fields start from what {start.judge} showed in run {run_id} on {start.cases} labelled cases{beside}."
            f" What it showed is not what is true: try the ends of its intervals, too.{lacking}"
        ),
        help=glossary.meaning("interval", "power"),
    )
    return start


@st.fragment
def draw_question(start: PlanStart, just_set: frozenset[str]) -> None:
    """One question of choice; a change in here draws this part alone again."""
    question = st.segmented_control(
        "What do you want to know?",
        list(plan_questions.QUESTIONS),
        default=next(iter(plan_questions.QUESTIONS)),
        required=True,
        key=state.ASK,
        bind="query-params",
    )
    plan_questions.draw(str(question), Fields(start, just_set))


st.title("Plan")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is not None:
    frame.keep_blind(resources.set_and_criterion(run_id)[0])
    frame.draw_newer_set(run_id)
start = choose_start(run_id)
draw_question(start, plan_fields.follow(start, run_id))
