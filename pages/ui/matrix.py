"""The confusion matrix, its keyboard twin, and the cases behind a cell."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.domain import Measures
from evalcore.judges import Judge
from evalcore.prompts import fill, variables
from evalcore.report import COLUMNS, CaseOutcome, JudgeColumns, RunColumns, cases_in_cell, column_of, human_side
from pages.ui import case_list, charts, components, drawer, glossary, resources, state

ANY, NO_VERDICT = "any", "no verdict"
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


def draw(measures: Measures, tiles: charts.Spec, *, lenient: bool) -> None:
    """The matrix as tiles to click, and as buttons for the keyboard."""
    st.caption(
        "People against judge, repeat 0 – choose a cell to list its cases", help=glossary.meaning("gold", "verdict")
    )
    chart_key = state.matrix_key(lenient=lenient)
    st.vega_lite_chart(
        tiles,
        key=chart_key,
        on_select=lambda: _take_tile(chart_key),
        alt="Confusion matrix, people in rows and judge in columns",
    )
    _twin(measures)
    without = sum(measures.confusion.no_verdict)
    if without:
        counted = "left out of the matrix" if lenient else "counted in the column fail"
        st.caption(f"{without} replies of repeat 0 gave no verdict and are {counted}.")


def _twin(measures: Measures) -> None:
    """The cells once more as buttons: in a table, Tab would move the choice instead of leaving it alone."""
    confusion = measures.confusion
    with st.expander("The same as buttons, for the keyboard"):
        for human, row, without in zip(confusion.labels, confusion.matrix, confusion.no_verdict, strict=True):
            cells = [*zip(confusion.labels, row, strict=True), (NO_VERDICT, without)]
            with st.container(horizontal=True, vertical_alignment="center"):
                st.text(f"people say {human}, judge", width=150)
                for verdict, count in cells:
                    label = f"{verdict}: {count}"
                    st.button(label, key=state.cell_key(human, verdict), on_click=_choose, args=(human, verdict))


def _take_tile(key: str) -> None:
    chosen = st.session_state[key]["selection"]["cell"]
    _choose(chosen[0]["human"], chosen[0]["judge"]) if chosen else _choose(ANY, ANY)


def _choose(human: str, verdict: str) -> None:
    state.put(**{state.HUMAN: human, state.VERDICT: verdict})


def draw_cases(run_id: str, judge_name: str, *, lenient: bool) -> None:
    """The cases, filtered by what people and the judge say, and one of them in full."""
    run, judge = resources.run_columns(run_id), resources.judge_columns(run_id, judge_name)
    with st.container(horizontal=True):
        human = st.selectbox("People say", [ANY, *_SIDES], key=state.HUMAN, bind="query-params")
        verdict = st.selectbox("Judge says", [ANY, *COLUMNS], key=state.VERDICT, bind="query-params")
    choice = cases_in_cell(
        run,
        judge,
        human=None if human == ANY else human,
        column=None if verdict == ANY else verdict,
        lenient=lenient,
    )
    if not len(choice):
        st.info("No case is in this cell.")
        return
    place = case_list.choose(choice)
    listed, opened = st.columns([2, 3], gap="medium")
    with listed:
        case_list.draw_leaf(choice, place, partial(_row, run, judge, lenient), height=600)
    with opened:
        _draw_outcome(resources.outcome(run_id, run, judge, int(choice.listed[place])), judge.calls.judge)


def _row(run: RunColumns, judge: JudgeColumns, lenient: bool, position: int) -> dict[str, str]:
    return {
        "people": human_side(run, position) or "–",
        "judge": judge.calls.not_asked[position] or column_of(judge, position, lenient=lenient),
        "question": run.cases[position].question,
    }


def _draw_outcome(outcome: CaseOutcome, judge: Judge) -> None:
    st.subheader(outcome.case.id)
    drawer.draw_case(outcome.case, outcome.gold.labels)
    st.caption("Replies")
    drawer.draw_replies(outcome)
    if judge.prompt is not None:
        with st.expander("The exact prompt that was sent"):
            components.inert(fill(judge.prompt.template, judge.prompt.dialect, variables(outcome.case)))
