"""Compare: which judge agrees with people, how surely, and on which cases it does not."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.domain import CalibrationReport, JudgeReport, Measures
from evalcore.exports.value_tables import value_matrix
from evalcore.replies import RULES
from evalcore.report import Costs, error_cost, finding, ranked, remarks
from pages.ui import (
    compare_figures,
    compare_mix,
    compare_pairs,
    components,
    frame,
    glossary,
    matrix,
    measured,
    pagelist,
    state,
)

OWN_RULES = "each judge's own rule"
MOST_MADE_BY = 3
"""So many values of one kind are named of what made the answers."""
BY_ACCURACY, BY_COST = "what is sure", "what errors cost"


def draw_made_by(report: CalibrationReport) -> None:
    """What made the answers, in one line, where it is known."""
    if not report.dataset.made_by:
        return
    parts = []
    for key, values in report.dataset.made_by.items():
        more = f" and {len(values) - MOST_MADE_BY:,} more" if len(values) > MOST_MADE_BY else ""
        parts.append(f"{key} {', '.join(values[:MOST_MADE_BY])}{more}")
    st.caption(components.escaped(" ".join(f"Answers made by: {' · '.join(parts)}".split())))


def choose_costs() -> Costs | None:
    """Rank by the lower bound of balanced accuracy, or by what a person says that errors cost."""
    with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
        by = st.segmented_control(
            "Best first, by",
            [BY_ACCURACY, BY_COST],
            default=BY_ACCURACY,
            required=True,
            key=state.RANK,
            bind="query-params",
            help="What is sure: the lower bound of balanced accuracy. " + glossary.meaning("balanced accuracy"),
        )
        if by != BY_COST:
            return None
        missed = st.number_input(
            "A bad answer let through costs", 0.0, None, 5.0, key=state.COST_MISSED, bind="query-params", width=220
        )
        rejected = st.number_input(
            "A good answer rejected costs", 0.0, None, 1.0, key=state.COST_REJECTED, bind="query-params", width=220
        )
    return Costs(missed=float(missed), rejected=float(rejected))


def choose_rule() -> str | None:
    """Read every reply by one rule in place of each judge's own; nothing is asked again."""
    chosen = st.selectbox(
        "Reading rule",
        [OWN_RULES, *RULES],
        key=state.RULE,
        bind="query-params",
        width=200,
        help="Every figure of this page is made anew from the stored replies. " + glossary.meaning("reading"),
    )
    return None if chosen == OWN_RULES else chosen


def draw_sentences(
    judges: tuple[JudgeReport, ...], report: CalibrationReport, run_id: str, costs: Costs | None
) -> None:
    """One plain sentence per judge under its name and standing."""
    for judge in judges:
        cost = error_cost(judge, costs) if costs else None
        costing = f" Its errors cost {cost.expected:.0f} on 100 answers, at worst {cost.at_worst:.0f}." if cost else ""
        said = finding(judge, report.dataset)
        with st.container(gap=None):
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
                st.page_link(
                    pagelist.JUDGE,
                    label=components.escaped(judge.name),
                    query_params={state.RUN: run_id, state.JUDGE: judge.name},
                    width="content",
                )
                components.standing(judge)
            st.text(said[0].upper() + said[1:] + costing)


@st.fragment
def draw_one_judge(judges: tuple[JudgeReport, ...], run_id: str, rule: str | None) -> None:
    """One judge of choice; a choice in here draws this part alone again."""
    st.header("One judge")
    name = frame.choose_judge([judge.name for judge in judges])
    draw_one(next(judge for judge in judges if judge.name == name), run_id, rule)


def draw_one(judge: JudgeReport, run_id: str, rule: str | None) -> None:
    """The matrix and the slices of one judge, and the cases behind a cell."""
    lenient = matrix.choose_way() == matrix.LENIENT
    measures = judge.lenient if lenient else judge.as_deployed
    plots = measured.judge_plots(run_id, judge.name, rule, lenient=lenient)
    left, right = st.columns([1, 1], gap="medium")
    with left:
        matrix.draw(measures, plots.confusion, lenient=lenient)
        draw_values(measures)
    with right:
        st.caption("By slice, with intervals", help=glossary.meaning("slice", "interval"))
        if plots.slices:
            st.vega_lite_chart(plots.slices, alt="Agreement by slice, with intervals")
        else:
            st.text("The cases of this set carry no slices.")
    st.subheader("Cases")
    matrix.draw_cases(run_id, judge.name, rule, lenient=lenient)


def draw_values(measures: Measures) -> None:
    """The matrix of all values, where people and judge share more than pass and fail."""
    if measures.by_value is None or not measures.at_pass_or_fail:
        return
    table = value_matrix(measures.by_value)
    with st.expander(table.title):
        st.dataframe(
            pd.DataFrame(table.rows, columns=["people say", *table.columns[1:]]),
            hide_index=True,
            height="content",
            alt=table.title,
        )


st.title("Compare")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is None:
    components.empty_page(
        "Nothing has been measured yet: a run asks judges about the cases of a set.", (pagelist.RUN, "Start a run")
    )
frame.draw_run_banner(run_id)
draw_made_by(measured.report(run_id))
with st.container(horizontal=True, vertical_alignment="bottom"):
    costs = choose_costs()
    rule = choose_rule()
report = measured.report(run_id, rule)
judges = ranked(report, costs)
draw_sentences(judges, report, run_id, costs)
order = tuple(judge.name for judge in judges)
st.vega_lite_chart(measured.interval_plot(run_id, order, rule), alt="Agreement of every judge, with intervals")
st.caption(
    "Agreement at repeat 0. Filled dot: as deployed. Open dot: lenient. Grey tick: always saying the commonest label."
    " Grey band: people among themselves, where two labelled the same cases.",
    help=glossary.meaning("agreement", "interval", "as deployed", "lenient", "commonest label"),
)
for remark in remarks(report):
    st.caption(components.escaped(remark))
compare_figures.draw(judges)
compare_mix.draw(judges, run_id, rule)
compare_pairs.draw(report.comparisons, order, run_id, rule)
draw_one_judge(judges, run_id, rule)
