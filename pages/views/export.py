"""Export: the chosen judge and the report as files for people and other tools."""

from __future__ import annotations

import streamlit as st

from evalcore.exports import TARGETS
from evalcore.report import ranked
from pages.ui import components, frame, pagelist, resources, state

st.title("Export")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is None:
    components.empty_page(
        "An export carries the calibration of a measured judge, and nothing has been measured yet.",
        (pagelist.RUN, "Start a run"),
    )
report = resources.report(run_id)
name = frame.choose_judge([judge.name for judge in ranked(report)])
measured = next(judge for judge in report.judges if judge.name == name)
st.text(f"Configuration {measured.config_sha256[:16]}… · the calibration is valid for this configuration only")
for target in TARGETS.values():
    with st.container(border=True):
        st.subheader(target.title)
        st.caption(f"{target.name} · {target.exactness}")
        files = resources.exported(run_id, name, target.name, resources.revision())
        for file_name, text in files.items():
            with st.container(horizontal=True):
                st.download_button(
                    f"Download {file_name}", data=text.encode("utf-8"), file_name=file_name, on_click="ignore"
                )
            if not file_name.endswith(".html"):
                with st.expander(f"Look at {file_name}"):
                    components.inert(text)
