"""A file of any kind as rows by column name: told by its first bytes, then by its ending or first character."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.errors import InputError
from evalcore.importing.decoding import find_encoding
from evalcore.importing.imported import FileFormat, Problems
from evalcore.importing.json_records import looks_like_json, read_json
from evalcore.importing.parquet import PARQUET, read_parquet
from evalcore.importing.recipe import Layout
from evalcore.importing.streams import Source
from evalcore.importing.tables import RowStream, read_table
from evalcore.importing.workbooks import ZIP, read_sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    """The rows of a file, and how they were read."""

    format: FileFormat
    encoding: str
    """``binary`` for Excel and Parquet."""
    stream: RowStream


def read_file(source: Source, layout: Layout, problems: Problems) -> ReadFile:
    """Read a file as rows.

    Raises
    ------
    InputError
        It cannot be read at all; see the reader of each kind.
    """
    head = source.head(4)
    if not head:
        raise InputError(
            "the file is empty. Expected a header row and a row per case, or JSON Lines.", file=source.file
        )
    _refuse_layout_of_another_kind(layout, head, source.file)
    if head == ZIP:
        return ReadFile(format="excel", encoding="binary", stream=read_sheet(source, layout, problems=problems))
    if head == PARQUET:
        return ReadFile(format="parquet", encoding="binary", stream=read_parquet(source, problems=problems))
    return _read_text(source, layout, problems)


def _refuse_layout_of_another_kind(layout: Layout, head: bytes, file: str | None) -> None:
    """Refuse what the file cannot be asked for, rather than leave it unheeded."""
    if layout.sheet is not None and head != ZIP:
        raise InputError(f"a sheet was chosen ({layout.sheet!r}), but only an Excel workbook has sheets.", file=file)
    if head in (ZIP, PARQUET) and (layout.encoding is not None or layout.delimiter is not None):
        raise InputError("an encoding or a delimiter was chosen, but only text has these.", file=file)
    if head in (ZIP, PARQUET) and layout.rows is not None:
        raise InputError(f"a path to rows was chosen ({layout.rows!r}), but only JSON has one.", file=file)
    if head == PARQUET and layout.header_row is not None:
        raise InputError("a header row was chosen, but a Parquet file names its columns itself.", file=file)
    refuse_no_row(layout, file)


def refuse_no_row(layout: Layout, file: str | None) -> None:
    """Refuse a header row of a number that no row has.

    Raises
    ------
    InputError
        It is less than 1.
    """
    if layout.header_row is not None and layout.header_row < 1:
        raise InputError(
            f"expected the number of the row that names the columns, 1 or more, found {layout.header_row}. A table "
            "without such a row needs one.",
            file=file,
        )


def _read_text(source: Source, layout: Layout, problems: Problems) -> ReadFile:
    encoding = find_encoding(source, layout.encoding)
    if encoding.remark:
        for line in encoding.lines or (None,):
            problems.add("not-utf-8", encoding.remark, row=line)
    if layout.rows is not None or looks_like_json(source, encoding.name):
        if layout.header_row is not None or layout.delimiter is not None:
            raise InputError(
                "a header row or a delimiter was chosen, but the file is JSON, which has none.", file=source.file
            )
        form, stream = read_json(source, encoding.name, layout, problems=problems)
        return ReadFile(format=form, encoding=encoding.name, stream=stream)
    stream = read_table(source, encoding.name, layout, problems=problems)
    return ReadFile(format="tsv" if stream.delimiter == "\t" else "csv", encoding=encoding.name, stream=stream)
