"""The judges that can be asked, and the models behind them: what the store, Ollama and uploads offer."""

from __future__ import annotations

import difflib
import tempfile
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judges import (
    FoundTemplate,
    Judge,
    builtin_judges,
    find_judge,
    judge_to_text,
    needs_model,
    templates_in_jar,
)
from evalcore.providers import Downloads
from evalcore.providers.ollama import InstalledModel, list_models
from evalcore.store import StoredJudge
from pages.ui.resources import store

_MODELS_KEPT_S, _MODELS_WAIT_S = 60, 2.0

EMBEDDED = "embedded:smollm2-135m"
"""The judge that needs nothing but this process."""


def offered_judges() -> dict[str, Judge]:
    """Judges that can be asked as they are, by name: the embedded one, the rules, and those in the store.

    A stored judge stands here in its newest version; a name of ours keeps its own meaning.
    """
    return {**saved_judges(), EMBEDDED: find_judge(EMBEDDED), **rule_judges()}


def rule_judges() -> dict[str, Judge]:
    """The built-in judges that need no model, by name."""
    return {name: judge for name, judge in builtin_judges().items() if not needs_model(judge)}


def saved_judges() -> dict[str, Judge]:
    """The newest version of every judge in the store that can be asked, by name: not of those recorded elsewhere."""
    newest: dict[str, StoredJudge] = {}
    for stored in store().list_judges():
        newest.setdefault(stored.name, stored)
    judges = {name: store().load_judge(stored.id) for name, stored in newest.items()}
    return {name: judge for name, judge in judges.items() if not judge.is_recorded}


@dataclass(frozen=True, slots=True, kw_only=True)
class OllamaModels:
    """What an Ollama server offers, or why it offers nothing."""

    models: tuple[InstalledModel, ...] = ()
    problem: str | None = None


def ollama_models() -> OllamaModels:
    """The models of the Ollama server; asked at most once a minute and after every pull, and not for long."""
    return _ollama_models(sum(download.state == "here" for download in downloads().all()))


@st.cache_resource(ttl=_MODELS_KEPT_S, show_spinner="Asking Ollama for its models")
def _ollama_models(pulled: int) -> OllamaModels:  # noqa: ARG001  (a pull makes another key)
    try:
        return OllamaModels(models=list_models(within_s=_MODELS_WAIT_S))
    except EvalcoreError as error:
        return OllamaModels(problem=str(error))


def look_for_models_again() -> None:
    """Forget which models the Ollama server had."""
    _ollama_models.clear()


@st.cache_resource(show_spinner=False)
def downloads() -> Downloads:
    """The models that this server is fetching; a thread each."""
    return Downloads()


@st.cache_resource(max_entries=2, show_spinner="Reading the jar")
def templates_in(jar: bytes) -> tuple[FoundTemplate, ...]:
    """Spring AI's prompts in an uploaded jar."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "uploaded.jar"
        path.write_bytes(jar)
        return templates_in_jar(path)


def versions_of(name: str) -> list[StoredJudge]:
    """The stored versions of a judge, oldest first."""
    return sorted((judge for judge in store().list_judges() if judge.name == name), key=lambda judge: judge.version)


def difference_between(older_id: int, newer_id: int) -> str:
    """What changed between two stored judges, as the lines of their files."""
    older, newer = (judge_to_text(store().load_judge(judge_id)).splitlines() for judge_id in (older_id, newer_id))
    lines = list(difflib.unified_diff(older, newer, lineterm="", n=1))[2:]
    return "\n".join(lines) or "nothing that the file shows"
