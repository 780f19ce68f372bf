"""Values of typed files: a zero is a zero in whatever type, and bytes that are no text are named."""

from __future__ import annotations

import io
import json
from decimal import Decimal

import pyarrow as pa
import pytest
from pyarrow import parquet

from evalcore.importing import read_cases, read_rows
from evalcore.importing.plain import plain


def parquet_file(**columns: object) -> bytes:
    written = io.BytesIO()
    parquet.write_table(pa.table(columns), written)
    return written.getvalue()


@pytest.mark.parametrize(
    "kind",
    [*(pa.decimal128(38, scale) for scale in (0, 2, 7, 20)), pa.float64(), pa.float32(), pa.int8(), pa.bool_()],
    ids=str,
)
def test_a_label_of_zero_is_a_fail_in_every_type(kind: pa.DataType) -> None:
    values = [Decimal(0), Decimal(1)] if pa.types.is_decimal(kind) else [0, 1]
    data = parquet_file(answer=["x", "y"], topic=pa.array(values).cast(kind), label=pa.array(values).cast(kind))
    found = read_cases(data, filename="a.parquet")
    assert [label.value for label in found.dataset.labels] == ["fail", "pass"]
    # Nor is a slice of zero taken for none.
    assert all(case.slices["topic"] for case in found.dataset.cases)


@pytest.mark.parametrize("zero", [0, 0.0, -0.0, False, "0", "0.00"])
def test_a_label_of_zero_is_a_fail_in_json(zero: object) -> None:
    data = json.dumps([{"id": 0, "answer": "x", "label": zero}]).encode()
    found = read_cases(data, filename="a.json")
    assert [(label.case_id, label.value) for label in found.dataset.labels] == [("0", "fail")]


@pytest.mark.parametrize(
    ("value", "text"),
    [("0E-7", "0.0000000"), ("0.00", "0.00"), ("1E+3", "1000"), ("1.50", "1.50"), ("NaN", None)],
)
def test_a_decimal_is_written_with_its_places_and_never_with_an_exponent(value: str, text: str | None) -> None:
    assert plain(Decimal(value)) == text


def test_bytes_that_are_not_utf_8_are_named_by_row_and_column_and_stay_apart() -> None:
    data = parquet_file(answer=pa.array([b"gr\xc3\xbcn", b"gr\xfcn", b"gr\xf6n"]), more=[[b"a"], [b"b"], [b"\xff"]])
    table, problems = read_rows(data, filename="a.parquet")
    assert [row.cells["answer"] for row in table.rows] == ["grün", "gr\\xfcn", "gr\\xf6n"]
    assert [(one.kind, one.message.split(" holds")[0], one.where) for one in problems] == [
        ("not-utf-8", "Column 'answer'", (2, 3)),
        ("not-utf-8", "Column 'more'", (3,)),
    ]
