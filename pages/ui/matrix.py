"""The confusion matrix, its keyboard twin, and the cases behind a cell."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.domain import Measures
from evalcore.report import CaseOutcome
from pages.ui import charts, drawer, glossary, resources, state

ANY, NO_VERDICT, NOT_ANSWERED = "any", "no verdict", "not answered"
AS_DEPLOYED, LENIENT = "as deployed", "lenient"
_SIDES = ("pass", "fail")


def choose_way() -> str:
    """Choose how replies are read: as deployed, or lenient."""
    return str(
        st.segmented_control(
            "Replies read",
            [AS_DEPLOYED, LENIENT],
            default=AS_DEPLOYED,
            required=True,
            key=state.READING,
            bind="query-params",
            help=glossary.meaning("as deployed", "lenient"),
        )
    )


def draw(measures: Measures, *, lenient: bool) -> None:
    """The matrix as tiles to click, and as a table whose cells can be chosen by keyboard."""
    st.caption("People against judge, repeat 0 – choose a cell to list its cases")
    chart_key = state.matrix_key(lenient=lenient)
    st.altair_chart(
        charts.confusion_chart(measures.confusion, selection="cell"),
        key=chart_key,
        on_select=lambda: _take_tile(chart_key),
        alt="Confusion matrix, people in rows and judge in columns",
    )
    _twin(measures, lenient=lenient)
    without = sum(measures.confusion.no_verdict)
    if without:
        counted = "left out of the matrix" if lenient else "counted in the column fail"
        st.caption(f"{without} replies of repeat 0 gave no verdict and are {counted}.")


def _twin(measures: Measures, *, lenient: bool) -> None:
    confusion = measures.confusion
    frame = pd.DataFrame(confusion.matrix, columns=[f"judge: {label}" for label in confusion.labels])
    frame.insert(0, "people", list(confusion.labels))
    frame["no verdict"] = list(confusion.no_verdict)
    key = state.twin_key(lenient=lenient)
    with st.expander("The same as a table, for the keyboard"):
        st.dataframe(
            frame,
            hide_index=True,
            height="content",
            key=key,
            on_select=lambda: _take_cell(key, list(confusion.labels)),
            selection_mode="single-cell",
            alt="Confusion matrix as a table",
        )


def _take_tile(key: str) -> None:
    chosen = st.session_state[key]["selection"]["cell"]
    _choose(chosen[0]["human"], chosen[0]["judge"]) if chosen else _choose(ANY, ANY)


def _take_cell(key: str, labels: list[str]) -> None:
    chosen = st.session_state[key]["selection"]["cells"]
    if not chosen:
        _choose(ANY, ANY)
        return
    row, column = chosen[0]
    verdict = column.removeprefix("judge: ")
    _choose(labels[row], verdict if verdict in (*labels, NO_VERDICT) else ANY)


def _choose(human: str, verdict: str) -> None:
    state.put(**{state.HUMAN: human, state.VERDICT: verdict})


def draw_cases(run_id: str, judge: str, *, lenient: bool) -> None:
    """The cases, filtered by what people and the judge say, and one of them in full."""
    outcomes = resources.outcomes(run_id, judge)
    with st.container(horizontal=True):
        human = st.selectbox("People say", [ANY, *_SIDES], key=state.HUMAN, bind="query-params")
        verdict = st.selectbox(
            "Judge says", [ANY, *_SIDES, NO_VERDICT, NOT_ANSWERED], key=state.VERDICT, bind="query-params"
        )
        shown = [outcome for outcome in outcomes if _matches(outcome, human, verdict, lenient=lenient)]
        if shown:
            ids = [outcome.case.id for outcome in shown]
            case_id = st.selectbox(f"Case ({len(ids)} of {len(outcomes)})", ids, key=state.CASE, bind="query-params")
    if not shown:
        st.info("No case is in this cell.")
        return
    listed, opened = st.columns([2, 3], gap="medium")
    with listed:
        _list(shown, lenient=lenient)
    with opened:
        _draw_outcome(next(outcome for outcome in shown if outcome.case.id == case_id), run_id, judge)


def _draw_outcome(outcome: CaseOutcome, run_id: str, judge: str) -> None:
    st.subheader(outcome.case.id)
    drawer.draw_case(outcome.case, outcome.gold.labels)
    st.caption("Replies")
    drawer.draw_replies(outcome)
    prompt = resources.prompt(run_id, judge, outcome.case.id)
    if prompt is not None:
        with st.expander("The exact prompt that was sent"):
            st.code(prompt, language=None, wrap_lines=True)


def _matches(outcome: CaseOutcome, human: str, verdict: str, *, lenient: bool) -> bool:
    return human in (ANY, outcome.human) and verdict in (ANY, column_of(outcome, lenient=lenient))


def column_of(outcome: CaseOutcome, *, lenient: bool) -> str:
    """The column of the matrix that a case stands in, by its repeat 0."""
    if outcome.first is None:
        return NOT_ANSWERED
    if lenient:
        return outcome.first.lenient_side or NO_VERDICT
    return outcome.first.deployed_side or "fail"


def _list(outcomes: list[CaseOutcome], *, lenient: bool) -> None:
    frame = pd.DataFrame(
        [
            {
                "case": outcome.case.id,
                "people": outcome.human or "–",
                "judge": outcome.not_asked or column_of(outcome, lenient=lenient),
                "question": outcome.case.question,
            }
            for outcome in outcomes
        ]
    )
    st.dataframe(
        frame,
        hide_index=True,
        key=state.CASE_LIST,
        on_select=lambda: _open_case(frame["case"].tolist()),
        selection_mode="single-row",
        height=600,
        alt="Cases in this cell",
    )


def _open_case(ids: list[str]) -> None:
    rows = st.session_state[state.CASE_LIST]["selection"]["rows"]
    if rows and rows[0] < len(ids):
        state.put(**{state.CASE: ids[rows[0]]})
