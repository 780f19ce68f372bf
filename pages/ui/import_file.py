"""Where a set comes from: one file or two, uploaded, named by a path or pasted, and how two are joined."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.importing import Join, Layout, Recipe
from pages.ui import components, exposure, glossary, import_layout, import_resources, import_understood, state, uploads
from pages.ui.import_fields import Fields
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
    def contents(self) -> list[tuple[str, Path | bytes]]:
        """The name and content of each."""
        files = [self.first, *([self.further] if self.further else [])]
        return [(file.name, file.content) for file in files]

    @property
    def name(self) -> str:
        """A short name that is the same for the same files, to tell the fields of one import from another's."""
        parts = [self.first.stamp, self.further.stamp if self.further else "", repr(self.recipe)]
        return sha256("\n".join(parts).encode()).hexdigest()[:10]


def draw() -> Files | None:
    """The fields to bring a file by; None while there is none."""
    first = _FIRST.draw()
    with st.expander("A second file to be joined to it, such as the labels (optional)"):
        further = _FURTHER.draw()
    with st.expander("A recipe that says which column is what (optional)"):
        recipe = st.file_uploader(
            "A recipe, as downloaded here",
            type=["yaml", "yml"],
            key=state.UPLOAD_RECIPE,
            max_upload_size=uploads.SETTINGS_MB,
            help=glossary.meaning("recipe"),
        )
    if first is None:
        return None
    return Files(first=first, further=further, recipe=recipe.getvalue() if recipe else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """Fields to bring one file by, with their session keys."""

    label: str
    uploaded: str
    where: str
    upload: str
    path: str
    pasted: str
    pasted_name: str

    def draw(self) -> File | None:
        ways = [_UPLOAD, *([_PATH] if exposure.is_own_machine() else []), _PASTE]
        where = st.segmented_control(self.label, ways, default=_UPLOAD, required=True, key=self.where)
        if where == _PATH:
            return _named(self.path)
        return _pasted(self.pasted, self.pasted_name) if where == _PASTE else _uploaded(self.uploaded, self.upload)


_FIRST = _Way(
    label="Where the cases come from",
    uploaded="CSV, TSV, Excel, JSON Lines, JSON or Parquet",
    where=state.IMPORT_FROM,
    upload=state.UPLOAD,
    path=state.IMPORT_PATH,
    pasted=state.IMPORT_PASTED,
    pasted_name="pasted",
)
_FURTHER = _Way(
    label="Where the second file comes from",
    uploaded="A second file, of any of these kinds",
    where=state.FURTHER_FROM,
    upload=state.UPLOAD_FURTHER,
    path=state.FURTHER_PATH,
    pasted=state.FURTHER_PASTED,
    pasted_name="pasted (second)",
)


def _uploaded(label: str, key: str) -> File | None:
    file = st.file_uploader(label, type=_KINDS, key=key)
    return File(content=file.getvalue(), name=file.name, stamp=file.file_id) if file else None


def _named(key: str) -> File | None:
    written = st.text_input("Path of the file", key=key, placeholder="data/answers.csv").strip()
    if not written:
        return None
    path = Path(written).expanduser()
    if not path.is_file():
        st.error("There is no such file on the machine that the workbench runs on.")
        components.inert(written)
        return None
    about = path.stat()
    return File(content=path, name=path.name, stamp=f"{path} {about.st_mtime_ns} {about.st_size}")


def _pasted(key: str, name: str) -> File | None:
    text = st.text_area("Paste rows with their header, as from a spreadsheet, or JSON Lines", key=key, height=160)
    if not text.strip():
        return None
    content = text.encode()
    return File(content=content, name=name, stamp=sha256(content).hexdigest())


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """How the second file goes beside the first, and how the first is read to be joined."""

    join: Join
    first_layout: Layout


def draw_join(files: Files, further_file: File, given: Recipe | None) -> Joined | None:
    """How each of two files is read, and by which keys they are joined; None while no key is chosen."""
    known = given.joins[0] if given and given.joins else None
    first_layout = _draw_layout(files.first, (given and given.layout) or Layout(), "first", files)
    layout = _draw_layout(further_file, (known and known.layout) or Layout(), "second", files)
    join = _draw_keys(files, further_file, known, first_layout, layout if layout != Layout() else None)
    return Joined(join=join, first_layout=first_layout) if join else None


def _draw_keys(
    files: Files, further_file: File, known: Join | None, first_layout: Layout, layout: Layout | None
) -> Join | None:
    try:
        first = tuple(import_resources.sample_of(files.first, first_layout))
        further = tuple(import_resources.sample_of(further_file, layout))
    except EvalcoreError as error:
        st.error("The two files cannot be joined.")
        components.inert(str(error))
        return None
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
            return Join(layout=layout)
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
    return Join(key=chosen, other=None if partner == chosen else partner, layout=layout)


def _place(wanted: str | None, known: list[str] | tuple[str, ...]) -> int | None:
    return known.index(wanted) if wanted in known else None


def _draw_layout(file: File, given: Layout, which: str, files: Files) -> Layout:
    """How one of two files is read, to be seen and corrected."""
    fields = Fields(files=f"{files.name}_{which}")
    how = import_resources.how_read(file, given)
    summary = st.container()
    form = components.on_demand(f"Correct how the {which} file is read", fields.key("form"), expanded=how is None)
    layout = given
    with form:
        if form.open or fields.touched:
            layout = replace(import_layout.draw(file, given, how, fields), each=given.each)
    with summary:
        import_understood.draw_further(import_resources.how_read(file, layout), file.name)
    return layout
