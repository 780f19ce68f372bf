"""The figures of every judge on Compare, in tables: those to compare by, and the rest on demand."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from evalcore.domain import JudgeReport
from evalcore.exports.comparing_tables import prevalence_text
from evalcore.exports.value_tables import by_value_overview
from evalcore.report.comparison_sentences import annotator_test_in_words
from evalcore.report.formatting import NONE, coefficient, counted_share, share, whole
from pages.ui import glossary, state


def draw(judges: Sequence[JudgeReport]) -> None:
    """The table that people compare by, and the rest of the figures on demand."""
    more = st.toggle("More figures", key=state.MORE, bind="query-params")
    any_cut = any(judge.calls.truncated for judge in judges)
    rows = [{**_main_figures(judge, any_cut=any_cut), **(_more_figures(judge) if more else {})} for judge in judges]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height="content",
        column_config=glossary.columns(
            agreement="agreement",
            bad_answers_caught="tnr",
            good_answers_accepted="tpr",
            unread=("unread", "by default"),
            flips="flip",
            balanced_accuracy="balanced accuracy",
            good_answers="prevalence",
            kappa="kappa",
            AC1="AC1",
            MCC="MCC",
            F1="F1",
            precision="precision",
            caught_by_saying_so="tnr said",
            lenient="lenient",
            if_chosen_among_all="if chosen among all",
            mean_over_repeats="repeat",
            cut_prompts="truncated",
            without_cut_prompts="truncated",
            read_by="as deployed",
        ),
        alt="Figures of every judge",
    )
    if more:
        _draw_by_value(judges)
        _draw_against_people(judges)


def _main_figures(judge: JudgeReport, *, any_cut: bool) -> dict[str, str]:
    measures = judge.as_deployed
    unread = sum(judge.replies_as_deployed.unread.values())
    cut = {} if not any_cut else {"cut prompts": f"{judge.calls.truncated} of {judge.calls.answered}"}
    return {
        "judge": judge.name,
        "agreement": share(measures.agreement),
        "bad answers caught": counted_share(measures.tnr),
        "good answers accepted": counted_share(measures.tpr),
        "unread": f"{unread} of {judge.calls.answered}",
        "flips": f"{measures.flips.cases} of {measures.flips.n}",
        **cut,
    }


def _more_figures(judge: JudgeReport) -> dict[str, str]:
    measures = judge.as_deployed
    return {
        "lenient": share(judge.lenient.agreement),
        "balanced accuracy": share(measures.balanced_accuracy),
        "good answers": prevalence_text(judge),
        "kappa": coefficient(measures.kappa),
        "AC1": coefficient(measures.ac1),
        "MCC": coefficient(measures.mcc),
        "F1": share(measures.f1),
        "precision": NONE if measures.precision is None else counted_share(measures.precision),
        "caught by saying so": counted_share(measures.tnr_said),
        "if chosen among all": share(judge.agreement_among_all) if judge.agreement_among_all else NONE,
        "mean over repeats": share(judge.mean_over_repeats["as_deployed"]),
        "without cut prompts": share(judge.without_cut.agreement) if judge.without_cut else NONE,
        "prompt tokens": whole(judge.usage.prompt_tokens),
        "reply tokens": whole(judge.usage.completion_tokens),
        "median": whole(judge.usage.latency_ms["p50"], " ms"),
        "read by": judge.reader,
    }


def _draw_by_value(judges: Sequence[JudgeReport]) -> None:
    """Where people and judge share a scale of several values: how they agree on it."""
    table = by_value_overview(judges)
    if not table.rows:
        return
    st.caption(
        f"{table.title}, as deployed. {table.note}",
        help=glossary.meaning("weighted kappa", "alpha", "Spearman", "mean error", "macro F1"),
    )
    st.dataframe(
        pd.DataFrame(table.rows, columns=list(table.columns)),
        hide_index=True,
        height="content",
        column_config=glossary.columns(
            kappa="kappa",
            linear="weighted kappa",
            quadratic="weighted kappa",
            alpha="alpha",
            Spearman="Spearman",
            Kendall="Kendall",
            mean_error="mean error",
            macro_F1="macro F1",
        ),
        alt="Figures value by value",
    )


def _draw_against_people(judges: Sequence[JudgeReport]) -> None:
    """Where three people labelled the same cases: whether a judge may stand for one of them."""
    tested = [(judge.name, judge.annotator_test) for judge in judges if judge.annotator_test is not None]
    if not tested:
        return
    st.caption("In a person's place?", help=glossary.meaning("alternative annotator test"))
    with st.container(gap="xsmall"):
        for name, test in tested:
            st.text(f"{name} {annotator_test_in_words(test)}")
