"""Files at their full size, each read by a process of its own: a clear error, within a stated memory."""

from __future__ import annotations

import gzip
import re
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

MB = 1024 * 1024
READ = """
import pathlib, re, resource, sys
from evalcore.cli import main
code = main(["check", sys.argv[1]])
if sys.platform == "linux":  # where ru_maxrss begins with what the parent had
    kilobytes = int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text()).group(1))
else:
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(f"peak {kilobytes // 1024} MB", file=sys.stderr)
sys.exit(code)
"""

pytestmark = pytest.mark.slow


class Ended(NamedTuple):
    """How a process that read a file ended."""

    code: int
    said: str
    peak_mb: int


def checked(path: Path) -> Ended:
    """What ``evalcore check`` says of a file, and its peak memory; the file is taken away at once."""
    try:
        done = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, timeout=600)
    finally:
        path.unlink()
    said, _, peak = done.stderr.rpartition("peak ")
    assert peak, f"the process ended with {done.returncode} before it could say its memory: {done.stderr[-500:]}"
    return Ended(done.returncode, said, int(peak.split()[0]))


def refused(path: Path, *, within_mb: int) -> str:
    """The error that a file ends in, without a traceback, and within so much memory."""
    ended = checked(path)
    assert ended.code != 0
    assert ended.peak_mb < within_mb
    assert path.name in ended.said
    assert "Traceback" not in ended.said
    return " ".join(ended.said.split())


def holes(path: Path, start: bytes, size: int) -> Path:
    """A file of zero bytes behind its start, which takes no room on the disk."""
    with path.open("wb") as file:
        file.write(start)
        file.truncate(size)
    return path


def repeated(path: Path, start: bytes, block: bytes, times: int) -> Path:
    with path.open("wb") as file:
        file.write(start)
        for _ in range(times):
            file.write(block)
    return path


# A gigabyte on one line. No line of more than 64 million characters is read, so that several such texts are the most.


@pytest.mark.parametrize(
    ("filename", "start"),
    [("a.csv", b"id,answer\na,"), ("a.tsv", b"id\tanswer\na\t"), ("a.jsonl", b'{"answer": "x"}\n{"answer": "')],
)
def test_a_line_of_a_gigabyte_is_refused_by_its_number(tmp_path: Path, filename: str, start: bytes) -> None:
    path = holes(tmp_path / filename, start, 1024 * MB)
    assert "row 2: the line is longer than 67,108,864 characters" in refused(path, within_mb=600)


@pytest.mark.parametrize("start", [b'[{"answer": "', b'[\n{"answer": "', b'{"answer": ["', b'{\n"answer": ["'])
def test_json_of_a_gigabyte_is_refused_whether_it_has_lines_or_none(tmp_path: Path, start: bytes) -> None:
    said = refused(holes(tmp_path / "a.json", start, 1024 * MB), within_mb=800)
    assert "of more than 256 MB is not read" in said or "the line is longer than" in said


def test_a_quoted_field_of_a_gigabyte_that_never_ends_is_refused(tmp_path: Path) -> None:
    path = repeated(tmp_path / "a.csv", b'id,answer,label\na,"', b"x" * 1023 + b"\n", 1024 * 1024)
    assert "row" in refused(path, within_mb=900)


def test_a_line_of_a_gigabyte_inside_gzip_is_refused(tmp_path: Path) -> None:
    path = repeated(tmp_path / "a.csv.gz", gzip.compress(b"id,answer\n"), gzip.compress(b"x" * 16 * MB), 64)
    assert path.stat().st_size < 2 * MB
    assert "the line is longer than" in refused(path, within_mb=600)


def test_gzip_that_unpacks_to_gigabytes_of_good_rows_is_refused(tmp_path: Path) -> None:
    rows = gzip.compress(b"a,b,pass\n" * (16 * MB // 9))
    path = repeated(tmp_path / "a.csv.gz", gzip.compress(b"id,answer,label\n"), rows, 140)
    assert path.stat().st_size < 8 * MB
    assert "holds more than 2,048 MB; split it" in refused(path, within_mb=200)


@pytest.mark.parametrize("filename", ["a.xlsx.gz", "a.parquet.gz", "a.json.gz"])
def test_gzip_of_what_is_held_as_one_is_refused_before_it_is_held(tmp_path: Path, filename: str) -> None:
    start = {"a.xlsx.gz": b"PK\x03\x04", "a.parquet.gz": b"PAR1", "a.json.gz": b"[\n"}[filename]
    path = repeated(tmp_path / filename, gzip.compress(start), gzip.compress(b"\n" * 16 * MB), 64)
    assert "of more than 256 MB is not read" in refused(path, within_mb=800)


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"PAR1"])
def test_a_workbook_or_parquet_file_of_gigabytes_is_refused(tmp_path: Path, start: bytes) -> None:
    assert "of more than 256 MB is not read" in refused(holes(tmp_path / "a.bin", start, 4096 * MB), within_mb=800)


@pytest.mark.parametrize(
    ("filename", "piece"),
    [("a.json", b"[\n"), ("a.json", b'{"a":\n'), ("a.jsonl", b"["), ("a.jsonl", b'{"a":'), ("b.json", b'[{"a":\n')],
)
def test_nesting_without_end_is_refused(tmp_path: Path, filename: str, piece: bytes) -> None:
    block = piece * (MB // len(piece))
    assert refused(repeated(tmp_path / filename, b"", block, 60), within_mb=800)


def test_a_cell_of_nested_brackets_is_a_text(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"id,evidence,answer,label\na," + b"[" * 20 * MB + b"]" * 20 * MB + b",b,pass\n")
    ended = checked(path)
    assert ended.code == 0
    assert ended.peak_mb < 900


def test_random_bytes_are_no_text(tmp_path: Path) -> None:
    """Bytes that no text holds, behind a readable start."""
    path = repeated(tmp_path / "a.csv", b"id,answer,label\n" * 1000, bytes(range(256)) * 4096, 200)
    assert "is not UTF-8" in refused(path, within_mb=200)


def test_a_large_table_that_was_cut_within_a_sign_says_where(tmp_path: Path) -> None:
    path = repeated(tmp_path / "a.csv", b"id,answer,label\n", "ä,é,pass\n".encode() * 10_000, 100)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 7)
    said = checked(path)
    # The last row ends after the first byte of é. Windows-1252 holds every byte, which is remarked on.
    assert said.code == 0
    assert said.peak_mb < 1500


# Workbooks.


class Part(NamedTuple):
    """A part of a zip file that is made of one block over and over; so many bytes are said to be in it."""

    name: str
    start: bytes
    block: bytes
    times: int
    end: bytes = b""
    said: int | None = None

    @property
    def size(self) -> int:
        return len(self.start) + len(self.block) * self.times + len(self.end)

    def checksum(self) -> int:
        found = zlib.crc32(self.start)
        for _ in range(self.times):
            found = zlib.crc32(self.block, found)
        return zlib.crc32(self.end, found)

    def deflated(self) -> Iterator[bytes]:
        """The block is compressed once, by itself, and its bytes are repeated."""
        packing = zlib.compressobj(9, zlib.DEFLATED, -15)
        yield packing.compress(self.start) + packing.flush(zlib.Z_FULL_FLUSH)
        again = zlib.compressobj(9, zlib.DEFLATED, -15)
        block = again.compress(self.block) + again.flush(zlib.Z_FULL_FLUSH)
        for _ in range(self.times):
            yield block
        last = zlib.compressobj(9, zlib.DEFLATED, -15)
        yield last.compress(self.end) + last.flush()


def zipped(path: Path, *parts: Part) -> Path:
    """A zip file of parts that are never in memory."""
    directory = b""
    with path.open("wb") as file:
        for part in parts:
            place, name, checksum = file.tell(), part.name.encode(), part.checksum()
            header = struct.Struct("<4s5H3L2H")
            file.write(b"\0" * header.size + name)
            packed = sum(file.write(piece) for piece in part.deflated())
            size = part.size if part.said is None else part.said
            facts = (20, 0, 8, 0, 0, checksum, packed, size, len(name))
            end = file.tell()
            file.seek(place)
            file.write(header.pack(b"PK\x03\x04", *facts, 0))
            file.seek(end)
            directory += struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, *facts, 0, 0, 0, 0, 0, place) + name
        start = file.tell()
        file.write(directory)
        counts = (0, 0, len(parts), len(parts), len(directory), start, 0)
        file.write(struct.pack("<4s4H2LH", b"PK\x05\x06", *counts))
    return path


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SHEET = f'<worksheet xmlns="{MAIN}"><sheetData>'.encode()
SHEET_END = b"</sheetData></worksheet>"


def fixed(name: str, content: str) -> Part:
    return Part(name, content.encode(), b"", 0)


def relations(name: str, *kinds: tuple[str, str]) -> Part:
    each = "".join(
        f'<Relationship Id="r{number}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(kinds, start=1)
    )
    return fixed(name, f'<Relationships xmlns="{PACKAGE}/relationships">{each}</Relationships>')


def frame(*, shared: bool = False) -> tuple[Part, ...]:
    """What a workbook has besides its sheet."""
    form = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    kinds = {"/xl/workbook.xml": "sheet.main", "/xl/worksheets/sheet1.xml": "worksheet"}
    if shared:
        kinds["/xl/sharedStrings.xml"] = "sharedStrings"
    types = "".join(f'<Override PartName="{name}" ContentType="{form}.{kind}+xml"/>' for name, kind in kinds.items())
    default = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    sheets = '<sheets><sheet name="cases" sheetId="1" r:id="r1"/></sheets>'
    texts = (("sharedStrings", "sharedStrings.xml"),) if shared else ()
    return (
        fixed("[Content_Types].xml", f'<Types xmlns="{PACKAGE}/content-types">{default}{types}</Types>'),
        relations("_rels/.rels", ("officeDocument", "xl/workbook.xml")),
        fixed("xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{sheets}</workbook>'),
        relations("xl/_rels/workbook.xml.rels", ("worksheet", "worksheets/sheet1.xml"), *texts),
    )


def sheet(block: bytes, megabytes: int, end: bytes = SHEET_END, *, start: bytes = SHEET) -> Part:
    times = max(1, MB // len(block))
    return Part("xl/worksheets/sheet1.xml", start, block * times, megabytes * MB // (len(block) * times), end)


def a_row(*texts: str) -> bytes:
    cells = "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in texts)
    return f"<row>{cells}</row>".encode()


GOOD = SHEET + a_row("id", "answer", "label") + a_row("a", "x", "pass")


def test_the_frame_of_these_workbooks_is_one_that_is_read(tmp_path: Path) -> None:
    """Else the bombs below might be refused for another reason than what they are."""
    path = zipped(tmp_path / "a.xlsx", *frame(), Part("xl/worksheets/sheet1.xml", GOOD + SHEET_END, b"", 0))
    assert checked(path).code == 0


BOMBS: dict[str, tuple[Callable[[], tuple[Part, ...]], str]] = {
    "four gigabytes of a sheet": (
        lambda: (*frame(), sheet(b"<row><c><v>1</v></c></row>", 4000)),
        "the workbook unpacks to 3,999 MB",
    ),
    "a cell of 900 MB": (
        lambda: (*frame(), sheet(b"x", 900, b"</t></is></c></row>" + SHEET_END, start=GOOD + b"<row><c><is><t>")),
        "holds a text of more than 16 MB",
    ),
    "a row of two hundred million cells": (
        lambda: (*frame(), sheet(b"<c/>", 900, b"</row>" + SHEET_END, start=GOOD + b"<row>")),
        "holds a row or a text of more than 1,000,000 pieces",
    ),
    "rows within rows without end": (
        lambda: (*frame(), sheet(b"<row>", 900, b"", start=GOOD)),
        "is nested more than 100 deep",
    ),
    "two hundred million empty rows": (lambda: (*frame(), sheet(b"<row/>", 900, start=GOOD)), "goes beyond 1,048,576"),
    "sixty million shared texts": (
        lambda: (
            *frame(shared=True),
            Part("xl/worksheets/sheet1.xml", GOOD + SHEET_END, b"", 0),
            Part("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">'.encode(), b"<si/>" * 200_000, 250, b"</sst>"),
        ),
        "holds more than 5,000,000 texts",
    ),
    "a gigabyte of styles": (
        lambda: (
            *frame(),
            Part("xl/worksheets/sheet1.xml", GOOD + SHEET_END, b"", 0),
            Part("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">'.encode(), b"<x/>" * 250_000, 900, b"</styleSheet>"),
        ),
        "part xl/styles.xml unpacks to",
    ),
    "a gigabyte that says it is ten bytes": (
        lambda: (*frame(), sheet(b"<c/>", 900, start=GOOD + b"<row>")._replace(said=10)),
        "the workbook cannot be",
    ),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_in_a_workbook_is_refused(tmp_path: Path, bomb: str) -> None:
    parts, reason = BOMBS[bomb]
    path = zipped(tmp_path / "a.xlsx", *parts())
    assert path.stat().st_size < 32 * MB
    assert re.search(reason, refused(path, within_mb=700))


def test_a_parquet_file_that_holds_one_long_text_a_million_times_is_refused(tmp_path: Path) -> None:
    """The text is in the file once, so that the file says it is small."""
    import pyarrow as pa
    from pyarrow import parquet

    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000_000, pa.int32()), pa.array(["x" * 100_000]))
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"answer": texts.cast(pa.dictionary(pa.int32(), pa.string()))}), path)
    assert path.stat().st_size < MB
    assert "more than is read; split it" in refused(path, within_mb=3000)
