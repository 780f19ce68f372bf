"""How far the people of a session agree: in a sentence, then two by two, by slice, and person by person."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from evalcore.labelling import SessionAgreement
from evalcore.report.formatting import coefficient, counted, counted_share, share
from pages.ui import glossary

_MOST_DISPUTED = 20


def draw(agreement: SessionAgreement) -> None:
    """How far the people of one round agree with each other, with themselves, and over time."""
    _everybody(agreement)
    st.text(f"With themselves, on cases shown again: {counted_share(agreement.self_agreement)}.")
    if agreement.older_guideline:
        st.text(f"{counted(agreement.older_guideline, 'label')} made under an older version of the guidelines.")
    if agreement.shared_cases:
        _two_by_two(agreement)
        _by_slice(agreement)
    _person_by_person(agreement)
    _disputed(agreement)


def _everybody(agreement: SessionAgreement) -> None:
    labels = counted(agreement.labels, "label")
    if not agreement.shared_cases:
        st.text(f"{labels}; no case was labelled by two people yet.")
        return
    everybody = agreement.everybody
    st.text(
        f"{labels}, {counted(agreement.shared_cases, 'case')} by two or more people."
        f" Pairs agree on {share(everybody.pairs)}; beyond chance: alpha {coefficient(everybody.alpha)},"
        f" AC1 {coefficient(everybody.ac1)}.",
        help=glossary.meaning("agreement", "alpha", "kappa", "AC1", "interval"),
    )


def _two_by_two(agreement: SessionAgreement) -> None:
    rows = [(one.a, one.b, one.agreement.n, share(one.agreement), coefficient(one.kappa)) for one in agreement.pairs]
    if rows:
        _table("Every two people", rows, ["who", "and", "shared cases", "agree", "kappa"])


def _by_slice(agreement: SessionAgreement) -> None:
    rows = [
        (f"{key} = {value}", share(one.pairs), coefficient(one.alpha), coefficient(one.ac1))
        for (key, value), one in agreement.slices.items()
    ]
    if rows:
        _table("By slice", rows, ["slice", "pairs agree", "alpha", "AC1"])


def _person_by_person(agreement: SessionAgreement) -> None:
    rows = [
        (
            one.name,
            one.labelled,
            "" if one.median_s is None else f"{one.median_s:.1f} s",
            one.under_a_second,
            share(one.pass_rate),
            coefficient(one.agreement_drift),
        )
        for one in agreement.people
    ]
    _table("Person by person", rows, ["who", "labels", "per label", "under 1 s", "pass rate", "drift of agreement"])


def _disputed(agreement: SessionAgreement) -> None:
    if not agreement.disputed:
        return
    rows = [
        (one.case_id, " · ".join(f"{name}: {value}" for name, value in one.values.items()))
        for one in agreement.disputed[:_MOST_DISPUTED]
    ]
    with st.expander(f"{counted(len(agreement.disputed), 'disputed case')}, the most disputed first"):
        _table("", rows, ["case", "who said what"])


def _table(title: str, rows: Sequence[tuple[object, ...]], columns: list[str]) -> None:
    if title:
        st.caption(title)
    alt = title or ", ".join(columns)
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, height="content", alt=alt)
