"""Where the judges of the Judges page come from: the store, the presets, and what people bring."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.domain import JudgeReport
from evalcore.errors import EvalcoreError, JudgeError
from evalcore.judges import Judge, builtin_judges, find_judge, parse_model
from evalcore.store import RunInfo, StoredJudge
from pages.ui import judge_resources, measured, resources, state


def judge_named(name: str) -> Judge:
    """The judge that a name on this page means: one that was brought, one in the store, a preset, or preset@model.

    A file is not read by its name: an address may come from anywhere.

    Raises
    ------
    JudgeError
        When there is none.
    """
    brought, saved, presets = brought_judges(), judge_resources.saved_judges(), builtin_judges()
    for known in (brought, saved, presets):
        if name in known:
            return known[name]
    preset, at, model = name.partition("@")
    try:
        parse_model(model if at and preset in presets else name)
    except JudgeError:
        raise JudgeError(f"no judge is called {name!r}: choose one above, or bring its file") from None
    if name.endswith((".yaml", ".yml")):
        raise JudgeError(f"{name!r} is named like a file: bring it under “Files and Spring AI”")
    return find_judge(name)


def brought_judges() -> dict[str, Judge]:
    """Judges that were brought in this session and are not stored yet."""
    return state.get(state.BROUGHT) or {}


def editable_names() -> list[str]:
    """Judges whose copy can be edited: those that ask a model."""
    known = {**brought_judges(), **judge_resources.saved_judges(), **builtin_judges()}
    return [name for name, judge in known.items() if judge.prompt is not None]


def model_names() -> list[str]:
    """Models that are at hand, as ``provider:model``."""
    return [judge_resources.EMBEDDED, *(f"ollama:{model.name}" for model in judge_resources.ollama_models().models)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastMeasured:
    """Where a judge was measured last."""

    run: RunInfo
    version: StoredJudge
    """Which of its versions was asked there."""


def last_measured() -> dict[str, LastMeasured]:
    """The newest run of every judge that was ever in one, by name."""
    versions = {stored.id: stored for stored in resources.store().list_judges()}
    found: dict[str, LastMeasured] = {}
    for run in sorted(resources.store().list_runs(), key=lambda run: (run.created_at, run.id), reverse=True):
        for judge_id in run.spec.judge_ids:
            version = versions[judge_id]
            found.setdefault(version.name, LastMeasured(run=run, version=version))
    return found


def figures(last: LastMeasured) -> JudgeReport | None:
    """What the run says about the judge; None when it cannot be worked out."""
    try:
        report = measured.report(last.run.id)
    except EvalcoreError:
        return None
    return next(judge for judge in report.judges if judge.name == last.version.name)
