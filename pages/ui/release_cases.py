"""The cases that turned between two runs: a list, and one of them in full with both answers and both replies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from evalcore.domain import Case
from evalcore.report import CaseOutcome, JudgeColumns, column_of, human_side
from evalcore.report.release_sentences import words_of
from evalcore.report.releases import TurnedCase, turned_list
from pages.ui import case_list, components, drawer, glossary, measured, state
from pages.ui.release_resources import Choice, Compared

_ROW, _HEAD, _TALLEST = 35, 38, 320  # pixels


@st.fragment
def draw(compared: Compared, before: Choice, after: Choice) -> None:
    """The cases that turned one way; a choice in here draws this part alone again."""
    comparison, words = compared.comparison, words_of(compared.comparison)
    st.subheader("Cases that turned")
    way = st.segmented_control(
        "Which way",
        [words.lost, words.gained],
        default=words.lost,
        required=True,
        key=state.TURNED,
        bind="query-params",
        label_visibility="collapsed",
        help=glossary.meaning("turned"),
    )
    turned = comparison.lost if way == words.lost else comparison.gained
    other = len(comparison.lost) + len(comparison.gained) - len(turned)
    if not turned:
        more = f" {other:,} turned the other way." if other else ""
        st.info(f"No case is {way}.{more}")
        return
    by_position = {case.after: case for case in turned}
    choice = turned_list(compared.after, turned)
    place = case_list.choose(choice)
    row = partial(_row, compared, by_position)
    case_list.draw_leaf(
        choice, place, compared.after.run.dataset, row, height=min(_HEAD + _ROW * len(choice), _TALLEST)
    )
    chosen = by_position[int(choice.listed[place])]
    _draw_case(
        measured.outcome(before.run_id, compared.before.run, compared.before.judge, chosen.before),
        measured.outcome(after.run_id, compared.after.run, compared.after.judge, chosen.after),
        compared,
    )


def _row(compared: Compared, by_position: Mapping[int, TurnedCase], position: int, in_full: Case) -> dict[str, str]:
    case, repeats = by_position[position], compared.comparison.repeats
    by_people = {"people": _signed(human_side(compared.after.run, position))}
    return {
        **(by_people if compared.comparison.figure == "agreement" else {}),
        "before": _verdict(compared.before.judge, case.before),
        "after": _verdict(compared.after.judge, case.after),
        **({"asked again": "differs" if case.wavers else "the same"} if repeats > 1 else {}),
        "slices": ", ".join(f"{key} = {value}" for key, value in compared.after.run.cases[position].slices.items()),
        "question": in_full.question,
    }


def _verdict(judge: JudgeColumns, position: int) -> str:
    return _signed(column_of(judge, position, lenient=False))


def _signed(verdict: str | None) -> str:
    return f"{components.sign(verdict)} {verdict or '–'}"


def _draw_case(before: CaseOutcome, after: CaseOutcome, compared: Compared) -> None:
    st.subheader(after.case.id)
    st.caption("Question")
    components.inert(after.case.question)
    same_evidence = before.case.evidence == after.case.evidence
    if not same_evidence:
        st.info("The evidence is not the same in both runs.", icon=":material/difference:")
        with st.expander("Evidence before"):
            drawer.draw_documents(before.case)
    drawer.draw_evidence(after.case)
    if after.gold.labels or before.gold.labels:
        st.caption("Labels")
        drawer.draw_labels(after.gold.labels or before.gold.labels)
    same_answer = before.case.answer == after.case.answer
    if same_answer:
        st.caption("Answer, the same in both runs")
        components.inert(after.case.answer)
    sides = (("before", before, compared.before), ("after", after, compared.after))
    for column, (when, outcome, release) in zip(st.columns(2, gap="medium"), sides, strict=True):
        with column:
            if not same_answer:
                st.caption(f"Answer {when}")
                components.inert(outcome.case.answer)
            st.caption(f"Replies {when}")
            drawer.draw_replies(outcome)
            drawer.draw_prompt(outcome.case, release.judge.calls.judge, name=when)
