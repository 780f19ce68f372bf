"""Judges against each other on Compare: every two, or every one against a reference within a margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from evalcore.domain import Comparison
from evalcore.report.comparison_sentences import comparison_in_words, margin_in_words, standing
from evalcore.report.formatting import difference, p_value
from pages.ui import compare_resources, components, glossary, matrix, state

EVERY_TWO = "every two judges"


def draw(comparisons: tuple[Comparison, ...], names: Sequence[str], run_id: str, rule: str | None) -> None:
    """The choice of what is compared with what, and what the comparison shows; nothing for a single judge."""
    if not comparisons:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        reference = st.selectbox(
            "Compare with",
            [EVERY_TWO, *names],
            key=state.REFERENCE,
            bind="query-params",
            width=320,
            help="Every two judges with each other, or every one with the one that you would replace: then fewer"
            " comparisons are made, and smaller differences show. " + glossary.meaning("Holm"),
        )
        if reference == EVERY_TWO:
            _draw_every_two(comparisons)
            return
        margin = st.number_input(
            "Good enough within, in points",
            min_value=0.5,
            max_value=50.0,
            value=5.0,
            step=0.5,
            format="%g",
            key=state.MARGIN,
            bind="query-params",
            width=220,
            help=glossary.meaning("margin"),
        )
    _draw_against(compare_resources.comparisons(run_id, rule, reference, float(margin) / 100), reference)


def _draw_every_two(comparisons: tuple[Comparison, ...]) -> None:
    proven = [pair for pair in comparisons if standing(pair) != "not shown"]
    help_text = glossary.meaning("McNemar test", "Holm", "proven")
    if not proven:
        st.caption(
            f"No two judges are proven to differ ({comparisons[0].method}).",
            help=help_text,
        )
        return
    st.caption(
        f"Judges proven to differ at repeat 0 ({proven[0].method}) – choose a row to list the cases that tell the two"
        " apart",
        help=help_text,
    )
    _table(proven, [_proven_row(pair) for pair in proven], alt="Pairs of judges that differ")


def _proven_row(pair: Comparison) -> dict[str, str]:
    first_is_better = standing(pair) == "proven better"
    return {
        "better": pair.a if first_is_better else pair.b,
        "worse": pair.b if first_is_better else pair.a,
        "first judge": pair.a,
        "difference (first minus second)": difference(pair.difference),
        "only one right": f"{pair.only_a_right} against {pair.only_b_right}",
        "adjusted": p_value(pair.p_adjusted),
    }


def _draw_against(comparisons: tuple[Comparison, ...], reference: str) -> None:
    with st.container(gap="xsmall"):
        for comparison in comparisons:
            st.text(comparison_in_words(comparison))
    st.caption(
        components.escaped(
            f"Each less {reference}, repeat 0 ({comparisons[0].method}) – choose a row to list the cases that tell the"
            " two apart"
        ),
        help=glossary.meaning("McNemar test", "Holm", "margin", "discordant"),
    )
    rows = [
        {
            "judge": pair.a,
            "difference": difference(pair.difference),
            "only this one right": pair.only_a_right,
            "only the other right": pair.only_b_right,
            "adjusted": p_value(pair.p_adjusted),
            "is": standing(pair),
            "good enough?": margin_in_words(pair),
        }
        for pair in comparisons
    ]
    _table(comparisons, rows, alt=f"Judges against {reference}")


def _table(pairs: Sequence[Comparison], rows: Sequence[Mapping[str, object]], *, alt: str) -> None:
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height="content",
        key=state.PAIRS,
        on_select=lambda: _take_row(pairs),
        selection_mode="single-row",
        alt=alt,
    )


def _take_row(pairs: Sequence[Comparison]) -> None:
    rows = st.session_state[state.PAIRS]["selection"]["rows"]
    if rows and rows[0] < len(pairs):
        matrix.tell_apart(pairs[rows[0]].a, pairs[rows[0]].b)
