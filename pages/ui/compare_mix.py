"""Compare under production's mix: how often each slice is asked there, as a person types it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from evalcore.domain import JudgeReport, MixMeasures
from evalcore.plurals import counted
from evalcore.report.formatting import share
from pages.ui import compare_resources, components, glossary, state

AS_TESTED = "as tested"


@st.fragment
def draw(judges: Sequence[JudgeReport], run_id: str, rule: str | None) -> None:
    """The shares to type, and every judge's figures under them; a change in here draws this part alone again."""
    slices = compare_resources.slice_values(run_id)
    if not slices:
        return
    with components.on_demand(
        "Under production's mix", state.MIX_OPEN, expanded=state.MIX in st.query_params
    ) as opened:
        if not opened.open:
            return
        key = st.selectbox(
            "How often production asks each",
            [AS_TESTED, *slices],
            key=state.MIX,
            bind="query-params",
            width=260,
            help=glossary.meaning("production mix", "slice"),
        )
        if key == AS_TESTED:
            st.caption("Choose a slice to say how often production asks each of its values.")
            return
        shares = _shares(slices[key])
        if not any(shares.values()):
            st.info("At least one share has to be above 0.")
            return
        _figures(judges, compare_resources.mixed(run_id, rule, key, tuple(shares.items())))


def _shares(cases: Mapping[str, int]) -> dict[str, float]:
    """A field for the share of each value; they start as the set has them and need not add up to 100."""
    total = sum(cases.values())
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = {
            value: st.number_input(
                components.escaped(f"{value}, % ({counted(count, 'case')})"),
                0.0,
                None,
                float(round(100 * count / total)),
                step=1.0,
                format="%g",
                key=state.share_of(value),
                bind="query-params",
                width=190,
            )
            for value, count in cases.items()
        }
    return {value: float(one) for value, one in typed.items()}


def _figures(judges: Sequence[JudgeReport], mixed: Mapping[str, MixMeasures]) -> None:
    rows = [
        {
            "judge": judge.name,
            "agreement, as tested": share(judge.as_deployed.agreement),
            "agreement": share(mix.agreement),
            "balanced accuracy": share(mix.balanced_accuracy),
            "bad answers caught": share(mix.tnr),
            "good answers accepted": share(mix.tpr),
            "pass rate": share(mix.pass_rate),
        }
        for judge in judges
        for mix in (mixed[judge.name],)
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height="content",
        column_config=glossary.columns(
            agreement=("agreement", "production mix"),
            balanced_accuracy="balanced accuracy",
            bad_answers_caught="tnr",
            good_answers_accepted="tpr",
            pass_rate="raw pass rate",
        ),
        alt="Figures of every judge under production's mix",
    )
