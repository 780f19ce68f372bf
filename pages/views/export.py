"""Export: the chosen judge and the report as files for people and other tools."""

from __future__ import annotations

import streamlit as st

from evalcore.domain import CalibrationReport, JudgeReport
from evalcore.report import ranked, remarks
from evalcore.report.formatting import coefficient, counted_share, share
from pages.ui import components, export_target, frame, glossary, kept_back, measured, pagelist, resources, state


def draw_calibration(judge: JudgeReport, report: CalibrationReport) -> None:
    """What the exported judge was measured to be, and what would void it."""
    measures = judge.as_deployed
    with st.container(border=True):
        components.standing(judge)
        st.text(f"Agreement with people: {counted_share(measures.agreement)}", help=glossary.meaning("agreement"))
        st.text(f"Bad answers caught: {counted_share(measures.tnr)}", help=glossary.meaning("tnr"))
        st.text(f"Good answers accepted: {counted_share(measures.tpr)}", help=glossary.meaning("tpr"))
        st.text(
            f"Kappa: {coefficient(measures.kappa)} · verdict flips: {share(measures.flips.rate)}",
            help=glossary.meaning("kappa", "flip"),
        )
        for remark in remarks(report):
            st.text(remark)
        if judge.recorded:
            return
        st.caption(
            f"Valid for configuration {judge.config_sha256[:16]}… only: "
            "another model, prompt, option or reading rule voids it.",
            help=glossary.meaning("judge", "fingerprint"),
        )


st.title("Export")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is None:
    components.empty_page(
        "An export carries the calibration of a measured judge, and nothing has been measured yet.",
        (pagelist.RUN, "Start a run"),
    )
frame.draw_run_banner(run_id)
report = measured.report(run_id)
judges = ranked(report)
name = frame.choose_judge([judge.name for judge in judges])
kept_back.draw(run_id, name)
confirmed = measured.confirmed(run_id, name)
draw_calibration(next(judge for judge in confirmed.judges if judge.name == name), confirmed)
judge = resources.judge_of(run_id, name)
export_target.draw(export_target.choose(judge), run_id, judge)
