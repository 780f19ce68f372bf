"""The confusion matrix, its keyboard twin, and the cases behind a cell."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.domain import Case, Measures
from evalcore.judges import Judge
from evalcore.plurals import counted, verb
from evalcore.report import (
    CaseOutcome,
    JudgeColumns,
    RunColumns,
    cases_in_cell,
    cut_cases,
    discordant_cases,
    human_label,
    labels_of,
    said_label,
)
from pages.ui import case_list, charts, components, drawer, glossary, measured, state

ANY, NO_VERDICT = "any", "no verdict"
NOBODY, EITHER = "nobody", "either"
AS_DEPLOYED, LENIENT = "as deployed", "lenient"
CUT = "cut"
_WITHOUT = (NO_VERDICT, "not answered")


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
        as_fail = measures.at_pass_or_fail and not lenient
        where = "counted in the column fail" if as_fail else "left out of the matrix"
        replies = counted(without, "reply", "replies")
        st.caption(f"{replies} of repeat 0 gave no verdict and {verb(without, 'is', 'are')} {where}.")


def _twin(measures: Measures) -> None:
    """The cells once more as buttons: in a table, Tab would move the choice instead of leaving it alone."""
    confusion = measures.confusion
    with components.on_demand("The same as buttons, for the keyboard", state.TWIN) as twin:
        if not twin.open:
            return
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


def tell_apart(name: str, other: str) -> None:
    """List the cases that only one of two judges has right; to be called from callbacks."""
    whatever = {state.HUMAN: ANY, state.VERDICT: ANY}
    state.put(**whatever, **{state.JUDGE: name, state.KEPT_JUDGE: name, state.OTHER: other, state.ONLY: EITHER})


def draw_cases(run_id: str, judge_name: str, rule: str | None, *, lenient: bool) -> None:
    """The cases, filtered by what people and the judge say, and by where another judge differs; and one in full."""
    run, judge = measured.run_columns(run_id), measured.judge_columns(run_id, judge_name, rule)
    labels = labels_of(run, judge)
    with st.container(horizontal=True):
        human = _choice("People say", [ANY, *labels], state.HUMAN)
        verdict = _choice("Judge says", [ANY, *labels, *_WITHOUT], state.VERDICT)
        prompts = _choice("Prompts", [ANY, CUT], state.CUT) if judge.calls.truncated else ANY
        other = _choose_other(run, judge_name, run_id, rule)
        only = _choice("Only right", [EITHER, judge_name, other.judge.name], state.ONLY) if other else EITHER
    choice = cases_in_cell(
        run,
        judge,
        human=None if human == ANY else human,
        column=None if verdict == ANY else verdict,
        lenient=lenient,
    )
    if prompts == CUT:
        choice = choice.also_in(cut_cases(run, judge))
    if other:
        of = None if only == EITHER else "first" if only == judge_name else "second"
        choice = choice.also_in(discordant_cases(run, judge, other, only=of, lenient=lenient))
    if not len(choice):
        st.info(
            "No case is in this cell."
            if other is None or prompts == CUT
            else "No case here tells the two judges apart."
        )
        return
    place = case_list.choose(choice)
    listed, opened = st.columns([2, 3], gap="medium")
    with listed:
        case_list.draw_leaf(choice, place, run.dataset, partial(_row, run, judge, other, lenient), height=600)
    with opened:
        position = int(choice.listed[place])
        _draw_outcome(measured.outcome(run_id, run, judge, position), judge.calls.judge)
        if other:
            st.caption(components.escaped(f"Replies of {other.judge.name}"))
            drawer.draw_replies(measured.outcome(run_id, run, other, position))


def _choice(label: str, options: list[str], key: str) -> str:
    """A choice bound to the address; what is no option here, such as a label of another scale, is given up."""
    if state.get(key) not in (None, *options):
        state.put(**{key: options[0]})
    return str(st.selectbox(label, options, key=key, bind="query-params"))


def _choose_other(run: RunColumns, name: str, run_id: str, rule: str | None) -> JudgeColumns | None:
    """The judge that the listed cases tell the open one apart from; None: the cases are not chosen by that."""
    others = [calls.judge.name for calls in run.judges if calls.judge.name != name]
    if not others:
        return None
    chosen = _choice("Told apart from", [NOBODY, *others], state.OTHER)
    return None if chosen == NOBODY else measured.judge_columns(run_id, chosen, rule)


def _row(
    run: RunColumns, judge: JudgeColumns, other: JudgeColumns | None, lenient: bool, position: int, case: Case
) -> dict[str, str]:
    by_cut = {"prompt": _cut_of(judge, position)} if judge.calls.truncated else {}
    by_other = {} if other is None else {other.judge.name: said_label(run, other, position, lenient=lenient)}
    return {
        "people": human_label(run, judge, position) or "–",
        "judge": judge.calls.not_asked[position] or said_label(run, judge, position, lenient=lenient),
        **by_other,
        **by_cut,
        "question": case.question,
    }


def _cut_of(judge: JudgeColumns, position: int) -> str:
    """Of how many repeats the prompt was cut, in words."""
    cut = int(judge.calls.cut[position].sum())
    if not cut:
        return "whole"
    return "cut" if cut == judge.calls.cut.shape[1] else f"cut {cut} times"


def _draw_outcome(outcome: CaseOutcome, judge: Judge) -> None:
    st.subheader(outcome.case.id)
    drawer.draw_case(outcome.case, outcome.gold.labels)
    st.caption("Replies")
    drawer.draw_replies(outcome)
    drawer.draw_prompt(outcome.case, judge)
