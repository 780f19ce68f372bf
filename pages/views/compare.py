"""Compare: which judge agrees with people, how surely, and on which cases it does not."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.domain import CalibrationReport, JudgeReport, Measures
from evalcore.report import CaseOutcome, headline, ranked
from evalcore.report.formatting import coefficient, share
from pages.ui import charts, components, frame, pagelist, resources, state

ANY, NO_VERDICT = "any", "no verdict"
AS_DEPLOYED, LENIENT = "as deployed", "lenient"


def draw_judges(report: CalibrationReport) -> None:
    """One sentence per judge, then the intervals, then the figures."""
    judges = ranked(report)
    for judge in judges:
        st.text(headline(judge, report.dataset))
    st.altair_chart(charts.interval_plot(judges), alt="Agreement of every judge with people, with intervals")
    st.caption("Filled: as deployed. Open: lenient. Grey tick: always saying the commonest label, on the same cases.")
    st.dataframe(
        pd.DataFrame([_figures(judge) for judge in judges]),
        hide_index=True,
        width="stretch",
        height="content",
        alt="Figures of every judge",
    )


def _figures(judge: JudgeReport) -> dict[str, object]:
    measures = judge.as_deployed
    return {
        "judge": judge.name,
        "agreement": share(measures.agreement),
        "bad answers caught": _count(measures.tnr.k, measures.tnr.n),
        "good answers accepted": _count(measures.tpr.k, measures.tpr.n),
        "balanced accuracy": share(measures.balanced_accuracy),
        "kappa": coefficient(measures.kappa),
        "AC1": coefficient(measures.ac1),
        "agreement, lenient": share(judge.lenient.agreement),
        "unread as deployed": sum(judge.replies_as_deployed.unread.values()),
        "cases that flip": _count(measures.flips.cases, measures.flips.n),
        "prompt tokens": judge.usage.prompt_tokens,
        "ms (median)": judge.usage.latency_ms["p50"],
    }


def _count(k: int | None, n: int) -> str:
    return "undefined" if k is None else f"{k} of {n}"


def draw_judge(judge: JudgeReport) -> None:
    """The matrix, the ledgers, the slices and the flips of one judge."""
    way = st.segmented_control(
        "Replies read",
        [AS_DEPLOYED, LENIENT],
        default=AS_DEPLOYED,
        required=True,
        key=state.READING,
        bind="query-params",
    )
    measures = judge.as_deployed if way == AS_DEPLOYED else judge.lenient
    left, right = st.columns([3, 2])
    with left:
        _matrix(measures, str(way))
    with right:
        st.caption("What became of every call")
        components.ledger(judge.calls)
    forms, flips = st.columns(2)
    with forms:
        st.caption("How the replies gave their verdict (lenient)")
        components.reply_forms(judge.replies)
    with flips:
        st.caption("Asked again")
        _flips(judge)
    if judge.slices:
        st.caption("By slice")
        st.altair_chart(charts.slice_plot(judge.slices), alt="Agreement by slice, with intervals")


def _matrix(measures: Measures, way: str) -> None:
    st.caption(f"People against judge, repeat 0, {way} – choose a cell to list its cases")
    key = f"matrix_{way}"
    st.altair_chart(
        charts.confusion_chart(measures.confusion, selection="cell"),
        key=key,
        on_select=lambda: _choose_cell(key),
        alt="Confusion matrix",
    )
    without = sum(measures.confusion.no_verdict)
    if without:
        counted = "counted in the column fail" if way == AS_DEPLOYED else "left out of the matrix"
        st.caption(f"{without} replies gave no verdict and are {counted}.")


def _choose_cell(key: str) -> None:
    chosen = st.session_state[key]["selection"]["cell"]
    cell = chosen[0] if chosen else {"human": ANY, "judge": ANY}
    state.put(**{state.HUMAN: cell["human"], state.VERDICT: cell["judge"]})


def _flips(judge: JudgeReport) -> None:
    kinds = {
        "verdict, as deployed": judge.as_deployed.flips,
        "verdict, lenient": judge.lenient.flips,
        "wording only": judge.flips["wording"],
        "read against unread": judge.flips["read_unread"],
    }
    st.dataframe(
        pd.DataFrame(
            [
                {"flips": kind, "cases": f"{count.cases} of {count.n}", "rate": share(count.rate)}
                for kind, count in kinds.items()
            ]
        ),
        hide_index=True,
        width="stretch",
        height="content",
        alt="Flips between repeats",
    )


def draw_cases(outcomes: tuple[CaseOutcome, ...]) -> None:
    """The cases, filtered by what people and the judge say, and one of them in full."""
    options = [ANY, "pass", "fail"]
    human_box, verdict_box, case_box = st.columns([1, 1, 2])
    human = human_box.selectbox("People say", options, key=state.HUMAN, bind="query-params")
    verdict = verdict_box.selectbox("Judge says", [*options, NO_VERDICT], key=state.VERDICT, bind="query-params")
    deployed = st.session_state.get(state.READING) != LENIENT
    shown = [outcome for outcome in outcomes if _matches(outcome, human, verdict, deployed=deployed)]
    ids = [outcome.case.id for outcome in shown]
    if not ids:
        st.info("No case is in this cell.")
        return
    chosen = case_box.selectbox(f"Case ({len(ids)})", ids, key=state.CASE, bind="query-params")
    listed, opened = st.columns([2, 3])
    with listed:
        _list(shown, deployed=deployed)
    with opened:
        outcome = next(outcome for outcome in shown if outcome.case.id == chosen)
        draw_case(outcome)


def _matches(outcome: CaseOutcome, human: str, verdict: str, *, deployed: bool) -> bool:
    return human in (ANY, outcome.human) and verdict in (ANY, _verdict(outcome, deployed=deployed))


def _verdict(outcome: CaseOutcome, *, deployed: bool) -> str | None:
    """The column of the matrix that a case stands in; None for a case that is in none."""
    if outcome.first is None:
        return None
    if deployed:
        return outcome.first.deployed_side or "fail"
    return outcome.first.lenient_side or NO_VERDICT


def _list(outcomes: list[CaseOutcome], *, deployed: bool) -> None:
    frame_of_cases = pd.DataFrame(
        [
            {
                "case": outcome.case.id,
                "people": outcome.human or "–",
                "judge": _verdict(outcome, deployed=deployed) or outcome.not_asked or "not answered",
                "question": outcome.case.question,
            }
            for outcome in outcomes
        ]
    )
    key = "cases_listed"
    st.dataframe(
        frame_of_cases,
        hide_index=True,
        key=key,
        on_select=lambda: _open_case(key, frame_of_cases["case"].tolist()),
        selection_mode="single-row",
        height=520,
        alt="Cases in this cell",
    )


def _open_case(key: str, ids: list[str]) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows:
        state.put(**{state.CASE: ids[rows[0]]})


def draw_case(outcome: CaseOutcome) -> None:
    """One case in full: what people saw, and every reply of the judge."""
    st.subheader(outcome.case.id)
    components.case_reader(outcome.case, outcome.gold.votes)
    st.caption("Replies")
    components.replies_of(outcome)


st.title("Compare")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is None:
    components.empty_page(
        "Nothing has been measured yet: a run asks judges about the cases of a set.", (pagelist.RUN, "Start a run")
    )
report = resources.report(run_id)
draw_judges(report)
names = [judge.name for judge in ranked(report)]
st.header("One judge")
name = frame.choose_judge(names)
draw_judge(next(judge for judge in report.judges if judge.name == name))
st.header("Cases")
draw_cases(resources.outcomes(run_id, name))
