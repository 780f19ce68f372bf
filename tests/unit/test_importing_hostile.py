"""Truncated, binary, hostile and enormous inputs end in a clear error within bounded memory."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from evalcore.errors import InputError
from evalcore.importing import preview, read_cases, read_recipe, read_rows, streams, workbook_bombs, workbook_cells
from evalcore.importing.streams import Source

CONTENT_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)


def workbook() -> bytes:
    book = Workbook()
    for row in (("id", "answer", "label"), ("a", "x", "pass")):
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def ended(look: Callable[[], object]) -> InputError | None:
    """The error that a look at a file ends in, if any."""
    try:
        look()
    except InputError as error:
        return error
    return None


@given(st.binary(max_size=400), st.sampled_from(["a.csv", "a.tsv", "a.json", "a.jsonl", "a.xlsx", "a.parquet", "a.gz"]))
def test_any_bytes_at_all_are_a_table_or_an_input_error(data: bytes, filename: str) -> None:
    for look in (read_cases, read_rows, preview):
        found = ended(lambda look=look: look(data, filename=filename))
        assert found is None or filename in str(found)


@given(st.data())
def test_a_file_that_was_cut_or_damaged_is_a_table_or_an_input_error(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from([WORKBOOK, gzip.compress(b"answer,label\n" * 50)]))
    start = data.draw(st.integers(0, len(whole) - 1))
    broken = data.draw(st.sampled_from([whole[:start], whole[:start] + b"\xff\x00" + whole[start + 2 :]]))
    for look in (read_cases, preview):
        with contextlib.suppress(InputError):
            look(broken, filename="a.bin")


WORKBOOK = workbook()


def test_a_line_longer_than_any_case_is_refused_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LONGEST_LINE", 1000)
    for filename in ("a.csv", "a.jsonl"):
        with pytest.raises(InputError, match=rf"{filename}, row 2: the line is longer than 1,000 characters"):
            read_cases(b'{"a":\n' + b"x" * 1001, filename=filename)


def test_gzip_that_unpacks_to_more_than_memory_bears_is_refused_while_it_is_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "LARGEST_TEXT", 4 * 1024 * 1024)
    with pytest.raises(InputError, match="the file holds more than 4 MB; split it"):
        read_cases(gzip.compress(b"answer,label\n" + b"x,pass\n" * 1_000_000), filename="a.csv.gz")


def test_json_that_has_to_be_held_whole_is_refused_beyond_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LARGEST_WHOLE", 1024)
    with pytest.raises(InputError, match=r"JSON of more than .* MB is not read"):
        read_cases(json.dumps([{"answer": "x" * 2000}]).encode(), filename="a.json")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '[{"answer": ' + "[" * 100_000])
@pytest.mark.parametrize("filename", ["a.json", "a.jsonl"])
def test_deep_nesting_is_an_input_error(text: str, filename: str) -> None:
    with pytest.raises(InputError):
        read_cases(text.encode(), filename=filename)


def zipped(parts: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return written.getvalue()


def test_a_zip_bomb_in_a_workbook_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_bombs, "LARGEST_UNPACKED", 10 * 1024 * 1024)
    bomb = zipped({"xl/workbook.xml": b"", "xl/worksheets/sheet1.xml": b"0" * 20 * 1024 * 1024})
    assert len(bomb) < 100_000
    with pytest.raises(InputError, match="the workbook unpacks to 20 MB"):
        read_cases(bomb, filename="a.xlsx")


def test_a_part_that_is_larger_than_it_says_is_not_read_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    """The directory says 10 bytes where 1,000,000 are packed."""
    content = b"0" * 1_000_000
    honest = zipped({"xl/workbook.xml": b"<x/>", "xl/worksheets/sheet1.xml": content})
    lying = honest.replace(len(content).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    with pytest.raises(InputError, match=r"a\.xlsx: the workbook cannot be read"):
        read_cases(lying, filename="a.xlsx")


def test_entities_that_multiply_in_a_workbook_are_an_input_error() -> None:
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(12))
    xml = f'<?xml version="1.0"?><!DOCTYPE b [<!ENTITY e0 "ha">{entities}]><workbook>&e12;</workbook>'
    bomb = zipped({"[Content_Types].xml": CONTENT_TYPES.encode(), "xl/workbook.xml": xml.encode()})
    with pytest.raises(InputError, match="the workbook cannot be read"):
        read_cases(bomb, filename="a.xlsx")


def test_another_zip_file_is_named_as_one() -> None:
    with pytest.raises(InputError, match=r"found another zip file\. Unpack it"):
        read_cases(zipped({"cases.csv": b"answer\nx\n"}), filename="a.zip")


def test_a_sheet_whose_rows_go_on_for_ever_ends_at_excels_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_cells, "MOST_ROWS", 1000)
    parts = {
        name: zipfile.ZipFile(io.BytesIO(WORKBOOK)).read(name)
        for name in zipfile.ZipFile(io.BytesIO(WORKBOOK)).namelist()
    }
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'<row r="2"', b'<row r="999999999"').replace(b'"A2"', b'"A999999999"')
    with pytest.raises(InputError, match="goes beyond 1,000 rows"):
        read_cases(zipped(parts), filename="a.xlsx")


def test_gzip_that_was_cut_says_so() -> None:
    packed = gzip.compress(b"answer,label\n" + zlib.compress(b"x") * 10_000)
    with pytest.raises(InputError, match=r"a\.csv\.gz: the gzip file cannot be unpacked"):
        read_cases(packed[: len(packed) // 2], filename="a.csv.gz")


def test_a_path_is_read_as_it_streams_and_gives_the_same_as_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text('id,answer,label\n"a","one\ntwo",pass\nb,y,fail\n', encoding="utf-8")
    assert read_cases(file).dataset == read_cases(file.read_bytes(), filename="a.csv").dataset


def test_a_sign_that_breaks_off_between_two_pieces_of_a_file_is_found_in_its_row() -> None:
    """A mebibyte is read at a time; 0xC3 is its last byte, in row 3, and plain text follows."""
    start = b"answer,label\n" + b"x" * (streams._CHUNK - 30)
    data = start + b",pass\n" + b"y" * (streams._CHUNK - len(start) - 7) + b"\xc3"
    assert len(data) == streams._CHUNK
    table, problems = read_rows(data + b"(z,fail\n" * 1000, filename="a.csv")
    assert [(problem.kind, problem.where) for problem in problems] == [("not-utf-8", (3,))]
    assert table.rows[1].cells["answer"].endswith("y\u00c3(z")


UNREADABLE = Path("/proc/self/mem")
"""Opens, and is an input/output error to read."""


def read_all(source: Source) -> bytes:
    with source.open() as opened:
        return opened.read()


@pytest.mark.skipif(not UNREADABLE.exists(), reason="only Linux has such a file")
@pytest.mark.parametrize("gzipped", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    "reading",
    [
        lambda source: source.head(10),
        lambda source: source.whole("an Excel file"),
        lambda source: list(source.chunks()),
        lambda source: list(source.lines("utf-8")),
        read_all,
    ],
    ids=["head", "whole", "chunks", "lines", "all"],
)
def test_a_file_that_cannot_be_read_once_it_is_open_is_named(
    reading: Callable[[Source], object], gzipped: bool
) -> None:
    with pytest.raises(InputError, match=r"^cases\.csv: the file cannot be read: Input/output error"):
        reading(Source(UNREADABLE, "cases.csv", gzipped=gzipped))


@pytest.mark.skipif(not UNREADABLE.exists(), reason="only Linux has such a file")
def test_whatever_command_reads_it_says_so() -> None:
    for read in (read_rows, preview, read_recipe):
        with pytest.raises(InputError, match=r"the file cannot be read: Input/output error"):
            read(UNREADABLE)
