"""Every page once: its script, its title and its address."""

from __future__ import annotations

from copy import copy

import streamlit as st

OVERVIEW = st.Page("pages/views/overview.py", title="Overview", default=True)
CASES = st.Page("pages/views/cases.py", title="Cases", url_path="cases")
LABEL = st.Page("pages/views/label.py", title="Label", url_path="label")
ADJUDICATE = st.Page("pages/views/adjudicate.py", title="Adjudicate", url_path="adjudicate")
JUDGES = st.Page("pages/views/judges.py", title="Judges", url_path="judges")
RUN = st.Page("pages/views/run.py", title="Run", url_path="run")
COMPARE = st.Page("pages/views/compare.py", title="Compare", url_path="compare")
JUDGE = st.Page("pages/views/judge.py", title="One judge", url_path="judge")
RELEASES = st.Page("pages/views/releases.py", title="Releases", url_path="releases")
PLAN = st.Page("pages/views/plan.py", title="Plan", url_path="plan")
GATES = st.Page("pages/views/gates.py", title="Gates", url_path="gates")
EXPORT = st.Page("pages/views/export.py", title="Export", url_path="export")
WORDS = st.Page("pages/views/words.py", title="Words", url_path="words")

PAGES = {
    "": [OVERVIEW],
    "Set": [CASES, LABEL, ADJUDICATE],
    "Judges": [JUDGES, RUN],
    "Results": [COMPARE, JUDGE, RELEASES],
    "Decide": [PLAN, GATES, EXPORT],
    "Help": [WORDS],
}
"""In the order of the job."""


def navigation() -> dict[str, list[st.Page]]:
    """The pages for one drawing.

    Streamlit marks the page that may run on the page itself; two people whose pages are drawn at
    once would take the mark from each other.
    """
    return {section: [copy(page) for page in pages] for section, pages in PAGES.items()}
