"""Where a set comes from: one file or two, uploaded, named by a path or pasted, and how two are joined."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.importing import Join, Recipe
from pages.ui import components, exposure, import_resources, state, uploads
from pages.ui.import_resources import File

_KINDS = ["csv", "tsv", "txt", "jsonl", "ndjson", "json", "xlsx", "xlsm", "parquet", "gz"]
_UPLOAD, _PATH, _PASTE = "Upload", "Path on this machine", "Paste"
BY_ORDER = "row by row, in their order"
_NO_KEY = "Say by which column the two files are joined."


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """What is to be imported, as it was brought."""

    first: File
    further: File | None
    recipe: bytes | None

    @property
    def name(self) -> str:
        """A short name that is the same for the same files, to tell the fields of one import from another's."""
        parts = [self.first.stamp, self.further.stamp if self.further else "", repr(self.recipe)]
        return sha256("\n".join(parts).encode()).hexdigest()[:10]


def draw() -> Files | None:
    """The fields to bring a file by; None while there is none."""
    ways = [_UPLOAD, *([_PATH] if exposure.is_own_machine() else []), _PASTE]
    where = st.segmented_control(
        "Where the cases come from", ways, default=_UPLOAD, required=True, key=state.IMPORT_FROM
    )
    first = {_PATH: _named, _PASTE: _pasted}.get(where or _UPLOAD, _uploaded)()
    left, right = st.columns(2)
    further = left.file_uploader(
        "A second file to be joined to it, such as the labels (optional)", type=_KINDS, key=state.UPLOAD_FURTHER
    )
    recipe = right.file_uploader(
        "A recipe that says which column is what (optional)",
        type=["yaml", "yml"],
        key=state.UPLOAD_RECIPE,
        max_upload_size=uploads.SETTINGS_MB,
    )
    if first is None:
        return None
    return Files(
        first=first,
        further=_of_upload(further) if further else None,
        recipe=recipe.getvalue() if recipe else None,
    )


def _uploaded() -> File | None:
    file = st.file_uploader("CSV, TSV, Excel, JSON Lines, JSON or Parquet", type=_KINDS, key=state.UPLOAD)
    return _of_upload(file) if file else None


def _of_upload(file: Any) -> File:
    return File(content=file.getvalue(), name=file.name, stamp=file.file_id)


def _named() -> File | None:
    written = st.text_input("Path of the file", key=state.IMPORT_PATH, placeholder="data/answers.csv").strip()
    if not written:
        return None
    path = Path(written).expanduser()
    if not path.is_file():
        st.error("There is no such file on the machine that the workbench runs on.")
        components.inert(written)
        return None
    about = path.stat()
    return File(content=path, name=path.name, stamp=f"{path} {about.st_mtime_ns} {about.st_size}")


def _pasted() -> File | None:
    text = st.text_area(
        "Paste rows with their header, as from a spreadsheet, or JSON Lines", key=state.IMPORT_PASTED, height=160
    )
    if not text.strip():
        return None
    content = text.encode()
    return File(content=content, name="pasted", stamp=sha256(content).hexdigest())


def draw_join(files: Files, given: Recipe | None) -> Join | None:
    """The keys by which the second file is joined to the first; None where there is no second, or no key yet."""
    if files.further is None:
        return None
    try:
        first = tuple(import_resources.sample_of(files.first, given.layout if given else None))
        further = tuple(import_resources.sample_of(files.further))
    except EvalcoreError as error:
        st.error("The two files cannot be joined.")
        components.inert(str(error))
        return None
    known = given.joins[0] if given and given.joins else None
    shared = [column for column in first if column in further]
    key, other = (known.key, known.other or known.key) if known else (*shared[:1], *shared[:1]) or (None, None)
    with st.container(horizontal=True):
        keys = [*first, BY_ORDER]
        chosen = st.selectbox(
            "Join by this column of the first file",
            keys,
            index=_place(BY_ORDER if known and not key else key, keys),
            placeholder="choose a column",
            key=state.import_field("key", files.name),
        )
        if chosen == BY_ORDER:
            return Join()
        partner = st.selectbox(
            "and this one of the second",
            further,
            index=_place(other, further),
            placeholder="choose a column",
            key=state.import_field("other", files.name),
        )
    if not chosen or not partner:
        st.info(_NO_KEY)
        return None
    return Join(key=chosen, other=None if partner == chosen else partner)


def _place(wanted: str | None, known: list[str] | tuple[str, ...]) -> int | None:
    return known.index(wanted) if wanted in known else None
