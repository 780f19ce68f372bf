"""Every session key, by the name that stands in the address where there is one.

Keys of widgets that are bound to the address (``bind="query-params"``) are short, because
people read and share them: ``/compare?run=r-0003&judge=yes-no``.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

# In the address.
RUN = "run"
"""Id of the run whose results are shown."""
SET = "set"
"""Name of the set whose cases are shown."""
JUDGE = "judge"
"""Name of the judge that is looked at."""
CASE = "case"
"""Id of the case that is open."""
READING = "reading"
"""How replies are read where both ways are offered: as deployed or lenient."""
HUMAN, VERDICT = "human", "verdict"
"""The cell of the confusion matrix whose cases are listed."""

CRITERION = "criterion"
GOLD = "gold"
"""Which gold the listed cases have."""

MORE = "more"
"""Whether the rest of the figures is shown."""
TAB = "tab"
"""Which tab of the judge page is open."""
TARGET = "target"
"""What the judge is exported as."""
STRIP = "flipped"
"""The flipped case whose replies are shown side by side."""

# Only in the session.
CASE_LIST = "case_list"
EVIDENCE_SEARCH = "evidence_search"
UPLOAD, UPLOAD_RECIPE = "upload", "upload_recipe"
RUN_JUDGES, RUN_REPEATS, RUN_LIMIT, RUN_CONCURRENCY = "run_judges", "run_repeats", "run_limit", "run_concurrency"
RUN_FRESH, RUN_RETRY = "run_fresh", "run_retry"
KEPT_JUDGE = "kept_judge"
"""The judge that was looked at last, on whichever page."""
DRAFT = "draft"
"""A choice on the Run page with the plan that belongs to it."""
NOTICE, WARNING = "notice", "warning"
"""A sentence to show once, after a callback did its work or could not."""


def slice_key(key: str) -> str:
    """The session key, and the name in the address, of a slice filter."""
    return f"slice_{key}"


def matrix_key(*, lenient: bool) -> str:
    """The session key of the matrix; each way of reading has its own, so that a choice never survives the switch."""
    return "matrix_lenient" if lenient else "matrix_deployed"


def twin_key(*, lenient: bool) -> str:
    """The session key of the matrix as a table."""
    return "twin_lenient" if lenient else "twin_deployed"


def get(key: str) -> Any:
    """The value under a key, or None."""
    return st.session_state.get(key)


def put(**values: Any) -> None:
    """Set values; to be called from callbacks, before any widget is drawn."""
    for key, value in values.items():
        st.session_state[key] = value


def tell(sentence: str) -> None:
    """Leave a sentence for the next drawing of the page."""
    st.session_state[NOTICE] = sentence


def warn(sentence: str) -> None:
    """Leave word of what could not be done."""
    st.session_state[WARNING] = sentence


def take(key: str) -> str | None:
    """The sentence that a callback left, once."""
    sentence: str | None = st.session_state.pop(key, None)
    return sentence
