"""What was understood of a file: how it was read, what is wrong with it, its labels and its first cases."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.importing import FurtherFile, Imported, Problem, check_document, values_of
from evalcore.runner.recording import Recording
from pages.ui import case_rows, components, glossary

_SHOWN_ROWS = 20
_SHOWN_CASES = 5
_HELP = {
    "orphan": "orphan",
    "without-partner": "without a partner",
    "polarity": "polarity",
    "model-made-label": "label source",
    "label-not-understood": "label word",
    "no-label": "label word",
    "no-majority": "combine",
    "not-combined": "combine",
    "no-element": "row per element",
    "no-evidence-column": "expected evidence",
    "other-criteria": "criterion",
}
"""Kind of a problem → the word of the glossary that explains it."""
_FACTS = ("format", "encoding", "delimiter", "sheet", "header_row")


def draw(imported: Imported, recording: Recording) -> None:
    """What a file holds, what is wrong with it, and what judges said in it."""
    document = check_document(imported)
    components.inert(_in_a_line({**document["file"], "rows": document["rows"]}))
    with st.container(horizontal=True):
        for name in ("cases", "labelled", "unlabelled", "unresolved"):
            st.metric(name, document[name])
        for value, count in document["values"].items():
            st.metric(f"gold: {components.escaped(value)}", count)
    for problem in document["problems"]:
        st.badge(
            f"{problem['kind']}: {problem['count']}",
            color="yellow",
            icon=":material/warning:",
            help=glossary.meaning(_HELP[problem["kind"]]) if problem["kind"] in _HELP else None,
        )
        where = f"\n{_rows(problem['where'], problem['count'])}" if problem["where"] else ""
        components.inert(f"{problem['message']}{where}")
    for sentence in (*document.get("notes", ()), *(run.sentence for run in recording.runs), *recording.left_out):
        components.inert(sentence)


def draw_further(file: FurtherFile | None, name: str) -> None:
    """How a second file is read; nothing where it cannot be, as an error says why."""
    if file is not None:
        facts = {fact: getattr(file, fact) for fact in _FACTS}
        components.inert(f"{name}: {_in_a_line(facts)}")


def draw_cases(imported: Imported) -> None:
    """How many labels of each value there are, and the first cases as they will be stored."""
    values = [
        {
            "criterion": one.criterion,
            "value": one.value,
            "counts as": "pass" if one.passes else "fail",
            "labels": one.labels,
            "cases with it as gold": one.gold,
        }
        for one in values_of(imported.dataset)
    ]
    components.heading("Labels per value")
    st.dataframe(
        pd.DataFrame(values),
        hide_index=True,
        height="content",
        alt="How many labels of each value there are",
        column_config=glossary.columns(criterion="criterion", labels="label", cases_with_it_as_gold="gold"),
    )
    components.heading("The first five cases as understood")
    labels = imported.dataset.labels
    rows = [case_rows.full_row(case, labels) for case in imported.dataset.cases[:_SHOWN_CASES]]
    st.dataframe(pd.DataFrame(rows).fillna(""), hide_index=True, height="content", alt="The first cases")


def draw_left_out(left_out: tuple[Problem, ...], key: str) -> bool:
    """Whether the set may be stored without the rows that cannot be used."""
    if not left_out:
        return True
    count = sum(problem.count for problem in left_out)
    rows = "row" if count == 1 else f"{count} rows"
    return st.checkbox(f"Store without the {rows} that cannot be used (named above)", key=key)


def _in_a_line(facts: dict[str, object]) -> str:
    found = {key: value for key, value in facts.items() if value is not None}
    shown = {key.replace("_", " "): repr(value) if key == "delimiter" else value for key, value in found.items()}
    return " · ".join(f"{key} {value}" for key, value in shown.items())


def _rows(where: list[int], count: int) -> str:
    shown = ", ".join(map(str, where[:_SHOWN_ROWS]))
    more = count - min(len(where), _SHOWN_ROWS)
    return f"Row {shown}{f' and {more} more' if more > 0 else ''}"
