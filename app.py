"""The workbench: page config and navigation, nothing else."""

from __future__ import annotations

import streamlit as st

from pages.ui import exposure, frame, pagelist, places

st.set_page_config(page_title="Judge calibration workbench", page_icon=places.ICON, layout="wide")
page = st.navigation(pagelist.navigation(), position="sidebar", expanded=True)
with frame.errors_in_words():
    exposure.draw_warning()
    frame.draw_choice()
    frame.hold_downloads_while_drawing()
    page.run()
