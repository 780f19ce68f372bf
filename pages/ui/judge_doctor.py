"""The doctor's tab: what a handful of probe calls tell of a judge, and every one of these calls."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from evalcore.doctor import CASES, PLAIN, DoctorReport, Examination, Exchange, Finding, Mark
from evalcore.errors import RunError
from evalcore.judges import Judge
from evalcore.plurals import counted
from evalcore.report.formatting import NONE, counted_share, difference, share
from pages.ui import components, doctor_resources, judge_resources, pagelist, state
from pages.ui.doctor_resources import Subject

SIGNS = {Mark.OK: "●", Mark.LOOK: "▲", Mark.UNCLEAR: "◆", Mark.UNDEFINED: "○"}
"""A shape beside the word."""
_COLOURS = {Mark.OK: "blue", Mark.LOOK: "orange", Mark.UNCLEAR: "gray", Mark.UNDEFINED: "gray"}
MOST_CASES = 64
_EVERY_S = 0.5
_PREVIEWED = 120


def draw_part() -> None:
    """The doctor's part of the Judges page: any judge that can be asked, measured or not."""
    set_name = state.get(state.SET)
    if not set_name:
        st.info("A judge is examined on labelled cases. Load a set first.")
        st.page_link(pagelist.CASES, label="Load a set", icon=":material/arrow_forward:")
        return
    st.caption("Before a run is paid for: what a handful of probe calls tell of a judge, and what to change.")
    judges = judge_resources.offered_judges()
    name = st.selectbox("Judge to examine", list(judges), key=state.EXAMINED, bind="query-params", width=420)
    draw(judges[name], set_name)


def draw(judge: Judge, set_name: str) -> None:
    """Start an examination, follow it, and read what it found."""
    subject = _chosen(judge, set_name)
    try:
        planned = doctor_resources.plan(subject)
    except RunError as error:
        st.info(components.escaped(str(error)))
        return
    labelled = ", ".join(f"{count} {value}" for value, count in planned.chosen.labelled.items())
    st.caption(
        components.escaped(
            f"{counted(planned.calls, 'call')} about {counted(len(planned.chosen.cases), 'case')} of {set_name}"
            f" ({labelled}), drawn by seed "
            f"{subject.seed}, one after the other. They are kept until the workbench ends, stored nowhere, and no run "
            "counts them."
        )
    )
    examination = doctor_resources.examinations().get(str(subject.key))
    asking = examination is not None and examination.state == "asking"
    obstacle = doctor_resources.obstacle(judge)
    st.button(
        f"Examine again: {counted(planned.calls, 'call')}"
        if examination and not asking
        else f"Examine: {counted(planned.calls, 'call')}",
        key="examine",
        type="primary" if examination is None else "secondary",
        icon=":material/stethoscope:",
        disabled=asking or obstacle is not None,
        help=obstacle,
        on_click=doctor_resources.start,
        args=(subject, planned.calls),
    )
    if examination is not None:
        _follow(examination, str(subject.key))


def _chosen(judge: Judge, set_name: str) -> Subject:
    with st.container(horizontal=True):
        cases = st.number_input(
            "Cases", 2, MOST_CASES, value=CASES, key=state.DOCTOR_CASES, width=150,
            help="As many good answers as bad ones. More cases show smaller effects; each is asked in several forms.",
        )  # fmt: skip
        seed = st.number_input(
            "Seed", 0, value=0, key=state.DOCTOR_SEED, width=150, help="Another seed draws other cases."
        )
    return Subject(judge=judge, set_name=set_name, cases=int(cases), seed=int(seed))


def _follow(examination: Examination, key: str) -> None:
    if examination.state == "asking":
        st.fragment(_progress, run_every=_EVERY_S)(key)
    elif examination.report is not None:
        draw_report(examination.report)
    else:
        st.error("The examination ended before its last call.")
        components.inert(examination.message)


def _progress(key: str) -> None:
    examination = doctor_resources.examinations().get(key)
    if examination is None or examination.state != "asking":
        # What was found belongs to the whole page.
        st.rerun()
    st.progress(examination.done / examination.calls, text=f"{examination.done:,} of {examination.calls:,} calls")
    st.button(
        "Stop", key="stop_examining", icon=":material/stop:", on_click=doctor_resources.examinations().stop, args=(key,)
    )


def draw_report(report: DoctorReport) -> None:
    """A table of all findings, then what to do about those that need it, then every call on demand."""
    if report.failed:
        st.warning(f"{report.failed} of {counted(report.calls, 'call')} failed; the findings rest on the others.")
    st.caption(
        f"It agrees with people on {counted_share(report.agreement)} of these cases: a hint, a run measures it. "
        "Changes are paired, case by case the same; with so few cases their intervals are wide, and only one that "
        "excludes 0 is marked."
    )
    st.dataframe(
        pd.DataFrame([_row(finding) for finding in report.findings]),
        hide_index=True,
        height="content",
        column_config={
            "mark": st.column_config.Column(width=95),
            "finding": st.column_config.Column(width=205),
            "figure, 95% interval": st.column_config.Column(width=155),
            "cases": st.column_config.Column(width=55),
        },
        alt="What the doctor found",
    )
    to_do = [finding for finding in report.findings if finding.mark in (Mark.LOOK, Mark.UNCLEAR)]
    for finding in sorted(to_do, key=lambda finding: finding.mark is Mark.UNCLEAR):
        _in_words(finding)
    if not to_do:
        st.success("Nothing was found to change.", icon=":material/check:")
    with components.on_demand("The other findings in words", state.DOCTOR_WORDS) as words:
        if words.open:
            for finding in report.findings:
                if finding not in to_do:
                    st.caption(_titled(finding))
                    components.inert(finding.found)
    with components.on_demand("Every prompt and reply", state.DOCTOR_CALLS) as calls:
        if calls.open:
            _draw_calls(report)


def _row(finding: Finding) -> dict[str, str]:
    estimate = finding.estimate
    if finding.mark is Mark.UNDEFINED:
        figure = "not defined"
    elif estimate is None:
        figure = NONE
    else:
        figure = difference(estimate) if finding.is_difference else share(estimate)
    return {
        "mark": f"{SIGNS[finding.mark]} {finding.mark}",
        "finding": finding.title,
        "figure, 95% interval": figure,
        "cases": f"{estimate.n:,}" if estimate else NONE,
        "what the figure is": finding.figure_is if estimate else NONE,
    }


def _in_words(finding: Finding) -> None:
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge(f"{SIGNS[finding.mark]} {finding.mark}", color=_COLOURS[finding.mark])
            st.markdown(f"**{finding.title}**")
        components.inert(finding.found)
        st.caption("What to change")
        components.inert(finding.change)


def _titled(finding: Finding) -> str:
    return f"{SIGNS[finding.mark]} {finding.mark} · {finding.title}"


def _draw_calls(report: DoctorReport) -> None:
    titles = {PLAIN: "The cases as they are"}
    titles |= {finding.kind: finding.title for finding in report.findings if report.made_for(finding.kind)}
    kind = st.selectbox("Calls made for", list(titles), format_func=titles.__getitem__, key=state.DOCTOR_KIND)
    made, plain = report.made_for(kind), {one.case_id: one for one in report.made_for(PLAIN)}
    st.caption(f"Sent: {', '.join(dict.fromkeys(exchange.sent for exchange in made))}")
    st.dataframe(
        pd.DataFrame([_call_row(at, exchange, plain) for at, exchange in enumerate(made, start=1)]),
        hide_index=True,
        height="content",
        alt="The calls",
    )
    at = st.selectbox(
        "Read call",
        range(len(made)),
        format_func=lambda at: f"{at + 1} · {made[at].case_id or made[at].sent}",
        key=f"{state.DOCTOR_CALL}_{kind}",
    )
    _draw_call(made[at], plain)


def _call_row(number: int, exchange: Exchange, plain: Mapping[str | None, Exchange]) -> dict[str, object]:
    """One call; of a changed case with the verdict on it as it is, of an open question without any."""
    said: dict[str, object] = {}
    if exchange.case_id is not None:
        said = {"case": exchange.case_id, "people": exchange.human}
        if exchange.probe != PLAIN:
            said["as it is"] = plain[exchange.case_id].verdict or NONE
        said["judge"] = exchange.verdict or NONE
    reply = (exchange.failure or exchange.text)[:_PREVIEWED]
    return {"call": str(number), **said, "reply": reply, "ended": exchange.finish_reason or NONE}


def _draw_call(exchange: Exchange, plain: Mapping[str | None, Exchange]) -> None:
    """A call, beside that about the same case as it is where it changes something."""
    beside = plain.get(exchange.case_id) if exchange.probe != PLAIN else None
    shown = {"as it is": beside, "now": exchange} if beside else {"as it was sent": exchange}
    for column, (when, one) in zip(st.columns(len(shown)), shown.items(), strict=True):
        with column:
            st.caption(f"Prompt {when}")
            components.source(one.prompt or "A rule looks at the case itself; nothing was sent.", height=320)
            st.caption("Reply" if one.failure is None else "No reply came")
            components.inert(one.failure or one.text)
            if one.thinking:
                st.caption("Thinking (never a verdict)")
                components.inert(one.thinking)
