"""Drawing that is used twice. Text from models and files is only ever drawn inert."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

import pandas as pd
import streamlit as st

from evalcore.report import recorded_sentence

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from evalcore.domain import CallLedger, FlipCount, JudgeReport, ReplyForms

_SIGNS = {"pass": "●", "fail": "▲"}
"""A shape beside the colour and the word; anything else is unknown."""


def sign(verdict: str | None) -> str:
    """The shape of a verdict: a disc passes, a triangle fails, a ring is neither."""
    return _SIGNS.get(verdict or "", "○")


def inert(text: str) -> None:
    """Draw text as it is: no Markdown, no HTML, nothing fetched."""
    st.text(text if text else "(empty)")


def heading(words: str) -> None:
    """Draw a heading of the page's own words within a part of it."""
    st.markdown(f"**{words}**")


def source(text: str, *, height: int | None = None) -> None:
    """Draw a file or a prompt as it is, to be copied. It loads a highlighter: on demand where a page is to be quick.

    A height in pixels makes a long text scroll; None shows all of it.
    """
    st.code(text if text else "(empty)", language=None, wrap_lines=True, height=height or "content")


def on_demand(title: str, key: str, *, expanded: bool = False) -> DeltaGenerator:
    """Draw an expander whose content is drawn only once it is open: ask its ``open``."""
    return st.expander(title, key=key, on_change="rerun", expanded=expanded)


def escaped(text: str) -> str:
    """Text for an element that draws Markdown, with every sign that Markdown knows made harmless."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>~$:])", r"\\\1", text)


def empty_page(what_is_missing: str, *links: tuple[st.Page, str]) -> NoReturn:
    """Say what a page is waiting for, with links to where it is made, and end the page."""
    with st.container(border=True):
        st.write(what_is_missing)
        for page, label in links:
            st.page_link(page, label=label, icon=":material/arrow_forward:")
    st.stop()


def standing(judge: JudgeReport) -> None:
    """Whether the judge is proven to beat always saying the commonest label, and whether it was asked, as badges."""
    with st.container(horizontal=True, width="content", gap="xsmall"):
        if judge.recorded:
            st.badge(
                "recorded", color="gray", icon=":material/history:", help=escaped(recorded_sentence(judge.recorded))
            )
        _beats_guessing(judge)


def _beats_guessing(judge: JudgeReport) -> None:
    beats = judge.baseline.beats
    if judge.baseline.value is None:
        st.badge("unknown", color="gray", icon=":material/help:")
    elif beats is None:
        st.badge("not proven", color="gray", icon=":material/horizontal_rule:")
    elif beats:
        st.badge("proven better than guessing", color="blue", icon=":material/check:")
    else:
        st.badge("worse than guessing", color="orange", icon=":material/close:")


def ledger(calls: CallLedger) -> None:
    """What became of every planned call, adding up."""
    rows = [("answered", calls.answered), ("failed", calls.failed)]
    rows += [(f"not asked: {reason}", count) for reason, count in calls.not_asked.items()]
    rows += [("missing", calls.missing), ("planned", calls.planned)]
    counts(rows, "calls", alt="What became of every planned call")
    if calls.truncated:
        st.warning(
            f"{calls.truncated} of the answered calls rest on a prompt that was cut: their verdicts rest on less than "
            "was sent."
        )


def form_rows(forms: ReplyForms) -> list[tuple[str, int]]:
    """In which form the replies gave their verdict, adding up to the answered calls."""
    rows = [("literal", forms.literal)]
    rows += [(f"recovered: {step}", count) for step, count in forms.recovered.items()]
    return rows + [(f"unread: {reason}", count) for reason, count in forms.unread.items()]


def counts(rows: Sequence[tuple[str, int]], unit: str, *, alt: str) -> None:
    """A small table of names and counts."""
    st.dataframe(pd.DataFrame(rows, columns=["what", unit]), hide_index=True, height="content", alt=alt)


def flip_kinds(judge: JudgeReport) -> Mapping[str, FlipCount]:
    """The four kinds of flips by what people call them."""
    return {
        "verdict, as deployed": judge.as_deployed.flips,
        "verdict, lenient": judge.lenient.flips,
        "wording only": judge.flips["wording"],
        "read against unread": judge.flips["read_unread"],
    }
