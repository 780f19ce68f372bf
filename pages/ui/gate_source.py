"""The gate file of the Gates page: its text, and the folder or the uploads that it came with."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from evalcore.errors import EvalcoreError, InputError
from evalcore.gate import Gates, gates_from_text
from pages.ui import exposure, state, uploads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "gates.yaml"
_STARTS_WITH = "evalcore-gates/"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSource:
    """Where the text in the editor came from, as it was then."""

    text: str
    name: str = NAME
    """What errors call the file."""
    folder: Path | None = None
    """Where a file by path lies; a judge file that it names lies beside it."""
    beside: Mapping[str, bytes] = field(default_factory=dict)
    """The other uploaded files by name."""
    starts_from: tuple[str, str] | None = None
    """The run and the judge whose figures the text was made from."""


def text_and_source() -> tuple[str, GateSource] | None:
    """What is in the editor, and where it came from; None before anything was put there."""
    source = state.get(state.GATE_SOURCE)
    return None if source is None else (state.get(state.GATE_TEXT) or "", source)


def put(source: GateSource) -> None:
    """Put a file into the editor."""
    state.put(**{state.GATE_TEXT: source.text, state.GATE_SOURCE: source})


def read_gates(text: str, source: GateSource) -> Gates:
    """The gates that the text says.

    Raises
    ------
    InputError
        In words, as the command line says it; or the calibration that the file names is void.
    """
    with _folder(source) as folder:
        return gates_from_text(text, file=source.name, folder=folder)


@contextmanager
def _folder(source: GateSource) -> Iterator[Path]:
    if source.folder is not None:
        yield source.folder
        return
    with tempfile.TemporaryDirectory() as name:
        for file_name, content in source.beside.items():
            (Path(name) / Path(file_name).name).write_bytes(content)
        yield Path(name)


def take_uploads(judges: Sequence[str]) -> None:
    """Put the uploaded gate file into the editor, and keep what was uploaded with it; a callback."""
    files = {file.name: file.getvalue() for file in state.get(state.GATE_FILES) or ()}
    if not files:
        return
    gate_files = [name for name, content in files.items() if _STARTS_WITH.encode() in content[:1000]]
    name = gate_files[0] if gate_files else next(iter(files))
    try:
        source = GateSource(
            text=_decoded(files[name], name), name=name, beside={key: files[key] for key in files if key != name}
        )
    except EvalcoreError as error:
        state.warn(str(error))
        return
    _take(source, judges)


def take_path(judges: Sequence[str]) -> None:
    """Put the gate file at the path that was written into the editor; a callback."""
    written = (state.get(state.GATE_PATH) or "").strip()
    if not written:
        return
    path = Path(written).expanduser()
    try:
        source = GateSource(text=_decoded(_content(path), written), name=written, folder=path.parent)
    except EvalcoreError as error:
        state.warn(str(error))
        return
    _take(source, judges)


def _take(source: GateSource, judges: Sequence[str]) -> None:
    """Put a file that was brought into the editor, and look at the judge that it pins."""
    put(source)
    try:
        pinned = read_gates(source.text, source).pins.judge
    except EvalcoreError:
        pinned = None
    if pinned in judges:
        state.put(**{state.JUDGE: pinned, state.KEPT_JUDGE: pinned})
    state.tell(f"{source.name} is in the editor; nothing is written back to it.")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"expected a gate file; {error.strerror or error}", file=str(path)) from error


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"expected UTF-8, found another encoding at byte {error.start}", file=name) from error


def draw_bringing(judges: Sequence[str]) -> None:
    """Fields that bring a gate file: an upload, or a path on this machine."""
    with st.expander("Bring a gate file", icon=":material/upload:"):
        st.file_uploader(
            "Upload it, with the judge file that its calibration names, if it names one",
            type=["yaml", "yml"],
            accept_multiple_files=True,
            max_upload_size=uploads.SETTINGS_MB,
            key=state.GATE_FILES,
            on_change=take_uploads,
            args=(judges,),
        )
        if exposure.is_own_machine():
            _draw_path(judges)


def _draw_path(judges: Sequence[str]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Or its path on the machine that serves this page",
            key=state.GATE_PATH,
            persist_state="session",
            placeholder="for example ci/gates.yaml",
            on_change=take_path,
            args=(judges,),
        )
        st.button("Read it", on_click=take_path, args=(judges,))
