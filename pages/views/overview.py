"""Overview: where things stand, and the one next step."""

from __future__ import annotations

import streamlit as st

from evalcore.domain import CalibrationReport
from evalcore.plurals import counted, verb
from evalcore.report import headline, ranked
from evalcore.report.formatting import coefficient
from evalcore.report.next_step import next_step
from pages.ui import actions, components, frame, glossary, label_invitations, measured, pagelist, resources, state


def draw_start() -> None:
    """A new store: the demo, or the person's own answers."""
    st.write(
        "Before anyone trusts an LLM judge, someone has to measure it against people. "
        "Load answers that people have labelled, ask candidate judges about them, and see how far each can be trusted."
    )
    own, demo = st.columns(2, gap="medium")
    with demo, st.container(border=True, height="stretch"):
        st.subheader("Look around first")
        st.write("60 labelled answers of an invented shop's assistant, and judges that need no model.")
        st.button("Open the demo", type="primary", on_click=actions.open_demo)
    with own, st.container(border=True, height="stretch"):
        st.subheader("Your own answers")
        st.write("A CSV, TSV, JSON Lines or JSON file with questions, answers, evidence and labels.")
        st.page_link(pagelist.CASES, label="Load your own answers", icon=":material/arrow_forward:")


def draw_unmeasured(set_name: str) -> None:
    """A set that no judge was asked about yet."""
    stored = resources.stored_set(set_name)
    st.text(
        f"{counted(stored.cases, 'case')} with {counted(stored.labels, 'label')}"
        f" {verb(stored.cases, 'is', 'are')} here. No judge has been asked about them yet."
    )
    st.page_link(pagelist.RUN, label="Run judges on this set", icon=":material/arrow_forward:")


def draw_standing(report: CalibrationReport, run_id: str) -> None:
    """Three lines on where things stand, and the next step."""
    frame.draw_newer_set(run_id, with_link=False)  # it is the next step
    summary, judges = report.dataset, ranked(report)
    gold = summary.labelled - summary.unresolved
    alpha = summary.human_agreement["alpha"]
    people = counted(summary.annotators, "annotator")
    agree = "" if alpha.value is None else f", alpha {coefficient(alpha)} among themselves"
    with st.container(border=True):
        st.text(
            f"People: {gold} of {counted(summary.cases, 'case')} {verb(gold, 'has', 'have')} gold under"
            f" “{summary.criterion}”; {people}{agree}.",
            help=glossary.meaning("gold", "criterion", "alpha"),
        )
        st.text(
            f"Judges: {len(judges)} in run {run_id}, {_calls(report)}.", help=glossary.meaning("judge", "run", "call")
        )
        st.text(f"Best so far: {headline(judges[0], summary)}")
    step = next_step(report, on_older_set=resources.newer_set(run_id) is not None)
    pages = {"cases": pagelist.CASES, "run": pagelist.RUN, "compare": pagelist.COMPARE, "export": pagelist.EXPORT}
    st.subheader("Next")
    st.text(step.why)
    with st.container(horizontal=True):
        query = {state.RUN: run_id, state.SET: summary.name}
        st.page_link(
            pages[step.to], label=components.escaped(step.label), icon=":material/arrow_forward:", query_params=query
        )
        if step.to != "compare":
            st.page_link(
                pagelist.COMPARE, label="Compare the judges", icon=":material/arrow_forward:", query_params=query
            )


def _calls(report: CalibrationReport) -> str:
    answered = sum(judge.calls.answered for judge in report.judges)
    left = {
        "failed": sum(judge.calls.failed for judge in report.judges),
        "missing": sum(judge.calls.missing for judge in report.judges),
        "not asked": sum(sum(judge.calls.not_asked.values()) for judge in report.judges),
    }
    return ", ".join(
        [f"{counted(answered, 'call')} answered", *(f"{count} {what}" for what, count in left.items() if count)]
    )


label_invitations.start_there()
st.title("Judge calibration workbench")
frame.draw_notice()
chosen, run_id = state.get(state.SET), state.get(state.RUN)
if chosen is None:
    draw_start()
elif run_id is None:
    draw_unmeasured(chosen)
else:
    frame.keep_blind(chosen)
    draw_standing(measured.report(run_id), run_id)
