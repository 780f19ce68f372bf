"""Releases: whether a drop between two runs is real, and which cases it is made of."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.errors import InputError
from evalcore.report.release_sentences import release_sentences, words_of
from evalcore.report.release_table import rate_rows
from evalcore.report.releases import ReleaseComparison
from pages.ui import (
    charts,
    components,
    frame,
    glossary,
    pagelist,
    release_cases,
    release_choice,
    release_resources,
    resources,
    state,
)

_NARROW = 95  # pixels
_BADGES = {
    "fell": ("a drop is shown", "orange", ":material/trending_down:"),
    "rose": ("a rise is shown", "blue", ":material/trending_up:"),
    "not shown": ("no change is shown", "gray", ":material/horizontal_rule:"),
}


def draw_claim(comparison: ReleaseComparison, *, same_run: bool) -> None:
    """What can be claimed, first and in one sentence; then what it would take, and what to bear in mind."""
    said = release_sentences(comparison, same_run=same_run)
    label, color, icon = _BADGES[comparison.overall.claim]
    with st.container(border=True):
        if comparison.overall.difference.value is not None and not same_run:
            st.badge(label, color=color, icon=icon, help=glossary.meaning("release", "proven", "McNemar test"))
        st.text(said.headline)
        for sentence in said.limits:
            st.caption(components.escaped(sentence))
    for remark in said.remarks:
        st.caption(components.escaped(remark))


def draw_rates(comparison: ReleaseComparison, plot: charts.Spec | None) -> None:
    """Both rates per slice, as a plot and as a table."""
    words = words_of(comparison)
    st.subheader(f"{words.rate[0].upper()}{words.rate[1:]} by slice")
    if plot is not None:
        st.vega_lite_chart(plot, alt=f"{words.rate} before and after, by slice, with intervals")
        st.caption(
            "Grey ring: before. Blue dot: after. Lines are 95% intervals.", help=glossary.meaning("slice", "interval")
        )
    st.dataframe(
        pd.DataFrame(rate_rows(comparison)),
        hide_index=True,
        height="content",
        column_config={
            **glossary.columns(
                slice="slice", shown=("proven", "McNemar test", "Holm"), change="interval", cases_needed="power"
            ),
            **{name: st.column_config.Column(width=_NARROW) for name in (words.lost, words.gained)},
        },
        alt=f"{words.rate} before and after, by slice",
    )


st.title("Releases")
frame.draw_notice()
runs = release_resources.all_runs()
if len(runs) < 2:
    components.empty_page(
        "Comparing two releases takes two runs: one judge asked about the answers of either release, or two releases of"
        f" a judge asked about one set. {'Only one run is here.' if runs else 'No run is here yet.'}",
        (pagelist.CASES, "Load the answers of a release"),
        (pagelist.RUN, "Start a run"),
    )
before, after = release_choice.choose()
for side in (before, after):
    frame.keep_blind(resources.set_and_criterion(side.run_id)[0])
# The release before may well rest on labels of its time; what is decided now is the one after.
frame.draw_newer_set(after.run_id)
try:
    compared = release_resources.compared(before, after)
except InputError as error:
    st.warning("These two cannot be compared.")
    components.inert(str(error))
    components.empty_page("Choose another run above, or make one that fits.", (pagelist.RUN, "Start a run"))
draw_claim(compared.comparison, same_run=before == after)
if before != after:
    draw_rates(compared.comparison, compared.plot)
    if compared.comparison.paired:
        release_cases.draw(compared, before, after)
    else:
        st.page_link(
            pagelist.COMPARE,
            label="Look at the cases of the run after",
            icon=":material/arrow_forward:",
            query_params={state.RUN: after.run_id, state.JUDGE: after.judge},
        )
