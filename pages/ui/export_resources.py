"""The files of an export and what came of comparing them with the run, once per revision of the run."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import ExportError
from evalcore.exports import (
    Example,
    Files,
    Material,
    Verification,
    asked_of,
    examples_of,
    find_target,
    verify,
    zipped,
)
from evalcore.report import JudgeColumns, RunColumns, read_calls
from evalcore.runner import cases_of_run, load_run_columns
from pages.ui import measured, resources


def files(run_id: str, judge: str, target: str, *, with_examples: bool = False) -> Files:
    """The files of an export, by name.

    Raises
    ------
    ExportError
        When the judge cannot be written as this target, with the reason.
    """
    found = _files(run_id, judge, target, with_examples, _revision(run_id))
    if isinstance(found, str):
        raise ExportError(found)
    return found


@st.cache_resource(max_entries=64, show_spinner="Writing the files")
def _files(run_id: str, judge: str, target: str, with_examples: bool, revision: object) -> Files | str:  # noqa: ARG001
    """A refusal is a value here, so that it is not worked out again at every drawing."""
    try:
        return find_target(target).write(_material(run_id, judge, target, with_examples=with_examples))
    except ExportError as error:
        return str(error)


def archive(run_id: str, judge: str, target: str) -> bytes:
    """All files of an export as a zip archive."""
    return zipped(files(run_id, judge, target))


def verification(run_id: str, judge: str, target: str) -> Verification:
    """What came of comparing the files with what the run sent and read."""
    return _verification(run_id, judge, target, _revision(run_id))


@st.cache_resource(max_entries=64, show_spinner="Comparing the files with what was sent and read")
def _verification(run_id: str, judge: str, target: str, revision: object) -> Verification:
    run, columns = _everything_asked(run_id, judge, revision)
    written = files(run_id, judge, target)
    return verify(find_target(target), written, resources.judge_of(run_id, judge), asked_of(run, columns))


@st.cache_resource(max_entries=4, show_spinner="Reading the replies")
def _everything_asked(run_id: str, judge: str, revision: object) -> tuple[RunColumns, JudgeColumns]:  # noqa: ARG001
    """Of a split set both parts: no figure comes of it."""
    if not resources.store().is_split(*resources.set_and_criterion(run_id)):
        return measured.run_columns(run_id), measured.judge_columns(run_id, judge)
    outlined = resources.outlined_of(resources.store().load_run(run_id).spec.dataset_id)
    run = load_run_columns(resources.store(), run_id, outlined=outlined, part=None)
    return run, read_calls(next(calls for calls in run.judges if calls.judge.name == judge))


def _material(run_id: str, judge: str, target: str, *, with_examples: bool) -> Material:
    run, about_judge = resources.store().load_run(run_id), find_target(target).about == "judge"
    cases = cases_of_run(
        resources.store(),
        run_id,
        dataset=resources.dataset_of(run.spec.dataset_id),
        part="confirm" if about_judge else "choose",
    )
    return Material(
        report=measured.confirmed(run_id, judge) if about_judge else measured.report(run_id),
        date=(run.finished_at or run.created_at).date().isoformat(),
        judge=resources.judge_of(run_id, judge),
        cases=cases.cases,
        labels=tuple(label for label in cases.labels if label.criterion == run.spec.criterion),
        with_examples=with_examples,
        examples=_examples(run_id, judge) if with_examples else (),
    )


def _examples(run_id: str, judge: str) -> tuple[Example, ...]:
    """Of a split set, from the cases to choose on: those kept back stay unseen."""
    return examples_of(measured.run_columns(run_id), measured.judge_columns(run_id, judge))


def _revision(run_id: str) -> object:
    return resources.revision_of(run_id), measured.looks_of(run_id)
