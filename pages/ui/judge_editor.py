"""The judge editor: the fields, what the prompt becomes for a case, and what the judge says of three cases."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evalcore.domain import Case, Dataset
from evalcore.errors import JudgeError, TemplateError
from evalcore.judges import Judge, config_sha256, judge_to_text, needs_model
from evalcore.prompts import check, fill, variables
from evalcore.providers import estimate_tokens
from evalcore.providers.weights import KNOWN_WEIGHTS, weights_present
from evalcore.report import CaseOutcome
from evalcore.runner import TRIAL_CASES
from pages.ui import components, drawer, judge_actions, judge_fields, judge_resources, pagelist, resources, state

PREVIEWED_CASES = 200
"""Offered for the preview; every option goes to the browser on each rerun."""


def draw(before: Judge, set_name: str | None) -> None:
    """The editor of a copy of a judge, beside its filled prompt for a case of the set."""
    if state.get(state.FIELDS_OF) != state.get(state.EDIT):
        judge_fields.fill_from(before)
        state.put(**{state.FIELDS_OF: state.get(state.EDIT)})
    dataset = resources.dataset_named(set_name) if set_name else None
    fields, preview = st.columns(2, gap="medium")
    with fields:
        judge_fields.draw(before, list(dataset.criteria) if dataset else [])
    judge, problem = _made(before)
    with preview:
        _preview(dataset)
    _buttons(before, judge, set_name)
    # Below the buttons, which therefore stay where they are when a problem comes and goes.
    if judge is None:
        st.error("This is not a judge yet.")
        components.inert(problem)
        return
    if set_name is not None:
        _draw_trial(judge, set_name)
    with st.expander("The judge as a file"):
        components.source(judge_to_text(judge))


def _made(before: Judge) -> tuple[Judge | None, str]:
    try:
        return judge_fields.in_hand(before), ""
    except JudgeError as error:
        return None, str(error)


def _preview(dataset: Dataset | None) -> None:
    """The filled prompt, or what is wrong with the template; it follows the template, not the whole judge."""
    template, dialect = state.get(state.FIELD_TEMPLATE) or "", state.get(state.FIELD_DIALECT)
    case = _chosen_case(dataset)
    try:
        check(template, dialect)
        prompt = fill(template, dialect, variables(case)) if case else None
    except TemplateError as error:
        st.warning("The template cannot be used as it is.", icon=":material/error:")
        components.inert(str(error))
        return
    if prompt is None:
        st.info("Load a set of cases to see the filled prompt.")
        st.page_link(pagelist.CASES, label="Load your own answers", icon=":material/arrow_forward:")
        return
    st.caption(f"What the model is sent: about {estimate_tokens(prompt)} tokens{_against_window(prompt)}")
    components.source(prompt)


def _chosen_case(dataset: Dataset | None) -> Case | None:
    if dataset is None or not dataset.cases:
        return None
    cases = {case.id: case for case in dataset.cases[:PREVIEWED_CASES]}
    label = f"Filled for the case, of the first {len(cases)}"
    return cases[st.selectbox(label, list(cases), key=state.CASE, bind="query-params")]


def _against_window(prompt: str) -> str:
    window = state.get(state.FIELD_WINDOW)
    if not window:
        return ""
    needed = estimate_tokens(prompt) + (state.get(state.FIELD_MAX_TOKENS) or 0)
    return f" – too long for the window of {window}" if needed > window else f" of a window of {window}"


def _buttons(before: Judge, judge: Judge | None, set_name: str | None) -> None:
    obstacle = _why_not_tried(judge, set_name)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Save",
            type="primary",
            disabled=judge is None or needs_model(judge),
            on_click=judge_actions.save_in_hand,
            args=(before,),
        )
        st.button(
            f"Try on {TRIAL_CASES} cases",
            disabled=obstacle is not None,
            help=obstacle,
            on_click=judge_actions.try_in_hand,
            args=(before, set_name),
        )
        st.download_button(
            "Download as YAML",
            data=judge_to_text(judge) if judge else "",
            file_name=_file_name(judge.name if judge else "judge"),
            mime="application/yaml",
            disabled=judge is None,
            on_click="ignore",
            help="The command line takes the file: evalcore run --judge FILE",
        )
        st.button("Undo all changes", on_click=judge_actions.start_over)
        if judge is not None:
            st.caption(components.escaped(_version_note(judge)))


def _file_name(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in name) + ".yaml"


def _version_note(judge: Judge) -> str:
    if needs_model(judge):
        return "Choose a model to save or try it."
    versions = judge_resources.versions_of(judge.name)
    same = [stored.version for stored in versions if stored.config_sha256 == config_sha256(judge)]
    if same:
        return f"The same as version {same[-1]} of {judge.name}."
    return f"Saving makes version {len(versions) + 1} of {judge.name}." if versions else "A new judge."


def _why_not_tried(judge: Judge | None, set_name: str | None) -> str | None:
    """What keeps a judge from being tried at once; None: nothing that is known here."""
    if judge is None:
        return "The fields do not make a judge yet."
    if needs_model(judge):
        return "Choose a model first."
    if set_name is None:
        return "Load a set of cases first."
    weights = KNOWN_WEIGHTS.get(judge.model.name) if judge.model.provider == "embedded" else None
    if weights and not weights_present(weights):
        return "Fetch the embedded model first, under Models."
    return None


def _draw_trial(judge: Judge, set_name: str) -> None:
    trial = state.get(state.TRIAL)
    if trial is None:
        return
    belongs_to, outcomes = trial
    if belongs_to != judge_actions.trial_of(judge, set_name):
        st.caption("The judge was changed since it was tried; try it again to see what it says now.")
        return
    st.subheader("What it says")
    st.caption(
        f"{_first(len(outcomes))} that can be asked, once each. A trial is no measurement: nothing is stored, "
        "and no figure rests on it."
    )
    _draw_outcomes(outcomes)


def _first(count: int) -> str:
    return "The first case" if count == 1 else f"The first {count} cases"


def _draw_outcomes(outcomes: Sequence[CaseOutcome]) -> None:
    for column, outcome in zip(st.columns(len(outcomes)), outcomes, strict=True):
        with column:
            st.text(outcome.case.id)
            people = outcome.human or "no gold"
            st.text(f"People: {components.sign(outcome.human)} {people}")
            drawer.draw_replies(outcome)
