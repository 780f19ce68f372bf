"""Whatever table is written in any form that is read, packed or not, reads back with the same names and cells."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from pyarrow import parquet

from evalcore.importing import Layout, read_rows

ANY_SIGN = st.characters(codec="utf-8")
# Signs that Windows-1252 and Latin-1 both have.
WESTERN = st.characters(codec="latin-1", exclude_characters=[chr(sign) for sign in range(0x80, 0xA0)])
# XML holds no control characters, and Excel writes a carriage return and others as _x000D_.
IN_A_WORKBOOK = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="_\ufffe\uffff")
# Many forms, each with few tables: together there are some hundreds.
few = settings(max_examples=15)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1")
DELIMITERS = (",", ";", "\t", "|")
_LIKE_UTF_8 = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")
# Python's own writer leaves a lone carriage return unquoted where lines end in a line feed, hence QUOTE_ALL there.
ENDS = (("\r\n", csv.QUOTE_MINIMAL), ("\r\n", csv.QUOTE_ALL), ("\n", csv.QUOTE_ALL), ("\r", csv.QUOTE_ALL))


class Written(NamedTuple):
    """Names of columns, and the cells of each row."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def dicts(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@st.composite
def tables(draw: st.DrawFn, signs: st.SearchStrategy[str], cell: st.SearchStrategy[Any] | None = None) -> Written:
    """Two to five columns, as one alone has no delimiter; the first cell of a row is filled, as an id is."""
    name = st.text(signs, min_size=1, max_size=6).map(lambda text: f"n{text}".strip())
    columns = draw(st.lists(name, min_size=2, max_size=5, unique=True))
    text = st.text(signs, max_size=12)
    # Neither blank nor like the first word of a footer, such as total.
    first = text.map(lambda drawn: f"id {drawn}")
    row = st.tuples(first, *[text if cell is None else cell] * (len(columns) - 1))
    return Written(tuple(columns), tuple(draw(st.lists(row, min_size=1, max_size=5))))


def read(written: bytes, filename: str, packed: bool, layout: Layout | None = None) -> Written:
    data, named = (gzip.compress(written), f"{filename}.gz") if packed else (written, filename)
    table, problems = read_rows(data, filename=named, layout=layout)
    # That the encoding is a guess is said of some; nothing else is.
    assert {problem.kind for problem in problems} <= {"not-utf-8"}
    return Written(table.columns, tuple(tuple(row.cells.get(name) for name in table.columns) for row in table.rows))


def delimited(table: Written, delimiter: str, end: tuple[str, int]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=end[0], quoting=end[1])
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


@pytest.mark.parametrize("encoding", ENCODINGS)
@few
@given(data=st.data(), delimiter=st.sampled_from(DELIMITERS), end=st.sampled_from(ENDS), packed=st.booleans())
def test_delimited_text_reads_back_in_the_encoding_and_by_the_delimiter_that_are_said(
    encoding: str, data: st.DataObject, delimiter: str, end: tuple[str, int], packed: bool
) -> None:
    table = data.draw(tables(WESTERN if encoding in ("cp1252", "latin-1") else ANY_SIGN))
    written = delimited(table, delimiter, end).encode(encoding)
    said = Layout(encoding=encoding, delimiter=delimiter, header_row=1)
    assert read(written, "a.csv", packed, said) == table


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@few
@given(data=st.data(), delimiter=st.sampled_from(DELIMITERS), end=st.sampled_from(ENDS), packed=st.booleans())
def test_delimited_text_reads_back_with_encoding_delimiter_and_header_found_out(
    encoding: str, data: st.DataObject, delimiter: str, end: tuple[str, int], packed: bool
) -> None:
    """Only the delimiter in use stands in the cells: where another splits every row as evenly, nobody could tell.

    Nor could they where Western signs are, byte for byte, one sign of UTF-8, as "Â" before a hard space is.
    """
    plain = WESTERN if encoding == "cp1252" else ANY_SIGN
    signs = plain.filter(lambda sign: sign not in DELIMITERS) | st.just(delimiter)
    table = data.draw(tables(signs))
    written = delimited(table, delimiter, end).encode(encoding)
    assume(encoding != "cp1252" or not _LIKE_UTF_8.search(written))
    if encoding == "utf-8":
        # A mark of UTF-16 or UTF-8 at the start of the first name would be that of the file.
        assert not written.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    assert read(written, "a.csv", packed) == table


JSON_CELL = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(ANY_SIGN),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(ANY_SIGN, max_size=3), inner, max_size=2),
    max_leaves=4,
)


def json_lines(table: Written, escaped: bool) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=escaped) for row in table.dicts())


def json_array(table: Written, escaped: bool) -> str:
    return json.dumps(table.dicts(), ensure_ascii=escaped, indent=2)


def json_columns(table: Written, escaped: bool) -> str:
    columns = {name: [row[place] for row in table.rows] for place, name in enumerate(table.columns)}
    return json.dumps(columns, ensure_ascii=escaped)


def json_numbered_columns(table: Written, escaped: bool) -> str:
    columns = {
        name: {str(number): row[place] for number, row in enumerate(table.rows)}
        for place, name in enumerate(table.columns)
    }
    return json.dumps(columns, ensure_ascii=escaped)


def json_split(table: Written, escaped: bool) -> str:
    return json.dumps({"columns": table.columns, "data": table.rows}, ensure_ascii=escaped)


@pytest.mark.parametrize("filename", ["a.json", "a.jsonl"])
@pytest.mark.parametrize("write", [json_lines, json_array, json_columns, json_numbered_columns, json_split])
@few
@given(
    data=st.data(),
    escaped=st.booleans(),
    packed=st.booleans(),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_json_of_every_shape_reads_back(
    write: Callable[[Written, bool], str],
    filename: str,
    data: st.DataObject,
    escaped: bool,
    packed: bool,
    encoding: str,
) -> None:
    # A column of objects alone would be a list of rows.
    cell = JSON_CELL if write in (json_lines, json_array, json_split) else st.text(ANY_SIGN) | st.integers()
    table = data.draw(tables(ANY_SIGN, cell))
    assert read(write(table, escaped).encode(encoding), filename, packed) == table


@few
@given(
    data=st.data(),
    packed=st.booleans(),
    compression=st.sampled_from(["none", "snappy", "zstd"]),
    cell=st.sampled_from(
        [
            (pa.string(), st.none() | st.text(ANY_SIGN, max_size=12)),
            (pa.int64(), st.none() | st.integers(-(2**63), 2**63 - 1)),
            (pa.bool_(), st.none() | st.booleans()),
            (pa.list_(pa.string()), st.lists(st.text(ANY_SIGN, max_size=5), max_size=3)),
            (pa.struct([("text", pa.string())]), st.fixed_dictionaries({"text": st.text(ANY_SIGN, max_size=5)})),
        ]
    ),
)
def test_parquet_reads_back(
    data: st.DataObject, packed: bool, compression: str, cell: tuple[pa.DataType, st.SearchStrategy[Any]]
) -> None:
    kind, cells = cell
    table = data.draw(tables(ANY_SIGN, cells))
    schema = pa.schema([(name, kind if place else pa.string()) for place, name in enumerate(table.columns)])
    written = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(table.dicts(), schema=schema), written, compression=compression)
    assert read(bytes(written.getvalue()), "a.parquet", packed) == table


def in_a_workbook(cell: object) -> str:
    """What a sheet's cell is as text: its only kind of blank is an empty one."""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    return "" if cell is None else str(cell)


@few
@given(
    table=tables(IN_A_WORKBOOK, st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.just("é; \n x")),
    packed=st.booleans(),
    title=st.booleans(),
)
def test_a_sheet_of_a_workbook_reads_back(table: Written, packed: bool, title: bool) -> None:
    book = Workbook()
    if title:
        book.active.title = "notes"
        book.create_sheet("cases")
    sheet = book.worksheets[-1]
    for row in (table.columns, *table.rows):
        sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    expected = Written(table.columns, tuple(tuple(map(in_a_workbook, row)) for row in table.rows))
    assert read(written.getvalue(), "a.xlsx", packed, Layout(header_row=1)) == expected
