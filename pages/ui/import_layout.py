"""How a file is read: encoding, delimiter, sheet and header row, each found out and each to be corrected."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

import pandas as pd
import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.importing import FurtherFile, Layout, Preview, Understood
from pages.ui import components, glossary, import_resources
from pages.ui.import_fields import Fields
from pages.ui.import_resources import File

_ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1", "cp1250", "cp437", "mac-roman")
_DELIMITERS = {",": "comma ,", ";": "semicolon ;", "\t": "tab", "|": "bar |"}
_AS_FOUND = "as found"
_MOST_COLUMNS = 12


def draw(
    file: File,
    given: Layout,
    understood: Understood | FurtherFile | None,
    fields: Fields,
) -> Layout:
    """The fields that apply to a file of its kind, with its first rows; what is chosen, and nothing else."""
    try:
        seen = import_resources.first_rows(file, given)
    except EvalcoreError:
        # It cannot be read as it stands: what is wrong is said above, and the fields may mend it.
        seen = None
    kind = _kind(file, seen, understood)
    with st.container(horizontal=True):
        encoding = delimiter = sheet = rows = None
        if kind in ("text", "json"):
            found = understood.encoding if understood else None
            encoding = fields.one(
                _found("Encoding", found), "encoding", _ENCODINGS, given.encoding, placeholder=_AS_FOUND
            )
        if kind == "text":
            found = _DELIMITERS.get(understood.delimiter or "", understood.delimiter) if understood else None
            delimiter = fields.one(
                _found("Delimiter", found),
                "delimiter",
                list(_DELIMITERS),
                given.delimiter,
                shown=_delimiter,
                placeholder=_AS_FOUND,
            )
        if kind == "workbook" and seen:
            found = understood.sheet if understood else None
            names = [one.name for one in seen.sheets]
            hidden = {one.name for one in seen.sheets if one.hidden}
            sheet = fields.one(
                "Sheet",
                "sheet",
                names,
                given.sheet or found or names[0],
                shown=lambda name: f"{name} (hidden)" if name in hidden else name,
            )
        if kind in ("text", "workbook"):
            header = understood.header_row if understood and (not sheet or sheet == understood.sheet) else None
            header_row = fields.number(
                _found("Header row", str(header) if header else None),
                f"header{sheet or ''}",
                given.header_row,
                placeholder=_AS_FOUND,
            )
        else:
            header_row = None
        if kind == "json":
            rows = fields.text("Path to the list of rows", "rows", given.rows or "", placeholder=_AS_FOUND) or None
    is_as_found = not given.sheet and understood is not None and sheet == understood.sheet
    layout = Layout(
        encoding=encoding,
        delimiter=delimiter,
        sheet=None if is_as_found else sheet,
        header_row=header_row,
        rows=rows,
    )
    _draw_rows(file, seen if layout.delimiter == given.delimiter else None, layout, sheet)
    return layout


def draw_each(lists: Sequence[str], start: str | None, fields: Fields) -> str | None:
    """The column of lists, if any, of which each element is to be a row of its own."""
    return fields.one(
        "A row per element of", "each", lists, start, typed=True, help=glossary.meaning("row per element")
    )


def _kind(file: File, seen: Preview | None, understood: Understood | FurtherFile | None) -> str:
    suffix = PurePath(file.name.lower().removesuffix(".gz")).suffix
    if suffix == ".parquet" or (understood is not None and understood.format == "parquet"):
        return "parquet"
    if understood is not None and understood.encoding != "binary" and understood.delimiter is None:
        return "json"
    if seen is not None and seen.sheets and seen.sheets[0].name:
        return "workbook"
    if seen is not None and seen.header_rows and seen.header_rows[0] is None:
        return "json"
    return "json" if suffix in (".json", ".jsonl", ".ndjson") else "text"


def _found(label: str, found: str | None) -> str:
    return f"{label} (found: {components.escaped(found)})" if found else label


def _delimiter(sign: str) -> str:
    return _DELIMITERS.get(sign, sign)


def _draw_rows(file: File, seen: Preview | None, layout: Layout, sheet: str | None) -> None:
    """The first rows as they stand, with their numbers."""
    if seen is None:
        try:
            seen = import_resources.first_rows(file, layout)
        except EvalcoreError:
            return
    shown = next((one for one in seen.sheets if one.name == (sheet or "")), None)
    if shown is None or not shown.first_rows:
        return
    width = min(_MOST_COLUMNS, max(len(cells) for _, cells in shown.first_rows))
    rows = [
        {"row": number, **{str(place + 1): cell for place, cell in enumerate(cells[:width])}}
        for number, cells in shown.first_rows
    ]
    st.caption("The first rows as they stand")
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="The first rows of the file")
