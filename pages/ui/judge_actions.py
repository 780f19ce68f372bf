"""What the buttons of the Judges page do; every one is a callback and reads the fields as they are when it runs."""

from __future__ import annotations

import asyncio
from functools import partial

import streamlit as st

from evalcore.errors import EvalcoreError, JudgeError
from evalcore.judges import Judge, config_sha256, find_judge, needs_model, refuse_misleading_name
from evalcore.providers.ollama import pull_model
from evalcore.providers.weights import SMOLLM2, fetch_weights
from evalcore.runner import TRIAL_CASES, try_judge
from pages.ui import judge_fields, judge_resources, resources, state

VERSIONS_PART, DOCTOR_PART = "Versions", "Doctor"


def edit(name: str) -> None:
    """Open the editor on a judge."""
    state.put(**{state.EDIT: name})


def edit_brought(judge: Judge) -> None:
    """Open the editor on a judge that is not stored yet."""
    brought = state.get(state.BROUGHT) or {}
    state.put(**{state.BROUGHT: {**brought, judge.name: judge}, state.FIELDS_OF: None, state.EDIT: judge.name})


def close_editor() -> None:
    """Go back to the lists; the fields are kept until another judge is opened."""
    state.put(**{state.EDIT: None})


def start_over() -> None:
    """Fill the fields from the judge again."""
    state.put(**{state.FIELDS_OF: None, state.TRIAL: None})


def show_versions(name: str) -> None:
    """Open the versions of a judge."""
    state.put(**{state.EDIT: None, state.PART: VERSIONS_PART, state.VERSIONS: name})


def examine(name: str) -> None:
    """Open the doctor on a judge."""
    state.put(**{state.EDIT: None, state.PART: DOCTOR_PART, state.EXAMINED: name})


def save_in_hand(before: Judge) -> None:
    """Store what is in the editor and stay on it."""
    try:
        judge = judge_fields.in_hand(before)
        stored = _save(judge)
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.put(**{state.EDIT: judge.name, state.FIELDS_OF: judge.name})
    state.tell(stored)


def save(judge: Judge) -> None:
    """Store a judge so that runs can ask it."""
    try:
        state.tell(_save(judge))
    except EvalcoreError as error:
        state.warn(str(error))


def save_named(spec: str) -> None:
    """Store a preset asked of a model."""
    try:
        state.tell(_save(find_judge(spec)))
    except EvalcoreError as error:
        state.warn(str(error))


def _save(judge: Judge) -> str:
    if needs_model(judge):
        raise JudgeError(f"{judge.name} names no model yet: choose one, then save it")
    refuse_misleading_name(judge)
    judge_id = resources.store().save_judge(judge, at=resources.clock())
    version = next(stored.version for stored in judge_resources.versions_of(judge.name) if stored.id == judge_id)
    return f"{judge.name} is stored as version {version}; the Run page offers it."


def try_in_hand(before: Judge, set_name: str) -> None:
    """Ask what is in the editor about the first cases of the set; the replies are shown and not stored."""
    try:
        judge = judge_fields.in_hand(before)
        with st.spinner(f"Asking {TRIAL_CASES} cases once each"):
            outcomes = asyncio.run(
                try_judge(
                    judge,
                    resources.dataset_named(set_name),
                    providers=resources.providers(),
                    clock=resources.clock,
                )
            )
    except EvalcoreError as error:
        state.put(**{state.TRIAL: None})
        state.warn(str(error))
        return
    state.put(**{state.TRIAL: (trial_of(judge, set_name), outcomes)})


def trial_of(judge: Judge, set_name: str) -> tuple[str, str, str]:
    """What a trial belongs to: change any of it, and its replies are no longer shown."""
    return config_sha256(judge), judge.criterion, set_name


def look_for_models() -> None:
    """Ask Ollama anew."""
    judge_resources.look_for_models_again()


def pull() -> None:
    """Have Ollama fetch the model whose name was written."""
    name = (state.get(state.PULL) or "").strip()
    if name:
        judge_resources.downloads().start(name, partial(pull_model, name))


def fetch_embedded() -> None:
    """Fetch the weights of the model that runs in this process."""
    judge_resources.downloads().start(SMOLLM2.name, fetch_weights)
