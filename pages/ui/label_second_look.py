"""What a second look says of the labels and of the judge; never for somebody who labels in it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.domain import Estimate
from evalcore.labelling import SecondLook, second_look_sentences
from evalcore.report.formatting import NONE, share
from pages.ui import components, glossary, label_resources

_LOOK_AGAIN_S = 10


def draw_rule() -> None:
    """What these labels are for and what they are not."""
    st.caption(
        "A second look: its labels never become labels of the set, because what they say depends on how the cases were"
        " drawn. Only the weighted figures may decide anything.",
        help=glossary.meaning("second look", "inclusion probability"),
    )


@st.fragment(run_every=_LOOK_AGAIN_S)
def draw(session_id: str, about: str) -> None:
    """The estimates from the labels so far, in sentences, which say why one is undefined, and in a table."""
    look = label_resources.second_look(session_id)
    st.subheader("Second look")
    components.inert("\n".join((f"The judge: {about}.", *second_look_sentences(look))))
    _draw_table(look)


def _draw_table(look: SecondLook) -> None:
    before, after = look.before, look.after
    rows = [
        ("labels in error", NONE, _cell(look.label_errors), look.label_errors.n),
        _row("agreement", before.agreement, after.agreement),
        _row("good accepted", before.tpr, after.tpr),
        _row("bad caught", before.tnr, after.tnr),
    ]
    weighted = "after, weighted"
    st.dataframe(
        pd.DataFrame(rows, columns=["figure", "before", weighted, "cases"]),
        hide_index=True,
        height="content",
        alt="The judge before and after the second look",
        column_config={
            "figure": st.column_config.Column(help=glossary.meaning("agreement", "tpr", "tnr")),
            "before": st.column_config.Column(help="Against the labels as they were, on all cases with a verdict."),
            weighted: st.column_config.Column(
                help=glossary.meaning("second look", "inclusion probability", "interval")
            ),
            "cases": st.column_config.Column(width=60, help="Looked at again; the weighted figure rests on them."),
        },
    )


def _row(name: str, before: Estimate, after: Estimate) -> tuple[str, str, str, int]:
    return name, _cell(before), _cell(after), after.n


def _cell(found: Estimate) -> str:
    return "undefined" if found.value is None else share(found)
