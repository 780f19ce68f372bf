"""What is read of the files that are imported, kept while their fields are corrected."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.importing import (
    Further,
    FurtherFile,
    Imported,
    Join,
    Layout,
    Preview,
    Recipe,
    preview,
    read_cases,
    read_recipe,
    recipe_to_text,
    samples,
)
from evalcore.runner.recording import Recording, recording_of

_NOTHING_RECORDED = Recording(runs=(), left_out=())


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file as it was brought."""

    content: Path | bytes
    name: str
    stamp: str
    """Another one for other content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was made of the files, or why nothing was."""

    imported: Imported | None = None
    recording: Recording = _NOTHING_RECORDED
    """The runs that what judges said in the files makes."""
    error: str | None = None


def read(first: File, further: tuple[tuple[File, Join], ...], recipe: Recipe | None, layout: Layout) -> Reading:
    """Read the files by a recipe, or by the names of their columns.

    The recipe goes through its own text, so that what is shown is what the downloaded recipe gives.
    """
    text = recipe_to_text(recipe) if recipe else None
    stamps = (first.stamp, *((file.stamp, repr(join)) for file, join in further), text, repr(layout))
    try:
        imported, recording = _imported(repr(stamps), first, further, text, layout)
        return Reading(imported=imported, recording=recording)
    except EvalcoreError as error:
        return Reading(error=str(error))


@st.cache_resource(max_entries=4, show_spinner="Reading the file")
def _imported(
    stamps: str,  # noqa: ARG001
    _first: File,
    _further: Any,
    _recipe: str | None,
    _layout: Layout,
) -> tuple[Imported, Recording]:
    imported = read_cases(
        _first.content,
        filename=_first.name,
        recipe=read_recipe(_recipe.encode()) if _recipe else None,
        layout=_layout,
        further=[Further(source=file.content, filename=file.name, join=join) for file, join in _further],
    )
    return imported, recording_of(imported, file=_first.name)


def sample_of(file: File, layout: Layout | None = None) -> dict[str, list[str]]:
    """Each column of a file with the text of its first cells.

    Raises
    ------
    InputError
        The file cannot be read at all.
    """
    return _sample(f"{file.stamp} {layout}", file, layout or Layout())


@st.cache_resource(max_entries=4, show_spinner="Reading the file")
def _sample(stamps: str, _file: File, _layout: Layout) -> dict[str, list[str]]:  # noqa: ARG001
    return samples.sample_of(_file.content, filename=_file.name, layout=_layout)


def how_read(file: File, layout: Layout) -> FurtherFile | None:
    """How a file that is to be joined is read; None where it cannot be."""
    try:
        return _how_read(f"{file.stamp} {layout}", file, layout)
    except EvalcoreError:
        return None


@st.cache_resource(max_entries=4, show_spinner="Reading the file")
def _how_read(stamps: str, _file: File, _layout: Layout) -> FurtherFile:  # noqa: ARG001
    return samples.how_read(_file.content, filename=_file.name, layout=_layout)


def first_rows(file: File, layout: Layout) -> Preview:
    """The first rows of each sheet."""
    return _preview(f"{file.stamp} {layout}", file, layout)


@st.cache_resource(max_entries=4, show_spinner="Reading the file")
def _preview(stamps: str, _file: File, _layout: Layout) -> Preview:  # noqa: ARG001
    return preview(_file.content, filename=_file.name, layout=_layout)
