"""The parts of the Judges page: stored judges, presets, models, what people bring, and versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judges import (
    Calibrated,
    Judge,
    builtin_judges,
    calibrated_from_text,
    judge_for_template,
    needs_model,
    read_calibrated,
)
from evalcore.report.formatting import share
from pages.ui import (
    components,
    exposure,
    glossary,
    judge_actions,
    judge_resources,
    judge_sources,
    pagelist,
    state,
    uploads,
)

_SHOWN_OF_PROMPT = 110


def draw_stored() -> None:
    """A card per stored judge, with what was measured last."""
    judges, measured = judge_resources.saved_judges(), judge_sources.last_measured()
    judges = dict(sorted(judges.items(), key=lambda named: named[1].prompt is None))  # rules last
    if not judges:
        st.info("No judge is stored yet. Start from a preset: choose a model for it, or edit a copy.")
        return
    st.caption("Newest version of each. The Run page offers them by name.")
    _grid(
        [lambda name=name, judge=judge: _stored_card(name, judge, measured.get(name)) for name, judge in judges.items()]
    )


def _stored_card(name: str, judge: Judge, measured: judge_sources.LastMeasured | None) -> None:
    _head(judge)
    version = judge_resources.versions_of(name)[-1].version
    _figure(version, measured)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if judge.prompt is not None:
            st.button("Edit a copy", key=f"edit_{name}", on_click=judge_actions.edit, args=(name,))
        st.button(f"Versions ({version})", key=f"versions_{name}", on_click=judge_actions.show_versions, args=(name,))
        st.button("Examine", key=f"examine_{name}", on_click=judge_actions.examine, args=(name,))
        if measured is not None:
            st.page_link(
                pagelist.JUDGE,
                label="See its replies",
                icon=":material/arrow_forward:",
                query_params={state.RUN: measured.run.id, state.JUDGE: name},
            )


def _head(judge: Judge) -> None:
    """Name, model, start of the prompt and reading rule; the two may hold anything, so they are drawn inert."""
    st.markdown(f"**{components.escaped(judge.name)}**")
    model = f"{judge.model.provider}:{judge.model.name}" if judge.model.name else "needs a model"
    st.text(f"{model} · read by {judge.rule.name}, as {judge.reader} does")
    st.text(_start_of_prompt(judge), width="stretch")


def _start_of_prompt(judge: Judge) -> str:
    if judge.prompt is None:
        return judge.description or "A rule: it looks at the case itself."
    words = " ".join(judge.prompt.template.split())
    return f"“{words[:_SHOWN_OF_PROMPT]}{'…' if len(words) > _SHOWN_OF_PROMPT else ''}”"


def _figure(version: int, measured: judge_sources.LastMeasured | None) -> None:
    figures = judge_sources.figures(measured) if measured else None
    if measured is None or figures is None:
        st.caption("Not measured yet")
        return
    older = "" if measured.version.version == version else f", as version {measured.version.version}"
    agreement = figures.as_deployed.agreement
    st.caption(
        components.escaped(
            f"Agreement as deployed {share(agreement)}, n = {agreement.n} · run {measured.run.id}, "
            f"{measured.run.created_at:%d %B %Y}{older}"
        ),
        help=glossary.meaning("agreement", "as deployed"),
    )


def draw_presets() -> None:
    """The built-in judges; those that ask a model are given one here."""
    model = st.selectbox(
        "Model for the presets that need one",
        judge_sources.model_names(),
        index=None,
        key=state.PRESET_MODEL,
        persist_state="session",
        accept_new_options=True,
        placeholder="Choose, or type provider:model",
    )
    st.caption(
        "The two Spring presets have Spring AI's form in our own words. Spring's own prompt can be brought as a jar or "
        "pasted: see “Files and Spring AI”."
    )
    presets = builtin_judges().values()
    _grid([lambda judge=judge: _preset_card(judge, model) for judge in presets if needs_model(judge)])
    st.subheader("Rules, which need no model")
    _grid([lambda judge=judge: _head(judge) for judge in presets if not needs_model(judge)])


def _preset_card(judge: Judge, model: str | None) -> None:
    _head(judge)
    if judge.description:
        st.text(judge.description)
    name = f"{judge.name}@{model}" if model else judge.name
    with st.container(horizontal=True):
        st.button("Edit a copy", key=f"edit_{judge.name}", on_click=judge_actions.edit, args=(name,))
        st.button(
            "Save with this model",
            key=f"save_{judge.name}",
            disabled=model is None,
            help=None if model else "Choose a model above.",
            on_click=judge_actions.save_named,
            args=(name,),
        )


def _grid(cards: Sequence[Callable[[], None]]) -> None:
    """Cards in rows of two."""
    for start in range(0, len(cards), 2):
        for column, draw in zip(st.columns(2, gap="small"), cards[start : start + 2], strict=False):
            with column, st.container(border=True, height="stretch"):
                draw()


def draw_brought() -> None:
    """Judge files, and Spring AI's own prompts, pasted or from a jar."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader("A judge file")
        uploaded = st.file_uploader(
            "Upload a judge.yaml", type=["yaml", "yml"], key=state.JUDGE_FILE, max_upload_size=uploads.SETTINGS_MB
        )
        path = _path_of_file() if exposure.is_own_machine() else ""
        if uploaded is not None:
            content, file = uploaded.getvalue(), uploaded.name
            _offer_file(lambda: calibrated_from_text(content.decode("utf-8-sig", "replace"), file=file), "file")
        elif path.strip():
            _offer_file(lambda: read_calibrated(path.strip()), "path")
    with right:
        st.subheader("Spring AI's own prompt")
        pasted = st.text_area(
            "Paste Spring AI's prompt",
            key=state.PASTED,
            height=160,
            help="A published default is recognised by its hash, whatever white space pasting lost.",
        )
        jar = st.file_uploader(
            "or bring a spring-ai-client-chat jar", type=["jar"], key=state.JAR, max_upload_size=uploads.JAR_MB
        )
        if pasted.strip():
            _offer(lambda: [judge_for_template(pasted)], "pasted")
        if jar is not None:
            content = jar.getvalue()
            _offer(lambda: [judge_for_template(found.text) for found in judge_resources.templates_in(content)], "jar")


def _path_of_file() -> str:
    return st.text_input("or its path on this machine", key=state.JUDGE_PATH, placeholder="judges/mine.yaml")


def _offer_file(read: Callable[[], Calibrated], where: str) -> None:
    """The judge of a file, and what the calibration is worth that the file holds."""

    def judges() -> list[Judge]:
        found = read()
        for remark in found.remarks:
            st.warning(components.escaped(remark))
        return [found.judge]

    _offer(judges, where)


def _offer(read: Callable[[], list[Judge]], where: str) -> None:
    """What was brought, to be opened in the editor or stored; or why it cannot be used."""
    try:
        judges = read()
    except EvalcoreError as error:
        st.error("This cannot be used.")
        components.inert(str(error))
        return
    for number, judge in enumerate(judges):
        with st.container(border=True):
            _offer_one(judge, f"{where}_{number}")


def _offer_one(judge: Judge, key: str) -> None:
    _head(judge)
    if judge.prompt is not None and judge.prompt.known_as:
        st.success(f"Recognised: {components.escaped(judge.prompt.known_as)}", icon=":material/verified:")
    elif judge.prompt is not None and judge.prompt.dialect == "stringtemplate":
        st.info("No published default of Spring AI; it is used as it is.")
    with st.container(horizontal=True):
        if judge.prompt is not None:
            st.button("Open in the editor", key=f"open_{key}", on_click=judge_actions.edit_brought, args=(judge,))
        if not needs_model(judge):
            st.button("Save", key=f"keep_{key}", on_click=judge_actions.save, args=(judge,))


def draw_versions() -> None:
    """The versions of a judge, and what changed between two of them."""
    names = list(judge_resources.saved_judges())
    if not names:
        st.info("No judge is stored yet.")
        return
    name = st.selectbox("Judge", names, key=state.VERSIONS, bind="query-params")
    versions = judge_resources.versions_of(name)
    st.dataframe(
        pd.DataFrame(
            [
                {
                    "version": stored.version,
                    "stored": f"{stored.created_at:%d %B %Y, %H:%M} UTC",
                    "config": stored.config_sha256[:12],
                }
                for stored in reversed(versions)
            ]
        ),
        hide_index=True,
        height="content",
        alt="Versions of this judge",
    )
    if len(versions) < 2:
        st.caption("There is only this version. Another prompt, model, option or rule under this name makes the next.")
        return
    by_number = {stored.version: stored for stored in versions}
    numbers = list(by_number)
    with st.container(horizontal=True):
        older = st.selectbox("From version", numbers, index=len(numbers) - 2, key=f"{state.OLDER}_{name}", width=160)
        newer = st.selectbox("to version", numbers, index=len(numbers) - 1, key=f"{state.NEWER}_{name}", width=160)
    st.caption("Lines with – were taken out, lines with + came in")
    st.code(
        judge_resources.difference_between(by_number[older].id, by_number[newer].id), language="diff", wrap_lines=True
    )
