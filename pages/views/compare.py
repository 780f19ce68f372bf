"""Compare: which judge agrees with people, how surely, and on which cases it does not."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.domain import CalibrationReport, Comparison, JudgeReport
from evalcore.report import Costs, error_cost, finding, ranked, remarks
from evalcore.report.formatting import coefficient, counted_share, difference, p_value, share, whole
from pages.ui import components, frame, glossary, matrix, pagelist, resources, state

BY_ACCURACY, BY_COST = "what is sure", "what errors cost"
_LETTER, _NARROWEST, _WIDEST = 8, 160, 300  # pixels


def choose_costs() -> Costs | None:
    """Rank by the lower bound of balanced accuracy, or by what a person says that errors cost."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
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


def draw_sentences(
    judges: tuple[JudgeReport, ...], report: CalibrationReport, run_id: str, costs: Costs | None
) -> None:
    """One plain sentence per judge beside its name and standing."""
    width = max(_NARROWEST, min(_WIDEST, _LETTER * max(len(judge.name) for judge in judges)))
    for judge in judges:
        cost = error_cost(judge, costs) if costs else None
        costing = f" Its errors cost {cost.expected:.0f} on 100 answers, at worst {cost.at_worst:.0f}." if cost else ""
        said = finding(judge, report.dataset)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            with st.container(gap=None, width=width):
                st.page_link(
                    pagelist.JUDGE,
                    label=components.escaped(judge.name),
                    query_params={state.RUN: run_id, state.JUDGE: judge.name},
                )
                components.standing(judge)
            # Within a container of its own: a long text beside something would take a line for itself.
            st.container().text(said[0].upper() + said[1:] + costing)


def draw_figures(judges: tuple[JudgeReport, ...]) -> None:
    """The table that people compare by, and the rest of the figures on demand."""
    more = st.toggle("More figures", key=state.MORE, bind="query-params")
    rows = [{**_main_figures(judge), **(_more_figures(judge) if more else {})} for judge in judges]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height="content",
        column_config=glossary.columns(
            agreement="agreement",
            bad_answers_caught="tnr",
            good_answers_accepted="tpr",
            unread=("unread", "by default"),
            flips="flip",
            balanced_accuracy="balanced accuracy",
            kappa="kappa",
            AC1="AC1",
            MCC="MCC",
            F1="F1",
            caught_by_saying_so="tnr said",
            lenient="lenient",
            mean_over_repeats="repeat",
            cut_prompts="truncated",
            read_by="as deployed",
        ),
        alt="Figures of every judge",
    )


def _main_figures(judge: JudgeReport) -> dict[str, str]:
    measures = judge.as_deployed
    unread = sum(judge.replies_as_deployed.unread.values())
    return {
        "judge": judge.name,
        "agreement": share(measures.agreement),
        "bad answers caught": counted_share(measures.tnr),
        "good answers accepted": counted_share(measures.tpr),
        "unread": f"{unread} of {judge.calls.answered}",
        "flips": f"{measures.flips.cases} of {measures.flips.n}",
    }


def _more_figures(judge: JudgeReport) -> dict[str, str]:
    measures = judge.as_deployed
    return {
        "lenient": share(judge.lenient.agreement),
        "balanced accuracy": share(measures.balanced_accuracy),
        "kappa": coefficient(measures.kappa),
        "AC1": coefficient(measures.ac1),
        "MCC": coefficient(measures.mcc),
        "F1": share(measures.f1),
        "caught by saying so": counted_share(measures.tnr_said),
        "mean over repeats": share(judge.mean_over_repeats["as_deployed"]),
        "cut prompts": str(judge.calls.truncated),
        "prompt tokens": whole(judge.usage.prompt_tokens),
        "reply tokens": whole(judge.usage.completion_tokens),
        "median": whole(judge.usage.latency_ms["p50"], " ms"),
        "read by": judge.reader,
    }


def draw_pairs(comparisons: tuple[Comparison, ...]) -> None:
    """The pairs of judges that differ, after adjustment for looking at all pairs."""
    proven = [pair for pair in comparisons if pair.p_adjusted is not None and pair.p_adjusted < 0.05]
    if not comparisons:
        return
    if not proven:
        st.caption(
            f"No two judges are proven to differ ({len(comparisons)} pairs, exact McNemar adjusted by Holm).",
            help=glossary.meaning("McNemar test", "Holm", "proven"),
        )
        return
    st.caption(
        "Judges proven to differ (exact McNemar on repeat 0, adjusted by Holm over all pairs)",
        help=glossary.meaning("McNemar test", "Holm", "proven"),
    )
    rows = [
        {
            "better": pair.a if (pair.difference.value or 0) > 0 else pair.b,
            "worse": pair.b if (pair.difference.value or 0) > 0 else pair.a,
            "difference (first minus second)": difference(pair.difference),
            "only one right": f"{pair.only_a_right} against {pair.only_b_right}",
            "adjusted": p_value(pair.p_adjusted),
        }
        for pair in proven
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="Pairs of judges that differ")


@st.fragment
def draw_one_judge(judges: tuple[JudgeReport, ...], run_id: str) -> None:
    """One judge of choice; a choice in here draws this part alone again."""
    st.header("One judge")
    name = frame.choose_judge([judge.name for judge in judges])
    draw_one(next(judge for judge in judges if judge.name == name), run_id)


def draw_one(judge: JudgeReport, run_id: str) -> None:
    """The matrix and the slices of one judge, and the cases behind a cell."""
    lenient = matrix.choose_way() == matrix.LENIENT
    measures = judge.lenient if lenient else judge.as_deployed
    plots = resources.judge_plots(run_id, judge.name, lenient=lenient)
    left, right = st.columns([1, 1], gap="medium")
    with left:
        matrix.draw(measures, plots.confusion, lenient=lenient)
    with right:
        st.caption("By slice, with intervals", help=glossary.meaning("slice", "interval"))
        if plots.slices:
            st.vega_lite_chart(plots.slices, alt="Agreement by slice, with intervals")
        else:
            st.text("The cases of this set carry no slices.")
    st.subheader("Cases")
    matrix.draw_cases(run_id, judge.name, lenient=lenient)


st.title("Compare")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is None:
    components.empty_page(
        "Nothing has been measured yet: a run asks judges about the cases of a set.", (pagelist.RUN, "Start a run")
    )
frame.draw_run_banner(run_id)
report = resources.report(run_id)
costs = choose_costs()
judges = ranked(report, costs)
draw_sentences(judges, report, run_id, costs)
order = tuple(judge.name for judge in judges)
st.vega_lite_chart(resources.interval_plot(run_id, order), alt="Agreement of every judge, with intervals")
st.caption(
    "Agreement at repeat 0. Filled dot: as deployed. Open dot: lenient. Grey tick: always saying the commonest label."
    " Grey band: people among themselves, where two labelled the same cases.",
    help=glossary.meaning("agreement", "interval", "as deployed", "lenient", "commonest label"),
)
for remark in remarks(report):
    st.caption(components.escaped(remark))
draw_figures(judges)
draw_pairs(report.comparisons)
draw_one_judge(judges, run_id)
