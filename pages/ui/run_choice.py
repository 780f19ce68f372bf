"""What a run is to ask: judges, repeats, cases; ready to start for somebody who changes nothing."""

from __future__ import annotations

import streamlit as st

from evalcore.cli.demo import RULE_JUDGES
from evalcore.cli.numbers import MOST_CASES
from evalcore.providers.weights import weights_present
from evalcore.runner import reasons_not_to_ask
from pages.ui import glossary, judge_resources, resources, state
from pages.ui.run_actions import CALLS_AT_ONCE, RunChoice


def draw_choice(set_name: str) -> RunChoice:
    """Draw the choice and return it."""
    stored = resources.stored_set(set_name)
    judges = st.multiselect(
        "Judges",
        list(judge_resources.offered_judges()),
        default=_to_start_with(set_name),
        key=state.RUN_JUDGES,
        persist_state="session",
        accept_new_options=True,
        placeholder="Choose, or type: yes-no@ollama:llama3.2, my-judge.yaml",
        help="Choose from the list, or type a name: preset@provider:model, provider:model, or a judge file (.yaml).",
    )
    criterion = next(iter(stored.criteria))
    if len(stored.criteria) > 1:
        criterion = st.selectbox(
            "Criterion",
            list(stored.criteria),
            key=state.CRITERION,
            bind="query-params",
            help=glossary.meaning("criterion"),
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        repeats = st.number_input(
            "Repeats",
            1,
            20,
            3,
            key=state.RUN_REPEATS,
            persist_state="session",
            width=140,
            help=glossary.meaning("repeat"),
        )
        limit = st.number_input(
            "Only the first … cases",
            1,
            MOST_CASES,
            None,
            key=state.RUN_LIMIT,
            persist_state="session",
            width=200,
            placeholder=f"all {stored.cases}",
        )
        concurrency = st.number_input(
            "Calls at once", 1, 64, CALLS_AT_ONCE, key=state.RUN_CONCURRENCY, persist_state="session", width=140
        )
    with st.container(horizontal=True):
        fresh = st.toggle("Ask everything again", key=state.RUN_FRESH, help=glossary.meaning("epoch"))
        retry = st.toggle("Ask failed calls again", key=state.RUN_RETRY)
    return RunChoice(
        dataset=stored,
        criterion=criterion,
        judges=tuple(judges),
        repeats=int(repeats),
        limit=int(limit) if limit else None,
        concurrency=int(concurrency),
        fresh=fresh,
        retry_failed=retry,
    )


def _to_start_with(set_name: str) -> list[str]:
    """Judges that are at hand and have something to say on the set: rules, and the model in process."""
    dataset, offered = resources.outlined_of(resources.stored_set(set_name).id), judge_resources.offered_judges()
    rules = [name for name in RULE_JUDGES if None in reasons_not_to_ask(offered[name], dataset)]
    return [*rules, judge_resources.EMBEDDED] if weights_present() else rules
