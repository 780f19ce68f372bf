"""What was understood of a file: how it was read, what is wrong with it, and its first cases."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.importing import Imported, Problem, check_document
from evalcore.runner.recording import Recording
from pages.ui import case_rows, components

_SHOWN_ROWS = 20
_SHOWN_CASES = 5


def draw(imported: Imported, recording: Recording) -> None:
    """What a file holds, what is wrong with it, what judges said in it, and its first five cases."""
    document = check_document(imported)
    facts = {key: value for key, value in document["file"].items() if value is not None}
    facts["rows"] = document["rows"]
    st.text(" · ".join(f"{key} {value!r}" if key == "delimiter" else f"{key} {value}" for key, value in facts.items()))
    with st.container(horizontal=True):
        for name in ("cases", "labelled", "unlabelled", "unresolved"):
            st.metric(name, document[name])
        for value, count in document["values"].items():
            st.metric(f"gold: {components.escaped(value)}", count)
    for problem in document["problems"]:
        st.warning(f"{problem['kind']}: {problem['count']}")
        where = f"\n{_rows(problem['where'], problem['count'])}" if problem["where"] else ""
        components.inert(f"{problem['message']}{where}")
    for sentence in (*(run.sentence for run in recording.runs), *recording.left_out):
        components.inert(sentence)
    st.caption("The first five cases as understood")
    rows = [{"case": case.id, **case_rows.row(case)} for case in imported.dataset.cases[:_SHOWN_CASES]]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="The first cases")


def draw_left_out(left_out: tuple[Problem, ...], key: str) -> bool:
    """Whether the set may be stored without the rows that cannot be used."""
    if not left_out:
        return True
    count = sum(problem.count for problem in left_out)
    rows = "row" if count == 1 else f"{count} rows"
    return st.checkbox(f"Store without the {rows} that cannot be used (named above)", key=key)


def _rows(where: list[int], count: int) -> str:
    shown = ", ".join(map(str, where[:_SHOWN_ROWS]))
    more = count - min(len(where), _SHOWN_ROWS)
    return f"Row {shown}{f' and {more} more' if more > 0 else ''}"
