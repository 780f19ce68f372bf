"""Data health: what is to be known of a set before its figures are trusted, and the cases behind each finding."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.health import FIXES, Finding, fix_origin, fixed
from evalcore.report import CaseIndex, CaseList
from pages.ui import components, health_resources, resources, state
from pages.ui.health_resources import HealthOptions

_LINKS = 5
"""Cases of a finding that can be opened right away; the others are listed."""
_ANY = "any"


def draw(set_name: str, criterion: str) -> None:
    """The findings, looked for once the part is open."""
    with components.on_demand("Data health", state.HEALTH) as part:
        if not part.open:
            return
        options = _choose_options()
        found = health_resources.findings(set_name, criterion, options)
        if not found:
            st.text("Nothing was found that speaks against using the set.")
        for finding in found:
            _draw_finding(finding, set_name)


def narrowed(choice: CaseList, index: CaseIndex, set_name: str, criterion: str) -> CaseList:
    """Those of the listed cases that a chosen finding is about; all of them where none is chosen."""
    wanted = state.get(state.FINDING) if state.FINDING in st.session_state else st.query_params.get(state.FINDING)
    if wanted in (None, _ANY):
        return choice
    found = {one.kind: one for one in health_resources.findings(set_name, criterion, _kept())}
    if state.FINDING in st.session_state and wanted not in found:
        # Another set or criterion is looked at than when the finding was chosen.
        state.put(**{state.FINDING: _ANY})
    kind = st.selectbox("Finding", [_ANY, *found], key=state.FINDING, bind="query-params", width=260)
    if kind == _ANY:
        return choice
    positions = sorted({index.position[case_id] for case_id in found[kind].cases})
    meant = CaseList(cases=choice.cases, position=choice.position, listed=np.array(positions, dtype=np.int64))
    return choice.also_in(meant)


def _choose_options() -> HealthOptions:
    kept = _kept()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.date_input("Stale before", kept.older_than, key=state.HEALTH_OLDER, width=180, on_change=_keep)
        st.number_input(
            "A judge's window, tokens",
            1,
            2**31 - 1,
            kept.window_tokens,
            key=state.HEALTH_WINDOW,
            width=200,
            on_change=_keep,
        )
        st.toggle(
            "Look for cases that are nearly the same",
            kept.deep,
            key=state.HEALTH_DEEP,
            on_change=_keep,
            help="Takes some seconds for ten thousand cases; of a split set, what lies on both sides is named.",
        )
    return kept


def _kept() -> HealthOptions:
    """The options outlive their widgets, which are there only while the part is open."""
    kept: HealthOptions | None = state.get(state.HEALTH_OPTIONS)
    return kept or HealthOptions()


def _keep() -> None:
    options = HealthOptions(
        older_than=state.get(state.HEALTH_OLDER),
        window_tokens=state.get(state.HEALTH_WINDOW),
        deep=state.get(state.HEALTH_DEEP),
    )
    state.put(**{state.HEALTH_OPTIONS: options})


def _draw_finding(finding: Finding, set_name: str) -> None:
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{components.escaped(finding.title)}**", width="content")
            st.badge(f"{len(finding.cases):,} case{'' if len(finding.cases) == 1 else 's'}", color="gray")
        components.inert(finding.found)
        components.inert(finding.advice)
        if finding.rows:
            st.dataframe(
                pd.DataFrame(finding.rows, columns=list(finding.columns)),
                hide_index=True,
                height="content" if len(finding.rows) <= _LINKS else 220,
                alt=f"Details: {finding.title}",
            )
        _draw_links(finding, set_name)


def _draw_links(finding: Finding, set_name: str) -> None:
    """Buttons into the list of cases: all of the finding's, with one of them open."""
    with st.container(horizontal=True, vertical_alignment="center"):
        for number, case_id in enumerate(finding.cases[:_LINKS]):
            st.button(
                components.escaped(case_id[:40]) or "(no id)",
                key=state.finding_link(finding.kind, number),
                type="tertiary",
                on_click=_open,
                args=(finding.kind, case_id),
            )
        st.button(
            f"List all {len(finding.cases):,}" if len(finding.cases) > 1 else "List it",
            key=state.finding_link(finding.kind, None),
            icon=":material/arrow_forward:",
            on_click=_open,
            args=(finding.kind, finding.cases[0]),
        )
        fix = FIXES.get(finding.kind)
        if fix is not None:
            st.button(
                fix.title,
                key=state.finding_fix(finding.kind),
                icon=":material/build:",
                on_click=_fix,
                args=(set_name, finding),
                help="Makes a new version of the set, in which each changed case says what was done to it.",
            )


def _fix(set_name: str, finding: Finding) -> None:
    now = resources.clock()
    try:
        mended = fixed(resources.dataset_named(set_name), finding, on=now.date().isoformat())
        resources.store().save_dataset(mended, at=now, origin=fix_origin(finding))
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.tell(f"{finding.title}: mended in a new version of {set_name}; the version before is kept.")


def _open(kind: str, case_id: str) -> None:
    if state.FINDING not in st.session_state:
        # A bound widget that comes anew leaves the address as it finds it.
        st.query_params[state.FINDING] = kind
    # The part closes, so that the list comes into sight; a click opens it again.
    state.put(**{state.FINDING: kind, state.CASE: case_id, state.HEALTH: False})
