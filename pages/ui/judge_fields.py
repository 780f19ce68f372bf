"""The fields of the judge editor: filled from a judge, and read back from the session."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from evalcore.judges import Judge, JudgeFields, Options, edited, fields_of, name_for_copy
from evalcore.replies import RULES, params_from_texts
from pages.ui import components, glossary, judge_sources, state

RATING = "rating"
_THINKING = {"as the server does": None, "on": True, "off": False, "low": "low", "medium": "medium", "high": "high"}
_PARAMETERS = {
    "low": "Lowest rating",
    "high": "Highest rating",
    "field": "Field of the JSON object",
    "passes_from": "Passes from",
    "values": "Values and their synonyms",
    "patterns": "A pattern for each token",
    "which": "Match that counts (only, first, last)",
}
_EXAMPLES = {
    "values": 'JSON, such as `{"pass": ["grounded"], "fail": ["invented", "not grounded"]}`',
    "patterns": r'JSON, such as `{"yes": "(?i)\\bverdict: yes\\b", "no": "(?i)\\bverdict: no\\b"}`',
}
_DIALECTS = ("brace", "stringtemplate")


def fill_from(judge: Judge) -> None:
    """Put a judge's values into the fields; called before they are drawn."""
    fields = fields_of(judge)
    think = next(
        (word for word, value in _THINKING.items() if value == fields.options.think), str(fields.options.think)
    )
    state.put(
        **{
            state.FIELD_NAME: name_for_copy(fields.name),
            state.FIELD_CRITERION: fields.criterion,
            state.FIELD_MODEL: fields.model or None,
            state.FIELD_PINNED: fields.keep_digest,
            state.FIELD_TEMPLATE: fields.template,
            state.FIELD_DIALECT: fields.dialect,
            state.FIELD_RULE: fields.rule,
            state.FIELD_PASS: fields.pass_mark if fields.pass_mark is not None else 4,
            state.FIELD_TEMPERATURE: fields.options.temperature,
            state.FIELD_SEED: fields.options.seed,
            state.FIELD_MAX_TOKENS: fields.options.max_tokens,
            state.FIELD_WINDOW: fields.options.num_ctx,
            state.FIELD_THINK: think,
        }
    )
    for rule in RULES.values():
        params = fields.params if rule.name == fields.rule else rule.defaults
        state.put(**{_key(rule.name, name): _as_written(value) for name, value in params.items()})


def in_hand(before: Judge) -> Judge:
    """The judge as the fields say.

    Raises
    ------
    JudgeError
        When they do not make a judge.
    """
    rule = state.get(state.FIELD_RULE)
    think = state.get(state.FIELD_THINK)
    return edited(
        before,
        JudgeFields(
            name=state.get(state.FIELD_NAME) or "",
            criterion=state.get(state.FIELD_CRITERION),
            model=(state.get(state.FIELD_MODEL) or "").strip(),
            keep_digest=bool(state.get(state.FIELD_PINNED)),
            template=state.get(state.FIELD_TEMPLATE) or "",
            dialect=state.get(state.FIELD_DIALECT),
            options=Options(
                temperature=state.get(state.FIELD_TEMPERATURE),
                seed=state.get(state.FIELD_SEED),
                max_tokens=state.get(state.FIELD_MAX_TOKENS),
                num_ctx=state.get(state.FIELD_WINDOW),
                think=_THINKING.get(think, think),
            ),
            rule=rule,
            params=_params(rule),
            pass_mark=state.get(state.FIELD_PASS) if rule == RATING else None,
        ),
    )


def draw(judge: Judge, criteria: list[str]) -> None:
    """Draw every field."""
    st.text_input("Name", key=state.FIELD_NAME, persist_state="session")
    with st.container(horizontal=True):
        known = list(dict.fromkeys([*criteria, judge.criterion]))
        st.selectbox(
            "Criterion", known, key=state.FIELD_CRITERION, persist_state="session", help=glossary.meaning("criterion")
        )
        _draw_model(judge)
    st.text_area(
        "Prompt template",
        key=state.FIELD_TEMPLATE,
        persist_state="session",
        height=320,
        help="The preview follows when you leave the field, or press Ctrl+Enter.",
    )
    st.selectbox(
        "Filled as",
        _DIALECTS,
        key=state.FIELD_DIALECT,
        persist_state="session",
        format_func={
            "brace": "brace: {name} only",
            "stringtemplate": "as Spring AI fills it",
        }.__getitem__,
    )
    _draw_rule()
    with st.expander("Options"):
        _draw_options()


def _draw_model(judge: Judge) -> None:
    current = state.get(state.FIELD_MODEL)
    models = list(dict.fromkeys([*([current] if current else []), *judge_sources.model_names()]))
    chosen = st.selectbox(
        "Model",
        models,
        index=None,
        key=state.FIELD_MODEL,
        persist_state="session",
        accept_new_options=True,
        placeholder="Choose, or type provider:model",
        help="embedded:…, ollama:… or openai:…; a server is found as OLLAMA_HOST or OPENAI_BASE_URL say",
    )
    if judge.model.digest and chosen == f"{judge.model.provider}:{judge.model.name}":
        st.checkbox(
            f"Only digest {components.escaped(judge.model.digest.removeprefix('sha256:')[:12])}",
            key=state.FIELD_PINNED,
            persist_state="session",
            help="Ticked: another model under this name is refused. Else the model that is there is measured.",
        )


def _draw_rule() -> None:
    rule = st.selectbox(
        "Reading rule", list(RULES), key=state.FIELD_RULE, persist_state="session", help=glossary.meaning("reading")
    )
    st.caption(components.escaped(RULES[rule].summary))
    if not RULES[rule].defaults:
        return
    for name in _mappings(rule):
        st.text_area(_PARAMETERS[name], key=_key(rule, name), persist_state="session", height=120, help=_EXAMPLES[name])
    with st.container(horizontal=True):
        for name, default in RULES[rule].defaults.items():
            label, key = _PARAMETERS.get(name, name), _key(rule, name)
            if name in _mappings(rule):
                continue
            if isinstance(default, int):
                st.number_input(label, step=1, key=key, persist_state="session", width=140)
            else:
                st.text_input(label, key=key, persist_state="session", width=220)
        if rule == RATING:
            st.number_input("Passes from", step=1, key=state.FIELD_PASS, persist_state="session", width=140)


def _key(rule: str, parameter: str) -> str:
    """Rules have parameters of one name that mean different things."""
    return state.rule_field(f"{rule}_{parameter}")


def _as_written(value: object) -> object:
    """A mapping is edited as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else value


def _mappings(rule: str) -> list[str]:
    return [name for name, default in RULES[rule].defaults.items() if isinstance(default, Mapping)]


def _params(rule: str) -> dict[str, Any]:
    """The parameters as the fields say; a mapping that is no JSON raises :class:`JudgeError`."""
    values = {name: state.get(_key(rule, name)) for name in RULES[rule].defaults}
    return {**values, **params_from_texts(RULES[rule], {name: values[name] or "" for name in _mappings(rule)})}


def _draw_options() -> None:
    with st.container(horizontal=True):
        _number("Temperature", state.FIELD_TEMPERATURE, least=0.0, step=0.1)
        _number("Seed", state.FIELD_SEED, least=None, step=1)
        _number("Most reply tokens", state.FIELD_MAX_TOKENS, least=1, step=1)
        _number("Window tokens", state.FIELD_WINDOW, least=1, step=1)
        think = state.get(state.FIELD_THINK)
        words = [*_THINKING, *([] if think in _THINKING else [think])]
        st.selectbox("Thinking", words, key=state.FIELD_THINK, persist_state="session", width=150)


def _number(label: str, key: str, *, least: float | None, step: float) -> None:
    st.number_input(
        label,
        min_value=least,
        value=None,
        step=step,
        key=key,
        persist_state="session",
        placeholder="server’s",
        width=150,
    )
